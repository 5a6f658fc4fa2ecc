// `docent serve --port`: which address it would listen on, seen from the error of one that is taken.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runCommand } from '../support/commands.ts';
import { startServer } from '../support/local-server.ts';

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'docent-port-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

it('A6: --port is the port of the address that listen names', async () => {
  await using taken = await startServer((_, response) => void response.end());
  const env = { DOCENT_LISTEN: 'localhost:1' };
  const { code, stderr } = await runCommand(['serve', '--port', String(taken.port)], { cwd: emptyFolder(), env });
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('another process listens on it') });
  expect(stderr).toContain(`127.0.0.1:${taken.port}`);
});

it.each([
  [['--port', '80000'], '--port is "80000": it must be a whole number from 0 to 65535'],
  [['--port', '8080', '--listen', '127.0.0.1:7411'], '--listen has a port already: leave --port out'],
])('A6: %j is refused', async (words, problem) => {
  const { code, stderr } = await runCommand(['serve', ...words], { cwd: emptyFolder() });
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(problem) });
});
