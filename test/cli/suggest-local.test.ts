// `docent suggest --local`, with the real binary and no way out: what is installed, indexed, searched, refreshed and missing.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadSettings } from '../../src/settings.ts';
import { runCommand } from '../support/commands.ts';
import { more } from '../support/how-long.ts';
import { offline } from '../support/offline.ts';
import type { Finished } from '../support/process.ts';
import { root } from '../support/repository.ts';

function docentIn(folder: string): (...words: readonly string[]) => Promise<Finished> {
  return (...words) => runCommand(words, { cwd: folder, preload: offline });
}

interface Passage {
  readonly library: string;
  readonly url: string;
  readonly text: string;
}

describe('docent suggest --local on this repository', () => {
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'docent-local-'));
    const { code, stdout } = await docentIn(folder)('suggest', root, '--local');
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^undici@|^ +undici@\d/m)]);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function isAnswered(name: string, question: string, said: RegExp): Promise<void> {
    const { version } = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')) as {
      version: string;
    };
    const { code, stdout } = await docentIn(folder)('answer', question, '--json');
    const first = (JSON.parse(stdout) as { passages: readonly Passage[] }).passages.slice(0, 5);
    const right = first.filter(({ library, text }) => library === `${name}@${version}` && said.test(text));
    expect([code, right.length > 0 ? 'answered' : first.map(({ library, url }) => `${library} ${url}`)]).toEqual([
      0,
      'answered',
    ]);
  }

  it.each([
    [
      'undici',
      'How do I limit the number of connections of an undici Pool?',
      /maximum number of|max number of clients/,
    ],
    ['commander', 'How do I make an option of a command required?', /requiredOption/],
    ['ipaddr.js', 'Is an IP address in a CIDR range?', /parseCIDR|match\(/],
  ])('A5: about %s: %s', isAnswered);
  it.each([
    ['pino', 'What does the redact option of pino do?', /redact(?:ed)? from any log|paths to keys that hold sensitive/],
    ['croner', 'How do I find out when a cron job runs next?', /nextRun/],
    ['prom-client', 'How do I record request durations in a histogram with buckets?', /startTimer|observe/],
    ['yaml', 'How do I keep comments when I parse and write YAML again?', /parseDocument|comments/],
    ['re2js', 'Is a regular expression matched in linear time, without catastrophic backtracking?', /linear[- ]time/i],
    ['gpt-tokenizer', 'How do I count the tokens of a chat?', /countTokens/],
    ['@modelcontextprotocol/server', 'How do I register a tool on an MCP server?', /registerTool/],
  ])('A5: about %s: %s', more, isAnswered);

  it('A5: an answer for people names package and version of each source', async () => {
    const { stdout } = await docentIn(folder)('answer', 'croner nextRun', '--library', 'croner@11');
    expect(stdout).toMatch(/^1\. <folder:\/\/croner\/\S+> .* \(croner@11\.\d+\.\d+; fetched /m);
  });
});

