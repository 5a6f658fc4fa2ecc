// `docent urls`, `docent why` and `docent plan` as the real binary, in a folder of their own.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCrawler } from '../../../../test/kill/crawler.ts';
import { runCommand } from '../../../../test/support/commands.ts';
import { type LocalServer, startServer } from '../../../../test/support/local-server.ts';
import type { Finished } from '../../../../test/support/process.ts';

const FAST = ['--delay', '0', '--concurrency', '4', '--per-host', '4'];
const MANY = 60;

let folder: string;
let server: LocalServer;
let provider: string;

const answer: RequestListener = (request, response) => {
  const { url = '' } = request;
  const links = [
    ...Array.from({ length: MANY }, (_, i) => `/docs/deep/${i}.zip`),
    '/docs/private/x',
    '/docs/gone?token=hidden',
    '/blog/\u001b[31m\u202e',
    'https://elsewhere.example/',
  ];
  const body = url === '/docs/' ? links.map((link) => `<a href="${link}">link</a>`).join('') : `<p>This is ${url}.</p>`;
  if (url === '/robots.txt')
    response
      .writeHead(200, { 'content-type': 'text/plain' })
      .end(`User-agent: *\nDisallow: /docs/private/\nSitemap: ${server.origin}/sitemap.xml`);
  else if (url === '/sitemap.xml')
    response
      .writeHead(200, { 'content-type': 'application/xml' })
      .end(`<urlset><url><loc>${server.origin}/docs/b</loc></url></urlset>`);
  else if (url.startsWith('/docs/gone')) response.writeHead(404).end();
  else response.writeHead(200, { 'content-type': 'text/html' }).end(`<title>${url}</title>${body}`);
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docent-urls-'));
  server = await startServer(answer);
  provider = `127.0.0.1-${server.port}_docs`;
  expect(await docent('crawl', `${server.origin}/docs/`, ...FAST, '--quiet')).toMatchObject({ code: 0 });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

function docent(...args: readonly string[]): Promise<Finished> {
  return runCommand(args, { cwd: folder });
}

/** What it printed, provided that it ended well and complained about nothing. */
async function printed(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await docent(...args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

const lines = (text: string): readonly string[] => text.trimEnd().split('\n');

describe('docent urls', () => {
  it('F5: without filters it counts by state and reason, adds up, and shows how to go on', async () => {
    const text = await printed('urls');
    const shown = lines(text).map((line) =>
      line
        .trim()
        .split(/\s{2,}/)
        .join(' | '),
    );
    expect(shown).toEqual([
      `${provider} | complete`,
      '66 discovered = 2 indexed + 62 skipped + 1 blocked + 1 failed',
      'state | reason | count',
      'indexed | http:200 | 2',
      'skipped | trap:extension | 60',
      'skipped | scope:host | 1',
      'skipped | scope:no-match | 1',
      'blocked | robots:rfc9309:line-2 | 1',
      'failed | http:404 | 1',
      '',
      'To list them: | docent urls --state skipped --by trap:extension',
      'All about one: | docent why <url>',
    ]);
    for (const word of [provider, `${server.origin}/docs/`])
      expect(await printed('urls', word)).toBe(text.replace('docent urls --state', `docent urls ${word} --state`));
  });

  it('F5: --json holds the same', async () => {
    expect(JSON.parse(await printed('urls', '--json'))).toMatchObject([
      { provider, generation: 1, ended: true, counts: { discovered: 66 }, reasons: { length: 6 } },
    ]);
  });

  it('U8: every refused URL is listed with its reason, by state, by reason or by its first parts', async () => {
    expect(lines(await printed('urls', '--state', 'blocked'))).toEqual([
      `blocked   ${server.origin}/docs/private/x  robots:rfc9309:line-2: line 2: Disallow: /docs/private/`,
    ]);
    const robots = await printed('urls', provider, '--by', 'robots');
    expect(robots).toContain('/docs/private/x');
    expect(await printed('urls', '--by', 'robots:')).toBe(robots);
    expect(await printed('urls', '--by', 'robots:rfc9309:line-2')).toBe(robots);
    expect(lines(await printed('urls', '--state', 'skipped', '--by', 'scope'))).toHaveLength(2);
  });

  it('F5: 50 are listed unless --limit is set, and it reports that there are more', async () => {
    const some = await docent('urls', '--by', 'trap');
    expect(lines(some.stdout)).toHaveLength(50);
    expect(some.stderr).toBe('docent: there are more: --limit 100\n');
    const all = lines(await printed('urls', '--by', 'trap', '--limit', String(MANY)));
    expect(all).toHaveLength(MANY);
    expect(new Set(all).size).toBe(MANY);
  });

  it('F5: the list is the sum of all states; --json holds whole records', async () => {
    const records = JSON.parse(await printed('urls', '--limit', '1000', '--json')) as { kind: string; url: string }[];
    expect(records).toHaveLength(66);
    expect(records.map(({ kind }) => kind)).not.toContain('sitemap');
    const [one] = JSON.parse(await printed('urls', '--by', 'http:404', '--json')) as object[];
    expect(one).toMatchObject({ provider, state: 'failed', steps: expect.any(Array), foundOn: expect.any(Array) });
    expect(JSON.parse(await printed('urls', '--by', 'nothing', '--json'))).toEqual([]);
  });

  it('F9: --sitemaps lists sitemaps and what became of them', async () => {
    expect(lines(await printed('urls', '--sitemaps'))).toEqual([
      `indexed   ${server.origin}/sitemap.xml  sitemap:read: 1 entry`,
    ]);
  });

  it('M4: nothing that a site wrote acts on the terminal, and secrets are not shown', async () => {
    for (const args of [
      ['--by', 'scope'],
      ['--by', 'scope', '--json'],
      ['--by', 'http:404'],
    ]) {
      const text = await printed('urls', ...args);
      expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
      expect(text).not.toContain('hidden');
    }
  });

  it('A1: an empty list is reported, with a suggestion', async () => {
    expect(await printed('urls', '--by', 'trap:extensoin')).toBe(
      'None: nothing here has the reason trap:extensoin; did you mean trap:extension?\n',
    );
    expect(await printed('urls', '--by', 'trap', '--state', 'failed')).toBe('None.\n');
  });

  it.each([
    [['nobody'], 'there is no crawl of "nobody" in'],
    [['http://127.0.0.1/other/'], 'there is no crawl of "http://127.0.0.1/other/" in'],
    [['--state', 'waitng'], "'waitng' is invalid"],
    [['--limit', '0'], '--limit is "0": it must be a whole number from 1'],
    [['--limit', 'many'], '--limit is "many"'],
    [['--data', 'empty'], 'there is no crawl in'],
  ])('A6: %j is one clear line and no output', async (args, message) => {
    const { code, stdout, stderr } = await docent('urls', ...args);
    expect(stdout).toBe('');
    expect(code).not.toBe(0);
    expect(stderr).toMatch(/^docent: [^\n]+\n$/);
    expect(stderr).toContain(message);
  });

  it('C4: works while a crawl runs, and names the provider where there are several', async () => {
    const data = join(folder, 'running');
    let letGo = (): void => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await using slow = await startServer(async (request, response) => {
      if (request.url === '/docs/slow') await held;
      answer(request, response);
    });
    await using other = await startServer(answer);
    await using crawler = startCrawler([`${slow.origin}/docs/slow`, `${other.origin}/docs/`, ...FAST], { data });
    const list = async (): Promise<readonly { state: string; provider: string }[]> =>
      JSON.parse(await printed('urls', '--state', 'waiting', '--json', '--data', data));
    await crawler.event('visited', ({ url }) => url === `${other.origin}/docs/`);
    const slug = `127.0.0.1-${slow.port}_docs`;
    expect((await list()).map((record) => record.provider)).toContain(slug);
    expect(await printed('urls', '--data', data)).toContain(`${slug}  running`);
    const waiting = lines(await printed('urls', '--state', 'waiting', '--data', data));
    expect(waiting).toContain(`${slug}  waiting   ${slow.origin}/docs/slow  frontier:queued`);
    letGo();
    expect(await crawler.ended).toMatchObject({ code: 0 });
    expect(await list()).toEqual([]);
  });
});

describe('docent fetches', () => {
  it('A3: lists requests for pages, the latest first, and the counts add up', async () => {
    const text = await printed('fetches');
    expect(text).toMatch(/^ *when \(UTC\) +status +result +took +url +reason\n/);
    expect(text).toMatch(/ 404 +failed +\d+ ms +http:\S+\/docs\/gone +http:404/);
    expect(text).not.toContain('hidden');
    const [, all, ...terms] = (
      /(\d+) requests = (\d+) changed \+ (\d+) unchanged \+ (\d+) failed \+ (\d+) other\n$/.exec(text) ?? []
    ).map(Number);
    expect(terms.reduce((sum, n) => sum + n, 0)).toBe(all);
    const failed = JSON.parse(await printed('fetches', provider, '--result', 'failed', '--since', '1d', '--json'));
    expect(failed).toMatchObject({ total: 1, fetches: [{ status: 404, provider, run: 1 }] });
    expect(await printed('fetches', '--until', '2020-01-01')).toContain('No such request.');
  });

  it('A3: names what it does not know, with exit code 2', async () => {
    for (const [args, message] of [
      [['nobody'], 'there is no crawl of "nobody"'],
      [['--since', 'soon'], 'since is "soon"'],
      [['--status', 'fine'], 'status is "fine"'],
      [['--result', 'lost'], "option '--result <result>'"],
    ] as const) {
      const { code, stderr } = await docent('fetches', ...args);
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
    }
  });
});

describe('docent why', () => {
  it('F5: prints what the reason means below it, once', async () => {
    const text = await printed('why', `${server.origin}/docs/private/x`);
    expect(text).toMatch(
      /\n {2}because {3}robots:rfc9309:line-2: line 2: Disallow: \/docs\/private\/\n {12}This line of robots\.txt decided\.\n {2}provider /,
    );
    expect(text.split('decided.')).toHaveLength(2);
  });

  it('F9: explains a sitemap', async () => {
    const text = await printed('why', `${server.origin}/sitemap.xml`);
    expect(text).toMatch(/^indexed {2}http:\S+\/sitemap\.xml\n {2}because\s+sitemap:read: 1 entry\n/);
    expect(text).toMatch(/\n {2}kind\s+sitemap\n/);
  });

  it('U4: shows what would be decided about a URL that was never seen', async () => {
    const explain = async (path: string): Promise<string> => {
      const { code, stdout, stderr } = await docent('why', `${server.origin}${path}`);
      expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
      expect(stdout).toMatch(/^never seen {2}/);
      return stdout;
    };
    const crawl = `docent crawl ${server.origin}/docs/`;
    expect(await explain('/docs/new')).toContain(
      `"${crawl}" would take it (scope:allowed: /docs/**) if a page linked to it and robots.txt agreed.`,
    );
    expect(await explain('/blog/new')).toContain(`"${crawl}" would leave it out, by scope:no-match: /blog/new matches`);
  });
});

describe('docent plan', () => {
  it('U10, R26: plan and crawl --dry-run know the blocklist of their folder and the excluded paths', async () => {
    const data = join(folder, 'blocked');
    await printed('blocklist', 'add', `${server.origin}/docs/`, '--reason', 'asked us to stop', '--data', data);
    for (const words of [['plan'], ['crawl', '--dry-run']]) {
      const { code, stdout: text } = await docent(...words, `${server.origin}/docs/`, '--data', data, ...FAST);
      // As a crawl ends whose seed is blocked.
      expect(code).toBe(1);
      expect(text).toMatch(/seed\s+\S+ {2}not allowed: blocklist: \S+: asked us to stop; not requested\n/);
      expect(text).toMatch(/pages\s+none: no seed may be requested\n/);
      const other = await docent(...words, `${server.origin}/docs/`, '--exclude', '/docs', ...FAST);
      expect(other.stdout).toContain('not allowed: excludePaths: /docs; not requested');
    }
  });

  it('F12: --notice names the agent that requests are sent with', async () => {
    const yml = [
      'providers:',
      '  - provider_id: mine',
      `    seed_urls: [${server.origin}/docs/]`,
      '    allowed_path_patterns: [/docs/**]',
      '    robots_dialect: assistant',
      '',
    ].join('\n');
    writeFileSync(join(folder, 'mine.yml'), yml);
    const text = await printed('plan', 'mine', '--config', 'mine.yml', '--notice', ...FAST);
    expect(text).toContain('with the robot AIAssistantBot/1.0.');
  });
});
