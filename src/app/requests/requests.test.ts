// Requests of every kind on the real store: filed, listed, answered, blocked, accepted and refused.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dataFile } from '../../../test/support/data-file.ts';
import { mostOpenRequests } from '../../requests/kinds.ts';
import { loadSettings } from '../../settings.ts';
import { openPlace, type Place } from '../place.ts';
import { configPlace } from '../providers/config-file.ts';
import { draftProvider } from '../providers/edit.ts';
import { readBlocklist } from '../read/reading.ts';
import { acceptProposal } from './accept-proposal.ts';
import { addRequest } from './add-request.ts';
import { answerInquiry, blockSite, findRequest, listRequests, openRequest, refuseRequest } from './requests.ts';

const DAY = 86_400_000;

let folder: string;
let place: Place;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docent-requests-'));
  place = openPlace(loadSettings({ cwd: folder, env: { DOCENT_DATA: join(folder, 'data') } }));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const inquire = (what = 'docs.example', message = 'Why?') =>
  addRequest(place, { kind: 'inquiry', what, message, contact: 'me@docs.example' });
const propose = (what = 'https://docs.example/guide/') =>
  addRequest(place, { kind: 'proposal', what, message: 'It is good.', contact: 'kim' });
const usage = expect.objectContaining({ code: 'DOC_USAGE' });

function inData(sql: string): void {
  const db = new DatabaseSync(dataFile(join(folder, 'data')));
  db.exec(sql);
  db.close();
}

describe('requests', () => {
  it('C5, A4: of every kind are listed with their deadline, the most urgent first, as data that can be posted', async () => {
    const proposal = await propose();
    const inquiry = await inquire();
    const deletion = await addRequest(place, { kind: 'deletion', what: 'docs.example/x', note: 'by mail' });
    const listed = await listRequests(place.store);
    expect(listed).toMatchObject([
      { id: deletion.id, kind: 'deletion', what: 'docs.example/x', note: 'by mail', left: '47 h left', overdue: false },
      { id: inquiry.id, kind: 'inquiry', what: 'docs.example', message: 'Why?', left: '6 days left' },
      { id: proposal.id, kind: 'proposal', what: 'https://docs.example/guide/', message: 'It is good.' },
    ]);
    expect(listed.map(({ deadline, askedAt }) => (deadline - askedAt) / DAY)).toEqual([2, 7, 14]);
    expect(structuredClone(listed)).toEqual(listed);
    expect(await listRequests(place.store, { kind: 'inquiry' })).toEqual([listed[1]]);
    expect(await listRequests(place.store, { limit: 1, after: deletion.id })).toEqual([listed[1]]);
    expect(await findRequest(place.store, inquiry.id)).toEqual(listed[1]);
    expect(await findRequest(place.store, 99)).toBeUndefined();
  });

  it('A4: that are overdue are marked', async () => {
    await inquire();
    inData(`UPDATE filed_requests SET deadline = deadline - ${11 * DAY}`);
    expect(await listRequests(place.store)).toMatchObject([{ overdue: true, left: '4 days overdue' }]);
  });

  it('A4: that lack what their kind needs are refused, and nothing is kept', async () => {
    for (const entry of [
      { kind: 'inquiry', contact: 'me' },
      { kind: 'inquiry', message: 'Why?' },
      { kind: 'proposal', what: 'https://docs.example/' },
      { kind: 'proposal', contact: 'me' },
      { kind: 'deletion' },
    ] as const)
      await expect(addRequest(place, entry)).rejects.toThrow(usage);
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });

  it('A4: beyond the bound are refused with a clear error, those of another kind are not', async () => {
    await inquire();
    const values = `SELECT 'inquiry', '', '', '', 0, 0 FROM n`;
    inData(`WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < ${mostOpenRequests})
      INSERT INTO filed_requests (kind, what, contact, note, asked_at, deadline) ${values}`);
    await expect(inquire()).rejects.toThrow(
      expect.objectContaining({
        code: 'DOC_REQUESTS_FULL',
        message: expect.stringContaining('1,000 requests of the kind inquiry'),
      }),
    );
    await propose();
    expect(await listRequests(place.store, { kind: 'inquiry' })).toHaveLength(mostOpenRequests);
  });

  it('A4: are closed once, by what their kind allows, and then keep neither contact nor message', async () => {
    const { id } = await inquire();
    await expect(openRequest(place.store, id, 'deletion')).rejects.toThrow('of the kind inquiry, not deletion');
    await expect(acceptProposal(place, id, configPlace({ cwd: folder }), async () => undefined)).rejects.toThrow(usage);
    await answerInquiry(place.store, id, 'wrote to me@docs.example');
    for (const act of [
      answerInquiry(place.store, id, 'x'),
      refuseRequest(place.store, id, 'x'),
      blockSite(place.store, id, {}),
    ])
      await expect(act).rejects.toThrow('closed: it was answered');
    await expect(answerInquiry(place.store, 99, 'x')).rejects.toThrow('there is no request 99');
    expect(await listRequests(place.store, { state: 'all' })).toMatchObject([
      { state: 'answered', contact: '', message: '', closedNote: 'wrote to [email]', left: '' },
    ]);
  });

  it('A4: any of them can be refused with a note', async () => {
    const ids = [(await inquire()).id, (await propose()).id];
    for (const id of ids) await refuseRequest(place.store, id, 'not ours');
    expect(await listRequests(place.store)).toEqual([]);
    expect(await listRequests(place.store, { state: 'closed' })).toMatchObject([
      { state: 'refused', closedNote: 'not ours' },
      { state: 'refused' },
    ]);
  });

  it('C4, A4: are filed and closed beside a crawl', async () => {
    const { ledger } = await place.store.openLedger();
    const { id } = await inquire();
    await blockSite(place.store, id, {});
    expect(await ledger.blocklist.list()).toMatchObject([{ pattern: 'docs.example' }]);
    await ledger.close();
  });
});

