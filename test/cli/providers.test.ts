// `docent providers`: the real binary on a configuration of its own, and on sites of its own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../support/commands.ts';
import { more } from '../support/how-long.ts';
import { type LocalServer, startServer } from '../support/local-server.ts';
import type { Finished } from '../support/process.ts';
import { pinnedNode, root } from '../support/repository.ts';
import { Visits } from '../support/visits.ts';

const binary = join(root, 'bin/docent.js');
const text = 'The client is configured with a key and a region, and every call can be given a deadline. '.repeat(14);
const links = (...paths: string[]): string => paths.map((path) => `<a href="${path}">${path}</a>`).join(' ');
const page = (title: string, ...paths: string[]): string =>
  `<!doctype html><title>${title}</title><nav>${links(...paths)}</nav><main class="doc"><h1>${title}</h1><p>${text}</p></main>`;

const env = { DOCENT_REQUEST_DELAY_MS: '0' };

/** A folder and a site of a test's own. */
interface Place extends AsyncDisposable {
  readonly folder: string;
  readonly server: LocalServer;
  /** HTML by path; everything else is not found. */
  site: Readonly<Record<string, string>>;
  docent(...args: string[]): Promise<Finished>;
  providers(...args: string[]): Promise<Finished>;
  yml(): string;
  write(more?: string): void;
}

async function newPlace(): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'docent-providers-'));
  const server = await startServer((request, response) => {
    const path = (request.url ?? '').split('?', 1)[0] as string;
    if (path === '/robots.txt') response.end('User-agent: *\nDisallow: /docs/private\n');
    else if (place.site[path] === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': 'text/html' }).end(place.site[path]);
  });
  const docent = (...args: string[]) => runCommand(args, { cwd: folder, env });
  const place: Place = {
    folder,
    server,
    site: {},
    docent,
    providers: (...args) => docent('providers', ...args),
    yml: () => readFileSync(join(folder, 'docent.yml'), 'utf8'),
    write: (more = '') =>
      writeFileSync(
        join(folder, 'docent.yml'),
        `providers:\n  - provider_id: ours\n    seed_url: ${server.origin}/docs/ # start\n    allowed_path_patterns: [/docs/**]\n${more}`,
      ),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return place;
}

describe('list and show', () => {
  it('A1, C8: lists what the file has and the presets, with what was crawled of them', async () => {
    await using place = await newPlace();
    const { docent, providers, write } = place;
    place.site = { '/docs/': page('Home', '/docs/a'), '/docs/a': page('A') };
    write('    tos: { verdict: unclear, checked_by: Kim }\n');
    expect((await docent('crawl', 'ours', '--quiet')).code).toBe(0);
    const rows = JSON.parse((await providers('list', '--json')).stdout) as { id: string }[];
    expect(rows[0]).toMatchObject({
      id: 'ours',
      from: 'file',
      enabled: true,
      terms: 'unclear',
      pages: 2,
      complete: true,
    });
    expect(rows.filter((row) => 'from' in row && row.from === 'preset')).toHaveLength(15);
    const { stdout } = await providers();
    expect(stdout).toMatch(/^ {2}id +name +seeds +from +state +retain +terms +last check +pages\n/);
    expect(stdout).toMatch(/ours +ours +127\.0\.0\.1:\d+ +file +fresh +preview +unclear +\d{4}-\d\d-\d\d +2\n/);
    expect(stdout).toMatch(/stripe +Stripe +docs\.stripe\.com +preset +never reached +preview +none +never +0\n/);
  });

  it('A1: shows every value with the place it comes from, and what a crawl would do', async () => {
    await using place = await newPlace();
    const { providers, write } = place;
    write('    max_pages: 30\n');
    const { stdout, code } = await providers('show', 'ours');
    expect(code).toBe(0);
    expect(stdout).toMatch(/seed_urls +http:\S+ +docent\.yml, line 3\n/);
    expect(stdout).toMatch(/max_pages +30 +docent\.yml, line 5\n/);
    expect(stdout).toMatch(/max_depth +20 +default\n/);
    expect(stdout).toMatch(/request_delay_ms +0 +the environment variable DOCENT_REQUEST_DELAY_MS\n/);
    expect(stdout).toContain('at most 30 pages, up to 20 links away from a seed');
    const preset = JSON.parse((await providers('show', '토스페이먼츠', '--json')).stdout) as object;
    expect(preset).toMatchObject({
      id: 'toss-payments',
      from: 'preset',
      mayRun: { command: { ok: true, by: 'terms:unknown' }, schedule: { ok: false, by: 'terms:unknown' } },
    });
    expect(await providers('show', 'strpe')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('did you mean "stripe"?'),
    });
  });
});

