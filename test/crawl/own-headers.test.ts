// H1: a site behind a token, with the real binary: which requests carry the token, and that it is written nowhere.
// Commands and files: SQLite alone.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../support/commands.ts';
import { type LocalServer, startServer } from '../support/local-server.ts';
import { type Finished, run } from '../support/process.ts';
import { pinnedNode, root } from '../support/repository.ts';

const TOKEN = 'Bearer s3cretOfTheTestQ7w';
const SECRET = 's3cretOfTheTestQ7w';
/** The site answers 403 to this one, as many do to a token that has expired. */
const EXPIRED = 'Bearer expired';
const text = 'The client is configured with a region, and every call can have a deadline. '.repeat(14);

let folder: string;
let server: LocalServer;
/** Where a redirect of the own site leads. */
let other: LocalServer;
const printed = new Map<string, Finished>();
/** Processes whose arguments held the token while a command ran. */
const exposed: string[] = [];

const page = (title: string, ...links: string[]): string =>
  `<title>${title}</title><main><h1>${title}</h1><p>${text}${title}</p>${links.map((to) => `<a href="${to}">${to}</a>`).join(' ')}</main>`;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docent-own-'));
  other = await startServer((request, response) => {
    if (request.url === '/robots.txt') response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': 'text/html' }).end(page('Elsewhere'));
  });
  server = await startServer((request, response) => {
    lookAtProcesses();
    const { url = '', headers } = request;
    if (headers.authorization === EXPIRED) response.writeHead(403).end();
    else if (headers.authorization !== TOKEN) response.writeHead(401).end();
    else if (url === '/robots.txt')
      response.end(`User-agent: *\nDisallow: /docs/closed\nSitemap: ${server.origin}/map.xml\n`);
    else if (url === '/map.xml')
      response
        .writeHead(200, { 'content-type': 'application/xml' })
        .end(
          `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${server.origin}/docs/mapped</loc></url></urlset>`,
        );
    else if (url === '/docs/away') response.writeHead(302, { location: `${other.origin}/docs/there` }).end();
    else if (url === '/docs/round') response.writeHead(302, { location: '/docs/b' }).end();
    else
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(page(`Page ${url}`, '/docs/a', '/docs/away', '/docs/round', `${other.origin}/docs/linked`));
  });
  writeFileSync(
    join(folder, 'docent.yml'),
    `providers:
  - provider_id: ours
    seed_urls: ['${server.origin}/docs/']
    allowed_path_patterns: [/docs/**]
    own_site: true
    headers_from_env: { Authorization: DOCS_TOKEN }
    retain: full
    request_delay_ms: 0
`,
  );
  const commands: readonly (readonly string[])[] = [
    ['plan', 'ours', '--json'],
    ['providers', 'check', 'ours', '--json'],
    ['providers', 'show', 'ours'],
    ['providers', 'show', 'ours', '--json'],
    ['read', `${server.origin}/docs/a`],
    ['read', `${server.origin}/docs/away`, '--json'],
    ['crawl', 'ours', '--log-level', 'debug', '--log-format', 'json', '--json'],
    ['refresh', 'ours', '--all', '--log-level', 'debug'],
    ['why', `${server.origin}/docs/away`, '--json'],
    ['runs', '--json'],
    ['urls', '--json'],
    ['doctor', '--json'],
    ['export', '--out', 'md', '--format', 'markdown'],
    ['export', '--out', 'pages.jsonl', '--format', 'jsonl'],
    ['backup', 'kept'],
  ];
  for (const words of commands) {
    // A process of its own shows in the list of processes as a user's does.
    const start = words[0] === 'crawl' ? inOwnProcess : docent;
    printed.set(words.join(' '), await start(words, { DOCS_TOKEN: TOKEN }));
  }
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await other[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

/** Links and redirects to the other server are followed, although it is a port of this machine that no seed names. */
const baseEnv = { DOCENT_SAME_DOMAIN_ONLY: 'false', DOCENT_ALLOW_PRIVATE: '127.0.0.1', DOCENT_RETRY_BASE_MS: '0' };

function docent(words: readonly string[], env: Readonly<Record<string, string>>): Promise<Finished> {
  return runCommand(words, { cwd: folder, env: { ...baseEnv, ...env } });
}

function inOwnProcess(words: readonly string[], env: Readonly<Record<string, string>>): Promise<Finished> {
  return run(pinnedNode, [join(root, 'bin/docent.js'), ...words], { cwd: folder, env: { ...baseEnv, ...env } });
}

function lookAtProcesses(): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      if (line.includes(SECRET)) exposed.push(line);
    } catch {
      // it has ended
    }
  }
}

