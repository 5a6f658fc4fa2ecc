// Libraries on the command line: the real binary gets one, keeps it, and finds pages by it.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SearchAnswer } from '../../src/app/search/search.ts';
import { runCommand } from '../support/commands.ts';
import { type LocalServer, startServer } from '../support/local-server.ts';
import type { Finished } from '../support/process.ts';

let folder: string;
let server: LocalServer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docent-library-'));
  server = await startServer((request, response) => {
    const [, version = ''] = /^\/([\d.]+)\/$/.exec(request.url ?? '') ?? [];
    const text = `<title>Snake ${version}</title><main><h1>Snake ${version}</h1><p>How to coil in version ${version}.</p></main>`;
    if (version === '') response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': 'text/html' }).end(text);
  });
  for (const version of ['3.9', '3.11']) {
    const { code, stderr } = await docent('crawl', at(`/${version}/`), '--library', `snake@${version}`, '--quiet');
    expect({ code, stderr }).toMatchObject({ code: 0 });
  }
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

const at = (path: string): string => `${server.origin}${path}`;

function docent(...args: string[]): Promise<Finished> {
  return runCommand(args, {
    cwd: folder,
    env: { DOCENT_REQUEST_DELAY_MS: '0' },
  });
}

async function titles(...args: string[]): Promise<readonly string[]> {
  const { stdout, stderr } = await docent('search', 'coil', '--json', ...args);
  expect(stderr).toBe('');
  return (JSON.parse(stdout) as SearchAnswer).results.map(({ title }) => title).toSorted();
}

describe('docent search --library', () => {
  it.each([
    [['snake'], ['Snake 3.11']],
    [['Snake 3.9'], ['Snake 3.9']],
    [['snake@3.10'], ['Snake 3.9']],
    [['snake@>=3.10'], ['Snake 3.11']],
    [
      ['snake@3.9', 'snake@3.11'],
      ['Snake 3.11', 'Snake 3.9'],
    ],
  ])('A5: %j finds %j', async (names, found) => {
    expect(await titles(...names.flatMap((name) => ['--library', name]))).toEqual(found);
  });

  it('A5: shows which version was searched where several match', async () => {
    const lower = await docent('search', 'coil', '--library', 'snake@3.10');
    expect(lower.stdout).toMatch(
      /^snake@3\.10: searched snake@3\.9, the next lower version that is here \(.*_3-9.*\)$/m,
    );
    const latest = await docent('search', 'coil', '--library', 'snake');
    expect(latest.stdout).toMatch(/^snake: searched snake@3\.11, the latest version that is here/m);
    expect((await docent('search', 'coil', '--library', 'snake@3.9')).stdout).not.toContain('searched');
  });

  it('A5: a name that means nothing here, or two things, is a mistake that lists what there is', async () => {
    const unknown = await docent('search', 'coil', '--library', 'snaek');
    expect(unknown).toMatchObject({ code: 2, stdout: '' });
    expect(unknown.stderr).toMatch(/there is no library "snaek" here; did you mean .*\(snake@3\.11\)/);
    const several = await docent('search', 'coil', '--library', 'snake@2');
    expect(several.code).toBe(2);
    expect(several.stderr).toMatch(/"snake@2" may be one of .*\(snake@3\.11\), .*\(snake@3\.9\)/);
    const both = await docent('search', 'coil', '--library', 'snake', '--provider', 'x');
    expect(both).toMatchObject({ code: 2, stderr: expect.stringContaining('pass one of them') });
  });

  it('A5: the name is still known after a crawl without it', async () => {
    expect((await docent('crawl', at('/3.9/'), '--quiet')).code).toBe(0);
    expect((await docent('refresh', '--all', '--quiet')).code).toBe(0);
    expect(await titles('--library', 'snake@3.9')).toEqual(['Snake 3.9']);
  });
});

describe('docent crawl --library', () => {
  it('A6: takes a name or name@version, and is for URLs', async () => {
    const wrong = await docent('crawl', at('/3.9/'), '--library', 'snake 3.9');
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain(
      'library is "snake 3.9": it must be a name or name@version without spaces, such as stripe or python@3.11',
    );
    const named = await docent('crawl', 'stripe', '--library', 'stripe@1');
    expect(named.code).toBe(2);
    expect(named.stderr).toContain('docent providers edit stripe library=stripe@1');
  });
});

describe('docent providers', () => {
  it('A6: add and edit take the field, show prints it', async () => {
    const added = await docent('providers', 'add', at('/3.9/'), '--id', 'snake-39', '--library', 'snake@3.9');
    expect({ code: added.code, stderr: added.stderr }).toEqual({ code: 0, stderr: '' });
    expect(readFileSync(join(folder, 'docent.yml'), 'utf8')).toContain('library: snake@3.9');
    expect((await docent('providers', 'edit', 'snake-39', 'library=@types/snake@4')).code).toBe(0);
    expect((await docent('providers', 'show', 'snake-39')).stdout).toMatch(/library +@types\/snake@4/);
    const wrong = await docent('providers', 'edit', 'snake-39', 'library=snake@^3');
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('it must be a name or name@version') });
    rmSync(join(folder, 'docent.yml'));
  });
});
