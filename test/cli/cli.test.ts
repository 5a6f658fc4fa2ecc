// The real binary in a folder of its own: what it prints, where, and with which exit code.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { version } from '../../src/core/version.ts';
import { runCommand } from '../support/commands.ts';
import { type Finished, run } from '../support/process.ts';
import { pinnedNode, root } from '../support/repository.ts';

const binary = join(root, 'bin/docent.js');

const ROBOTS = `User-agent: *
Disallow: /private/
Allow: /private/press/
Crawl-delay: 2

User-agent: docent
Disallow: /drafts

Sitemap: https://example.com/sitemap.xml
`;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docent-cli-'));
  write('robots.txt', ROBOTS);
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, content: string | Uint8Array): void {
  writeFileSync(join(folder, name), content);
}

function docent(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Finished> {
  return runCommand(args, { cwd: folder, env });
}

/** A process of its own, which begins with the launcher. */
function launched(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  node = pinnedNode,
): Promise<Finished> {
  return run(node, [binary, ...args], { cwd: folder, env });
}

/** The output of a command, which must succeed and write nothing to standard error. */
async function printed(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await docent(args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

describe('docent robots --file', () => {
  it('R24: explains a refusal: verdict, line, group, agent, dialect', async () => {
    const text = await printed('robots', '--file', 'robots.txt', 'https://example.com/drafts/1');
    expect(text).toBe(
      [
        'not allowed  https://example.com/drafts/1',
        '  because      line 7: Disallow: /drafts',
        '  decided by   robots:rfc9309:line-7',
        '  group        User-agent: docent',
        `  agent        docent/${version}`,
        '  dialect      rfc9309',
        '  compared     /drafts/1',
        '  crawl delay  none set',
        '  source       robots.txt',
        '  sitemaps     https://example.com/sitemap.xml',
        '',
      ].join('\n'),
    );
  });

  it('R24: prints the whole decision as JSON', async () => {
    const text = await printed(
      'robots',
      '--file',
      'robots.txt',
      '--agent',
      'Other/2.0',
      '--json',
      'https://example.com/private/x?q=1',
    );
    expect(JSON.parse(text)).toEqual({
      url: 'https://example.com/private/x?q=1',
      agent: 'Other/2.0',
      allowed: false,
      by: 'robots:rfc9309:line-2',
      reason: 'line 2: Disallow: /private/',
      dialect: 'rfc9309',
      group: '*',
      winner: { type: 'disallow', pattern: '/private/', length: 9, line: 2 },
      path: '/private/x?q=1',
      source: null,
      crawlDelay: 2,
      sitemaps: ['https://example.com/sitemap.xml'],
    });
  });

  it('R3: --dialect chooses the tradition: the first match wins in classic', async () => {
    const decide = async (dialect: string): Promise<unknown> =>
      JSON.parse(
        await printed(
          'robots',
          '--file',
          'robots.txt',
          '--agent',
          'Other',
          '--dialect',
          dialect,
          '--json',
          'https://example.com/private/press/1',
        ),
      );
    expect(await decide('rfc9309')).toMatchObject({ allowed: true, by: 'robots:rfc9309:line-3' });
    expect(await decide('classic')).toMatchObject({ allowed: false, by: 'robots:classic:line-2' });
  });

  it('R19: --agent changes who is spoken to', async () => {
    expect(
      await printed('robots', '--file', 'robots.txt', '--agent', 'Other/2.0', 'https://example.com/drafts'),
    ).toMatch(/^allowed {2}/);
  });

  it('A1: --all-dialects prints one row for each of the six', async () => {
    const lines = (await printed('robots', '--file', 'robots.txt', '--all-dialects', 'https://example.com/drafts'))
      .trimEnd()
      .split('\n');
    expect(lines[0]).toBe('https://example.com/drafts');
    expect(lines[1]?.trim().split(/\s{2,}/)).toEqual(['dialect', 'verdict', 'because', 'delay', 'agent']);
    const rows = lines.slice(2).map((line) =>
      line
        .trim()
        .split(/\s{2,}/)
        .slice(0, 2),
    );
    expect(rows).toEqual([
      ['rfc9309', 'not allowed'],
      ['webkiller', 'allowed'],
      ['classic', 'not allowed'],
      ['intel', 'allowed'],
      ['assistant', 'allowed'],
      ['google', 'not allowed'],
    ]);
  });

  it('A1: --all-dialects --json holds the same six', async () => {
    const answer = JSON.parse(
      await printed('robots', '--file', 'robots.txt', '--all-dialects', '--json', 'https://example.com/drafts'),
    ) as { reports: { dialect: string }[] };
    expect(answer.reports.map(({ dialect }) => dialect)).toEqual([
      'rfc9309',
      'webkiller',
      'classic',
      'intel',
      'assistant',
      'google',
    ]);
  });

  it('R30: --lint lists what does not do what it seems to, with its line; the URL may be left out', async () => {
    write('typo.txt', 'User-agent: *\nDisalow: /x\n');
    expect(await printed('robots', '--file', 'typo.txt', '--lint')).toMatch(
      /^1 finding\n {2}line 2 {2}typo {2}"Disalow" is not a field; did you mean "Disallow"\?/,
    );
    expect(await printed('robots', '--file', 'robots.txt', '--lint')).toBe(
      'The linter found nothing to complain about.\n',
    );
  });

  it('A1: --exit-code is for scripts: 0 allowed, 1 not allowed or something found', async () => {
    write('typo.txt', 'User-agent: *\nDisalow: /x\n');
    const code = async (...args: string[]): Promise<number | null> => (await docent(['robots', ...args])).code;
    expect(await code('--file', 'robots.txt', '--exit-code', 'https://example.com/open')).toBe(0);
    expect(await code('--file', 'robots.txt', '--exit-code', 'https://example.com/drafts')).toBe(1);
    expect(await code('--file', 'robots.txt', 'https://example.com/drafts')).toBe(0);
    expect(await code('--file', 'typo.txt', '--lint', '--exit-code')).toBe(1);
    expect((await launched(['robots', '--file', 'typo.txt', '--lint', '--exit-code'])).code).toBe(1);
  });

  it('R26: --exclude wins over robots.txt', async () => {
    const text = await printed(
      'robots',
      '--file',
      'robots.txt',
      '--exclude',
      '/admin,*/*logout*',
      '--json',
      'https://example.com/account/logout',
    );
    expect(JSON.parse(text)).toMatchObject({ allowed: false, by: 'excludePaths' });
  });

  it('A6: docent.yml in the current folder, then the environment, then the flag decide', async () => {
    const dialect = async (args: string[], env: Record<string, string> = {}): Promise<string> =>
      (
        JSON.parse(
          (await docent(['robots', '--file', 'robots.txt', '--json', ...args, 'https://example.com/'], env)).stdout,
        ) as { dialect: string }
      ).dialect;
    expect(await dialect([])).toBe('rfc9309');
    write('docent.yml', 'robots_dialect: classic\n');
    expect(await dialect([])).toBe('classic');
    expect(await dialect([], { DOCENT_ROBOTS_DIALECT: 'intel' })).toBe('intel');
    expect(await dialect(['--dialect', 'google'], { DOCENT_ROBOTS_DIALECT: 'intel' })).toBe('google');
  });
});

describe('docent robots on a live host', () => {
  async function withServer<T>(
    work: (origin: string, requests: { url: string; agent: string | undefined }[]) => Promise<T>,
  ): Promise<T> {
    const requests: { url: string; agent: string | undefined }[] = [];
    const server = createServer((request, response) => {
      requests.push({ url: request.url ?? '', agent: request.headers['user-agent'] });
      response.setHeader('content-type', 'text/plain').end(ROBOTS);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests);
    } finally {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  }

  it('R22: requests /robots.txt once, under its own name, and shows where the answer came from', async () => {
    await withServer(async (origin, requests) => {
      const text = await printed('robots', `${origin}/drafts/1`);
      expect(text).toMatch(/^not allowed {2}/);
      expect(text).toContain(`${origin}/robots.txt, status 200, ${ROBOTS.length} bytes, fetched now`);
      expect(requests).toEqual([{ url: '/robots.txt', agent: `docent/${version}` }]);
    });
  });

  it('R23: requests exactly once even for all dialects and the linter', async () => {
    await withServer(async (origin, requests) => {
      const text = await printed('robots', '--all-dialects', '--lint', '--json', `${origin}/drafts/1`);
      expect(requests.map(({ url }) => url)).toEqual(['/robots.txt']);
      const answer = JSON.parse(text) as { reports: { source: unknown }[]; findings: unknown[] };
      expect(answer.reports).toHaveLength(6);
      expect(answer.reports[5]?.source).toMatchObject({ status: 200, bytes: ROBOTS.length });
      expect(answer.findings).toEqual([]);
    });
  });

  it('R27: switched off, it requests nothing and warns', async () => {
    await withServer(async (origin, requests) => {
      const { code, stdout, stderr } = await docent(['robots', '--json', `${origin}/drafts/1`], {
        DOCENT_RESPECT_ROBOTS: 'false',
      });
      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({ allowed: true, by: 'robots:off' });
      expect(stderr).toContain('robots.txt is switched off');
      expect(requests).toEqual([]);
    });
  });

  it('R12: a host that does not answer closes the site in rfc9309, and is no failure of the command', async () => {
    const origin = await withServer(async (open) => open);
    const { code, stdout } = await docent(['robots', '--json', `${origin}/x`]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ allowed: false, by: 'robots:rfc9309:closed', source: { status: 0 } });
  });
});

describe('bad input', () => {
  interface Mistake {
    readonly what: string;
    readonly args?: readonly string[];
    readonly yml?: string;
    readonly env?: Readonly<Record<string, string>>;
    readonly messages: readonly (string | RegExp)[];
  }

  const mistakes: readonly Mistake[] = [
    { what: 'an invalid URL', args: ['robots', 'no url'], messages: ['"no url" is not an http(s) URL'] },
    {
      what: 'a URL of another scheme',
      args: ['robots', 'ftp://example.com/'],
      messages: ['"ftp://example.com/" is not an http(s) URL'],
    },
    {
      what: 'an unknown state',
      args: ['urls', '--state', 'bloked'],
      messages: ["'bloked' is invalid", 'indexed, unchanged, duplicate, skipped, blocked, failed, deleted, waiting'],
    },
    { what: 'a limit of nothing', args: ['urls', '--limit', '0'], messages: ['--limit is "0"', 'from 1'] },
    { what: 'no URL at all', args: ['robots'], messages: ['needs a URL'] },
    {
      what: 'an unknown dialect',
      args: ['robots', '--dialect', 'goggle', 'https://example.com/'],
      messages: ['"goggle"', '--dialect', 'rfc9309, webkiller, classic, intel, assistant, google'],
    },
    {
      what: 'an unknown option',
      args: ['robots', '--jsn', 'https://example.com/'],
      messages: ["unknown option '--jsn'", 'Did you mean --json?'],
    },
    { what: 'an unknown command', args: ['robtos'], messages: ["unknown command 'robtos'", 'Did you mean robots?'] },
    { what: 'an option without its value', args: ['robots', '--file'], messages: ['--file'] },
    {
      what: 'a missing --file',
      args: ['robots', '--file', 'none.txt', 'https://example.com/'],
      messages: ['cannot read none.txt: it does not exist'],
    },
    {
      what: 'a folder as --file',
      args: ['robots', '--file', '.', 'https://example.com/'],
      messages: ['cannot read .:'],
    },
    {
      what: 'a missing --config file',
      args: ['robots', '--config', 'none.yml', 'https://example.com/'],
      messages: ['cannot read none.yml: it does not exist'],
    },
    {
      what: 'a misspelt field',
      yml: 'contact: a@b.example\nrobots_dialekt: google\n',
      messages: ['unknown field "robots_dialekt" in docent.yml, line 2', 'did you mean "robots_dialect"?'],
    },
    {
      what: 'a misspelt crawler key',
      yml: 'crawler:\n  respectRobot: true\n',
      messages: ['crawler.respectRobot', 'docent.yml, line 2', 'did you mean "crawler.respectRobots"?'],
    },
    {
      what: 'a field out of range',
      yml: '# mine\nrobots_max_redirects: 99\n',
      messages: ['robots_max_redirects is 99 in docent.yml, line 2', 'from 0 to 10'],
    },
    {
      what: 'a policy out of range',
      yml: 'providers:\n  - provider_id: a\n    seed_url: https://a.example/\n    allowed_path_patterns: [/**]\n    max_depth: 9\n',
      messages: ['max_depth is 9 in docent.yml, line 5', 'from 1 to 5'],
    },
    {
      what: 'a look-ahead in exclude_paths',
      yml: 'exclude_paths: ["re:^/(?!docs)"]\n',
      messages: ['exclude_paths', '(?!', 'docent.yml, line 1'],
    },
    {
      what: 'a look-ahead in excludePaths',
      yml: 'crawler:\n  excludePaths: ["re:^/(?=docs)"]\n',
      messages: ['excludePaths', '(?=', 'docent.yml, line 2'],
    },
    { what: 'broken YAML', yml: 'contact: [a\n', messages: [/docent\.yml, line \d+, column \d+/] },
    { what: 'an alias to nothing', yml: 'contact: *nobody\n', messages: ['docent.yml', 'nobody'] },
    { what: 'YAML that is no mapping', yml: 'just words\n', messages: ['docent.yml must hold settings'] },
    {
      what: 'a non-number in the environment',
      env: { DOCENT_ROBOTS_TIMEOUT_MS: 'soon' },
      messages: ['"soon" in the environment variable DOCENT_ROBOTS_TIMEOUT_MS', 'from 100 to 120000'],
    },
    {
      what: 'a non-number in a RAG_ variable',
      env: { RAG_ROBOTS_TXT_CACHE_TTL: 'soon' },
      messages: ['RAG_ROBOTS_TXT_CACHE_TTL is "soon"'],
    },
    {
      what: 'a non-boolean in the environment',
      env: { RAG_RESPECT_ROBOTS_TXT: 'perhaps' },
      messages: ['RAG_RESPECT_ROBOTS_TXT is "perhaps"', 'true or false'],
    },
  ];

  it.each(mistakes)(
    'A6: $what is one clear line on standard error and exit code 2',
    async ({ args, yml, env, messages }) => {
      if (yml !== undefined) write('docent.yml', yml);
      const { code, stdout, stderr } = await docent(
        args ?? ['robots', '--file', 'robots.txt', 'https://example.com/'],
        env,
      );
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(/^docent: [^\n]+\n$/);
      for (const part of messages)
        expect(stderr).toMatch(part instanceof RegExp ? part : new RegExp(RegExp.escape(part)));
    },
  );

  it('A6: what was mistyped is shown, and cannot act on the terminal or start a line of its own', async () => {
    write('docent.yml', '"a\\e[31m\\nb\\u202e": 1\n');
    for (const args of [
      ['robots', '--file', 'robots.txt', 'https://example.com/'],
      ['\u001b[31mrobots\nx'],
      ['robots', '--file', 'no\u009b\nne', 'https://a.example/'],
    ]) {
      const { code, stderr } = await docent(args);
      expect(code).toBe(2);
      expect(stderr).toMatch(/^docent: [^\n]+\n$/);
      expect(stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    }
  });

  it('A6: several mistakes are reported at once, one line each', async () => {
    write('docent.yml', 'robots_max_redirects: 99\nlog_level: loud\n');
    const { code, stderr } = await docent(['robots', '--file', 'robots.txt', 'https://example.com/'], {
      DOCENT_CONTACT: 'nobody',
    });
    expect(code).toBe(2);
    expect(stderr.trimEnd().split('\n')).toHaveLength(3);
  });
});

describe('what robots.txt holds', () => {
  const ESC = '\u001b';
  const hostile = [
    'User-agent: *',
    `Disallow: /a${ESC}]0;title\u0007${ESC}[31m`,
    'Disallow: /b\u009b31m\u202ereversed\u{e0041}',
    `Disal${ESC}[2Jlow: /x`,
    `Crawl-delay: ${ESC}[2J\u009b2J`,
    `no${ESC}[31mcolon`,
    `Sitemap: https://example.com/${ESC}[1m`,
    '',
  ].join('\n');

  it.each([
    [['https://example.com/b%C2%9B31m%E2%80%AEreversed%F3%A0%81%81']],
    [['--json', 'https://example.com/b%C2%9B31m%E2%80%AEreversed%F3%A0%81%81']],
    [['--all-dialects', `https://example.com/a${ESC}]0;title\u0007${ESC}[31m`]],
    [['--lint', '--json']],
    [['--lint']],
    [['--log-level', 'debug', '--log-format', 'pretty', 'https://example.com/b%C2%9B31m%E2%80%AEreversed%F3%A0%81%81']],
    [['--log-level', 'debug', '--log-format', 'json', 'https://example.com/b%C2%9B31m%E2%80%AEreversed%F3%A0%81%81']],
  ])('never reaches the terminal raw: %j', async (args) => {
    write('hostile.txt', hostile);
    const { code, stdout, stderr } = await docent(['robots', '--file', 'hostile.txt', ...args], {
      DOCENT_ROBOTS_LOG_MATCHES: 'true',
    });
    expect(code).toBe(0);
    expect(stdout).not.toBe('');
    const raw = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u{e0000}-\u{e007f}]/u;
    expect(stdout).not.toMatch(raw);
    expect(stderr).not.toMatch(raw);
    if (args.includes('--json') && !args.includes('--lint')) {
      expect(JSON.parse(stdout)).toMatchObject({
        allowed: false,
        winner: { pattern: '/b\u009b31m\u202ereversed\u{e0041}' },
      });
    }
  });
});

describe('help and version', () => {
  it('A1: --help of the command names every flag', async () => {
    const text = await printed('robots', '--help');
    const flags = [
      '--file',
      '--all-dialects',
      '--lint',
      '--json',
      '--exit-code',
      '--config',
      '--dialect',
      '--agent',
      '--exclude',
      '--allow-private',
      '--log-level',
      '--log-format',
      '--help',
    ];
    for (const flag of flags) expect(text).toContain(flag);
  });

  it('A1: without words, and with --help, the commands are listed', async () => {
    const listed = [...(await printed()).matchAll(/^ {2}([a-z]+) /gm)].map((match) => match[1]);
    expect(listed).toEqual([
      ...[
        'demo',
        'plan',
        'crawl',
        'refresh',
        'runs',
        'providers',
        'channels',
        'suggest',
        'search',
        'answer',
        'judged',
        'read',
        'urls',
        'fetches',
        'why',
        'report',
        'alerts',
        'schedule',
      ],
      ...['export', 'backup', 'restore', 'blocklist', 'forget', 'requests', 'robots', 'serve'],
      ...['mcp', 'doctor', 'help'],
    ]);
    expect(await printed('--help')).toBe(await printed());
  });

  it('A1: --version prints the version', async () => {
    expect(await launched(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });
});

describe('the launcher', () => {
  const system = systemNode();
  const old = system !== undefined && isOld(system.version);

  it.skipIf(!old)(
    `runs on the system’s own Node.js ${old ? system.version : '(skipped: it is new enough, or there is none)'}`,
    async () => {
      const { path } = system as { path: string };
      const { code, stdout, stderr } = await launched(
        ['robots', '--file', 'robots.txt', '--exit-code', 'https://example.com/drafts'],
        {},
        path,
      );
      expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
      expect(stdout).toMatch(/^not allowed {2}/);
      expect(await launched(['--version'], {}, path)).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
    },
  );

  it.skipIf(!old)('names what to install when even the second start is too old', async () => {
    const { path } = system as { path: string };
    const { code, stdout, stderr } = await launched(['--version'], { DOCENT_RELAUNCHED: '1' }, path);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^docent needs Node\.js 22\.19 or newer, and this is v[\d.]+\. Install it [^\n]+\n$/);
  });

  /** The first `node` on PATH that npm has not put there. */
  function systemNode(): { readonly path: string; readonly version: string } | undefined {
    const folders = (process.env.PATH ?? '')
      .split(delimiter)
      .filter((entry) => entry !== '' && !entry.includes('node_modules'));
    const path = folders.map((entry) => join(entry, 'node')).find((candidate) => existsSync(candidate));
    return path === undefined
      ? undefined
      : { path, version: execFileSync(path, ['--version'], { encoding: 'utf8' }).trim() };
  }

  function isOld(tag: string): boolean {
    const [major = 0, minor = 0] = tag.slice(1).split('.').map(Number);
    return major < 22 || (major === 22 && minor < 19);
  }
});

describe.skipIf(!existsSync('/dev/full'))('output that cannot be written', () => {
  const shell = (line: string): Promise<Finished> =>
    run('sh', ['-c', line.replaceAll('docent', `"${pinnedNode}" "${binary}"`)], { cwd: folder });

  it.each([
    ['help', 'docent --help'],
    ['an answer', 'docent robots --file robots.txt https://example.com/drafts/1'],
    ['JSON', 'docent robots --file robots.txt https://example.com/drafts/1 --json'],
  ])('A1: a full disk is one line on standard error and the exit code 1, for %s', async (_, line) => {
    expect(await shell(`${line} > /dev/full`)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'docent: cannot write to standard output: no space is left on the device.\n',
    });
  });

  it('A1: where complaints cannot be written, the exit code shows what happened', async () => {
    expect(await shell('docent nonsense 2> /dev/full')).toEqual({ code: 2, stdout: '', stderr: '' });
    expect((await shell('docent --version 2> /dev/full')).stdout).toBe(`${version}\n`);
  });

  it('A1: a reader that has seen enough ends it quietly', async () => {
    expect(await shell('docent --help | true')).toEqual({ code: 0, stdout: '', stderr: '' });
  });
});
