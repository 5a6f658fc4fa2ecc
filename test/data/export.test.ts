// The export of a data folder: what is written, how much, and where; the crawl and the files are real (C2, C6, R28).
import { hash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { ExportResult } from '../../src/app/export/export.ts';
import { draftFile } from '../../src/app/export/file.ts';
import { openDocent } from '../../src/doors/library/docent.ts';
import { type ExportOptions, exportPages, exportsOf } from '../../src/doors/library/export.ts';
import { loadSettings, type Settings } from '../../src/settings.ts';
import { runCommand } from '../support/commands.ts';
import { type LocalServer, startServer } from '../support/local-server.ts';
import { run } from '../support/process.ts';
import { pinnedNode, root } from '../support/repository.ts';

const PATHS = ['a', 'A', 'con', 'guide/x', 'guide/y', 'ref/%EC%84%A4%EC%B9%98', 'noarchive', 'nosnippet'];
const TEXT = 'The quick brown fox of this page explains what a frobnicator does and why. ';

let folder: string;
let server: LocalServer;
let full: string;
let preview: string;
let pages: string[];
let next = 0;

const site: RequestListener = (request, response) => {
  const path = request.url ?? '';
  if (path === '/robots.txt' || (path !== '/docs/' && !pages.includes(path.slice('/docs/'.length)))) {
    response.writeHead(404).end();
    return;
  }
  const links = path === '/docs/' ? pages.map((page) => `<a href="/docs/${page}">${page}</a>`) : [];
  const wish = /(noarchive|nosnippet)$/.exec(path)?.[1];
  const name = decodeURIComponent(path);
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(`<!doctype html><html lang="en">
    <title>Page "${name}"</title><meta name="description" content="About ${name}: [all] of it">
    ${wish === undefined ? '' : `<meta name="robots" content="${wish}">`}
    <main><h1>Page ${name}</h1><p>${name} ${TEXT.repeat(15)}</p><h2 id="more">More</h2><p>${name} ${TEXT.repeat(15)}</p>
    <p>The end of ${name}.</p>${links.join(' ')}</main></html>`);
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docent-export-'));
  pages = [...PATHS];
  server = await startServer(site);
  full = await crawled('full');
  preview = await crawled('preview');
});

afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

async function crawled(retain: 'full' | 'preview', data = newPlace()): Promise<string> {
  const flags = { retain, request_delay_ms: '0', concurrency: '4', per_host: '4', own_site: 'true' };
  const run = openDocent({ data, cwd: folder, env: {}, flags }).crawl(`${server.origin}/docs/`);
  const result = await run.result;
  expect(result.providers[0]).toMatchObject({ complete: true });
  return data;
}

function newPlace(): string {
  return join(folder, `place-${next++}`);
}

function exported(data: string, options: Omit<ExportOptions, 'data'>): Promise<ExportResult> {
  return exportPages({ data, cwd: folder, settings: loadSettings({ cwd: folder, env: {} }), ...options });
}

function filesIn(place: string): readonly string[] {
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(place.length + 1))
    .sort();
}

const hostFolder = (): string => `127.0.0.1_${server.port}`;
const nothingHeld = { preview: 0, noarchive: 0, nosnippet: 0, terms: 0, retain: 0 };
const wishes = { ...nothingHeld, noarchive: 1, nosnippet: 1 };

