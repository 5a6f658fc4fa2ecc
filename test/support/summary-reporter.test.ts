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
    writeFileSync(join(folder, 'vitest.config.mjs'), 'export default {};\n');
    write('good', "it('a', () => {}); it('b', () => {});");
    write('bad', "it('c', () => { throw new Error('no'); }); it.skip('d', () => {});");
    write('unloadable', "it('e', () => {}); throw new Error('at import');");
    write(
      'hook',
      "import { beforeAll } from 'vitest'; beforeAll(() => { throw new Error('hook'); }); it('f', () => {});",
    );
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function write(name: string, body: string): void {
    writeFileSync(join(folder, `${name}.test.ts`), `import { it } from 'vitest';\n${body}\n`);
  }

  function run(...files: string[]): { status: number | null; lastLine: string | undefined } {
    const reporters = ['--reporter=default', `--reporter=${join(root, 'test/support/summary-reporter.ts')}`];
    const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder, ...reporters, ...files];
    const { status, stdout } = spawnSync(process.execPath, args, {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, NO_COLOR: '1' },
    });
    return { status, lastLine: stdout.split('\n').at(-2) };
  }

  it('is the last line of a run in which all is well', () => {
    expect(run('good')).toEqual({ status: 0, lastLine: '2 passed, 0 failed' });
  });

  it('counts failed and skipped tests', () => {
    expect(run('good', 'bad')).toEqual({ status: 1, lastLine: '2 passed, 1 failed, 1 skipped' });
  });

  it('counts a file that throws at import as failed', () => {
    expect(run('good', 'unloadable')).toEqual({ status: 1, lastLine: '2 passed, 1 failed' });
  });

  it('counts a broken hook as failed', () => {
    const { status, lastLine } = run('hook');
    expect(status).toBe(1);
    expect(lastLine).toMatch(/^0 passed, 1 failed/);
  });

  it('counts a run without any test as failed', () => {
    expect(run('nothing-of-that-name')).toEqual({ status: 1, lastLine: '0 passed, 1 failed' });
  });
});
