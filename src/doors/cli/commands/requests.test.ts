// `docent requests` as the real binary, in a folder of its own.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../../../../test/support/commands.ts';
import { type LocalServer, startServer } from '../../../../test/support/local-server.ts';
import type { Finished } from '../../../../test/support/process.ts';
import { root } from '../../../../test/support/repository.ts';

const _binary = join(root, 'bin/docent.js');
const HOUR = 3_600_000;

let folder: string;
let server: LocalServer;
let host: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docent-requests-cli-'));
  server = await startServer(({ url = '' }, response) => {
    const links = ['b', 'c'].map((name) => `<a href="/docs/${name}">link</a>`).join('');
    response
      .writeHead(url === '/robots.txt' ? 404 : 200, { 'content-type': 'text/html' })
      .end(`<title>${url}</title><p>This is ${url}.</p>${url === '/docs/' ? links : ''}`);
  });
  host = `127.0.0.1:${server.port}`;
  const flags = ['--delay', '0', '--quiet', '--retain', 'full', '--own-site'];
  expect(await docent('crawl', `${server.origin}/docs/`, ...flags)).toMatchObject({ code: 0 });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

function docent(...args: readonly string[]): Promise<Finished> {
  return runCommand(args, { cwd: folder });
}

const requests = (...args: readonly string[]): Promise<Finished> => docent('requests', ...args);
const json = async (...args: string[]) => JSON.parse((await docent(...args, '--json')).stdout);
const lines = (text: string): readonly string[] => text.trimEnd().split('\n');

/** Moves the deadlines of open requests. */
function later(hours: number): void {
  const db = new DatabaseSync(join(folder, '.docent/docent.sqlite'));
  db.exec(`UPDATE filed_requests SET deadline = deadline - ${hours * HOUR} WHERE state = 'open'`);
  db.close();
}