describe('a Markdown folder', () => {
  it('C6: holds a file for each page that may be kept, distinguished where case does not count', async () => {
    const out = newPlace();
    const result = await exported(full, { format: 'markdown', out });
    expect(result).toMatchObject({ pages: 7, items: 7, previews: 0, heldBack: wishes, removed: 0, kept: 0 });
    const files = filesIn(out);
    expect(files.map((file) => file.replace(/~[0-9a-f]{10}/, '~hash')).sort()).toEqual(
      [
        '.docent-export.json',
        ...['A.md', '_con.md', 'a~hash.md', 'guide/x.md', 'guide/y.md', 'index.md', 'ref/설치.md'].map(
          (file) => `${hostFolder()}/docs/${file}`,
        ),
      ].sort(),
    );
    expect(new Set(files.map((file) => file.toLowerCase())).size).toBe(files.length);
  });

  it('C6: is what the command writes where no format is named', async () => {
    const out = newPlace();
    const { code, stdout } = await runCommand(['export', '--out', out, '--data', full], { cwd: folder });
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('7 pages as 7 files') });
    expect(filesIn(out)).toContain(`${hostFolder()}/docs/index.md`);
  });

  it('C6: has front matter that YAML reads, and the whole text below it', async () => {
    const out = newPlace();
    await exported(full, { format: 'markdown', out });
    const text = readFileSync(join(out, hostFolder(), 'docs/guide/x.md'), 'utf8');
    const [, front = '', body = ''] = /^---\n(.*?)\n---\n\n(.*)$/s.exec(text) ?? [];
    const about = parse(front) as Record<string, string>;
    expect(about).toMatchObject({
      title: 'Page "/docs/guide/x"',
      source: `${server.origin}/docs/guide/x`,
      provider: `127.0.0.1-${server.port}_docs`,
      language: 'en',
      description: 'About /docs/guide/x: [all] of it',
    });
    expect(about.hash).toMatch(/^\S{10,}$/);
    for (const time of [about.fetched, about.verified]) expect(Date.parse(String(time))).toBeGreaterThan(1e12);
    expect(body).toMatch(/^# Page \/docs\/guide\/x\n/);
    expect(body).toContain('The end of /docs/guide/x.');
  });

  it('C6: is the same to the byte when nothing has changed', async () => {
    const [one, two] = [newPlace(), newPlace()];
    await exported(full, { format: 'markdown', out: one });
    await exported(full, { format: 'markdown', out: two });
    expect(filesIn(one)).toEqual(filesIn(two));
    for (const file of filesIn(one)) expect(readFileSync(join(one, file))).toEqual(readFileSync(join(two, file)));
  });

  it('C2, R28: nothing of a page that forbids it, or of which only previews are kept, is written', async () => {
    const out = newPlace();
    await exported(full, { format: 'markdown', out });
    const texts = filesIn(out).map((file) => readFileSync(join(out, file), 'utf8'));
    expect(texts.filter((text) => /docs\/no(?:archive|snippet)/.test(text))).toEqual([]);
    const nowhere = newPlace();
    const held = await exported(preview, { format: 'markdown', out: nowhere });
    expect(held).toMatchObject({ pages: 0, items: 0, heldBack: { ...wishes, preview: 7 } });
    expect(existsSync(nowhere)).toBe(false);
  });

  it('C6: --provider and --path choose, and an unknown provider is refused', async () => {
    const out = newPlace();
    expect(await exported(full, { format: 'markdown', out, path: ['/GUIDE/', '/nothing/'] })).toMatchObject({
      pages: 2,
    });
    const seed = `${server.origin}/docs/`;
    expect(await exported(full, { format: 'markdown', out: newPlace(), provider: [seed] })).toMatchObject({ pages: 7 });
    await expect(exported(full, { format: 'markdown', out: newPlace(), provider: ['djanga'] })).rejects.toThrow(
      /no crawl of "djanga"/,
    );
  });
});

