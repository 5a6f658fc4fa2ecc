// `docent suggest`, with the real binary: manifests of every ecosystem in, places and providers out, and no request.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Suggestion, Suggestions } from '../../src/app/suggest/suggest.ts';
import { loadSettings } from '../../src/settings.ts';
import { runCommand } from '../support/commands.ts';
import { offline } from '../support/offline.ts';
import type { Finished } from '../support/process.ts';
import { root } from '../support/repository.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docent-suggest-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function docent(...words: readonly string[]): Promise<Finished> {
  return runCommand(words, { cwd: folder, preload: offline });
}

async function suggested(...words: readonly string[]): Promise<Suggestions> {
  const { code, stdout, stderr } = await docent('suggest', ...words, '--json');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout) as Suggestions;
}

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

const line = ({ name, version, range, versionFrom, places: [first] }: Suggestion): string => {
  const place = first?.kind === 'preset' ? first.preset : first?.kind === 'shipped' ? 'shipped' : first?.url;
  return [name, version ?? `range ${range}`, versionFrom ?? '-', place].join(' ');
};

describe('docent suggest', () => {
  it('A1: the guard of this test notices a request', async () => {
    const { code, stderr } = await docent('read', 'http://127.0.0.1:9/');
    expect([code, stderr.includes('REQUEST')]).toEqual([99, true]);
  });

  it('A1: on this repository: every direct dependency with the version that is installed', async () => {
    const { libraries, manifests } = await suggested(root);
    const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, Record<string, string>>;
    const wanted = { ...own.dependencies, ...own.devDependencies };
    expect(manifests).toContain('package.json');
    const found = new Map(
      libraries.filter(({ manifests: at }) => at.includes('package.json')).map((one) => [one.name, one]),
    );
    expect(Object.keys(wanted).filter((name) => found.get(name)?.versionFrom !== 'installed')).toEqual([]);
    expect(found.get('undici')).toMatchObject({ version: wanted.undici, isDev: false });
    expect(found.get('vitest')?.isDev).toBe(true);
    expect(found.get('undici')?.places).toEqual([
      { kind: 'homepage', url: 'https://undici.nodejs.org/' },
      { kind: 'registry', url: `https://www.npmjs.com/package/undici/v/${wanted.undici}` },
      { kind: 'shipped', what: ['README', 'docs', 'types'] },
    ]);
  });

  it('A1: Python: installed metadata before the lock, the lock before the range', async () => {
    write({
      'pyproject.toml': '[project]\ndependencies = ["flask>=3", "httpx", "rich==13.7.0", "anthropic"]\n',
      'uv.lock': '[[package]]\nname = "httpx"\nversion = "0.27.2"\n[[package]]\nname = "flask"\nversion = "1.0"\n',
      '.venv/lib/python3.12/site-packages/flask-3.0.2.dist-info/METADATA':
        'Name: Flask\nVersion: 3.0.2\nProject-URL: Documentation, https://flask.example/docs/\n\n',
    });
    expect((await suggested()).libraries.map(line)).toEqual([
      'anthropic range undefined - anthropic',
      'flask 3.0.2 installed https://flask.example/docs/',
      'httpx 0.27.2 lock https://pypi.org/project/httpx/0.27.2/',
      'rich 13.7.0 manifest https://pypi.org/project/rich/13.7.0/',
    ]);
  });

  it('A1: Rust, Go and Java, one level below', async () => {
    write({
      'api/Cargo.toml': '[dependencies]\nserde = "1"\n',
      'api/Cargo.lock': '[[package]]\nname = "serde"\nversion = "1.0.200"\n',
      'hub/go.mod': 'module x\nrequire github.com/gin-gonic/gin v1.9.1\n',
      'shop/pom.xml':
        '<project><dependencies><dependency><groupId>org.slf4j</groupId><artifactId>slf4j-api</artifactId><version>2.0.9</version></dependency></dependencies></project>',
      'node_modules/x/package.json': '{"dependencies":{"hidden":"1"}}',
    });
    const { libraries, manifests } = await suggested();
    expect(manifests).toEqual(['api/Cargo.toml', 'hub/go.mod', 'shop/pom.xml']);
    expect(libraries.map(line)).toEqual([
      'serde 1.0.200 lock https://docs.rs/serde/1.0.200/',
      'github.com/gin-gonic/gin v1.9.1 manifest https://pkg.go.dev/github.com/gin-gonic/gin@v1.9.1',
      'org.slf4j:slf4j-api 2.0.9 manifest https://javadoc.io/doc/org.slf4j/slf4j-api/2.0.9/',
    ]);
  });

  it('A1: members of a workspace inside the project are read, what leads out of it is not', async () => {
    write({
      'app/package.json': '{"workspaces":["packages/*","../outside"]}',
      'app/packages/a/package.json': '{"dependencies":{"zod":"^4"}}',
      'app/node_modules/zod/package.json': '{"version":"4.6.7","homepage":"https://me:pw@zod.dev/?x=1"}',
      'outside/package.json': '{"dependencies":{"secret":"1"}}',
    });
    symlinkSync(join(folder, 'outside'), join(folder, 'app', 'link'));
    expect((await suggested('app')).libraries.map(line)).toEqual(['zod 4.6.7 installed https://zod.dev/']);
  });

  it('A1: a table for people; a folder without manifests, and one that is missing, are told', async () => {
    expect((await docent('suggest')).stdout).toMatch(/^no package\.json/);
    expect(await docent('suggest', 'nowhere')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('nowhere is no folder'),
    });
    write({ 'go.mod': 'module x\nrequire github.com/a/b v1.0.0\n' });
    expect((await docent('suggest')).stdout).toMatch(
      /1 library in go\.mod\n.*library +version.*\n.*github\.com\/a\/b +v1\.0\.0 +go/,
    );
  });

  it('A1: paths in manifests that no file system has are passed over', async () => {
    const long = 'x'.repeat(450);
    write({
      'package.json': JSON.stringify({ dependencies: { a: '1' }, workspaces: ['a\0b', long] }),
      'node_modules/a/package.json': JSON.stringify({ version: '1.0.0', types: `${long}.d.ts`, typings: 'a\0.d.ts' }),
      'node_modules/a/README.md': '# A\n',
    });
    symlinkSync('docs', join(folder, 'node_modules/a/docs'));
    const { libraries } = await suggested();
    expect(libraries).toMatchObject([{ name: 'a', version: '1.0.0' }]);
    expect(libraries[0]?.places.at(-1)).toEqual({ kind: 'shipped', what: ['README'] });
  });

  it('A1: a package.json that is no JSON is a warning, not a project without libraries', async () => {
    write({ 'package.json': '{ "dependencies": {\n<<<<<<< HEAD\n' });
    const { code, stderr } = await docent('suggest');
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(/warning: cannot read package\.json: it is no JSON object/),
    ]);
  });

  it('A1: a manifest that is too large is a warning, and the others count', async () => {
    write({ 'package.json': ' '.repeat(2_000_001), 'go.mod': 'module x\nrequire github.com/a/b v1.0.0\n' });
    const { code, stdout, stderr } = await docent('suggest');
    expect(stderr).toMatch(/warning: cannot read .*package\.json: it is larger than 2 MB/);
    expect([code, stdout.includes('github.com/a/b')]).toEqual([0, true]);
  });
});

