// F4, H3: hosts as they are listed: real crawls of sites that refuse, pause and set rules.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type LocalServer, startServer } from '../../../test/support/local-server.ts';
import { Moment } from '../../../test/support/visits.ts';
import { openDocent } from '../../doors/library/docent.ts';
import { loadSettings, type Settings } from '../../settings.ts';
import { openPlace, type Place } from '../place.ts';
import { hostNamed, listHosts, resumeHost, showHost, stopHost } from './hosts.ts';

describe('the hosts of a folder', () => {
  let folder: string;
  let site: LocalServer;
  let settings: Settings;
  let place: Place;
  const flags = () => ({ data: join(folder, '.docent'), request_delay_ms: '0' });
  const page = (...links: readonly string[]): string =>
    `<title>T</title><main><p>Text.</p>${links.map((link) => `<a href="${link}">${link}</a>`).join('')}</main>`;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'docent-hosts-'));
    settings = loadSettings({ cwd: folder, env: {}, flags: flags() });
    place = openPlace(settings);
    site = await startServer((request, response) => {
      if (request.url === '/robots.txt')
        response.end('User-agent: *\nDisallow: /private\nSitemap: /s.xml?token=s3cret-value\n');
      else if (request.url === '/d/busy') response.writeHead(429, { 'retry-after': '1800' }).end();
      else if (request.url === '/d/')
        response.writeHead(200, { 'content-type': 'text/html' }).end(page('/d/busy', '/d/b'));
      else response.writeHead(404).end();
    });
  });
  afterEach(async () => {
    await site[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });
  const crawl = () => openDocent({ cwd: folder, env: {}, flags: flags() }).crawl(`${site.origin}/d/`, { wait: false });

  it('are none before the first crawl, and bounds are what is configured', async () => {
    expect(await listHosts(place, { limit: 10 })).toEqual({
      hosts: [],
      lastHour: { used: 0, most: settings.options.requests_per_hour },
      lastDay: { used: 0, most: settings.options.requests_per_day },
    });
    expect(await showHost(place, 'x.example')).toBeUndefined();
  });

  it('have the pause that they requested, with its reason, and the rules for docent', async () => {
    const before = new Moment();
    await crawl().result;
    const { host } = new URL(site.origin);
    const [row, ...more] = (await listHosts(place, { limit: 10 })).hosts;
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      ...{
        host,
        state: 'slow',
        isCounted: false,
        providers: [expect.any(String)],
        tooMany: 1,
        unavailable: 0,
        parked: false,
      },
      ...{ backOff: { by: 'host:pause' }, robots: { state: 'rules', status: 200, crawlDelay: null } },
    });
    before.expectAfter(row?.backOff?.until, 1_800_000);
    expect(row?.nextAt).toBe(row?.backOff?.until);
    const shown = await showHost(place, host);
    expect(shown?.rules).toMatchObject({ group: '*', rules: [{ type: 'disallow', pattern: '/private', line: 2 }] });
    expect(JSON.stringify(shown)).not.toContain('s3cret');
  });

  it('F5: are closed while their robots.txt is out of reach, and say why', async () => {
    site.answer((_, response) => void response.writeHead(503, { 'retry-after': '1800' }).end());
    const before = new Moment();
    await crawl().result;
    const [row] = (await listHosts(place, { limit: 10 })).hosts;
    const detail = expect.stringContaining('robots.txt answered 503');
    expect(row).toMatchObject({ parked: false, backOff: { by: 'robots:rfc9309:closed', detail } });
    before.expectAfter(row?.nextAt, 1_800_000);
  });

  it('U10: are stopped and resumed as a whole, and say why', async () => {
    await crawl().result;
    const { host } = new URL(site.origin);
    expect([await stopHost(place.store, host, 'first'), await stopHost(place.store, host, 'again')]).toEqual([
      true,
      false,
    ]);
    expect(await showHost(place, host)).toMatchObject({ state: 'stopped', stopped: 'first' });
    expect([await resumeHost(place.store, host), await resumeHost(place.store, host)]).toEqual([true, false]);
    expect((await showHost(place, host))?.stopped).toBeUndefined();
  });

  it.each([
    ['Example.COM', 'example.com'],
    ['www.example.com:443', 'example.com'],
    ['127.0.0.1:8080', '127.0.0.1:8080'],
    ['[::1]:80', '[::1]'],
    ['', undefined],
    ['../x', undefined],
    ['a@b', undefined],
    ['a b', undefined],
    ['a/b', undefined],
    ['folder:docs', undefined],
  ])('"%s" names %s', (text, name) => expect(hostNamed(text)).toBe(name));
});
