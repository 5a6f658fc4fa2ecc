// Folders of files, crawled like sites: what is stored, what a second crawl changes, and that no path of this machine is kept.

import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openAssistant } from '../../src/app/assistant/assistant.ts';
import { openPlace } from '../../src/app/place.ts';
import { planCrawl } from '../../src/app/probe/plan.ts';
import { readOne } from '../../src/app/probe/read-one.ts';
import { checkProvider } from '../../src/app/providers/check.ts';
import { configPlace } from '../../src/app/providers/config-file.ts';
import { draftProvider, saveDraft } from '../../src/app/providers/edit.ts';
import { typeOfEnding } from '../../src/core/forms.ts';
import { silentLog } from '../../src/core/log.ts';
import { urlKey } from '../../src/core/url/key.ts';
import type { RunResult } from '../../src/crawl/run/events.ts';
import { openDocent } from '../../src/doors/library/docent.ts';
import type { LedgerReader } from '../../src/frontier/port.ts';
import { openStore } from '../../src/store/open-store.ts';
import { startCrawler } from '../kill/crawler.ts';
import { asNobody } from '../support/as-nobody.ts';
import { more } from '../support/how-long.ts';
import { startServer } from '../support/local-server.ts';

let base: string;
let root: string;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'docent-folders-')));
  root = join(base, 'handbook');
  write(
    'index.html',
    '<title>Home</title><h1>Home</h1><p>Welcome to all.</p><a href="guide/">The guide</a><a href="none.html">no</a>',
  );
  write(
    'guide/index.md',
    '# Guide\n\nHow to begin. See [the 가이드](가이드%201.md#part) and [the API](../api.yaml).\n',
  );
  write('guide/가이드 1.md', '# 시작\n\n처음 읽는 글입니다.\n\n## Part {#part}\n\nMore words here.\n');
  write('alone.txt', 'Nothing links to this text.\n');
  write(
    'api.yaml',
    'openapi: 3.1.0\ninfo: {title: Api, version: "1"}\npaths: {/x: {get: {summary: Get x, responses: {}}}}\n',
  );
  write('data.json', '{"a": 1}');
  write('image.png', 'no image');
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

/** Written long ago: a file that was written a moment ago is read again to be sure. */
function write(path: string, text: string, ago = 3_600): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  utimesSync(file, Date.now() / 1000 - ago, Date.now() / 1000 - ago);
}

const FLAGS = { max_pages: '1000' };

function docent() {
  return openDocent({ cwd: base, env: {}, flags: { ...FLAGS, data: join(base, 'data') } });
}

async function crawl(
  words: string = root,
  options: Parameters<ReturnType<typeof docent>['crawl']>[1] = {},
): Promise<Seen> {
  const run = docent().crawl(words, options);
  const visited: string[] = [];
  for await (const event of run) if (event.type === 'visited') visited.push(`${event.state} ${event.url}`);
  return { visited, result: await run.result };
}

interface Seen {
  readonly visited: readonly string[];
  readonly result: RunResult;
}

function countsOf({ result }: Seen): Readonly<Record<string, number>> {
  const { discovered, ...states } = (result.providers[0] as RunResult['providers'][number]).counts;
  expect(Object.values(states).reduce((sum, n) => sum + n, 0)).toBe(discovered);
  return Object.fromEntries(Object.entries(states).filter(([, n]) => n > 0));
}

async function reading<T>(look: (reader: LedgerReader) => Promise<T>): Promise<T> {
  const reader = await openStore({ kind: 'sqlite', folder: join(base, 'data') }).openReader();
  try {
    return await look(reader);
  } finally {
    await reader.close();
  }
}

const recordOf = (url: string) => reading(async (reader) => (await reader.find(urlKey(url)))[0]);