describe('docent suggest --add', () => {
  const files = {
    'package.json': '{"dependencies":{"stripe":"17.1.0","zod":"^4"},"devDependencies":{"vitest":"5.0.0"}}',
    'node_modules/zod/package.json': '{"version":"4.6.7","homepage":"https://zod.dev"}',
    'go.mod': 'module x\nrequire github.com/gin-gonic/gin v1.9.1\n',
  };

  it('A6: writes providers with library and version, which the configuration takes', async () => {
    write(files);
    const { code, stdout, stderr } = await docent('suggest', '--add', 'stripe', 'zod', 'github.com/gin-gonic/gin');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.match(/^added/gm)).toHaveLength(3);
    const { providers } = loadSettings({ cwd: folder, env: {} });
    expect(
      providers.map(({ provider_id, library, seed_urls, tos }) => [provider_id, library, seed_urls[0], tos.verdict]),
    ).toEqual([
      ['stripe', 'stripe@17.1.0', expect.stringContaining('stripe.com'), undefined],
      ['zod', 'zod@4.6.7', 'https://zod.dev/', undefined],
      ['gin', 'github.com/gin-gonic/gin@1.9.1', 'https://pkg.go.dev/github.com/gin-gonic/gin@v1.9.1', undefined],
    ]);
    expect(providers[2]?.allowed_path_patterns).toEqual(['/github.com/gin-gonic/gin@v1.9.1/**']);
  });

  it('A6: what does not come from a registry gets no address there, and --add says so', async () => {
    write({
      'package.json': JSON.stringify({ dependencies: { ours: 'workspace:*', old: 'npm:real@^2', fork: 'acme/fork' } }),
      'node_modules/old/package.json': JSON.stringify({ name: 'real', version: '2.3.4' }),
    });
    expect((await suggested()).libraries.map(line)).toEqual([
      'fork range acme/fork - https://github.com/acme/fork',
      'ours range workspace:* - ',
      'real 2.3.4 installed https://www.npmjs.com/package/real/v/2.3.4',
    ]);
    const { code, stderr } = await docent('suggest', '--add', 'ours');
    expect([code, stderr]).toEqual([2, expect.stringContaining('no address of the documentation of ours is known')]);
    expect((await docent('suggest', '--add', '--all')).stdout.match(/^added {4}\w+/gm)).toEqual([
      'added    fork',
      'added    real',
    ]);
  });

  it('A6: --all leaves out what is only for development; what is there already stays as it is', async () => {
    write(files);
    await docent('suggest', '--add', 'zod');
    const { code, stderr } = await docent('suggest', '--add', '--all');
    expect([code, stderr]).toEqual([1, expect.stringContaining('zod is in docent.yml already')]);
    const ids = loadSettings({ cwd: folder, env: {} }).providers.map(({ provider_id }) => provider_id);
    expect(ids.toSorted()).toEqual(['gin', 'stripe', 'zod']);
  });

  it.each([
    [['--add'], /needs names, or --all/],
    [['--add', 'zodd'], /no manifest names "zodd"; did you mean "zod"\?/],
    [['--all'], /--all is for --add/],
  ])('A1: %j is refused with a sentence, and nothing is written', async (words, sentence) => {
    write(files);
    const { code, stderr } = await docent('suggest', ...words);
    expect([code, stderr]).toEqual([2, expect.stringMatching(sentence)]);
    expect(loadSettings({ cwd: folder, env: {} }).providers).toEqual([]);
  });
});