describe('add, edit, enable, disable, remove', () => {
  it.concurrent('C8: adding without a verdict asks nobody in a pipe, saves, and reports what will be refused', async () => {
    await using place = await newPlace();
    const { providers, yml } = place;
    const { code, stdout, stderr } = await providers(
      'add',
      'https://docs.example/guide/',
      '--max-pages',
      '40',
      '--remove',
      '.ad',
      '--remove',
      '.toc',
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('added    docs.example to docent.yml\n');
    expect(stdout).toContain('"docent crawl docs.example" warns, and runs by schedule are refused');
    expect(yml()).toBe(
      'providers:\n  - provider_id: docs.example\n    seed_urls: [https://docs.example/guide/]\n    allowed_path_patterns: [/guide/**]\n    max_pages: 40\n    custom_selectors:\n      remove: [.ad, .toc]\n',
    );
    expect(await providers('add', 'https://docs.example/')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is in docent.yml already'),
    });
  });

  it.concurrent('C8: a verdict is dated; a preset can be added, and --config names the file', async () => {
    await using place = await newPlace();
    const { providers, folder } = place;
    const { stdout } = await providers(
      'add',
      'stripe',
      '--tos-verdict',
      'allowed',
      '--tos-checked-by',
      'Kim',
      '--retain',
      'full',
      '--config',
      'other.json',
    );
    expect(stdout).toBe('added    stripe to other.json\n');
    expect(existsSync(join(folder, 'docent.yml'))).toBe(false);
    expect(JSON.parse(readFileSync(join(folder, 'other.json'), 'utf8'))).toMatchObject({
      providers: [{ provider_id: 'stripe' }],
    });
    const shown = JSON.parse((await providers('show', 'stripe', '--json', '--config', 'other.json')).stdout) as {
      terms: string;
    };
    expect(shown.terms).toBe(`allowed, read by Kim on ${new Date().toISOString().slice(0, 10)}`);
  });

  async function isRefused(args: readonly string[], message: string): Promise<void> {
    await using place = await newPlace();
    const { providers, folder } = place;
    const { code, stdout, stderr } = await providers('add', ...args);
    expect({ code, stdout, lines: stderr.split('\n').length }).toEqual({ code: 2, stdout: '', lines: 2 });
    expect(stderr).toContain(message);
    expect(existsSync(join(folder, 'docent.yml'))).toBe(false);
  }

  type Refused = readonly [args: readonly string[], message: string];

  it.concurrent.each<Refused>([
    [['new'], '"new" is no preset, so it needs --seed'],
    [['stirpe'], 'or did you mean the preset "stripe"?'],
    [['http://'], '"http://" is not an http(s) URL'],
    [
      ['https://a.example/', '--max-pages', '501'],
      'max_pages is 501 in the command: it must be a whole number from 1 to 500 pages',
    ],
  ])('A6: add %j is refused in one line, and no file is made', isRefused);
  it.concurrent.each<Refused>([
    [['ftp://a.example/'], 'so it needs --seed'],
    [['../x', '--seed', 'https://a.example/'], 'provider_id is "../x" in the command: it must be a slug'],
    [
      ['https://a.example/', '--delay', '10'],
      'request_delay_ms is 10 in the command: it must be a whole number from 1000 to 5000',
    ],
    [
      ['https://a.example/', '--retain', 'full'],
      'it must be preview unless tos.verdict is allowed or own_site is true',
    ],
    [['https://a.example/', '--selector', 'a['], 'custom_selectors.content'],
    [['https://a.example/', '--allow', 're:(?=x)'], 'allowed_path_patterns: pattern "re:(?=x)"'],
    [['https://a.example/', '--tos-verdict', 'yes'], 'it must be one of allowed, unclear, forbidden'],
    [['https://a.example/', '--dialect', 'goggle'], 'robots_dialect of provider a.example is "goggle"'],
    [['https://a.example/', '--check', '--pages', '0'], 'it must be a whole number from 1 to 20'],
  ])('A6: add %j is refused in one line, and no file is made', more, isRefused);

  async function isRefusedFirst(_: string, args: readonly string[], message: string): Promise<void> {
    await using place = await newPlace();
    const { providers, yml, write, server } = place;
    write();
    const before = yml();
    const { code, stderr } = await providers('add', `${server.origin}/docs/`, '--check', ...args);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
    expect([server.requestLines, yml()]).toEqual([[], before]);
  }

  type RefusedFirst = readonly [what: string, args: readonly string[], message: string];

  it.concurrent.each<RefusedFirst>([['an id that is there', ['--id', 'ours'], 'ours is in docent.yml already']])(
    'A6: add --check looks at %s before it requests anything',
    isRefusedFirst,
  );
  it.concurrent.each<RefusedFirst>([
    ['a terms URL that is none', ['--tos-url', 'nonsense'], 'tos.url is "nonsense" in the command'],
    ['a dialect that is none', ['--dialect', 'goggle'], 'robots_dialect of provider'],
    ['a pattern that is none', ['--allow', 're:(?=x)'], 'allowed_path_patterns: pattern "re:(?=x)"'],
  ])('A6: add --check looks at %s before it requests anything', more, isRefusedFirst);

  it.concurrent('A6: what is wrong with a field is reported before a seed that is missing', async () => {
    await using place = await newPlace();
    const { providers } = place;
    const { code, stderr } = await providers('add', 'new', '--tos-url', 'nonsense');
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('tos.url is "nonsense"') });
  });

  it.concurrent('A6: a control character in an id or a value does nothing to the terminal', async () => {
    await using place = await newPlace();
    const { providers } = place;
    const { stderr } = await providers('add', 'x\u001b[31m', '--seed', 'https://a.example/');
    expect(stderr).toContain('\\u001b');
    expect(stderr).not.toContain('\u001b');
  });

  it('A1: edits fields and lists, disables, enables and removes, keeping comments', async () => {
    await using place = await newPlace();
    const { docent, providers, yml, write, server } = place;
    write('    # few\n    max_pages: 20\n');
    const { stdout } = await providers(
      'edit',
      'ours',
      'max_pages=25',
      'blocked_path_patterns+=/docs/old/**',
      'spa_rendering=auto',
      'max_depth=',
    );
    expect(stdout).toContain('set      max_pages: 25\n');
    expect(stdout).toContain('set      max_depth: back to its default\n');
    expect(yml()).toContain('/docs/ # start\n    allowed_path_patterns: [/docs/**]\n    # few\n    max_pages: 25\n');
    expect(yml()).toContain('spa_rendering: auto');
    await providers('disable', 'ours');
    expect(await docent('crawl', 'ours')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^docent: ours is disabled .*\n$/),
    });
    expect(server.requestLines).toEqual([]);
    expect((await docent('plan', 'ours')).stdout).toContain('a crawl is refused (enabled: false)');
    await providers('enable', 'ours');
    expect(yml()).not.toContain('enabled');
    expect(await providers('remove', 'ours')).toMatchObject({ code: 0, stdout: 'removed  ours from docent.yml\n' });
    expect(await providers('remove', 'ours')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no provider "ours"'),
    });
    expect((await providers('disable', 'openai')).stdout).toBe(
      'copied   the preset openai into docent.yml\ndisabled openai\n',
    );
  });
});

