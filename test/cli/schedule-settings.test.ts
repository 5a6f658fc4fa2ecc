// `docent schedule run` as the real binary, while its docent.yml is edited by hand.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { pinnedNode, root } from '../support/repository.ts';
import { HANG_MS, until } from '../support/until.ts';

it('A6, M5: a schedule that runs takes over an edited docent.yml, and refuses a wrong one with its lines', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'docent-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const save = (text: string): void => writeFileSync(join(folder, 'docent.yml'), text);
  save('contact: before@example.com\n');
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(pinnedNode, [join(root, 'bin/docent.js'), 'schedule', 'run'], {
    cwd: folder,
    env: { PATH, HOME },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: HANG_MS,
    killSignal: 'SIGKILL',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (output += piece));
  const printed = (text: string): Promise<unknown> =>
    until(() => {
      if (!output.includes(text)) throw new Error(`${text} is not in ${output}`);
      return true;
    });

  await printed('watching the schedule of 0 providers');
  save('contact: after@example.com\ndata: elsewhere\n');
  await printed('"file":"docent.yml","changed":["contact"],"event":"settings.loaded"');
  await printed('"event":"data: takes effect at the next start"');
  save('contact: nobody\nmax_pages: 0\n');
  await printed('"event":"settings.refused"');
  expect(output).toContain('contact is \\"nobody\\" in docent.yml, line 1: it must be a mail address');
  expect(output).toContain('max_pages is 0 in docent.yml, line 2: it must be');
  child.kill('SIGINT');
  const [code] = (await once(child, 'exit')) as [number | null];
  expect(code).toBe(0);
});
