// An address without its scheme on the command line: the commands about URLs take it, and say for what.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCommand } from '../support/commands.ts';
import { type SearchSite, startSearchSite } from '../support/search-site.ts';

let site: SearchSite;
beforeAll(async () => {
  site = await startSearchSite();
});
afterAll(() => site[Symbol.asyncDispose]());

it.each([
  [['crawl', '--own-site', '--quiet'], 'discovered'],
  [['plan', '--own-site'], 'allowed'],
  [['read', '--own-site'], '# Coroutines and tasks'],
  [['robots'], 'allowed'],
  [['why'], 'indexed'],
  [['providers', 'add', '--id', 'mine'], 'added    mine'],
])('A1: docent %j takes host, port and path for an address', async (words, shown) => {
  const address = `${new URL(site.server.origin).host}/docs/tasks`;
  const { code, stdout, stderr } = await runCommand([...words, address], {
    cwd: site.folder,
    env: { DOCENT_REQUEST_DELAY_MS: '0' },
  });
  expect({ code, stdout, stderr }).toEqual({
    code: 0,
    stdout: expect.stringContaining(shown),
    stderr: expect.stringContaining(`docent: ${address} is read as http://${address}\n`),
  });
});