describe('a folder that is there already', () => {
  it('C6: is refused when it holds anything, and stays as it was', async () => {
    const out = newPlace();
    mkdirSync(out);
    writeFileSync(join(out, 'mine.txt'), 'mine');
    await expect(exported(full, { format: 'markdown', out })).rejects.toMatchObject({ code: 'DOC_USAGE' });
    expect(filesIn(out)).toEqual(['mine.txt']);
  });

  it('C6: --force replaces docent’s own files and leaves what was changed by hand or came from elsewhere', async () => {
    const out = newPlace();
    await exported(full, { format: 'markdown', out });
    const at = (name: string): string => join(out, hostFolder(), 'docs', name);
    writeFileSync(at('guide/x.md'), 'changed by hand');
    writeFileSync(at('guide/mine.md'), 'mine');
    rmSync(at('index.md'));
    rmSync(at('_con.md'));
    mkdirSync(at('_con.md'));
    const again = await exported(full, { format: 'markdown', out, force: true });
    expect(again).toMatchObject({ pages: 7, items: 5, removed: 0, kept: 2 });
    expect(readFileSync(at('guide/x.md'), 'utf8')).toBe('changed by hand');
    expect(readFileSync(at('guide/mine.md'), 'utf8')).toBe('mine');
    expect(existsSync(at('index.md'))).toBe(true);
    expect(readFileSync(join(out, '.docent-export.json'), 'utf8')).not.toContain('guide/x.md');
  });

  it('C6: --force removes files of removed pages, with their folders, unless they were changed', async () => {
    const out = newPlace();
    await exported(full, { format: 'markdown', out });
    const at = (name: string): string => join(out, hostFolder(), 'docs', name);
    writeFileSync(at('guide/x.md'), 'changed by hand');
    const result = await exported(full, { format: 'markdown', out, path: ['/docs/con'], force: true });
    expect(result).toMatchObject({ pages: 1, items: 1, removed: 5, kept: 1 });
    expect(filesIn(out)).toEqual(
      ['.docent-export.json', `${hostFolder()}/docs/_con.md`, `${hostFolder()}/docs/guide/x.md`].sort(),
    );
    expect(existsSync(at('ref'))).toBe(false);
  });

  it('C6: links inside it are not followed, and a list of files from elsewhere removes nothing outside', async () => {
    const [out, outside] = [newPlace(), newPlace()];
    mkdirSync(join(out, hostFolder(), 'docs'), { recursive: true });
    mkdirSync(join(outside, 'x'), { recursive: true });
    writeFileSync(join(outside, 'secret.md'), 'secret');
    symlinkSync(join(outside, 'x'), join(out, hostFolder(), 'docs/guide'));
    symlinkSync(join(outside, 'secret.md'), join(out, hostFolder(), 'docs/index.md'));
    symlinkSync(outside, join(out, 'link'));
    const sha256 = hash('sha256', 'secret', 'hex');
    const paths = ['../secret.md', join(outside, 'secret.md'), 'link/secret.md', `${hostFolder()}/docs/index.md`];
    const lines = paths.map((path) => JSON.stringify({ path, sha256 })).join(',\n');
    writeFileSync(join(out, '.docent-export.json'), `{"docent": 1, "files": [\n${lines}\n]}\n`);
    const result = await exported(full, { format: 'markdown', out, force: true });
    expect(result).toMatchObject({ pages: 7, items: 4, kept: 3, removed: 0 });
    expect(filesIn(outside)).toEqual(['secret.md']);
    expect(readFileSync(join(outside, 'secret.md'), 'utf8')).toBe('secret');
    expect(lstatSync(join(out, hostFolder(), 'docs/index.md')).isSymbolicLink()).toBe(true);
  });

  it('C6: an export that ended half way is made good by the next', async () => {
    const out = newPlace();
    mkdirSync(join(out, '.docent-export-partial'), { recursive: true });
    writeFileSync(join(out, '.docent-export-partial/0'), 'half');
    expect(await exported(full, { format: 'markdown', out })).toMatchObject({ items: 7 });
    expect(existsSync(join(out, '.docent-export-partial'))).toBe(false);
  });

  it('C6: the data folder is no place for an export', async () => {
    const link = newPlace();
    symlinkSync(full, link);
    for (const out of [full, join(full, 'docent.sqlite'), join(link, 'docent.sqlite'), join(full, 'new/x.jsonl')])
      await expect(exported(full, { format: 'jsonl', out, force: true })).rejects.toThrow(/in the data folder/);
  });
});

describe('chunks as lines of JSON', () => {
  interface Line {
    readonly id: string;
    readonly url: string;
    readonly kind: string;
    readonly text: string;
    readonly tokens: number;
  }
  const linesOf = (out: string): readonly Line[] =>
    readFileSync(out, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);

  it('C6: each with its link, its place and its whole text where that is kept', async () => {
    const out = newPlace();
    const result = await exported(full, { format: 'jsonl', out });
    const lines = linesOf(out);
    expect(result).toMatchObject({ pages: 7, items: lines.length, previews: 0, heldBack: wishes });
    // An export into a file has no other files to remove or keep.
    expect(result).toMatchObject({ removed: 0, kept: 0 });
    expect(new Set(lines.map(({ kind }) => kind))).toEqual(new Set(['text']));
    const second = lines.find(({ url }) => url.endsWith('/docs/guide/x#more'));
    expect(second).toMatchObject({
      title: 'Page "/docs/guide/x"',
      headings: ['Page /docs/guide/x', 'More'],
      provider: `127.0.0.1-${server.port}_docs`,
      language: 'en',
    });
    expect(second?.text).toContain('The end of /docs/guide/x.');
    expect(lines.every(({ id, tokens }) => id !== '' && tokens > 0)).toBe(true);
    expect(lines.filter(({ url }) => /no(?:archive|snippet)/.test(url))).toEqual([]);
  });

  it('C2, R28: of other sites the beginnings, and of pages that forbid it nothing', async () => {
    const out = newPlace();
    expect(await exported(preview, { format: 'jsonl', out })).toMatchObject({
      pages: 7,
      previews: 7,
      heldBack: wishes,
    });
    const lines = linesOf(out);
    expect(new Set(lines.map(({ kind }) => kind))).toEqual(new Set(['preview']));
    expect(Math.max(...lines.map(({ text }) => text.length))).toBeLessThanOrEqual(500);
    expect(readFileSync(out, 'utf8')).not.toMatch(/The end of|docs\/no(?:archive|snippet)/);
  });

  it('C6: a file that is there is written over only with --force, and only as a whole', async () => {
    const out = newPlace();
    writeFileSync(out, 'mine');
    await expect(exported(full, { format: 'jsonl', out })).rejects.toMatchObject({ code: 'DOC_USAGE' });
    expect(readFileSync(out, 'utf8')).toBe('mine');
    await exported(full, { format: 'jsonl', out, force: true });
    const [one, two] = [readFileSync(out), await exported(full, { format: 'jsonl', out, force: true })];
    expect(readFileSync(out)).toEqual(one);
    expect(two.bytes).toBe(one.length);
    expect(readdirSync(folder).filter((name) => name.includes('partial'))).toEqual([]);
  });

  it('C6: a place that cannot be written is reported, and leaves nothing behind', async () => {
    const file = newPlace();
    writeFileSync(file, '');
    await expect(exported(full, { format: 'jsonl', out: join(file, 'x.jsonl') })).rejects.toMatchObject({
      code: 'DOC_FILE',
    });
    expect(readFileSync(file, 'utf8')).toBe('');
  });
});