describe('import', () => {
  const policies = [
    { provider_id: 'one', seed_urls: ['https://one.example/docs/'], allowed_path_patterns: ['/docs/**'] },
    {
      ...{ provider_id: 'two', seed_url: 'https://two.example/', allowed_path_patterns: ['/**'], max_pages: 30 },
      tos: { verdict: 'allowed', checked_at: '2026-01-02' },
    },
  ];

  const put = ({ folder }: Place, name: string, content: string): void => writeFileSync(join(folder, name), content);

  it.concurrent('C6: adds the policies of a JSON list and of a YAML file, and keeps what is there', async () => {
    await using place = await newPlace();
    const { providers, yml } = place;
    put(place, 'list.json', JSON.stringify(policies));
    const first = await providers('import', 'list.json');
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toMatch(
      /^added {4}one\n(?:.*\n)*added {4}two\n(?:.*\n)*2 providers written to docent\.yml\n$/,
    );
    expect(yml()).toContain('provider_id: two');
    put(
      place,
      'more.yml',
      'providers:\n  - provider_id: one\n    seed_urls: [https://one.example/new/]\n    allowed_path_patterns: [/new/**]\n  - { provider_id: three, seed_urls: [https://three.example/], allowed_path_patterns: [/**] }\n',
    );
    const second = await providers('import', 'more.yml');
    expect(second.stdout).toContain('kept     one as it is in docent.yml; --replace replaces it\n');
    expect(second.stdout).toContain('added    three\n');
    expect(yml()).toContain('https://one.example/docs/');
    expect((await providers('import', 'more.yml', '--replace')).stdout).toContain('replaced one\n');
    expect(yml()).toContain('https://one.example/new/');
    expect(yml()).not.toContain('https://one.example/docs/');
  });

  it.concurrent('C6: saves nothing where one policy is wrong, and names every problem with its line', async () => {
    await using place = await newPlace();
    put(
      place,
      'wrong.json',
      `[\n${policies.map((one) => JSON.stringify(one)).join(',\n')},\n{"provider_id":"bad","max_pages":0}\n]`,
    );
    const { code, stdout, stderr } = await place.providers('import', 'wrong.json');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('max_pages is 0 in wrong.json, line 4');
    expect(existsSync(join(place.folder, 'docent.yml'))).toBe(false);
    for (const [text, message] of [
      ['[]', 'has no providers'],
      [JSON.stringify([policies[0], policies[0]]), 'provider_id is "one" twice'],
    ] as const) {
      put(place, 'other.json', text);
      expect((await place.providers('import', 'other.json')).stderr).toContain(message);
    }
    expect((await place.providers('import', 'no-such.yml')).code).toBe(2);
  });
});

