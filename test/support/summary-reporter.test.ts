// Proves the last line of a test run, with a real run of a small project.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from './repository.ts';

describe('the summary line', () => {
  let folder: string;

  beforeAll(() => {
    mkdirSync(join(root, '.tmp'), { recursive: true });
    folder = mkdtempSync(join(root, '.tmp/summary-'));
    const setup = JSON.stringify(join(root, 'test/browser/start-chromium.ts'));
    const browser = `{ test: { name: 'browser', include: ['browser.test.ts'], globalSetup: ${setup} } }`;
    const others = "{ test: { name: 'others', include: ['*.test.ts'], exclude: ['browser.test.ts'] } }";
    const config = `export default { test: { retry: 2, projects: [${browser}, ${others}] } };\n`;
    writeFileSync(join(folder, 'vitest.config.mjs'), config);
    write('good', "it('a', () => {}); it('b', () => {});");
    write('bad', "it('c', () => { throw new Error('no'); }); it.skip('d', () => {});");
    write('late', "let tries = 0; it('h', () => { if (++tries < 3) throw new Error('late'); });");
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

  function runWhole(
    files: readonly string[],
    more: Readonly<Record<string, string>> = {},
  ): { status: number | null; lines: readonly string[] } {
    const reporters = ['--reporter=default', `--reporter=${join(root, 'test/support/summary-reporter.ts')}`];
    const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder, ...reporters, ...files];
    const { status, stdout } = spawnSync(process.execPath, args, {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, NO_COLOR: '1', ...more },
    });
    return { status, lines: stdout.trimEnd().split('\n') };
  }

  function run(
    files: readonly string[],
    more: Readonly<Record<string, string>> = {},
  ): { status: number | null; lastLine: string | undefined } {
    const { status, lines } = runWhole(files, more);
    return { status, lastLine: lines.at(-1) };
  }

  it('is the last line of a run in which all is well', () => {
    expect(run(['good'])).toEqual({ status: 0, lastLine: '2 passed, 0 failed' });
  });

  it('counts failed and skipped tests', () => {
    expect(run(['good', 'bad'])).toEqual({ status: 1, lastLine: '2 passed, 1 failed, 1 skipped' });
  });

  it('follows the names of tests that needed more than one try', () => {
    const { status, lines } = runWhole(['good', 'late']);
    expect(status).toBe(0);
    expect(lines.slice(-2)).toEqual(['met its bound of time at a later try: late.test.ts: h', '3 passed, 0 failed']);
  });

  it('counts a file that throws at import as failed', () => {
    expect(run(['good', 'unloadable'])).toEqual({ status: 1, lastLine: '2 passed, 1 failed' });
  });

  it('counts a broken hook as failed', () => {
    const { status, lastLine } = run(['hook']);
    expect(status).toBe(1);
    expect(lastLine).toMatch(/^0 passed, 1 failed/);
  });

  it('says why browser tests were skipped', () => {
    const missing = { DOCENT_CHROMIUM: '/nowhere' };
    const without = run(['good', 'browser'], missing);
    const reason = '(browser tests: no Chromium; DOCENT_CHROMIUM names /nowhere, which is no program)';
    expect(without).toEqual({ status: 0, lastLine: `2 passed, 0 failed, 1 skipped ${reason}` });
    const required = run(['browser'], { ...missing, DOCENT_SERVICES: 'required' });
    expect(required).toEqual({ status: 1, lastLine: `0 passed, 1 failed ${reason}` });
  });

  it('counts a run without any test as failed', () => {
    expect(run(['nothing-of-that-name'])).toEqual({ status: 1, lastLine: '0 passed, 1 failed' });
  });
});