function filesBelow(path: string): readonly string[] {
  return readdirSync(path, { recursive: true })
    .map((name) => join(path, String(name)))
    .filter((name) => statSync(name).isFile());
}

const hasToken = ({ headers }: IncomingMessage): boolean => JSON.stringify(headers).includes(SECRET);

describe('a site behind a token', () => {
  it('H1: is crawled, refreshed, planned, checked and read', () => {
    const codes = [...printed].map(([words, { code, stderr }]) => [words, code, code === 0 ? '' : stderr]);
    expect(codes.filter(([, code]) => code !== 0)).toEqual([]);
    expect(printed.get(`read ${server.origin}/docs/a`)?.stdout).toContain('Page /docs/a');
    expect(server.requestLines).toContain('GET /docs/mapped');
    expect(server.requestLines).toContain('GET /docs/b');
  });

  it('H1: gets it with every request, its robots.txt and sitemap included', () => {
    expect(server.requests.length).toBeGreaterThan(20);
    expect(server.requests.filter((request) => !hasToken(request)).map(({ url }) => url)).toEqual([]);
  });

  it('H1: a redirect or a link to another origin does not carry it, nor does the robots.txt there', () => {
    expect(other.requestLines).toContain('GET /docs/there');
    expect(other.requestLines).toContain('GET /docs/linked');
    expect(other.requestLines).toContain('GET /robots.txt');
    expect(other.requests.filter(hasToken).map(({ url }) => url)).toEqual([]);
  });

  it('H1: it is in no file, neither of the data folder nor of an export or a backup', () => {
    const files = filesBelow(folder);
    expect(files.some((name) => name.endsWith('docent.sqlite'))).toBe(true);
    expect(files.some((name) => name.includes('/kept'))).toBe(true);
    expect(files.filter((name) => readFileSync(name).includes(SECRET))).toEqual([]);
  });

  it('H1: it is in nothing that is printed, logged at the lowest level or published as an event, and in no process list', () => {
    const shown = [...printed].filter(([, { stdout, stderr }]) => `${stdout}${stderr}`.includes(SECRET));
    expect(shown.map(([words]) => words)).toEqual([]);
    expect(exposed).toEqual([]);
    expect(printed.get('providers show ours')?.stdout).toMatch(/sends Authorization from DOCS_TOKEN to http:\S+ only/);
  });

  it.each([
    ['crawl', 'ours'],
    ['refresh', 'ours'],
    ['plan', 'ours'],
    ['providers', 'check', 'ours'],
    ['read', 'URL'],
  ])('H1: without the variable "%s %s" is one error that names it, and nothing is requested', async (...words) => {
    const before = server.requestLines.length;
    const { code, stderr } = await docent(
      words.map((word) => (word === 'URL' ? `${server.origin}/docs/a` : word)),
      {},
    );
    expect(stderr.match(/ours needs the environment variable DOCS_TOKEN/g)).toHaveLength(1);
    expect({ code, requests: server.requestLines.length - before }).toEqual({ code: 2, requests: 0 });
  });

  it('H1: a token that is refused is called that', async () => {
    const wrong = { DOCS_TOKEN: 'Bearer another' };
    const refused = 'the site refused the token in DOCS_TOKEN';
    const read = await docent(['read', `${server.origin}/docs/a`], wrong);
    expect(read.stderr).toContain(`answered 401: ${refused}`);
    expect((await docent(['plan', 'ours'], wrong)).stdout).toContain(`status 401: ${refused}`);
    expect((await docent(['providers', 'check', 'ours', '--json'], wrong)).stdout).toContain(refused);
    await docent(['crawl', 'ours', '--data', 'fresh'], wrong);
    expect((await docent(['why', `${server.origin}/docs/`, '--data', 'fresh'], {})).stdout).toContain(refused);
  });

  it('H1: a token that is refused with 403 enters nothing in the blocklist: the right one brings the pages', async () => {
    const refused = await docent(['crawl', 'ours', '--data', 'expired'], { DOCS_TOKEN: EXPIRED });
    expect(refused.stdout).toContain('token:refused: answered 403: the site refused the token in DOCS_TOKEN');
    expect((await docent(['blocklist', 'list', '--data', 'expired'], {})).stdout).not.toContain('403');
    const right = await docent(['crawl', 'ours', '--data', 'expired'], { DOCS_TOKEN: TOKEN });
    expect(right.stdout).toMatch(/^indexed .*\/docs\/$/m);
  });
});