describe('the terms verdict', () => {
  it('C8: forbidden is never crawled, planned or checked: exit 2, one line, no request', async () => {
    await using place = await newPlace();
    const { docent, write, server } = place;
    write('    tos: { verdict: forbidden, checked_by: Kim, checked_at: 2026-02-23 }\n');
    const commands = [
      ['crawl', 'ours'],
      ['plan', 'ours'],
      ['providers', 'check', 'ours'],
      ['crawl', 'ours', '--dry-run'],
    ];
    for (const { code, stdout, stderr } of await Promise.all(commands.map((args) => docent(...args)))) {
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(
        /^docent: the terms of ours forbid crawling \(tos\.verdict: forbidden\); it is never crawled\. .*\n$/,
      );
    }
    expect(server.requestLines).toEqual([]);
  });

  it('C8: its host is not requested by any command, also as a plain URL or through another provider', async () => {
    await using place = await newPlace();
    const { docent, server, folder } = place;
    place.site = { '/docs/': page('Home'), '/other': page('Other') };
    writeFileSync(
      join(folder, 'second.yml'),
      `providers:\n  - provider_id: ours\n    seed_url: ${server.origin}/docs/\n    allowed_path_patterns: [/docs/**]\n    tos: { verdict: forbidden }\n  - provider_id: twin\n    seed_url: ${server.origin}/other\n    allowed_path_patterns: [/other]\n`,
    );
    const config = ['--config', 'second.yml'];
    const commands = [
      ['crawl', `${server.origin}/other`],
      ['crawl', `${server.origin}/other`, '--own-site'],
      ['plan', `${server.origin}/other`],
      ['read', `${server.origin}/other`],
      ['crawl', 'twin'],
      ['plan', 'twin'],
      ['providers', 'check', 'twin'],
    ];
    await Promise.all(
      commands.map(async (args) => {
        const { code, stdout, stderr } = await docent(...args, ...config);
        expect({ args, code, stdout }).toEqual({ args, code: 2, stdout: '' });
        expect(stderr).toMatch(/is never requested: the terms of ours forbid crawling its host/);
      }),
    );
    expect(server.requestLines).toEqual([]);
    // robots.txt is addressed to everyone; reading it is not crawling.
    expect((await docent('robots', `${server.origin}/other`, ...config)).code).toBe(0);
    expect(server.requestLines).toHaveLength(1);
  });

  it('C8: a redirect or a link to its host is not followed, and a refresh of everything leaves it out', async () => {
    await using place = await newPlace();
    const { docent, write, server } = place;
    place.site = { '/docs/': page('Home') };
    await using other = await startServer((request, response) => {
      if (request.url === '/') response.writeHead(200, { 'content-type': 'text/html' }).end(page('Start', '/there'));
      else if (request.url === '/there') response.writeHead(302, { location: `${server.origin}/docs/` }).end();
      else response.writeHead(404).end();
    });
    expect((await docent('crawl', `${server.origin}/docs/`)).code).toBe(0);
    const before = server.requestLines.length;
    write('    tos: { verdict: forbidden }\nallow_private: [127.0.0.1]\ncrawler: { sameDomainOnly: false }\n');
    const read = await docent('read', `${other.origin}/there`);
    expect(read.stderr).toContain('the terms of ours forbid crawling its host');
    expect((await docent('crawl', `${other.origin}/`, '--allow', '/**')).stdout).toMatch(
      /blocked .*\/docs\/ .*the terms of ours forbid/,
    );
    const refreshed = await docent('refresh', '--all');
    expect(refreshed.stdout).toContain('the terms of ours forbid crawling');
    expect(server.requestLines.slice(before)).toEqual([]);
  });

  it('C8: what someone noted is shown by crawl and plan; without a verdict both warn', async () => {
    await using place = await newPlace();
    const { docent, write } = place;
    place.site = { '/docs/': page('Home') };
    write('    tos: { verdict: allowed, checked_by: Kim, checked_at: 2026-02-23 }\n');
    expect((await docent('crawl', 'ours')).stdout).toContain('terms of ours: allowed, read by Kim on 2026-02-23\n');
    expect((await docent('plan', 'ours')).stdout).toMatch(/terms +allowed, read by Kim on 2026-02-23\n/);
    write();
    expect((await docent('crawl', 'ours')).stdout).toContain('warning  no terms verdict is noted');
    expect((await docent('plan', 'ours')).stdout).toMatch(/terms +no terms verdict is noted/);
  });
});