describe('the site of an inquiry', () => {
  it('A4, U10: is blocked with its whole host, and the inquiry closed, in one step', async () => {
    const { id } = await inquire('https://www.docs.example/guide/');
    expect(await blockSite(place.store, id, { note: 'the owner asked us' })).toBe('docs.example');
    expect(await readBlocklist(place.store)).toMatchObject([
      { pattern: 'docs.example', reason: 'the owner asked us', by: 'operator' },
    ]);
    expect(await findRequest(place.store, id)).toMatchObject({ state: 'blocked', closedNote: 'the owner asked us' });
  });

  it('A4: is passed where the inquiry names none', async () => {
    const { id } = await inquire('');
    await expect(blockSite(place.store, id, {})).rejects.toThrow(`request ${id} names no site`);
    await expect(blockSite(place.store, id, { site: 'no site' })).rejects.toThrow('neither a URL nor a host');
    expect(await blockSite(place.store, id, { site: 'other.example:8080/x' })).toBe('other.example:8080');
    expect(await readBlocklist(place.store)).toMatchObject([
      { pattern: 'other.example:8080', reason: `inquiry ${id}` },
    ]);
    expect(await findRequest(place.store, id)).toMatchObject({ closedNote: 'blocked other.example:8080' });
  });
});

describe('a proposal', () => {
  const config = () => configPlace({ cwd: folder, env: {} });
  const draft = async (url: string) =>
    draftProvider(url, { 'tos.verdict': 'allowed', 'tos.checked_by': 'Kim' }, '2026-01-02');

  it('A4: that is accepted becomes a provider of the configuration file', async () => {
    const { id } = await propose();
    expect(await acceptProposal(place, id, config(), draft)).toEqual({ provider: 'docs.example', isNew: true });
    expect(loadSettings({ cwd: folder, env: {} }).providers).toMatchObject([
      { provider_id: 'docs.example', seed_urls: ['https://docs.example/guide/'], tos: { verdict: 'allowed' } },
    ]);
    expect(await findRequest(place.store, id)).toMatchObject({
      ...{ state: 'accepted', closedNote: 'added as docs.example', what: 'https://docs.example/guide/', contact: '' },
    });
  });

  it('A4: stays open where the provider cannot be saved, or is not to be', async () => {
    const { id } = await propose();
    expect(await acceptProposal(place, id, config(), async () => undefined)).toBeUndefined();
    writeFileSync(
      join(folder, 'docent.yml'),
      'providers:\n  - provider_id: docs.example\n    seed_urls: [https://docs.example/other/]\n    allowed_path_patterns: [/**]\n',
    );
    await expect(acceptProposal(place, id, config(), draft)).rejects.toThrow('docs.example is in');
    expect(await findRequest(place.store, id)).toMatchObject({ state: 'open' });
  });

  it('A4: whose provider was saved before a kill is closed by accepting it again', async () => {
    const { id } = await propose();
    writeFileSync(
      join(folder, 'docent.yml'),
      'providers:\n  - provider_id: guide\n    seed_url: https://docs.example/guide/\n    allowed_path_patterns: [/**]\n',
    );
    const before = readFileSync(join(folder, 'docent.yml'), 'utf8');
    expect(await acceptProposal(place, id, config(), draft)).toEqual({ provider: 'guide', isNew: false });
    expect(readFileSync(join(folder, 'docent.yml'), 'utf8')).toBe(before);
    expect(await findRequest(place.store, id)).toMatchObject({
      state: 'accepted',
      closedNote: 'was there already as guide',
    });
  });
});