describe('docent suggest --local', () => {
  let folder: string;
  let docent: (...words: readonly string[]) => Promise<Finished>;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'docent-local-'));
    docent = docentIn(folder);
    write({
      'package.json': '{"dependencies":{"kettle":"^1","@tea/pot":"2.0.0","stripe":"1"},"devDependencies":{"cup":"1"}}',
      'node_modules/kettle/package.json': JSON.stringify({
        ...{ name: 'kettle', version: '1.2.3', types: 'lib/index.d.ts' },
        repository: { url: 'git+https://github.com/acme/kettle.git', directory: 'packages/kettle' },
      }),
      'node_modules/kettle/README.md':
        '# Kettle\n\nBoils water in three minutes. See [the guide](docs/guide.md), [code](src/a.js) and [more](docs/).\n',
      'node_modules/kettle/docs/guide.md': '# Guide\n\nDescale the heating coil with vinegar.\n',
      'node_modules/kettle/CHANGELOG.md': '# Changes\n\n## 1.2.3\n\nWhistles again.\n',
      'node_modules/kettle/lib/index.d.ts':
        '/** Lifts the lid by this many degrees. */\nexport declare function lid(degrees: number): void;\n',
      'node_modules/kettle/lib/plain.d.ts': 'export declare const a: number;\n',
      'node_modules/kettle/src/a.js': 'secretword\n',
      'node_modules/kettle/node_modules/x/README.md': '# Hidden\n',
      'node_modules/@tea/pot/package.json': '{"name":"@tea/pot","version":"2.0.0"}',
      'node_modules/@tea/pot/README.md': '# Pot\n\nHolds the leaves.\n',
      'node_modules/stripe/package.json': '{"name":"stripe","version":"1.0.0"}',
      'node_modules/stripe/README.md': '# Stripe\n\nA package of the name of a preset.\n',
      'node_modules/cup/package.json': '{"name":"cup","version":"1.0.0"}',
    });
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function write(files: Readonly<Record<string, string>>): void {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  }

  it('A6: reads what documents each installed package, as a provider that the configuration takes', async () => {
    const { code, stdout } = await docent('suggest', '--local');
    expect([code, stdout]).toEqual([0, expect.stringContaining('3 packages, 6 pages')]);
    expect(stdout).toMatch(/kettle@1\.2\.3 +4 +4 +0 +0/);
    const { providers } = loadSettings({ cwd: folder, env: {} });
    expect(providers.map(({ provider_id, name, package: kind }) => [provider_id, name, kind])).toEqual([
      ['tea-pot', '@tea/pot', 'npm'],
      ['kettle', 'kettle', 'npm'],
      ['stripe-npm', 'stripe', 'npm'],
    ]);
    expect(readFileSync(join(folder, 'docent.yml'), 'utf8')).toContain('folder: node_modules/kettle');
    const { stdout: urls } = await docent('urls', 'kettle', '--json', '--limit', '100', '--state', 'skipped');
    expect(urls).toContain('package:undocumented');
    expect((await docent('urls', 'kettle', '--json', '--limit', '100')).stdout).toContain(
      'https://github.com/acme/kettle/blob/HEAD/packages/kettle/src/a.js',
    );
    const { stdout: chosen } = await docent('urls', 'kettle', '--path', '/lib/*.d.ts', '--text', 'INDEX');
    expect(chosen.match(/\w+:\/\/\S+/g)).toEqual([expect.stringMatching(/kettle\/lib\/index\.d\.ts$/)]);
    expect((await docent('search', 'secretword')).stdout).toMatch(/Nothing found/);
    expect((await docent('search', 'degrees lid', '--library', 'kettle@1')).stdout).toContain('kettle/lib/index.d.ts');
  });

  it('A6: again with nothing changed nothing is read; a changed version is found by refresh', async () => {
    await docent('suggest', '--local');
    const written = readFileSync(join(folder, 'docent.yml'), 'utf8');
    expect((await docent('suggest', '--local')).stdout).toBe('3 packages, 6 pages; 3 packages are as before\n');
    expect(readFileSync(join(folder, 'docent.yml'), 'utf8')).toBe(written);
    write({
      'node_modules/kettle/package.json': '{"name":"kettle","version":"2.0.0","types":"lib/index.d.ts"}',
      'node_modules/kettle/README.md': '# Kettle\n\nBoils water in two minutes.\n',
    });
    rmSync(join(folder, 'node_modules/kettle/docs'), { recursive: true });
    // What is stored is of the version that was installed when it was read.
    expect((await docent('search', 'boils', '--library', 'kettle')).stdout).toContain('kettle@1.2.3');
    expect((await docent('refresh', '--quiet')).code).toBe(0);
    const { stdout } = await docent('search', 'boils minutes', '--library', 'kettle@2', '--json');
    expect(stdout).toMatch(/"version": "2\.0\.0"/);
    expect(stdout).toContain('two minutes');
    expect((await docent('search', 'vinegar')).code).toBe(1);
  });

  it('A6: a package and another source of the same version are one library', async () => {
    write({
      'docent.yml': 'providers:\n  - { provider_id: kettle-site, folder: site, library: kettle@1.2.3 }\n',
      'site/a.md': '# Site\n\nFill it with cold water.\n',
    });
    await docent('suggest', '--local', 'kettle');
    expect((await docent('crawl', 'kettle-site')).code).toBe(0);
    const { code, stdout } = await docent('search', 'water', '--library', 'kettle@1');
    expect([code, stdout]).toEqual([0, expect.stringContaining('folder://kettle-site/a.md')]);
    expect(stdout).toContain('folder://kettle/README.md');
  });

  it('A6: a package that is not installed any more is reported, and the others are refreshed', async () => {
    await docent('suggest', '--local');
    rmSync(join(folder, 'node_modules/kettle'), { recursive: true });
    for (const words of [['refresh'], ['suggest', '--local']]) {
      const { code, stdout, stderr } = await docent(...words);
      expect([code, stdout + stderr]).toEqual([0, expect.stringMatching(/kettle.*not installed any more/)]);
    }
    expect((await docent('search', 'whistles')).stdout).toContain('kettle@1.2.3');
    expect(await docent('crawl', 'kettle')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('not installed'),
    });
  });

  it('C2: no path of this machine is in the data folder or an export', async () => {
    await docent('suggest', '--local');
    await docent('export', '--format', 'jsonl', '--out', 'out.jsonl');
    const files = readdirSync(join(folder, '.docent'), { recursive: true, withFileTypes: true }).filter((one) =>
      one.isFile(),
    );
    const held = files.map((one) => readFileSync(join(one.parentPath, one.name), 'latin1'));
    expect(
      [...held, readFileSync(join(folder, 'out.jsonl'), 'latin1')].filter((text) =>
        text.includes(`${basename(folder)}/node_modules`),
      ),
    ).toEqual([]);
    expect(files.length).toBeGreaterThan(0);
  });

  it('A6: names choose packages; the bounds of one package are reported', more, async () => {
    const many = Object.fromEntries(
      Array.from({ length: 410 }, (_, nth) => [
        `node_modules/kettle/docs/${nth}.md`,
        `# Page ${nth}\n\nNumber ${nth}.\n`,
      ]),
    );
    write({
      ...many,
      'node_modules/@tea/pot/docs/a.md': `# A\n\n${'word '.repeat(700_000)}`,
      'node_modules/@tea/pot/docs/b.md': `# B\n\n${'word '.repeat(200_000)}`,
    });
    const { code, stdout, stderr } = await docent('suggest', '--local', 'kettle', '@tea/pot');
    expect(code).toBe(0);
    expect(stdout + stderr).toMatch(/more than 400 files/);
    expect(stdout + stderr).toMatch(/1 of its files .* 4 MB/);
    expect(loadSettings({ cwd: folder, env: {} }).providers).toHaveLength(2);
  });

  it.each([
    [['--local', 'cup'], /cup brings along nothing/],
    [['--local', 'ketle'], /did you mean "kettle"\?/],
    [['--local', '--add', 'kettle'], /exclude each other/],
  ])('A1: %j is refused with a sentence, and nothing is written', async (words, sentence) => {
    const { code, stderr } = await docent('suggest', ...words);
    expect([code, stderr]).toEqual([2, expect.stringMatching(sentence)]);
    expect(readdirSync(folder).toSorted()).toEqual(['node_modules', 'package.json']);
  });
});
