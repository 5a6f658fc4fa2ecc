// Requests in a data folder: folders of before they had kinds, and what a closed one leaves in the file.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { T } from '../../../frontier/port-words.contract.ts';
import { BEFORE_OUTBOX, BEFORE_REQUEST_KINDS, inFolder, testFolders } from '../folders.contract.ts';
import { FILE } from '../open.ts';
import { schemaSteps } from '../schema.ts';
import { openRequests } from './requests.ts';

const folders = testFolders();

/** A folder of before requests had kinds, with an open deletion and one that was done. */
async function olderFolder(): Promise<string> {
  const folder = folders.newFolder();
  await folders.open(folder, T).close();
  const step = schemaSteps.findIndex((text) => text.includes('RENAME TO filed_requests'));
  inFolder(folder, (db) =>
    db.exec(`${BEFORE_OUTBOX}; ${BEFORE_REQUEST_KINDS}; PRAGMA user_version = ${step};
      INSERT INTO deletion_requests (what, contact, note, asked_at, deadline) VALUES ('a.test/x', 'me@a.test', 'by mail', 1, 2);
      INSERT INTO deletion_requests (what, contact, note, asked_at, deadline, state, closed_at, closed_note, receipt)
        VALUES ('a.test/y', 'you@a.test', '', 3, 4, 'done', 5, 'gone', 6)`),
  );
  return folder;
}

const open = {
  ...{ id: 1, kind: 'deletion', what: 'a.test/x', message: '', contact: 'me@a.test', note: 'by mail', state: 'open' },
  ...{ askedAt: 1, deadline: 2 },
};
const done = { id: 2, kind: 'deletion', what: 'a.test/y', state: 'done', closedAt: 5, closedNote: 'gone', receipt: 6 };

describe('a folder of before requests had kinds', () => {
  it('C4, C5: is listed as it is, and nothing of it changes', async () => {
    const folder = await olderFolder();
    const requests = openRequests(folder);
    expect(await requests.list()).toMatchObject([open]);
    expect(await requests.list({ kind: 'inquiry' })).toEqual([]);
    expect(await requests.list({ state: 'all', after: 1 })).toMatchObject([done]);
    expect(await requests.find(2)).toMatchObject(done);
    expect(existsSync(join(folder, `before-version-${schemaSteps.length}.sqlite`))).toBe(false);
  });

  it('C4, C5: keeps its requests with the first new one, after a backup, and loses the contact of closed ones', async () => {
    const folder = await olderFolder();
    const requests = openRequests(folder);
    const words = { what: '', message: 'Why?', contact: 'she', note: '', askedAt: 7, deadline: 8 };
    expect(await requests.add({ kind: 'inquiry', ...words }, 10)).toBe(3);
    expect(await requests.list({ state: 'all' })).toMatchObject([
      open,
      { ...done, contact: '' },
      { id: 3, kind: 'inquiry', ...words },
    ]);
    expect(existsSync(join(folder, `before-version-${schemaSteps.length}.sqlite`))).toBe(true);
  });
});

describe('a request that is closed', () => {
  it('C5: leaves no byte of its contact and its message in the file', async () => {
    const folder = folders.newFolder();
    const requests = openRequests(folder);
    const message = 'zkqtvbem and more words. '.repeat(300);
    const filed = { kind: 'inquiry', what: 'b.test', message, contact: 'wqhjdrop@b.test', note: '' } as const;
    const id = (await requests.add({ ...filed, askedAt: T, deadline: T }, 10)) as number;
    expect(bytesHolding(folder)).toEqual(['zkqtvbem', 'wqhjdrop']);
    await requests.close(id, { state: 'answered', at: T, note: 'so it is' });
    expect(bytesHolding(folder)).toEqual([]);
  });
});

function bytesHolding(folder: string): readonly string[] {
  const files = [FILE, `${FILE}-wal`].map((name) => join(folder, name)).filter((path) => existsSync(path));
  const bytes = files.map((path) => readFileSync(path).toString('latin1'));
  return ['zkqtvbem', 'wqhjdrop'].filter((word) => bytes.some((text) => text.includes(word)));
}