describe('docent requests', () => {
  it('C5: a deletion has 48 hours, is done with a receipt, and refused ones stay listed', async () => {
    expect((await requests()).stdout).toBe('No request is open.\n');
    const added = await requests('add', `${host}/docs/b`, '--contact', 'owner', '--note', 'please');
    expect(added).toMatchObject({ code: 0, stdout: expect.stringMatching(/^request 1 {2}.* to be done by \d{4}-/) });
    await requests('add', 'elsewhere.example/x', '--contact', 'someone');
    const plain = await requests('add', `${server.origin}/docs/never`);
    expect(plain.stdout).toContain(`${server.origin}/docs/never, to be done`);
    await requests('refuse', '3', '--note', 'no page of theirs');
    const [first] = await json('requests');
    expect(first.deadline - first.askedAt).toBe(48 * HOUR);
    expect(first).toMatchObject({ kind: 'deletion', what: `${host}/docs/b`, contact: 'owner', left: '47 h left' });
    const { code, stdout } = await requests('do', '1', '--yes');
    expect([code, stdout]).toEqual([0, expect.stringMatching(/blocked +\S+\/docs\/b and all below it/)]);
    expect(stdout).not.toContain('may bring it back');
    // Also where nothing of it is stored yet: a crawl may not bring it.
    expect(await requests('do', '2', '--yes')).toMatchObject({ stdout: expect.stringContaining('nothing stored') });
    const patterns = async () => (await json('blocklist')).map(({ pattern }: { pattern: string }) => pattern);
    expect(await patterns()).toEqual([`${host}/docs/b`, 'elsewhere.example/x']);
    expect((await json('forget', '--receipts')).receipts).toMatchObject([{ blocked: true }, { blocked: true }]);
    await requests('add', `${host}/docs/c`);
    expect(await requests('refuse', '4', '--note', 'not theirs')).toMatchObject({ code: 0 });
    expect(await json('requests', 'list', '--all')).toMatchObject([
      { id: 1, state: 'done', receipt: 1, contact: '', note: 'please' },
      { id: 2, state: 'done', receipt: 2, closedNote: 'nothing of it was stored' },
      { id: 3, state: 'refused' },
      { id: 4, state: 'refused', closedNote: 'not theirs' },
    ]);
    for (const args of [['do', '3', '--yes'], ['do', 'x', '--yes'], ['add']])
      expect(await requests(...args)).toMatchObject({ code: 2 });
  });

  it('C5: one that is overdue is marked, and the exit code is 1', async () => {
    await requests('add', `${host}/docs/c`);
    expect(await requests()).toMatchObject({ code: 0 });
    later(51);
    const { code, stdout } = await requests();
    expect(code).toBe(1);
    expect(stdout).toMatch(/3 h overdue.*\n1 overdue: "docent requests do <id>" forgets/);
    expect(await requests('do', '5', '--yes')).toMatchObject({ code: 0 });
    expect(await requests()).toMatchObject({ code: 0 });
    expect(readFileSync(join(folder, '.docent/docent.sqlite')).includes('This is /docs/c.')).toBe(false);
  });

  it('A4: an inquiry is shown with its message, and answered with a note', async () => {
    const flags = ['--kind', 'inquiry', '--message', 'Why do you\ncrawl \u202eus?', '--contact', 'me@docs.example'];
    const added = await requests('add', 'https://docs.example/guide', ...flags);
    expect(added.stdout).toMatch(/^request 6 {2}docs\.example\/guide, to be answered by \d{4}-/);
    expect(lines((await requests('--kind', 'inquiry')).stdout)[1]).toMatch(
      /^ {2}6 {3}inquiry {2}\S+ {2}6 days left {2}docs\.example\/guide: Why do you crawl us\? {2}me@docs\.example$/,
    );
    expect((await requests('--kind', 'proposal')).stdout).toBe('No proposal is open.\n');
    expect(lines((await requests('show', '6')).stdout)).toEqual([
      'request 6  inquiry, open',
      '  what      docs.example/guide',
      expect.stringMatching(/^ {2}received {2}\d{4}-/),
      expect.stringMatching(/^ {2}deadline {2}\d{4}-.*, 6 days left$/),
      '  contact   me@docs.example',
      '',
      '  Why do you',
      '  crawl us?',
    ]);
    later(8 * 24);
    expect(await requests()).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('"answer" and "block" close it'),
    });
    expect(await requests('do', '6', '--yes')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('answer or block'),
    });
    expect(await requests('answer', '6')).toMatchObject({ code: 2 });
    expect(await requests('answer', '6', '--note', 'by mail')).toMatchObject({
      code: 0,
      stdout: 'answered  request 6\n',
    });
    expect(await json('requests', 'show', '6')).toMatchObject({
      state: 'answered',
      contact: '',
      message: '',
      closedNote: 'by mail',
    });
    expect((await requests('show', '6')).stdout).toMatch(/closed {4}\d{4}-.*, answered\n {2}because {3}by mail\n$/);
    expect(await requests('show', '99')).toMatchObject({ code: 2 });
  });

  it('A4, U10: one step blocks the site of an inquiry and closes it', async () => {
    const flags = ['--kind', 'inquiry', '--message', 'Stop.', '--contact', 'me'];
    expect((await requests('add', ...flags)).stdout).toContain('request 7  an inquiry, to be answered');
    expect(await requests('block', '7')).toMatchObject({ code: 2, stderr: expect.stringContaining('names no site') });
    const blocked = await requests('block', '7', 'https://www.docs.example/guide', '--note', 'the owner asked us');
    expect(blocked).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('blocked  docs.example and all below it'),
    });
    expect((await json('blocklist', 'list')).slice(-1)).toMatchObject([
      { pattern: 'docs.example', reason: 'the owner asked us' },
    ]);
    expect(await json('requests', 'show', '7')).toMatchObject({ state: 'blocked' });
  });

  it('A4: a proposal is accepted into the configuration file, by the flags of "providers add"', async () => {
    const propose = (url: string) =>
      requests('add', url, '--kind', 'proposal', '--contact', 'kim', '--message', 'Good.');
    expect((await propose('docs.example/guide/')).stdout).toContain('https://docs.example/guide/, to be decided on by');
    expect(await propose(`${server.origin}/docs/`)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('this machine'),
    });
    const accepted = await requests('accept', '8', '--id', 'guide', '--max-pages', '50');
    expect(accepted.stdout).toMatch(/^accepted {2}request 8\nadded {4}guide to docent\.yml\nterms {4}no verdict/);
    expect((await json('providers', 'show', 'guide')).fields).toContainEqual(
      expect.objectContaining({ field: 'max_pages', value: 50 }),
    );
    expect(await json('requests', 'show', '8')).toMatchObject({ state: 'accepted', closedNote: 'added as guide' });
    await propose('https://docs.example/guide/');
    expect((await requests('accept', '9')).stdout).toBe('accepted  request 9: guide is in docent.yml already\n');
    await propose('https://other.example/');
    expect(await requests('accept', '10', '--tos-verdict', 'nonsense')).toMatchObject({ code: 2 });
    expect(await requests('refuse', '10', '--note', 'too far off')).toMatchObject({ code: 0 });
    expect(await requests()).toMatchObject({ code: 0, stdout: 'No request is open.\n' });
  });

  it('C5: a deletion that is done with --no-block leaves it open to crawls, and says so', async () => {
    const added = await requests('add', `${host}/docs/open`);
    const [id = ''] = /\d+/.exec(added.stdout) ?? [];
    const before = await json('blocklist');
    const { code, stdout } = await requests('do', id, '--yes', '--no-block');
    expect([code, stdout]).toEqual([0, expect.stringContaining('the next crawl may bring it back')]);
    expect(await json('blocklist')).toEqual(before);
    expect((await json('forget', '--receipts')).receipts.at(-1)).toMatchObject({ blocked: false });
  });
});
