// Proves what a server reports that cannot listen: which address or file, and why.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listen } from './listen.ts';

const at = { address: '127.0.0.1', port: 0 };
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'docent-listen-'));
  writeFileSync(join(folder, 'junk.pem'), 'junk');
});
afterAll(() => rmSync(folder, { recursive: true }));

it.each([
  ['missing.pem', /missing\.pem cannot be read: ENOENT/],
  ['junk.pem', /junk\.pem and \S+junk\.pem are no certificate and its key/],
])('A2: TLS with %s is refused with the name of the file', async (name, message) => {
  const file = join(folder, name);
  const listening = listen(() => new Response(), { ...at, tls: { cert: file, key: file } });
  await expect(listening).rejects.toMatchObject({ code: 'DOC_FILE', message: expect.stringMatching(message) });
});

it('A2: a port that is taken is named', async () => {
  const first = await listen(() => new Response(), at);
  const { port } = new URL(first.origin);
  const second = listen(() => new Response(), { ...at, port: Number(port) });
  await expect(second).rejects.toMatchObject({
    code: 'DOC_USAGE',
    message: expect.stringContaining(`127.0.0.1:${port}`),
  });
  await first.close();
});
