// E5, H1: secrets and e-mail addresses of URLs: crawled with the real binary, then looked for in everything that was written.
// Commands and files: SQLite alone.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../support/commands.ts';
import { type LocalServer, startServer } from '../support/local-server.ts';
import type { Finished } from '../support/process.ts';

const PASSWORD = 'passwordZ9x';
const TOKEN = 'tokenQ7w';
const PERSON = 'jo.doe';
const ADDRESS = `${PERSON}@corp.org`;

let folder: string;
let server: LocalServer;
/** The output of each command, by its arguments. */
const printed = new Map<string, Finished>();

const text = 'The client is configured with a region, and every call can be given a deadline by its caller. '.repeat(
  14,
);

function page(title: string, ...links: string[]): string {
  const list = links.map((link, n) => `<a href="${link}">link ${n}</a>`).join(' ');
  return `<!doctype html><title>${title}</title><link rel="canonical" href="?token=${TOKEN}"><main><h1>${title}</h1><p>${text} ${title}</p><p>${list}</p></main>`;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docent-secrets-'));
  server = await startServer((request, response) => {
    const url = request.url ?? '';
    const host = server.origin.slice('http://'.length);
    const html = (body: string): void =>
      void response.writeHead(200, { 'content-type': 'text/html' }).end(body.replaceAll('HOST', host));
    if (url === '/robots.txt')
      response.end(
        `# write to ${ADDRESS}\nUser-agent: *\nDisallow: /private\nDisallow: /users/${ADDRESS}\nSitemap: http://me:${PASSWORD}@${host}/sitemap.xml?sig=${TOKEN}\n`,
      );
    else if (url.startsWith('/sitemap.xml'))
      response
        .writeHead(200, { 'content-type': 'application/xml' })
        .end(
          `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>http://me:${PASSWORD}@${host}/docs/mapped?token=${TOKEN}</loc></url><url><loc>http://${host}/docs/${ADDRESS}</loc></url></urlset>`,
        );
    else if (url.startsWith('/docs/gone')) response.writeHead(404).end();
    else if (url.startsWith('/docs/shut')) response.writeHead(403).end();
    else if (url.startsWith('/docs/moved'))
      response.writeHead(301, { location: `http://me:${PASSWORD}@${host}/docs/there?api_key=${TOKEN}` }).end();
    else if (url === '/docs/')
      html(
        page(
          'Home',
          `/docs/a?token=${TOKEN}&page=2`,
          `http://me:${PASSWORD}@HOST/docs/b`,
          `/docs/moved?x=1`,
          `/docs/gone?key=${TOKEN}`,
          `/docs/shut?secret=${TOKEN}`,
          `/private/x?token=${TOKEN}`,
          `/docs/users/${ADDRESS}`,
          `/docs/users/${PERSON}%40corp.org`,
          `/docs/c?mail=${PERSON}%40corp.org&n=1`,
          `/docs/a/a/a/a?token=${TOKEN}`,
        ),
      );
    else html(page(`Page ${url.split('?', 1)[0]}`, '/docs/'));
  });
  writeFileSync(
    join(folder, 'docent.yml'),
    `providers:\n  - provider_id: ours\n    seed_url: http://me:${PASSWORD}@${server.origin.slice(7)}/docs/\n    sitemap_url: http://me:${PASSWORD}@${server.origin.slice(7)}/sitemap.xml?sig=${TOKEN}\n    allowed_path_patterns: [/docs/**, /private/**]\n    query: keep\n    keep_links: true\n    retain: full\n    own_site: true\n    request_delay_ms: 0\n`,
  );
  const seed = `http://me:${PASSWORD}@${server.origin.slice(7)}/docs/`;
  const url = `${server.origin}/docs/a?token=${TOKEN}&page=2`;
  const commands: readonly (readonly string[])[] = [
    ['plan', 'ours'],
    ['plan', seed, '--query', 'keep', '--json'],
    ['providers', 'check', 'ours', '--json'],
    ['providers', 'check', 'ours'],
    ['providers', 'show', 'ours', '--json'],
    ['crawl', 'ours', '--log-level', 'debug', '--log-format', 'json'],
    ['crawl', seed, '--query', 'keep', '--own-site', '--retain', 'full', '--json', '--log-level', 'debug'],
    ['refresh', 'ours', '--all', '--json'],
    ['urls'],
    ['urls', '--json'],
    ['urls', '--similar'],
    ...['indexed', 'unchanged', 'duplicate', 'skipped', 'blocked', 'failed'].map((state) => ['urls', '--state', state]),
    ['urls', '--state', 'blocked', '--json'],
    ['why', url],
    ['why', url, '--json'],
    ['why', `${server.origin}/docs/moved?x=1`],
    ['why', `${server.origin}/docs/unmet?token=${TOKEN}`],
    ['report'],
    ['report', '--json'],
    ['report', '--markdown', '--all'],
    ['report', '--atom', 'feed.xml'],
    ['search', 'deadline', '--json'],
    ['search', 'deadline'],
    ['read', url, '--json', '--links'],
    ['read', url, '--chunks'],
    ['robots', url],
    ['robots', `${server.origin}/users/${ADDRESS}`, '--json'],
    ['robots', seed, '--lint'],
    ['blocklist'],
    ['forget', url, '--dry-run'],
    ['providers', 'add', `${seed}other/`, '--id', 'second'],
    ['export', '--out', 'md', '--format', 'markdown'],
    ['export', '--out', 'pages.jsonl', '--format', 'jsonl'],
    ['export', '--out', 'llms.txt', '--format', 'llms'],
    ['export', '--out', 'llms-full.txt', '--format', 'llms-full'],
  ];
  const env = { DOCENT_REQUEST_DELAY_MS: '0', DOCENT_RETRY_BASE_MS: '0' };
  for (const words of commands)
    printed.set(`${words.join(' ')} (${printed.size})`, await runCommand(words, { cwd: folder, env }));
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

function outputOf(words: string): Finished {
  return [...printed].find(([command]) => command.startsWith(words))?.[1] as Finished;
}

/** Every file below a folder. */
function filesIn(below: string): readonly string[] {
  return readdirSync(join(folder, below), { recursive: true })
    .map((name) => join(below, String(name)))
    .filter((name) => statSync(join(folder, name)).isFile());
}

/** Columns of the data folder that hold a text, with how many rows do. */
function columnsWith(needle: string): readonly string[] {
  const db = new DatabaseSync(join(folder, '.docent', 'docent.sqlite'), { readOnly: true });
  try {
    const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%'").all();
    return tables.flatMap(({ name: table }) =>
      db
        .prepare(`SELECT name FROM pragma_table_info('${table}')`)
        .all()
        .map(({ name }) => String(name))
        .filter(
          (column) =>
            Number(
              db
                .prepare(
                  `SELECT count(*) AS n FROM "${table}" WHERE instr(CAST("${column}" AS BLOB), CAST(? AS BLOB)) > 0`,
                )
                .get(needle)?.n,
            ) > 0,
        )
        .map((column) => `${table}.${column}`),
    );
  } finally {
    db.close();
  }
}

describe('secrets and addresses of URLs', () => {
  it('H1: every command did its work', () => {
    const failed = [...printed].filter(([, { code }]) => code !== 0 && code !== 1);
    expect(failed).toEqual([]);
    expect(server.requestLines).toContain(`GET /docs/a?token=${TOKEN}&page=2`);
    expect(server.requestLines).toContain(`GET /docs/there?api_key=${TOKEN}`);
    expect(server.requestLines).toContain('GET /docs/c?n=1');
    expect(server.requestLines).toContain(`GET /docs/mapped?token=${TOKEN}`);
  });

  it.each([
    ['H1: a password', PASSWORD],
    ['H1: the value of a secret parameter', TOKEN],
    ['E5: an e-mail address', ADDRESS],
    ['E5: an escaped e-mail address', `${PERSON}%40`],
  ])('%s is in nothing that a command prints or logs', (_, secret) => {
    const shown = [...printed].filter(([, { stdout, stderr }]) => `${stdout}${stderr}`.includes(secret));
    expect(
      shown.map(([words, { stdout, stderr }]) => [
        words,
        `${stdout}${stderr}`.split('\n').find((line) => line.includes(secret)),
      ]),
    ).toEqual([]);
  });

  it.each([PASSWORD, TOKEN, PERSON])('E5, H1: %s is in no exported file and in no name of one', (secret) => {
    const files = [...filesIn('md'), 'pages.jsonl', 'llms.txt', 'llms-full.txt', 'feed.xml'];
    expect(files.length).toBeGreaterThan(6);
    expect(
      files.filter((name) => name.includes(secret) || readFileSync(join(folder, name), 'utf8').includes(secret)),
    ).toEqual([]);
  });

  it('H1: the data folder holds no password, and a parameter only where it is requested from', () => {
    expect(columnsWith(PASSWORD)).toEqual([]);
    const requestedFrom = ['page_links.links', 'robots.body', 'urls.hops', 'urls.url'];
    expect(columnsWith(TOKEN).filter((column) => !requestedFrom.includes(column))).toEqual([]);
  });

  it('E5: the data folder holds no address, and the rules of the stored robots.txt still count', () => {
    expect([...columnsWith(ADDRESS), ...columnsWith(`${PERSON}%40`)]).toEqual([]);
    expect(columnsWith('Disallow: /private')).toContain('robots.body');
    expect(outputOf('urls --state blocked').stdout).toMatch(/\/private\/x\?token=\*\*\*/);
  });

  it('H1: what was typed or written with a password is warned about, once a command', () => {
    const typed = outputOf('plan http');
    expect(typed.stderr.match(/docent: warning: the user name and password of .* are left out/g)).toHaveLength(1);
    const configured = outputOf('plan ours');
    expect(configured.stderr).toMatch(/seed_urls in docent\.yml, line 3: its user name and password are left out/);
  });
});