describe('llms.txt', () => {
  it('C6: a title, a summary, a section for each folder, and a link with a description for each page', async () => {
    const out = newPlace();
    const result = await exported(preview, { format: 'llms', out });
    expect(result).toMatchObject({ pages: 9, items: 9, heldBack: wishes });
    const at = (path: string): string => `${server.origin}/docs/${path}`;
    expect(readFileSync(out, 'utf8')).toBe(`# 127.0.0.1-${server.port}_docs

> About /docs/: \\[all\\] of it

## Pages

- [Page "/docs/"](${at('')}): About /docs/: \\[all\\] of it
- [Page "/docs/A"](${at('A')}): About /docs/A: \\[all\\] of it
- [Page "/docs/a"](${at('a')}): About /docs/a: \\[all\\] of it
- [Page "/docs/con"](${at('con')}): About /docs/con: \\[all\\] of it
- [Page "/docs/noarchive"](${at('noarchive')})
- [Page "/docs/nosnippet"](${at('nosnippet')})

## guide

- [Page "/docs/guide/x"](${at('guide/x')}): About /docs/guide/x: \\[all\\] of it
- [Page "/docs/guide/y"](${at('guide/y')}): About /docs/guide/y: \\[all\\] of it

## ref

- [Page "/docs/ref/설치"](${at('ref/%EC%84%A4%EC%B9%98')}): About /docs/ref/설치: \\[all\\] of it
`);
  });

  it('C6: llms-full.txt has the text of every page that may be kept, each with its source', async () => {
    const out = newPlace();
    const result = await exported(full, { format: 'llms-full', out });
    expect(result).toMatchObject({ pages: 7, heldBack: wishes, removed: 0, kept: 0 });
    const text = readFileSync(out, 'utf8');
    expect(text.match(/^Source: \S+$/gm)).toHaveLength(7);
    expect(text).toContain(`# Page /docs/guide/x\nSource: ${server.origin}/docs/guide/x\n\n/docs/guide/x The quick`);
    expect(text).not.toMatch(/docs\/no(?:archive|snippet) The/);
    const nothing = await exported(preview, { format: 'llms-full', out: newPlace() });
    expect(nothing).toMatchObject({ pages: 0, heldBack: { ...wishes, preview: 7 } });
  });
});

