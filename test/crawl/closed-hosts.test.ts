// Hosts that no command requests from, and what a site learns about the robot: the real binary, real servers.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDocent } from '../../src/doors/library/docent.ts';
import { openReader } from '../../src/doors/library/open-reader.ts';
import { loadSettings } from '../../src/settings.ts';
import { runCommand } from '../support/commands.ts';
import { type LocalServer, startServer } from '../support/local-server.ts';
import type { Finished } from '../support/process.ts';

let folder: string;
let site: LocalServer;
let other: LocalServer;

const text = 'Every call can be given a deadline, and the client retries what failed on the way. '.repeat(8);
const page = (...links: string[]): string =>
  `<!doctype html><title>Page</title><main><h1>Page</h1><p>${text}</p>${links.map((link) => `<a href="${link}">${link}</a>`).join(' ')}</main>`;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docent-closed-'));
  other = await startServer(
    (_request, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end(page()),
  );
  site = await startServer((request, response) => {
    if (request.url === '/docs/')
      response.writeHead(200, { 'content-type': 'text/html' }).end(page(`${other.origin}/docs/secret`));
    else response.writeHead(404).end();
  });
});

afterEach(async () => {
  await Promise.all([site[Symbol.asyncDispose](), other[Symbol.asyncDispose]()]);
  rmSync(folder, { recursive: true, force: true });
});

function docent(...args: string[]): Promise<Finished> {
  return runCommand(args, {
    cwd: folder,
    env: {},
  });
}

function closedSitemap(): string {
  return `request_delay_ms: 0\ncrawler: { sameDomainOnly: false }\nproviders:\n  - provider_id: ours\n    seed_url: ${site.origin}/docs/\n    allowed_path_patterns: [/docs/**]\n    sitemap_url: ${other.origin}/sitemap.xml\n`;
}

describe('loopback', () => {
  it.each([[['providers', 'check', 'ours']], [['crawl', 'ours', '--yes']], [['plan', 'ours']]])(
    'H7: a sitemap_url opens no port of this machine: %j',
    async (args) => {
      writeFileSync(join(folder, 'docent.yml'), closedSitemap());
      await docent(...args);
      expect(site.requestLines).toContain('GET /docs/');
      expect(other.requestLines).toEqual([]);
    },
  );
});

describe('loopback, in a crawl of the library', () => {
  it('H7: a sitemap_url opens no port of this machine', async () => {
    writeFileSync(join(folder, 'docent.yml'), closedSitemap());
    const settings = loadSettings({ cwd: folder, env: {} });
    await openDocent({ settings, cwd: folder }).crawl('ours', { confirmed: true }).result;
    expect(site.requestLines).toContain('GET /docs/');
    expect(other.requestLines).toEqual([]);
    const reader = openReader({ settings, cwd: folder });
    expect(await reader.why(`${other.origin}/sitemap.xml`)).toMatchObject([{ kind: 'sitemap', state: 'failed' }]);
    await reader.close();
  });
});

describe('the name of the robot', () => {
  const nothing = ['--exclude', '/'];
  const own =
    'providers:\n  - provider_id: ours\n    seed_url: https://docs.example/\n    allowed_path_patterns: [/**]\n';

  it('H2: a crawl or a plan of a public site without contact and info URL warns in one line', async () => {
    writeFileSync(join(folder, 'docent.yml'), own);
    const remark = /names no page about the robot; set info_url or contact/g;
    for (const target of ['ours', 'https://docs.example/guide/']) {
      expect((await docent('crawl', target, ...nothing)).stdout.match(remark)).toHaveLength(1);
      expect((await docent('plan', target, ...nothing)).stdout.match(remark)).toHaveLength(1);
    }
  });

  it.each([
    ['a contact', `contact: docs@example.org\n${own}`, 'ours'],
    ['an info URL', `info_url: https://example.org/bot\n${own}`, 'ours'],
    ['loopback', own, 'http://127.0.0.1:9/'],
  ])('H2: there is no warning with %s', async (_, yml, target) => {
    writeFileSync(join(folder, 'docent.yml'), yml);
    expect((await docent('plan', target, ...nothing)).stdout).not.toContain('names no page');
  });
});
