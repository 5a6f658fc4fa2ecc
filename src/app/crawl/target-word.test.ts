// Proves what a word means for each kind of caller; the folders of this repository, in which tests run, are those of the machine.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Provider } from '../../seed/provider.ts';
import { loadSettings, type Settings } from '../../settings.ts';
import { addressMeant, type NamedBy, targetWord } from './target-word.ts';
import { resolveTargets } from './targets.ts';

const base = realpathSync(mkdtempSync(join(tmpdir(), 'docent-words-')));
const away = relative(process.cwd(), base);
let settings: Settings;

beforeAll(() => {
  for (const name of ['notes', 'secret', 'stripe']) mkdirSync(join(base, name));
  writeFileSync(join(base, 'page.html'), '<p>A page</p>');
  symlinkSync(join(base, 'secret'), join(base, 'link'));
  symlinkSync('/proc/self', join(base, 'kernel'));
  symlinkSync(join(base, 'nowhere'), join(base, 'dangling'));
  const text = `providers:
  - {provider_id: team, folder: ./notes, aliases: [handbook]}
  - {provider_id: docs, seed_urls: ["https://docs.example.com/"], allowed_path_patterns: ["/**"], aliases: ["a/b", "/etc"]}
`;
  settings = loadSettings({ text, config: join(base, 'docent.yml'), env: {}, flags: {} });
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

/** The kind, with the source's id; or the code of the refusal. */
function meant(word: string, caller: NamedBy): string {
  try {
    const found = targetWord(word, settings, caller);
    return found.kind === 'source' ? `source ${found.provider.provider_id}` : found.kind;
  } catch (error) {
    return (error as { code: string }).code;
  }
}

const NO = 'DOC_USAGE';

/** Word; what it means when the operator says it, a token that may write, a stranger. MCP, over stdio as well, is as a token. */
const table: readonly (readonly [word: string, operator: string, writer: string, stranger: string])[] = [
  // URLs.
  ['https://docs.example.com/guide/', 'url', 'url', 'url'],
  ['HTTP://docs.example.com', 'url', 'url', 'url'],
  ['https://docs.example.com/../../etc/passwd', 'url', 'url', 'url'],
  ['http://127.0.0.1:8080/', 'url', 'url', 'url'],
  ['https:docs', 'url', 'url', 'url'],
  ['https://', 'DOC_URL', 'DOC_URL', 'DOC_URL'],
  ['http://[', 'DOC_URL', 'DOC_URL', 'DOC_URL'],
  // Sources.
  ['team', 'source team', 'source team', 'source team'],
  ['handbook', 'source team', 'source team', 'source team'],
  ['stripe', 'source stripe', 'source stripe', 'source stripe'],
  ['docs', 'source docs', 'source docs', 'source docs'],
  ['a/b', 'source docs', 'source docs', 'source docs'],
  ['/etc', 'folder', 'source docs', 'source docs'],
  // Names: of crawls of URLs, of nothing.
  ['docs.python.org', 'name', 'name', 'name'],
  ['docs.python.org_3.11', 'name', 'name', 'name'],
  ['[--1]-8080', 'name', 'name', 'name'],
  ['localhost-8000', 'name', 'name', 'name'],
  ['Team', 'name', 'name', 'name'],
  ['team ', 'name', 'name', 'name'],
  [' https://docs.example.com/', 'name', NO, NO],
  ['constructor', 'name', 'name', 'name'],
  ['', 'name', 'name', 'name'],
  ['y'.repeat(300), 'name', 'name', 'name'],
  // Plain names of what lies in the working directory.
  ['src', 'folder', 'name', 'name'],
  ['test', 'folder', 'name', 'name'],
  ['node_modules', 'folder', 'name', 'name'],
  ['package.json', 'file', 'name', 'name'],
  ['LICENSE', 'file', 'name', 'name'],
  // Paths.
  ['.', 'folder', NO, NO],
  ['..', 'folder', NO, NO],
  ['./src', 'folder', NO, NO],
  ['src/', 'folder', NO, NO],
  ['src/app', 'folder', NO, NO],
  ['src/..', 'folder', NO, NO],
  ['src//..//src', 'folder', NO, NO],
  [`src/../${away}/secret`, 'folder', NO, NO],
  [`node_modules/../src/./../${away}/link`, 'folder', NO, NO],
  [`${away}/secret`, 'folder', NO, NO],
  [`${base}/secret`, 'folder', NO, NO],
  [`/${base}//secret/.`, 'folder', NO, NO],
  [`${base}/link`, 'folder', NO, NO],
  [`${base}/page.html`, 'file', NO, NO],
  [`${base}/missing`, 'file', NO, NO],
  [`${base}/dangling`, 'file', NO, NO],
  ['./package.json', 'file', NO, NO],
  ['./team', 'file', NO, NO],
  // Special places, also behind links.
  ['/proc', 'DOC_FILE', NO, NO],
  ['/proc/self', 'DOC_FILE', NO, NO],
  ['/proc/self/fd', 'DOC_FILE', NO, NO],
  [`${base}/kernel`, 'DOC_FILE', NO, NO],
  [`${base}/kernel/task`, 'DOC_FILE', NO, NO],
  ['/sys', 'DOC_FILE', NO, NO],
  ['/sys/kernel', 'DOC_FILE', NO, NO],
  ['/dev', 'DOC_FILE', NO, NO],
  ['/dev/pts', 'DOC_FILE', NO, NO],
  // What leads out of the special places is where it leads to.
  [`/proc/self/root${base}/secret`, 'folder', NO, NO],
  ['/proc/self/cwd', 'folder', NO, NO],
  // Sources with a path behind them, and their pages.
  ['team/', 'name', NO, NO],
  ['team/..', 'name', NO, NO],
  ['team/../secret', 'name', NO, NO],
  ['team\\..\\secret', 'name', NO, NO],
  ['team%2f..%2fsecret', 'name', NO, NO],
  ['team\0/../secret', 'name', NO, NO],
  ['folder://team/', 'page', 'page', 'page'],
  ['folder://team/../../secret', 'page', 'page', 'page'],
  ['folder:///etc', 'name', NO, NO],
  ['folder:/etc', 'name', NO, NO],
  // Other spellings of places.
  ['~', 'name', NO, NO],
  ['~root', 'name', NO, NO],
  ['~/notes', 'name', NO, NO],
  ['file:///etc', 'name', NO, NO],
  ['FILE://localhost/etc', 'name', NO, NO],
  ['file:etc', 'name', NO, NO],
  ['\\\\server\\share', 'name', NO, NO],
  ['//server/share', 'file', NO, NO],
  ['C:\\Users', 'name', NO, NO],
  ['c:notes', 'name', NO, NO],
  ['%2fetc', 'name', NO, NO],
  ['%2E%2E', 'name', NO, NO],
  ['src%00', 'name', NO, NO],
  ['src\0', 'name', NO, NO],
  ['a\0b', 'name', NO, NO],
  ['smb://server/share', 'name', NO, NO],
  ['ftp://docs.example.com/', 'name', NO, NO],
  // Standard input, and what is like it.
  ['-', 'input', NO, NO],
  ['/dev/stdin', 'file', NO, NO],
  ['/dev/null', 'file', NO, NO],
  ['/dev/fd/0', 'file', NO, NO],
  ['--config', 'name', NO, NO],
  // Letters that only look like separators are part of a name, and are not looked for.
  ['src／..／..', 'name', 'name', 'name'],
  ['‥', 'name', 'name', 'name'],
];

describe('H7, A2: what a word means', () => {
  const here = table.filter(([word]) => process.platform === 'linux' || !/^\/(?:proc|sys|dev)|kernel/.test(word));
  it.each(here)('%j: %s for the operator, %s for a token that may write, %s for a stranger', (word, ...expected) => {
    const callers = ['operator', 'writer', 'stranger'] as const;
    expect(callers.map((caller) => meant(word, caller))).toEqual(expected);
  });

  it('no word of anybody else becomes a folder or a file, and a refusal says what to do', () => {
    for (const [word] of table)
      for (const caller of ['writer', 'stranger'] as const) {
        expect(meant(word, caller)).toMatch(/^(?:url|source \w+|name|page|DOC_USAGE|DOC_URL)$/);
        let targets: ReturnType<typeof resolveTargets> = [];
        try {
          targets = resolveTargets([word], settings, {}, caller);
        } catch (error) {
          expect(error).toMatchObject({ code: expect.stringMatching(/^DOC_(?:USAGE|URL)$/) });
          expect((error as Error).message).not.toContain('\0');
        }
        for (const { provider } of targets) expect([undefined, join(base, 'notes')]).toContain(provider.folder);
      }
    expect(() => targetWord('../x', settings, 'writer')).toThrow(/pass an http\(s\) URL, or the id of a source/);
  });

  it('who says nothing of its caller names nothing of the machine', () => {
    expect(() => resolveTargets(['src'], settings)).toThrow(/neither a URL, a folder nor a provider/);
    expect(() => resolveTargets(['./src'], settings)).toThrow(/names a place of the machine/);
  });

  it('the operator’s file URL is no folder, whatever it names', () => {
    expect(() => resolveTargets([pathToFileURL(base).href], settings, {}, 'operator')).toThrow(
      /neither a URL, a folder nor a provider/,
    );
  });

  it.each([
    ['docs.python.org/3', 'https://docs.python.org/3'],
    ['127.0.0.1:8080/docs/', 'http://127.0.0.1:8080/docs/'],
    // Sources and places of this machine win, and a URL stays what it is.
    ['b.example', undefined],
    ['docs.example.com', undefined],
    ['https://docs.example.com/', undefined],
    ['./docs.python.org', undefined],
    ['folder://team/', undefined],
    ['stripe', undefined],
    ['nothing', undefined],
  ])('A1: the operator’s %s is the address %s', (word, url) => {
    const named = { ...settings, providers: [{ ...(settings.providers[1] as Provider), aliases: ['b.example'] }] };
    const cwd = process.cwd();
    mkdirSync(join(base, 'here/docs.example.com'), { recursive: true });
    process.chdir(join(base, 'here'));
    try {
      expect(addressMeant(word, named)).toBe(url);
    } finally {
      process.chdir(cwd);
    }
  });
});