describe('check', () => {
  it('A1, E1: shows per page what robots.txt, the selector, the chunks and the scope make of it', async () => {
    await using place = await newPlace();
    const { providers, write, server, folder } = place;
    const paths = [
      '/docs/a',
      '/docs/b',
      '/docs/c',
      '/docs/q?x=1',
      '/docs/q?x=2',
      '/blog/',
      'https://elsewhere.example/',
    ];
    place.site = Object.fromEntries(
      ['/docs/', '/docs/a', '/docs/b', '/docs/c', '/docs/q'].map((path) => [path, page(`At ${path}`, ...paths)]),
    );
    write('    custom_selectors: { content: main.doc }\n');
    const { code, stdout } = await providers('check', 'ours', '--json');
    expect(code).toBe(0);
    const [report] = JSON.parse(stdout) as [{ pages: { url: string }[]; warnings: { by: string }[] }];
    expect(report).toMatchObject({ provider: 'ours', selector: 'main.doc', usable: true });
    expect(report.pages).toHaveLength(3);
    // A site that works needs no advice.
    expect(report.warnings.map(({ by }) => by)).not.toContain('check:selector');
    expect(report.pages[0]).toMatchObject({
      url: `${server.origin}/docs/`,
      status: 200,
      robots: { allowed: true, by: 'robots:rfc9309:no-rule' },
      read: {
        title: 'At /docs/',
        rule: 'selector',
        selectorHit: true,
        chunks: { count: 1, outside: 0 },
        sample: ['# At /docs/', '', expect.stringMatching(/^The client/)],
        links: {
          inScope: 4,
          mergedByQuery: 1,
          refused: { 'scope:no-match': { count: 1 }, 'scope:host': { count: 1 } },
        },
      },
    });
    expect(server.requestLines).toEqual(['GET /robots.txt', ...server.requestLines.slice(1)]);
    expect(server.requestLines).toHaveLength(4);
    expect(existsSync(join(folder, '.docent'))).toBe(false);
    const output = (await providers('check', 'ours', '--pages', '1')).stdout;
    expect(output).toMatch(
      /robots +allowed: .*\n +status +200\n +title +At \/docs\/\n +content +\d+ words, found by "selector", its own selector\n/,
    );
    expect(output).toContain('│ # At /docs/');
    expect(output).toContain('1 of 1 page could be read; a crawl would bring something');
  });

  type Unusable = readonly [what: string, lines: string, html: string | undefined, code: number, by: string];

  async function isReported(...[, lines, html, code, by]: Unusable): Promise<void> {
    await using place = await newPlace();
    const { providers, write } = place;
    place.site = html === undefined ? {} : { '/docs/': html };
    write(lines);
    const finished = await providers('check', 'ours', '--json');
    const [report] = JSON.parse(finished.stdout) as [{ usable: boolean; warnings: { by: string; change: string }[] }];
    expect({ code: finished.code, usable: report.usable }).toEqual({ code, usable: code === 0 });
    expect(report.warnings[0]).toMatchObject({ by, change: expect.stringMatching(/\w/) });
  }

  it.concurrent.each<Unusable>([
    [
      'a selector that finds nothing',
      '    custom_selectors: { content: .nowhere }\n',
      page('Home', '/docs/'),
      0,
      'check:selector',
    ],
    [
      'a page that scripts fill',
      '',
      '<title>x</title><div id="root"></div><script src="x.js"></script>',
      1,
      'check:script',
    ],
  ])('A1: %s is reported with what to change', isReported);
  it.concurrent.each<Unusable>([
    ['a page without text', '', '<!doctype html><title>x</title><main></main>', 1, 'check:empty'],
    ['links that are all out of scope', '', page('Home', '/guide/a', '/guide/b'), 1, 'check:links'],
    ['a page that is not there', '', undefined, 1, 'check:no-page'],
    ['a page with noindex', '', `<meta name="robots" content="noindex">${page('Home')}`, 1, 'check:noindex'],
  ])('A1: %s is reported with what to change', more, isReported);

  it.concurrent('R1: what robots.txt forbids is not requested', async () => {
    await using place = await newPlace();
    const { providers, server, folder } = place;
    place.site = { '/docs/private': page('Secret') };
    writeFileSync(
      join(folder, 'policy.yml'),
      `provider_id: p\nseed_url: ${server.origin}/docs/private\nallowed_path_patterns: [/**]\n`,
    );
    const { code, stdout } = await providers('check', 'policy.yml');
    expect(code).toBe(1);
    expect(stdout).toContain('not allowed:');
    expect(server.requestLines).toEqual(['GET /robots.txt']);
  });

  it.concurrent('A6: a file with a hostile policy is refused with every problem and its line', async () => {
    await using place = await newPlace();
    const { providers, folder } = place;
    writeFileSync(
      join(folder, 'bad.yml'),
      'provider_id: ../x\nseed_url: file:///etc/passwd\nallowed_path_patterns: ["re:(a+)+\\\\1"]\nmax_depth: 99\n',
    );
    const { code, stderr } = await providers('check', 'bad.yml');
    expect(code).toBe(2);
    for (const message of [
      'line 1: it must be a slug',
      'line 2',
      'line 3',
      'max_depth is 99 in bad.yml, line 4: it must be a whole number from 1 to 5',
    ])
      expect(stderr).toContain(message);
  });

  it('A1: add --check saves what is of use, and nothing else', async () => {
    await using place = await newPlace();
    const { providers, yml, server, folder } = place;
    place.site = { '/docs/': page('Home', '/docs/a'), '/docs/a': page('A') };
    const bad = await providers('add', `${server.origin}/empty/`, '--check');
    expect(bad).toMatchObject({ code: 1, stderr: 'docent: not saved\n' });
    expect(existsSync(join(folder, 'docent.yml'))).toBe(false);
    const good = await providers('add', `${server.origin}/docs/`, '--check', '--pages', '2');
    expect(good.code).toBe(0);
    expect(good.stdout).toContain('2 of 2 pages could be read');
    expect(yml()).toContain(`provider_id: 127.0.0.1-${server.port}\n`);
  });

  it('F4: pages are requested at the provider’s own pace', async () => {
    await using place = await newPlace();
    const { write, server, folder } = place;
    const visits = new Visits();
    place.site = { '/docs/': page('Home', '/docs/a', '/docs/b'), '/docs/a': page('A'), '/docs/b': page('B') };
    write();
    server.answer((request, response) => {
      visits.note(request.url);
      response.writeHead(place.site[request.url ?? ''] === undefined ? 404 : 200, { 'content-type': 'text/html' });
      response.end(place.site[request.url ?? '']);
    });
    await runCommand(['providers', 'check', 'ours'], {
      cwd: folder,
      env: { DOCENT_REQUEST_DELAY_MS: '300', DOCENT_JITTER_MS: '0' },
    });
    expect(visits.names).toHaveLength(4);
    visits.expectGaps(300);
  });
});

