// A4: the public page about the robot: facts, the robots.txt tester, the forms, their limits, and the listener that serves nothing else.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPlace } from '../../src/app/place.ts';
import { findRequest } from '../../src/app/requests/requests.ts';
import { silentLog } from '../../src/core/log.ts';
import { version } from '../../src/core/version.ts';
import { type OpenServer, openServer } from '../../src/doors/http/open-server.ts';
import { loadSettings } from '../../src/settings.ts';
import { openStore } from '../../src/store/open-store.ts';
import { HANG_MS } from '../support/until.ts';

const HOUR_S = 3_600;

const CONFIG = `contact: crawl@docs.example
info_url: https://docs.example/robot
bot_hosts: [crawler.docs.example, 192.0.2.10]
trusted_proxy: [127.0.0.1]
providers:
  - provider_id: secretsource
    seed_urls: [https://secret.example/docs/]
    allowed_path_patterns: [/docs/**]
    tos: { verdict: allowed }
`;

describe('A4: the page about the robot', () => {
  let folder: string;
  let server: OpenServer;
  let bot = '';
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'docent-bot-'));
    writeFileSync(join(folder, 'docent.yml'), CONFIG);
    const flags = { data: '.docent', listen: '0', bot_listen: '0' } as const;
    server = await openServer({ input: { cwd: folder, env: {}, flags }, log: silentLog });
    bot = (server.botAddress ?? '').replace(/\/bot$/, '');
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Each test comes from an address of its own, since they are limited per address. */
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const page = async (path: string, address = '198.51.100.1') => {
    const response = await fetch(`${bot}${path}`, { headers: from(address) });
    return [response.status, await response.text()] as const;
  };
  const send = async (path: string, fields: Record<string, string>, address: string, at = bot) => {
    const init = { method: 'POST', headers: from(address), body: new URLSearchParams(fields), redirect: 'manual' };
    const response = await fetch(`${at}${path}`, init as RequestInit);
    const { status, headers } = response;
    return {
      status,
      location: headers.get('location') ?? '',
      retry: headers.get('retry-after'),
      text: await response.text(),
    };
  };

  it('A4: says who runs it, from where, and the lines that stop it', async () => {
    const [status, text] = await page('/bot');
    expect(status).toBe(200);
    for (const fact of [
      'mailto:crawl@docs.example',
      'https://docs.example/robot',
      'crawler.docs.example',
      '192.0.2.10',
    ])
      expect(text).toContain(fact);
    expect(text).toContain('User-agent: docent\nDisallow: /');
    expect(text).not.toContain('<script');
  });

  it('A4: is the same on the server itself, also for strangers', async () => {
    const response = await fetch(`${server.address}/bot`, { headers: from('198.51.100.2') });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('A4: serves nothing else on its own address', async () => {
    const [, text] = await page('/bot');
    const style = /href="([^"]+docent\.css)"/.exec(text)?.[1] as string;
    expect((await page(style))[0]).toBe(200);
    for (const path of [
      '/',
      '/runs',
      '/admin/v1/runs',
      '/mcp',
      '/healthz',
      '/metrics',
      '/sign-in',
      '/api/v2/libs/search',
    ])
      expect([path, (await page(path))[0]]).toEqual([path, 404]);
    expect((await page(style.replace('docent.css', 'docent.js')))[0]).toBe(404);
  });

  it('A4: answers to its names only', async () => {
    const response = await fetch(`${bot}/bot`, { headers: { 'x-forwarded-host': 'evil.example' } });
    expect(response.status).toBe(421);
  });

  it.each([
    ['User-agent: docent\nDisallow: /private/', '/private/x', 'would not be fetched', 'line 2: Disallow: /private/'],
    ['User-agent: docent\nDisallow: /private/', 'https://a.example/open', 'would be fetched', 'no rule'],
    ['User-agent: other\nDisallow: /', '/x', 'would be fetched', 'no group speaks to this agent'],
  ])('A4: tries a pasted file: %j for %s', async (robots, path, verdict, reason) => {
    const { status, text } = await send('/bot/robots', { robots, path }, '198.51.100.3');
    expect(status).toBe(200);
    expect(text).toContain(verdict);
    expect(text).toContain(reason);
  });

  it('A4: shows a hostile file as harmless text, and refuses one that is too long', async () => {
    const robots = 'User-agent: docent\nDisallow: /<script>alert(1)</script>\u202e\u009b31m';
    const { text } = await send('/bot/robots', { robots, path: '/<script>alert(1)</script>\u202e' }, '198.51.100.3');
    expect(text).not.toContain('<script>');
    const long = await send('/bot/robots', { robots: 'a'.repeat(100_001), path: '/' }, '198.51.100.3');
    expect([long.status, long.text.includes('more than 100,000 characters')]).toEqual([400, true]);
    expect((await send('/bot/robots', { robots: 'a'.repeat(500_000), path: '/' }, '198.51.100.3')).status).toBe(413);
  });

  it.each([
    [{ kind: 'deletion', what: 'private.example/docs', message: '', contact: '' }, 48],
    [{ kind: 'inquiry', what: 'mine.example', message: 'Why?', contact: 'me@mine.example' }, 168],
    [{ kind: 'proposal', what: 'https://new.example/docs/', message: '', contact: 'Kim' }, 336],
  ])('A4: receives %j, with a number and a deadline', async (fields, hours) => {
    const { status, location } = await send('/bot/requests', { ...fields, note: 'forged' }, '198.51.100.4');
    expect(status).toBe(303);
    const [, receipt] = await page(location);
    const id = Number(/number <strong>(\d+)</.exec(receipt)?.[1]);
    const found = await findRequest(openPlace(loadSettings({ cwd: folder, env: {} })).store, id);
    expect(found).toMatchObject({ kind: fields.kind, contact: fields.contact, note: '', state: 'open' });
    expect(((found?.deadline ?? 0) - (found?.askedAt ?? 0)) / 3_600_000).toBe(hours);
    expect(receipt).toContain(new Date(found?.deadline ?? 0).toISOString());
  });

  it.each(['secretsource', 'secretsourc', 'provider:secretsource', 'provider:secretsourc', 'folder:///etc'])(
    'A4: does not let a stranger find out about sources: %s',
    async (what) => {
      const { status, text } = await send('/bot/requests', { kind: 'deletion', what }, '198.51.100.5');
      expect(status).toBe(422);
      expect(text).toContain('is neither a URL nor a path');
      expect(text).not.toContain('did you mean');
    },
  );

  it('A4: keeps what was typed when a field is missing, as harmless text', async () => {
    const fields = { kind: 'inquiry', what: 'mine.example', message: '</textarea><script>x</script>', contact: '' };
    const { status, text } = await send('/bot/requests', fields, '198.51.100.6');
    expect(status).toBe(400);
    expect(text).toContain('contact is empty');
    expect(text).toContain('&lt;/textarea&gt;&lt;script&gt;');
    expect(text).not.toContain('<script>');
  });

  it('A4: keeps nothing of a form whose hidden field was filled in, or of none of its kinds', async () => {
    const fields = { kind: 'proposal', what: 'https://spam.example/', contact: 'x', website: 'https://spam.example' };
    expect((await send('/bot/requests', fields, '198.51.100.7')).status).toBe(400);
    expect((await send('/bot/requests', { kind: 'constructor' }, '198.51.100.7')).status).toBe(400);
  });

  it('A4: takes ten requests an hour of a network, on both addresses together', async () => {
    const fields = { kind: 'deletion', what: 'many.example/x' };
    for (let nth = 0; nth < 10; nth++)
      expect(
        (await send('/bot/requests', fields, `2001:db8::${nth}`, nth % 2 === 0 ? bot : server.address)).status,
      ).toBe(303);
    const { status, retry, text } = await send('/bot/requests', fields, '2001:db8::ff');
    expect([status, Number(retry) > HOUR_S - HANG_MS / 1_000]).toEqual([429, true]);
    expect(text).toContain('Too many were sent from your network');
    expect((await send('/bot/requests', fields, '2001:db8:0:1::1')).status).toBe(303);
  });

  it('A4: a form of another site is refused', async () => {
    const headers = { ...from('198.51.100.8'), origin: 'https://evil.example' };
    const body = new URLSearchParams({ kind: 'deletion', what: 'a.example/x' });
    expect((await fetch(`${bot}/bot/requests`, { method: 'POST', headers, body })).status).toBe(403);
  });
});