describe('a folder', () => {
  it('every file becomes a page or ends with a reason; links lead from file to file', async () => {
    const first = await crawl();
    expect(first.result.exitCode).toBe(0);
    expect(countsOf(first)).toEqual({ indexed: 5, duplicate: 1, skipped: 2, failed: 1 });
    const page = await recordOf('folder://handbook/guide/가이드 1.md');
    expect(page).toMatchObject({ state: 'indexed', by: 'folder:read', page: { title: '시작' } });
    expect(page?.foundOn).toEqual(['folder://handbook/index.html', 'folder://handbook/guide/']);
    expect(page?.page?.markdown).toContain('처음 읽는 글입니다.');
    expect(await recordOf('folder://handbook/guide')).toMatchObject({ state: 'duplicate' });
    expect(await recordOf('folder://handbook/none.html')).toMatchObject({ state: 'failed', by: 'folder:missing' });
    expect(await recordOf('folder://handbook/image.png')).toMatchObject({ state: 'skipped', by: 'trap:extension' });
    expect(await recordOf('folder://handbook/data.json')).toMatchObject({ state: 'skipped', by: 'content:type' });
  });

  it('F5: seen again with nothing changed no file is visited, save the one that is missing', async () => {
    await crawl();
    const second = await crawl();
    expect(second.visited).toEqual(['failed folder://handbook/none.html']);
    expect(countsOf(second)).toEqual({ unchanged: 5, duplicate: 1, skipped: 2, failed: 1 });
  });

  it('M3: exactly what was edited, added or removed changes', async () => {
    await crawl();
    write('alone.txt', 'Another text, as long as that.\n', 60);
    write('new.md', '# New\n', 60);
    rmSync(join(root, 'api.yaml'));
    const { visited } = await crawl();
    expect(visited.toSorted()).toEqual([
      'deleted folder://handbook/api.yaml',
      'failed folder://handbook/none.html',
      'indexed folder://handbook/alone.txt',
      'indexed folder://handbook/new.md',
    ]);
    const gone = await recordOf('folder://handbook/api.yaml');
    expect([gone?.state, gone?.by, gone?.page]).toEqual(['deleted', 'folder:missing', undefined]);
  });

  it('M3: a file that could not be read, or had no text, is read once it can be', async () => {
    write('large.md', `# Large\n\n${'words '.repeat(900_000)}`);
    write('young.md', '', 0);
    write('empty.md', '');
    symlinkSync('later.md', join(root, 'link.md'));
    await crawl();
    expect((await crawl()).visited).not.toContain('indexed folder://handbook/young.md');
    write('large.md', '# Small\n\nNo longer large.\n', 60);
    write('young.md', '# Young\n\nWith a text.\n', 60);
    write('empty.md', '# Empty\n\nNo longer empty.\n', 60);
    write('later.md', '# Later\n\nWhere the link leads.\n', 60);
    const { visited } = await crawl();
    for (const name of ['large', 'young', 'empty']) expect(visited).toContain(`indexed folder://handbook/${name}.md`);
    expect(visited.filter((line) => /(?:link|later)\.md$/.test(line))).toHaveLength(2);
    expect((await crawl()).visited).toEqual(['failed folder://handbook/none.html']);
  });

  it('a file that was only touched is the same by its hash, and is known by its new time from then on', async () => {
    await crawl();
    write('alone.txt', 'Nothing links to this text.\n', 60);
    const touched = await crawl();
    expect(touched.visited).toContain('unchanged folder://handbook/alone.txt');
    expect((await crawl()).visited).toEqual(['failed folder://handbook/none.html']);
  });

  it('started over, every file is read, and what is not there any more is removed', async () => {
    await crawl();
    rmSync(join(root, 'alone.txt'));
    const { visited } = await crawl(root, { fresh: true });
    expect(visited).toContain('deleted folder://handbook/alone.txt');
    expect(visited.filter((line) => line.startsWith('unchanged'))).toHaveLength(4);
  });

  it('by other rules every file is looked at again, and what they leave out stays out', async () => {
    await crawl();
    const { visited } = await crawl(root, { block: ['/guide/**'] });
    expect(visited).toContain('unchanged folder://handbook/alone.txt');
    expect(visited).toContain('skipped folder://handbook/guide/index.md');
  });

  it.each(['guide', 'guide/deep'])(
    'F10: a folder below that cannot be read, %s, is one row with its reason; what is stored of it stays, and the rest goes on',
    async (folder) => {
      write('guide/deep/more.md', '# More\n\nWords from below.\n');
      await crawl();
      write('new.md', '# New\n\nWritten since.\n', 60);
      write('guide/deep/late.md', '# Late\n\nNot to be seen yet.\n', 60);
      const [below, more] = [`folder://handbook/${folder}/`, 'folder://handbook/guide/deep/more.md'];
      chmodSync(join(root, folder), 0o000);
      const blocked = await asNobody(base, () => crawl());
      expect(blocked.result).toMatchObject({ exitCode: 0, providers: [{ complete: true }] });
      expect(blocked.visited).toContain('indexed folder://handbook/new.md');
      expect(await recordOf(below)).toMatchObject({ by: 'folder:unreadable', detail: 'EACCES' });
      expect(await recordOf(more)).toMatchObject({ by: 'folder:unreadable', page: { title: 'More' } });
      chmodSync(join(root, folder), 0o755);
      const { visited } = await crawl();
      expect(visited).toContain('indexed folder://handbook/guide/deep/late.md');
      expect(visited.filter((line) => /^(?:deleted|failed)/.test(line))).toEqual([
        'failed folder://handbook/none.html',
      ]);
      for (const url of [more, 'folder://handbook/guide/index.md'])
        expect(await recordOf(url)).toMatchObject({ state: expect.stringMatching(/indexed|unchanged/) });
      expect((await crawl()).visited).toEqual(['failed folder://handbook/none.html']);
    },
  );

  it('F10: nothing is removed because the folder is empty or gone', async () => {
    await crawl();
    rmSync(root, { recursive: true });
    expect(() => docent().crawl(root)).toThrow(/cannot read the folder/);
    mkdirSync(root);
    await expect(crawl()).rejects.toMatchObject({ code: 'DOC_FILE' });
    expect(await recordOf('folder://handbook/alone.txt')).toMatchObject({ state: 'indexed' });
  });
});