describe('the policy of today', () => {
  const policy = (more: string): Settings => {
    const place = newPlace();
    mkdirSync(place);
    const lines = ['provider_id: mine', `seed_url: ${server.origin}/docs/`, 'allowed_path_patterns: [/**]', more];
    writeFileSync(join(place, 'docent.yml'), `request_delay_ms: 0\nproviders:\n  - ${lines.join('\n    ')}\n`);
    return loadSettings({ cwd: place, env: {} });
  };

  it('C2, C8: what it does not let be kept is not written out, though it is stored', async () => {
    const data = newPlace();
    const settings = policy('retain: full');
    await openDocent({ settings, data }).crawl('mine').result;
    const cases = [
      ['tos: {verdict: forbidden}', 'terms'],
      ['tos: {verdict: allowed}', 'retain'],
    ] as const;
    for (const [more, reason] of cases) {
      const today = policy(more);
      const heldBack = { ...wishes, [reason]: 7 };
      for (const format of ['markdown', 'llms-full'] as const) {
        const out = newPlace();
        expect(await exported(data, { format, out, settings: today })).toMatchObject({ pages: 0, heldBack });
        expect(existsSync(out)).toBe(false);
      }
      const out = newPlace();
      expect(await exported(data, { format: 'jsonl', out, settings: today })).toMatchObject({ pages: 7, heldBack });
      const text = readFileSync(out, 'utf8');
      expect(text).not.toMatch(/The end of|"kind":"text"/);
      expect(text).toContain('"kind":"preview"');
    }
    for (const today of [settings, policy('retain: full\n    own_site: true'), loadSettings({ cwd: folder, env: {} })])
      expect(await exported(data, { format: 'llms-full', out: newPlace(), settings: today })).toMatchObject({
        pages: 7,
        heldBack: wishes,
      });
  });
});

describe('exports at the same time, and killed ones', () => {
  it('C5: each of several at once is known afterwards', async () => {
    const data = newPlace();
    cpSync(full, data, { recursive: true });
    const outs = Array.from({ length: 6 }, () => newPlace());
    const module = pathToFileURL(join(root, 'src/doors/library/export.ts')).href;
    const program = `const { exportPages } = await import(${JSON.stringify(module)});
      for (let n = 0; n < 5; n++) await exportPages({ data: ${JSON.stringify(data)}, out: process.argv[1] + n, format: 'llms' });`;
    const ends = await Promise.all(
      outs.map((out) => run(pinnedNode, ['--input-type=module', '--eval', program, out], { cwd: folder })),
    );
    expect(ends.map(({ code, stderr }) => `${code}${stderr}`)).toEqual(outs.map(() => '0'));
    const known = (await exportsOf({ data })).map(({ out }) => out).filter((one) => outs.includes(one.slice(0, -1)));
    expect(known.toSorted()).toEqual(outs.flatMap((out) => [0, 1, 2, 3, 4].map((n) => `${out}${n}`)).toSorted());
  });

  it('C5, C6: what a killed one left is removed by the next into the same folder, and nothing else', async () => {
    const place = newPlace();
    mkdirSync(place);
    const module = pathToFileURL(join(root, 'src/app/export/file.ts')).href;
    const program = `const { draftFile } = await import(${JSON.stringify(module)});
      await draftFile(${JSON.stringify(join(place, 'old.jsonl'))});
      process.kill(process.pid, 'SIGKILL');`;
    await run(pinnedNode, ['--input-type=module', '--eval', program], { cwd: folder });
    expect(readdirSync(place)).toEqual([expect.stringMatching(/^old\.jsonl\.partial-/)]);
    for (const name of ['mine.partial-1', 'x.partial-99999999-aaaaaaaa-bbbbbbbb']) writeFileSync(join(place, name), '');
    const living = await draftFile(join(place, 'living.jsonl'));
    await exported(full, { format: 'jsonl', out: join(place, 'new.jsonl') });
    await living.finish();
    expect(readdirSync(place).sort()).toEqual([
      'living.jsonl',
      'mine.partial-1',
      'new.jsonl',
      'x.partial-99999999-aaaaaaaa-bbbbbbbb',
    ]);
  });
});

describe('after a page is removed', () => {
  it('C5, C6: the next export has it no more, and the folder knows where exports lie', async () => {
    pages = PATHS.filter((path) => !path.startsWith('no'));
    const data = await crawled('full');
    const [folderOut, fileOut] = [newPlace(), newPlace()];
    expect(await exportsOf({ data })).toEqual([]);
    expect(await exported(data, { format: 'markdown', out: folderOut })).toMatchObject({ heldBack: nothingHeld });
    await exported(data, { format: 'jsonl', out: fileOut });
    pages = pages.filter((path) => path !== 'guide/x');
    await crawled('full', data);
    const again = await exported(data, { format: 'markdown', out: folderOut, force: true });
    expect(again).toMatchObject({ pages: 6, items: 6, removed: 1, kept: 0 });
    expect(filesIn(folderOut).filter((file) => file.includes('guide/x'))).toEqual([]);
    const providers = [`127.0.0.1-${server.port}_docs`];
    expect(await exportsOf({ data })).toEqual([
      { out: fileOut, format: 'jsonl', at: expect.any(Number), providers, pages: 7 },
      { out: folderOut, format: 'markdown', at: expect.any(Number), providers, pages: 6 },
    ]);
  });
});