describe('A4: the page about the robot, where sources have robots of their own', () => {
  const source = (id: string, more: string): string =>
    `  - {provider_id: ${id}, seed_url: "https://${id}.example/docs/", allowed_path_patterns: [/docs/**], ${more}}\n`;
  const allowed = 'tos: {verdict: allowed}';

  /** The page of a server with this configuration, and what it says of pasted files; `known`: what was crawled into its folder. */
  async function pageOf(config: string, known: readonly string[], tried: (stop: string) => readonly string[]) {
    const folder = mkdtempSync(join(tmpdir(), 'docent-bot-'));
    writeFileSync(join(folder, 'docent.yml'), config);
    const { ledger } = await openStore({ kind: 'sqlite', folder: join(folder, '.docent') }).openLedger();
    const lane = { perHost: 1, perProvider: 1, maxPages: 9, maxPerTemplate: 9, gapMs: 0 };
    for (const provider of known) await ledger.begin({ provider, ...lane }, { fresh: false });
    await ledger.close();
    const flags = { data: '.docent', listen: '0' } as const;
    const server = await openServer({ input: { cwd: folder, env: {}, flags }, log: silentLog });
    try {
      const text = await (await fetch(`${server.address}/bot`)).text();
      const stop = /<pre>([^<]*Disallow: \/)<\/pre>/.exec(text)?.[1] ?? '';
      const agents = /User-Agent<\/dt><dd>(.*?)<\/dd>/s.exec(text)?.[1] ?? '';
      const verdicts: string[] = [];
      for (const robots of tried(stop)) {
        const init = { method: 'POST', body: new URLSearchParams({ robots, path: '/docs/x' }) };
        verdicts.push(await (await fetch(`${server.address}/bot/robots`, init)).text());
      }
      return { text, stop, verdicts, agents: [...agents.matchAll(/<code>(.*?)<\/code>/g)].map(([, agent]) => agent) };
    } finally {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    }
  }

  const OWN = `docent/${version}`;
  const INTEL = 'APIIntelBot/1.0 (+https://api-intel.vercel.app/bot)';
  const one = (more: string): string => `providers:\n${source('one', more)}`;

  it.each<{
    what: string;
    config?: string;
    known?: readonly string[];
    agents: readonly string[];
    names: readonly string[];
    robots?: number;
  }>([
    { what: 'nothing', agents: [OWN], names: ['docent'] },
    { what: 'a preset that was crawled', known: ['stripe'], agents: [OWN, INTEL], names: ['docent', 'APIIntelBot'] },
    { what: 'presets of which none was crawled', known: ['other.example'], agents: [OWN], names: ['docent'] },
    {
      what: 'sources of three dialects',
      config: `${one(`robots_dialect: webkiller, ${allowed}`)}${source('two', `robots_dialect: assistant, ${allowed}`)}${source('three', allowed)}`,
      agents: [OWN, 'WebKillerAI', 'AIAssistantBot/1.0'],
      names: ['docent', 'WebKillerAI', 'AIAssistantBot'],
    },
    {
      what: 'the same agent in two dialects',
      config: one(`robots_dialect: classic, ${allowed}`),
      agents: [OWN],
      names: ['docent'],
      robots: 2,
    },
    {
      what: 'sources that are switched off or forbidden',
      config: `${one(`robots_dialect: intel, enabled: false, ${allowed}`)}${source('two', 'robots_dialect: intel, tos: {verdict: forbidden}')}`,
      agents: [OWN],
      names: ['docent'],
    },
    {
      what: 'a dialect of the operator’s own',
      config: `dialects:\n  house: {base: rfc9309, agent: HouseBot/2.1}\n${one(`robots_dialect: house, ${allowed}`)}`,
      agents: [OWN, 'HouseBot/2.1'],
      names: ['docent', 'HouseBot'],
    },
    {
      what: 'an agent for all of them',
      config: `user_agent: MyBot/3\n${one(`robots_dialect: intel, ${allowed}`)}`,
      known: ['stripe'],
      agents: ['MyBot/3'],
      names: ['MyBot'],
      robots: 2,
    },
    {
      what: 'a page of one’s own about the robot',
      config: `info_url: https://docs.example/robot\n${one(`robots_dialect: intel, ${allowed}`)}`,
      agents: [`${OWN} (+https://docs.example/robot)`, 'APIIntelBot/1.0 (+https://docs.example/robot)'],
      names: ['docent', 'APIIntelBot'],
    },
    {
      what: 'a dialect for all',
      config: 'robots_dialect: intel\n',
      known: ['stripe'],
      agents: [INTEL],
      names: ['APIIntelBot'],
    },
  ])(
    'A4: names every agent in use, with lines that stop each: $what',
    async ({ config = '', known = [], agents, names, robots = agents.length }) => {
      const page = await pageOf(`contact: crawl@docs.example\n${config}`, known, (stop) => [
        stop,
        'User-agent: unrelated\nDisallow: /',
      ]);
      expect(page.agents).toEqual(agents);
      expect(page.stop).toBe(names.map((name) => `User-agent: ${name}\nDisallow: /`).join('\n\n'));
      // The lines, tried on the page itself, stop every robot; a file that names another stops none.
      const [stopped = '', open = ''] = page.verdicts;
      expect(stopped.match(/would not be fetched/g)).toHaveLength(robots);
      expect(open.match(/would be fetched/g)).toHaveLength(robots);
      for (const secret of ['one.example', 'stripe', 'tos']) expect(page.text).not.toContain(secret);
    },
  );
});