describe('seed', () => {
  it('F1: a crawl that runs picks up a seed, and later crawls know it', async () => {
    await using place = await newPlace();
    const { docent, providers, yml, write, server, folder } = place;
    place.site = { '/docs/': page('Home', '/docs/last'), '/docs/last': page('Last'), '/docs/alone': page('Alone') };
    write();
    // The last page that the crawl knows is answered when the seed is there: until then it runs.
    const added = Promise.withResolvers<void>();
    const lastPage = new Promise<void>((resolve) => {
      server.answer(async (request, response) => {
        const body = place.site[request.url ?? ''];
        if (request.url === '/docs/last') {
          resolve();
          await added.promise;
        }
        response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(body);
      });
    });
    const { PATH = '', HOME = '' } = process.env;
    const crawl = spawn(pinnedNode, [binary, 'crawl', 'ours', '--quiet'], {
      cwd: folder,
      env: { PATH, HOME, ...env },
      stdio: 'ignore',
    });
    const ended = once(crawl, 'exit');
    try {
      await lastPage;
      const { code, stdout } = await providers('seed', 'ours', `${server.origin}/docs/alone`, `${server.origin}/docs/`);
      expect(code).toBe(0);
      expect(stdout).toBe(
        `added    ${server.origin}/docs/alone\nknown    ${server.origin}/docs/\na crawl of ours that runs now takes them up, else the next one\n`,
      );
      added.resolve();
      expect((await ended)[0]).toBe(0);
    } finally {
      crawl.kill('SIGKILL');
    }
    expect(server.requestLines.filter((line) => line === 'GET /docs/alone')).toHaveLength(1);
    expect((await docent('why', `${server.origin}/docs/alone`)).stdout).toContain('indexed');
    expect(yml()).toContain(`/docs/alone`);
  });

  async function isOutOfScope(_: string, path: string, scope: RegExp, todo: string): Promise<void> {
    await using place = await newPlace();
    const { providers, yml, write, server } = place;
    write('    blocked_path_patterns: [/docs/old/**]\n');
    const before = yml();
    const url = path.startsWith('/') ? `${server.origin}${path}` : path;
    const { code, stdout, stderr } = await providers('seed', 'ours', `${server.origin}/docs/good`, url);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(scope);
    expect(stderr).toContain('In scope: /docs/**');
    expect(stderr).toContain(todo);
    expect(yml()).toBe(before);
  }

  type OutOfScope = readonly [what: string, url: string, scope: RegExp, todo: string];

  it.concurrent.each<OutOfScope>([
    [
      'below no allowed path',
      '/api/x',
      /scope:no-match: \/api\/x matches none of \/docs\/\*\*/,
      'allowed_path_patterns+=/api/**',
    ],
  ])('F1, U4: a URL %s is refused, with the scope and what to do', isOutOfScope);
  it.concurrent.each<OutOfScope>([
    [
      'on a blocked path',
      '/docs/old/x',
      /scope:blocked: \/docs\/old\/x matches blocked \/docs\/old\/\*\*/,
      'blocked_path_patterns',
    ],
    [
      'of another host',
      'https://other.example/docs/',
      /scope:host: other\.example is not the host/,
      'docent providers add https://other.example/docs/',
    ],
  ])('F1, U4: a URL %s is refused, with the scope and what to do', more, isOutOfScope);
});
