// The contract of requests that people file (C5, A4): every engine that keeps them proves it by running this suite.
import { beforeEach, describe, expect, it } from 'vitest';
import type { LedgerReader } from '../frontier/port.ts';
import { T } from '../frontier/port-words.contract.ts';
import type { FiledRequests, NewRequest } from './port.ts';

/** The store of one test. */
export interface RequestsStore {
  readonly requests: FiledRequests;
  openReader(): Promise<LedgerReader>;
}

const deletion: NewRequest = Object.freeze({
  kind: 'deletion',
  what: 'a.test/x',
  message: '',
  contact: 'me',
  note: 'by mail',
  askedAt: T,
  deadline: T + 5,
});
const inquiry: NewRequest = {
  ...deletion,
  kind: 'inquiry',
  what: 'b.test',
  message: 'Why?\nPlease stop.',
  note: '',
  deadline: T + 3,
};
const proposal: NewRequest = { ...deletion, kind: 'proposal', what: 'https://c.test/docs/', deadline: T + 9 };
const MANY = 100;

/** Runs the whole contract against an engine; `open` returns an empty store each time. */
export function describeFiledRequests(name: string, open: () => Promise<RequestsStore>): void {
  describe(`requests ${name}`, () => {
    let store: RequestsStore;
    let requests: FiledRequests;
    beforeEach(async () => {
      store = await open();
      requests = store.requests;
    });
    const add = async (request: NewRequest): Promise<number> => (await requests.add(request, MANY)) as number;
    const ids = async (...filter: Parameters<FiledRequests['list']>): Promise<readonly number[]> =>
      (await requests.list(...filter)).map(({ id }) => id);

    it('C5: the first one makes the store', async () => {
      expect(await requests.list()).toEqual([]);
      expect(await requests.find(1)).toBeUndefined();
      await add(deletion);
      expect(await requests.list()).toHaveLength(1);
    });

    it.each([deletion, inquiry, proposal])('C5, A4: a $kind is kept as it was filed', async (filed) => {
      const id = await add(filed);
      const kept = { id, ...filed, state: 'open', closedAt: undefined, closedNote: undefined, receipt: undefined };
      expect(await requests.list()).toEqual([kept]);
      expect(await requests.find(id)).toEqual(kept);
      expect(await requests.find(id + 1)).toBeUndefined();
    });

    it('C5: are open until they are closed, once, and then without contact and message', async () => {
      const id = await add({ ...inquiry, note: 'by telephone' });
      const end = { state: 'answered', at: T + 2, note: 'it was the other robot' } as const;
      expect(await requests.close(id, end)).toBe(true);
      expect(await requests.close(id, { ...end, note: 'again' })).toBe(false);
      expect(await requests.close(id + 1, end)).toBe(false);
      expect(await ids()).toEqual([]);
      expect(await requests.list({ state: 'all' })).toEqual([
        {
          ...{ id, ...inquiry, message: '', contact: '', note: 'by telephone', state: 'answered', closedAt: T + 2 },
          ...{ closedNote: 'it was the other robot', receipt: undefined },
        },
      ]);
    });

    it('C5: a deletion that was done names its receipt', async () => {
      const id = await add(deletion);
      await requests.close(id, { state: 'done', at: T + 2, note: '', receipt: 7 });
      expect(await requests.find(id)).toMatchObject({ state: 'done', receipt: 7, what: 'a.test/x', note: 'by mail' });
    });

    it('A4: are listed by deadline, filtered by kind and state, in pieces', async () => {
      const [first, second, third] = [await add(deletion), await add(inquiry), await add(proposal)];
      const same = await add(inquiry);
      await requests.close(third, { state: 'refused', at: T, note: 'no' });
      expect(await ids()).toEqual([second, same, first]);
      expect(await ids({ state: 'closed' })).toEqual([third]);
      expect(await ids({ state: 'all' })).toEqual([second, same, first, third]);
      expect(await ids({ kind: 'inquiry' })).toEqual([second, same]);
      expect(await ids({ kind: 'proposal' })).toEqual([]);
      expect(await ids({ kind: 'proposal', state: 'closed' })).toEqual([third]);
      expect(await ids({ state: 'all', limit: 2 })).toEqual([second, same]);
      expect(await ids({ state: 'all', limit: 2, after: same })).toEqual([first, third]);
      // What was closed since is still a place in the list.
      await requests.close(same, { state: 'refused', at: T, note: 'no' });
      expect(await ids({ after: same })).toEqual([first]);
    });

    it('A4: the open ones of each kind are bounded by the caller; a closed one makes room', async () => {
      const id = (await requests.add(inquiry, 2)) as number;
      await requests.add(inquiry, 2);
      expect(await requests.add(inquiry, 2)).toBeUndefined();
      expect(await requests.add(deletion, 2)).toBeTypeOf('number');
      expect(await ids({ state: 'all' })).toHaveLength(3);
      await requests.close(id, { state: 'refused', at: T, note: '' });
      expect(await requests.add(inquiry, 2)).toBeTypeOf('number');
    });

    it('U10, A4: closing blocks a site in the same act, and nothing is blocked where nothing is closed', async () => {
      const block = { pattern: 'b.test', reason: 'the owner asked us' };
      const id = await add(inquiry);
      expect(await requests.close(id + 1, { state: 'blocked', at: T + 1, note: '', block })).toBe(false);
      expect(await requests.close(id, { state: 'blocked', at: T + 2, note: '', block })).toBe(true);
      const reader = await store.openReader();
      expect(await reader.blocklist.list()).toEqual([{ ...block, by: 'operator', at: T + 2 }]);
      await reader.close();
    });
  });
}