describe('a folder', () => {
  it('E1, C1: has the chunks that a site with the same files has', async () => {
    await crawl();
    await using server = await startServer(served);
    const origin = `${server.origin}/`;
    const seeds = ['', 'guide/', 'guide/가이드 1.md', 'alone.txt', 'api.yaml'].map(
      (path) => new URL(path, origin).href,
    );
    const flags = { ...FLAGS, data: join(base, 'data'), request_delay_ms: '0', retain: 'full' };
    const run = openDocent({ cwd: base, env: {}, flags }).crawl(seeds);
    expect((await run.result).exitCode).toBe(0);
    const paths = ['', 'guide', 'guide/가이드 1.md', 'alone.txt', 'api.yaml'];
    const files = ['index.html', 'guide/index.md', ...paths.slice(2)];
    for (const [nth, path] of paths.entries()) {
      const own = await chunksOf(`folder://handbook/${files[nth]}`);
      expect(own.length).toBeGreaterThan(0);
      expect(own, path).toEqual(await chunksOf(`${origin}${path}`));
    }
  });

  it('no file of the data names the place of the folder', async () => {
    await crawl();
    const kept = readdirSync(join(base, 'data'), { recursive: true, withFileTypes: true }).filter((one) =>
      one.isFile(),
    );
    expect(kept.length).toBeGreaterThan(0);
    for (const { parentPath, name } of kept) {
      const bytes = readFileSync(join(parentPath, name));
      expect([name, bytes.includes(root), bytes.includes(base)]).toEqual([name, false, false]);
    }
  });

  it('refused: two folders of one name, unless the operator says that the one has moved', async () => {
    await crawl();
    const other = join(base, 'other', 'handbook');
    mkdirSync(other, { recursive: true });
    writeFileSync(join(other, 'a.md'), '# A\n');
    await expect(docent().crawl(other).result).rejects.toThrow(/handbook is the name of a folder at another place/);
    const moved = await crawl(other, { provider: 'handbook' });
    expect(countsOf(moved)).toMatchObject({ indexed: 1, deleted: 5 });
    expect(countsOf(await crawl(root, { provider: 'second' }))).toMatchObject({ indexed: 5 });
  });

  it('a configured folder is found by its id and by its path, and is refreshed by its name', async () => {
    writeFileSync(join(base, 'docent.yml'), 'providers:\n  - provider_id: team\n    folder: ./handbook\n');
    expect((await crawl('team')).result.providers[0]?.provider).toBe('team');
    const again = await crawl(root);
    expect(again.result.providers[0]?.provider).toBe('team');
    const refresh = docent().refresh();
    expect((await refresh.result).providers).toMatchObject([{ provider: 'team', counts: { unchanged: 5 } }]);
  });

  it.each([
    ['missing', 'ENOENT', (path: string) => rmSync(path, { recursive: true })],
    ['empty, as a disk that is not mounted', 'it is empty', (path: string) => rmSync(join(path, 'a.md'))],
    [
      'a link to what a kernel makes up',
      'it is of the file system proc',
      (path: string) => {
        rmSync(path, { recursive: true });
        symlinkSync('/proc/self', path);
      },
    ],
  ])('F10: one configured folder that is %s does not keep a refresh from the others', async (_, why, remove) => {
    mkdirSync(join(base, 'disk'));
    writeFileSync(join(base, 'disk/a.md'), '# A\n\nOn the disk.\n');
    const yaml = 'providers:\n  - {provider_id: disk, folder: disk}\n  - {provider_id: team, folder: handbook}\n';
    writeFileSync(join(base, 'docent.yml'), yaml);
    await docent().crawl(['disk', 'team']).result;
    remove(join(base, 'disk'));
    const run = docent().refresh();
    const warnings: string[] = [];
    for await (const event of run) if (event.type === 'warning') warnings.push(event.detail);
    expect((await run.result).providers).toMatchObject([{ provider: 'team', complete: true }]);
    expect(warnings).toEqual([`the folder of disk cannot be read: ${why}; what is stored of it stays as it is`]);
  });

  it('a plain folder beside the data is refreshed by its path, by its name and without words', async () => {
    await crawl();
    for (const words of [[root], ['handbook'], []])
      expect((await docent().refresh(words).result).providers).toMatchObject([
        { provider: 'handbook', complete: true, counts: { unchanged: 5 } },
      ]);
  });

  it('a folder that holds its own data, as "docent crawl ." makes one, is refreshed by its name and without words', async () => {
    const inside = () => openDocent({ cwd: root, env: {}, flags: { ...FLAGS, data: join(root, '.docent') } });
    await inside().crawl(root).result;
    for (const words of [['handbook'], []])
      expect((await inside().refresh(words).result).providers).toMatchObject([
        { provider: 'handbook', complete: true, counts: { unchanged: 5 } },
      ]);
  });

  it('a crawl as a configured source voids what was kept of a plain one: its way, its options and what it leaves out', async () => {
    await crawl(root, { block: ['/guide/**'] });
    writeFileSync(join(base, 'docent.yml'), 'providers:\n  - {provider_id: handbook, folder: ./handbook}\n');
    await crawl('handbook');
    rmSync(join(base, 'docent.yml'));
    for (const words of [['handbook'], []])
      await expect(docent().refresh(words).result).rejects.toThrow(/where the folder handbook lies is not kept/);
    const again = await docent().refresh(root).result;
    expect(again.providers).toMatchObject([{ provider: 'handbook', counts: { unchanged: 5 } }]);
  });

  it('a name under which something is stored means that, and no source with such an alias', async () => {
    await crawl();
    mkdirSync(join(base, 'other'));
    writeFileSync(join(base, 'other/a.md'), '# A\n');
    writeFileSync(
      join(base, 'docent.yml'),
      'providers:\n  - {provider_id: other, folder: other, aliases: [handbook]}\n',
    );
    await docent().crawl('other').result;
    expect((await docent().refresh('handbook').result).providers).toMatchObject([{ provider: 'handbook' }]);
    renameSync(root, join(base, 'manual'));
    expect((await docent().refresh('handbook').result).providers).toMatchObject([{ provider: 'other' }]);
  });

  it('a plain folder that was beside the data and has moved: one line says how it is found again', async () => {
    await crawl();
    renameSync(root, join(base, 'manual'));
    const moved = /handbook is not where it was.*docent crawl \.\/path\/to\/it --provider handbook/;
    await expect(docent().refresh('handbook').result).rejects.toThrow(moved);
    await expect(docent().refresh().result).rejects.toThrow(moved);
    const { result } = await crawl(join(base, 'manual'), { provider: 'handbook' });
    expect(result.providers).toMatchObject([{ provider: 'handbook', counts: { unchanged: 5 } }]);
  });

  it('a plain folder elsewhere is refreshed by its path; by its name alone one line says what to do', async () => {
    const away = mkdtempSync(join(tmpdir(), 'docent-away-'));
    cpSync(root, join(away, 'manual'), { recursive: true });
    await crawl(join(away, 'manual'));
    await expect(docent().refresh().result).rejects.toThrow(/where the folder manual lies is not kept/);
    await expect(docent().refresh('manual').result).rejects.toThrow(/where the folder manual lies is not kept/);
    const again = await docent().refresh(join(away, 'manual')).result;
    expect(again.providers).toMatchObject([{ provider: 'manual', complete: true }]);
    rmSync(away, { recursive: true });
  });

  it('A6: a folder is added to a configuration by its path from the file, and found by its name', async () => {
    const { raw, provider } = draftProvider(root, {}, '2026-01-01', { base, caller: 'operator' });
    expect([raw, provider.folder, provider.retain]).toEqual([{ provider_id: 'handbook', folder: root }, root, 'full']);
    const place = configPlace({ cwd: base, env: {} });
    await saveDraft(place, { raw: { ...raw, folder: './handbook' }, provider });
    expect((await crawl('handbook')).result.exitCode).toBe(0);
    const check = checkProvider(openPlace(docent().settings), silentLog, provider, { pages: 1 });
    await expect(check).rejects.toThrow(/is a folder, and needs no check/);
  });

  it('F12: a plan counts pages and bytes, and requests nothing', async () => {
    const [plan] = await planCrawl(openPlace(docent().settings), silentLog, [root]);
    expect(plan).toMatchObject({ provider: 'handbook', estimate: { pages: 6, basis: 'counted' } });
    expect(plan?.folder?.refused).toEqual({ 'trap:extension': 1 });
    await expect(planCrawl(openPlace(docent().settings), silentLog, [join(base, 'none')])).rejects.toThrow(
      /cannot read the folder/,
    );
  });

  it('A1: a file is read from what is stored of it', async () => {
    await crawl();
    const { settings } = docent();
    const { page } = await readOne(openPlace(settings), silentLog, 'folder://handbook/guide/index.md');
    expect(page.title).toBe('Guide');
    await expect(readOne(openPlace(settings), silentLog, 'folder://handbook/none.md')).rejects.toMatchObject({
      code: 'DOC_ANSWER',
    });
  });

  it('A5: an assistant reads stored files, and adds or refreshes no folder', async () => {
    await crawl();
    const { settings } = docent();
    const assistant = openAssistant(openPlace(settings), silentLog);
    const { sources } = assistant;
    for (const word of [root, '.', '/etc']) {
      await expect(sources.add(word)).rejects.toThrow(/names a place of the machine/);
      await expect(sources.refresh([word])).rejects.toThrow(/names a place of the machine/);
    }
    // Over stdio as at a server: a name of what lies in the working directory is only a name, and is not looked for.
    for (const word of ['src', 'package.json', 'src/..', '~', '-', 'handbook/../other', 'file:///etc', 'src\0']) {
      await expect(sources.add(word)).rejects.toMatchObject({ code: 'DOC_USAGE' });
      await expect(sources.refresh([word])).rejects.toMatchObject({ code: 'DOC_USAGE' });
    }
    await assistant.close();
  });

  it('F6: killed again and again, a run loses nothing and reads nothing twice', more, async () => {
    for (let nth = 0; nth < 60; nth++) write(`many/${nth}.md`, `# Page ${nth}\n\nIts own words ${nth * 7919}.\n`);
    const data = join(base, 'killed');
    for (const visits of [3, 17, 29]) {
      await using crawler = startCrawler([root], { data });
      let seen = 0;
      await crawler.event('visited', () => ++seen >= visits);
      crawler.send('SIGKILL');
      await crawler.ended;
    }
    await using last = startCrawler([root], { data });
    expect(await last.ended).toMatchObject({ code: 0 });
    const result = await last.event('result');
    const { discovered, indexed, ...rest } = result?.providers[0]?.counts ?? { discovered: 0, indexed: 0 };
    expect([discovered, indexed, rest]).toMatchObject([69, 65, { waiting: 0, skipped: 2, failed: 1, duplicate: 1 }]);
  });
});

async function chunksOf(key: string) {
  return reading(async (reader) => {
    const [record] = await reader.find(urlKey(key));
    const chunks = record === undefined ? [] : await reader.chunks(record.id);
    return chunks.map(({ text, headings, ids, anchor, symbols, tokens }) => ({
      text,
      headings,
      ids,
      anchor,
      symbols,
      tokens,
    }));
  });
}

/** The files as a static server has them. */
const served: RequestListener = (request, response) => {
  const path = decodeURIComponent(new URL(request.url ?? '', 'http://x').pathname).slice(1);
  const file = path === '' ? 'index.html' : path.endsWith('/') ? `${path}index.md` : path;
  try {
    const body = readFileSync(join(root, file));
    response.writeHead(200, { 'content-type': typeOfEnding(extname(file).slice(1)) ?? 'application/octet-stream' });
    response.end(body);
  } catch {
    response.writeHead(404).end();
  }
};
