// `docent doctor` as the real binary prints it: its settings, and the browser.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runCommand } from '../support/commands.ts';
import type { Finished } from '../support/process.ts';

it('A6: doctor --settings lists every option with its value and where that was written, and no secret', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'docent-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'docent.yml'), 'max_pages: 50\nslack_webhook: https://hooks.slack.com/services/s3cr3t\n');
  const docent = (...args: readonly string[]): Promise<Finished> =>
    runCommand(['doctor', '--settings', ...args], {
      cwd: folder,
      env: { DOCENT_CONCURRENCY: '4' },
    });

  const { code, stdout } = await docent('--data', 'here');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^ {2}option +value +from\n {2}robots_dialect +rfc9309 +default\n/);
  expect(stdout).toMatch(/^ {2}max_pages +50 +docent\.yml, line 1$/m);
  expect(stdout).toMatch(/^ {2}concurrency +4 +the environment variable DOCENT_CONCURRENCY$/m);
  expect(stdout).toMatch(/^ {2}data +here +the flag --data$/m);
  expect(stdout).toMatch(/^ {2}slack_webhook +\*\*\* +docent\.yml, line 2$/m);
  expect(stdout).not.toContain('s3cr3t');

  const rows = JSON.parse((await docent('--json')).stdout) as readonly { readonly name: string }[];
  expect(rows.find(({ name }) => name === 'max_pages')).toMatchObject({ value: 50, origin: 'docent.yml, line 1' });
});

it('A1: doctor finds a chromium-headless-shell, and refuses a DOCENT_CHROMIUM that is none', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'docent-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const shell = join(folder, 'chromium-headless-shell');
  writeFileSync(shell, '');
  chmodSync(shell, 0o755);
  const browser = async (env: Readonly<Record<string, string>>): Promise<unknown> => {
    const { stdout } = await runCommand(['doctor', '--json'], { cwd: folder, env });
    return (JSON.parse(stdout) as readonly { readonly what: string }[]).find(({ what }) => what === 'browser');
  };
  expect(await browser({ PATH: folder })).toEqual({ what: 'browser', state: 'ok', say: shell });
  expect(await browser({ DOCENT_CHROMIUM: join(folder, 'none') })).toMatchObject({ state: 'bad' });
});
