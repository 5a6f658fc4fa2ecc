// Proves the last line of a test run, with a real run of a small project.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestModule } from 'vitest/node';
import { more } from './how-long.ts';
import { root } from './repository.ts';
import { type Summary, summarise, summaryLines } from './summary-reporter.ts';

describe('the summary line', () => {
  let folder: string;

  beforeAll(() => {
    mkdirSync(join(root, '.tmp'), { recursive: true });
    folder = mkdtempSync(join(root, '.tmp/summary-'));
    const setup = JSON.stringify(join(root, 'test/browser/start-chromium.ts'));
    const browser = `{ extends: true, test: { name: 'browser', include: ['browser.test.ts'], globalSetup: ${setup} } }`;
    const others =
      "{ extends: true, test: { name: 'others', include: ['*.test.ts'], exclude: ['browser.test.ts'], isolate: false } }";
    const tags = "[{ name: 'more' }, { name: 'scaled' }]";
    const config = `export default { test: { tags: ${tags}, projects: [${browser}, ${others}] } };\n`;
    writeFileSync(join(folder, 'vitest.config.mjs'), config);
    write('good', "it('a', () => {}); it('b', () => {});");
    write('bad', "it('c', () => { throw new Error('no'); }); it.skip('d', () => {});");
    write('long', "it('h', { tags: ['more'] }, () => {}); it.skip('i', { tags: ['more'] }, () => {});");
    write('unloadable', "it('e', () => {}); throw new Error('at import');");
    const opener = JSON.stringify(join(root, 'test/browser/browser.ts'));
    write(
      'browser',
      `import { isWithoutBrowser, openBrowser } from ${opener}; it.skipIf(isWithoutBrowser)('g', openBrowser);`,
    );
    write(
      'hook',
      "import { beforeAll } from 'vitest'; beforeAll(() => { throw new Error('hook'); }); it('f', () => {});",
    );
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function write(name: string, body: string): void {
    writeFileSync(join(folder, `${name}.test.ts`), `import { it } from 'vitest';\n${body}\n`);
  }

  interface Ran {
    readonly status: number | null;
    readonly lines: readonly string[];
  }

  async function runWhole(
    files: readonly string[],
    more: Readonly<Record<string, string>> = {},
    filter = '--tags-filter=!more',
  ): Promise<Ran> {
    const reporters = ['--reporter=default', `--reporter=${join(root, 'test/support/summary-reporter.ts')}`];
    const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder, filter, ...reporters];
    const child = spawn(process.execPath, [...args, ...files], {
      env: { PATH: process.env.PATH, NO_COLOR: '1', ...more },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
    const stdout = await text(child.stdout);
    return { status: await ended, lines: stdout.trimEnd().split('\n') };
  }

  async function run(
    files: readonly string[],
    more: Readonly<Record<string, string>> = {},
  ): Promise<{ status: number | null; lastLine: string | undefined }> {
    const { status, lines } = await runWhole(files, more);
    return { status, lastLine: lines.at(-1) };
  }

  const missing = { DOCENT_CHROMIUM: '/nowhere' };
  const reason = '(browser tests: no Chromium; DOCENT_CHROMIUM names /nowhere, which is no program)';

  it.concurrent('counts everything in one run: good and bad, skipped, left, broken and without a browser', async () => {
    const { status, lines } = await runWhole([], missing);
    expect(status).toBe(1);
    expect(lines.slice(-2)).toEqual([
      '2 tests left to npm run test:more',
      // Failed: a test, a file and a hook. Skipped: a test, one below the hook and that of the browser.
      `2 passed, 3 failed, 3 skipped ${reason}`,
    ]);
  });

  it.concurrent('is the last line of a run in which all is well', more, async () => {
    expect(await run(['good'])).toEqual({ status: 0, lastLine: '2 passed, 0 failed' });
  });

  it.concurrent('counts failed and skipped tests', more, async () => {
    expect(await run(['good', 'bad'])).toEqual({ status: 1, lastLine: '2 passed, 1 failed, 1 skipped' });
  });

  it.concurrent('counts tests of the other command as left to it, and not as skipped', more, async () => {
    const { status, lines } = await runWhole(['good', 'long']);
    expect(status).toBe(0);
    expect(lines.slice(-2)).toEqual(['2 tests left to npm run test:more', '2 passed, 0 failed']);
    const others = await runWhole(['good', 'long'], { DOCENT_TESTS: 'more' }, '--tags-filter=more || scaled');
    expect(others.lines.slice(-2)).toEqual(['2 tests left to npm test', '1 passed, 0 failed, 1 skipped']);
  });

  it.concurrent('counts a file that throws at import as failed', more, async () => {
    expect(await run(['good', 'unloadable'])).toEqual({ status: 1, lastLine: '2 passed, 1 failed' });
  });

  it.concurrent('counts a broken hook as failed', more, async () => {
    const { status, lastLine } = await run(['hook']);
    expect(status).toBe(1);
    expect(lastLine).toMatch(/^0 passed, 1 failed/);
  });

  it.concurrent('says why browser tests were skipped', more, async () => {
    const without = await run(['good', 'browser'], missing);
    expect(without).toEqual({ status: 0, lastLine: `2 passed, 0 failed, 1 skipped ${reason}` });
    const required = await run(['browser'], { ...missing, DOCENT_SERVICES: 'required' });
    expect(required).toEqual({ status: 1, lastLine: `0 passed, 1 failed ${reason}` });
  });

  it.concurrent('counts a run without any test as failed', more, async () => {
    expect(await run(['nothing-of-that-name'])).toEqual({ status: 1, lastLine: '0 passed, 1 failed' });
  });
});

describe('the counts', () => {
  interface Test {
    readonly state: string;
    readonly tags?: readonly string[];
  }

  function moduleOf(tests: readonly Test[], errors: number, suites: readonly number[]): TestModule {
    const errorsOf = (count: number): unknown[] => Array.from({ length: count }, () => ({}));
    return {
      errors: () => errorsOf(errors),
      project: { getProvidedContext: () => ({}) },
      children: {
        allSuites: () => suites.map((count) => ({ errors: () => errorsOf(count) })),
        allTests: () => tests.map(({ state, tags = [] }) => ({ tags, result: () => ({ state }) })),
      },
    } as unknown as TestModule;
  }

  const none: Summary = { passed: 0, failed: 0, skipped: 0, left: 0 };

  it('are 0 passed and 1 failed where nothing was run, or where what ran was stopped', () => {
    expect(summarise([], 0, 'failed')).toEqual({ ...none, failed: 1 });
    expect(summarise([moduleOf([{ state: 'pending' }], 0, [])], 0, 'interrupted')).toEqual({ ...none, failed: 1 });
  });

  it('have one failure for each file, suite and error outside of tests', () => {
    expect(summarise([moduleOf([], 2, [3, 0, 1])], 2, 'failed')).toEqual({ ...none, failed: 5 });
  });

  it('have tests of the other command apart', () => {
    const tags = [process.env.DOCENT_TESTS === 'more' ? 'none' : 'more'];
    const tests = [{ state: 'skipped', tags }, { state: 'passed', tags }, { state: 'passed' }];
    expect(summarise([moduleOf(tests, 0, [])], 0, 'passed')).toEqual({ ...none, passed: 2, left: 1 });
  });

  it('are in the last line, and what is left in the one before', () => {
    expect(summaryLines({ ...none, passed: 3 }, 'npm test')).toBe('3 passed, 0 failed\n');
    expect(summaryLines({ ...none, failed: 1, skipped: 2, left: 1 }, 'npm test')).toBe(
      '1 test left to npm test\n0 passed, 1 failed, 2 skipped\n',
    );
  });
});
