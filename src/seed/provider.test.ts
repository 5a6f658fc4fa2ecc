// Proves how provider policies are read: required fields, defaults, ranges, and the problems reported.
import { describe, expect, it } from 'vitest';
import { hasSite, type Provider, readProvider, readProviders } from './provider.ts';

const where = (at: readonly (string | number)[]): string => `policies.yml at ${at.join('.') || 'the top'}`;

const least = { provider_id: 'example', seed_urls: ['https://example.com/docs'], allowed_path_patterns: ['/docs/**'] };

function read(policy: unknown): { provider: Provider | undefined; problems: readonly string[] } {
  const problems: string[] = [];
  return { provider: readProvider(policy, where, problems), problems };
}

describe('a policy', () => {
  it('A6: needs three fields; the rest has defaults', () => {
    expect(read(least)).toEqual({
      problems: [],
      provider: {
        provider_id: 'example',
        name: 'example',
        aliases: [],
        enabled: true,
        seed_urls: ['https://example.com/docs'],
        allowed_path_patterns: ['/docs/**'],
        blocked_path_patterns: [],
        exclude_paths: [],
        default_excludes: true,
        max_depth: 3,
        max_pages: 200,
        request_delay_ms: 1500,
        own_site: false,
        query: 'drop',
        keep_query_params: [],
        allow_dynamic: false,
        custom_selectors: { remove: [] },
        context7: { ask: false, topics: [], max_age_days: 30 },
        spa_rendering: false,
        readability: false,
        learn_chrome: true,
        keep_links: false,
        adaptive: false,
        retain: 'preview',
        forbidden: 'keep',
        image_label: 'image',
        soft_errors: 'on',
        channel: 'crawl',
        tos: {},
      },
    });
  });

  it.each(['provider_id', 'seed_urls', 'allowed_path_patterns'])('A6: %s is required', (field) => {
    const { [field]: _, ...rest } = least as Record<string, unknown>;
    expect(read(rest)).toMatchObject({
      provider: undefined,
      problems: [expect.stringMatching(new RegExp(`^${field} is missing in .*policies\\.yml`))],
    });
    expect(read({ ...least, [field]: null }).problems).toEqual([expect.stringContaining(`${field} is missing`)]);
  });

  it('A6: a missing field names its provider', () => {
    expect(read({ provider_id: 'example', seed_url: 'https://example.com/' }).problems).toEqual([
      'allowed_path_patterns is missing in provider example, policies.yml at the top',
    ]);
  });

  it('A6: every optional field is kept', () => {
    const every = {
      ...least,
      name: 'Example',
      category: 'AI/LLM',
      aliases: ['예시'],
      note: 'a remark',
      enabled: false,
      blocked_path_patterns: ['/docs/old/**'],
      exclude_paths: ['/docs/private'],
      default_excludes: false,
      max_depth: 1,
      max_pages: 500,
      request_delay_ms: 5000,
      own_site: true,
      robots_dialect: 'intel',
      query: 'tracking',
      keep_query_params: ['lang'],
      allow_dynamic: true,
      readability: true,
      learn_chrome: false,
      soft_errors: 'off',
      adaptive: true,
      keep_links: true,
      retain: 'full',
      custom_selectors: { content: 'main', remove: ['.nav'] },
      sitemap_url: 'https://example.com/sitemap.xml',
      spa_rendering: 'auto',
      forbidden: 'remove',
      image_label: '이미지',
      channel: 'context7-first',
      context7: { ask: true, topics: ['how to sign'], library: '/websites/example', max_age_days: 7 },
      tos: { url: 'https://example.com/tos', checked_at: '2026-02-23', checked_by: 'me', verdict: 'allowed' },
    };
    expect(read(every)).toEqual({ problems: [], provider: every });
  });

  it('A6: null counts as not set where a field is optional', () => {
    const { provider, problems } = read({ ...least, sitemap_url: null, max_depth: null, custom_selectors: null });
    expect(problems).toEqual([]);
    expect(provider).toMatchObject({ max_depth: 3, custom_selectors: { remove: [] } });
    expect(provider).not.toHaveProperty('sitemap_url');
  });

  it('A6: a single seed_url will do', () => {
    const { provider_id, allowed_path_patterns } = least;
    const { provider, problems } = read({ provider_id, allowed_path_patterns, seed_url: 'https://example.com/docs' });
    expect(problems).toEqual([]);
    expect(provider?.seed_urls).toEqual(['https://example.com/docs']);
    expect(provider).not.toHaveProperty('seed_url');
    expect(read({ provider_id, allowed_path_patterns, seed_url: 'docs' }).problems).toEqual([
      expect.stringContaining('policies.yml at seed_url'),
    ]);
  });

  it.each([
    'example',
    'google-gemini',
    'a.b_c',
    '5',
    '123e4567-e89b-42d3-a456-426614174000',
    '123E4567-E89B-42D3-A456-426614174000',
  ])('A6: %s is an id', (provider_id) => {
    expect(read({ ...least, provider_id }).provider?.provider_id).toBe(provider_id);
  });

  it.each(['stripe', 'python@3.11', '@types/node@20', 'next.js', 'c++', '토스페이먼츠@2', 'django@6.0.0-rc.1'])(
    'A5: %s is a library',
    (library) => {
      expect(read({ ...least, library }).provider?.library).toBe(library);
    },
  );

  it.each(['', 'python 3.11', 'python@', 'python@^3', 'a@b@c', '@', 3.11, ['a'], 'x'.repeat(101)])(
    'A5: %j is no library',
    (library) => {
      const { problems } = read({ ...least, library });
      expect(problems).toEqual([expect.stringContaining('it must be a name or name@version without spaces')]);
    },
  );

  it.each(['', 'Open AI', 'OpenAI', '../etc', 'a--b', '-a', 'a/b', 5])('A6: %j is no id', (provider_id) => {
    expect(read({ ...least, provider_id }).problems).toEqual([
      expect.stringContaining('it must be a slug (lower-case letters, digits, dashes) or a UUID'),
    ]);
  });

  it.each([
    ['max_depth', 1, 5],
    ['max_pages', 1, 500],
    ['request_delay_ms', 1000, 5000],
  ])('A6: %s goes from %i to %i', (field, min, max) => {
    for (const good of [min, max])
      expect(read({ ...least, [field]: good })).toMatchObject({ problems: [], provider: { [field]: good } });
    for (const bad of [min - 1, max + 1, min + 0.5, String(min)]) {
      expect(read({ ...least, [field]: bad }).problems).toEqual([
        expect.stringMatching(
          new RegExp(
            `^${field} is ${JSON.stringify(bad)} in policies\\.yml at ${field}: it must be a whole number from ${min} to ${max}`,
          ),
        ),
      ]);
    }
  });

  it.each([
    ['on a site of one’s own', { own_site: true }],
    ['where the terms allow it', { tos: { verdict: 'allowed' } }],
  ])('F3, M3: max_pages up to 100,000 is possible %s', (_, fields) => {
    expect(read({ ...least, ...fields, max_pages: 100_000 })).toMatchObject({
      problems: [],
      provider: { max_pages: 100_000 },
    });
    expect(read({ ...least, ...fields, max_pages: 100_001 }).problems).toEqual([
      expect.stringMatching(/^max_pages is 100001 .* it must be a whole number from 1 to 100000 pages$/),
    ]);
    const other = { own_site: false, tos: { verdict: 'unclear' } };
    expect(read({ ...least, ...other, max_pages: 501 }).problems).toEqual([
      expect.stringMatching(
        /from 1 to 500 pages; with own_site: true or tos\.verdict: allowed it may be up to 100,000$/,
      ),
    ]);
  });

  it.each([
    ['on loopback', { seed_urls: ['http://127.0.0.1:8080/docs', 'http://localhost/docs'] }, 10_000, 20, 50],
    ['on a site of one’s own', { own_site: true }, 10_000, 20, 50],
    ['in a folder', { folder: '/docs', seed_urls: ['folder://example/'] }, 10_000, 20, 50],
    ['where the terms allow it', { tos: { verdict: 'allowed' } }, 200, 3, 5],
    ['on a site with a seed elsewhere', { seed_urls: ['http://127.0.0.1/', 'https://example.com/'] }, 200, 3, 5],
  ])('F3: %s the limits have defaults and bounds of their own', (_, fields, max_pages, max_depth, deepest) => {
    const policy = { ...least, ...fields };
    expect(read(policy)).toMatchObject({ problems: [], provider: { max_pages, max_depth } });
    expect(read({ ...policy, max_depth: deepest }).problems).toEqual([]);
    expect(read({ ...policy, max_depth: deepest + 1 }).problems).toEqual([
      expect.stringMatching(deepest === 50 ? /from 1 to 50$/ : /from 1 to 5; with own_site: true it may be up to 50$/),
    ]);
  });

  it.each([
    ['on loopback', { seed_urls: ['http://127.0.0.1:8080/docs', 'http://localhost/docs', 'http://[::1]/docs'] }],
    ['on a site of one’s own', { own_site: true }],
  ])('F4: a delay of 0 is allowed %s', (_, fields) => {
    expect(read({ ...least, ...fields, request_delay_ms: 0 })).toMatchObject({
      problems: [],
      provider: { request_delay_ms: 0 },
    });
  });

  it('F4: a delay of 0 is allowed with a single seed_url on loopback', () => {
    const { provider_id, allowed_path_patterns } = least;
    expect(
      read({ provider_id, allowed_path_patterns, seed_url: 'http://127.0.0.1:8080/', request_delay_ms: 0 }).problems,
    ).toEqual([]);
  });

  it('F4: a delay of 0 is refused when one seed is not on loopback', () => {
    const seed_urls = ['http://127.0.0.1/', 'https://example.com/'];
    expect(read({ ...least, seed_urls, request_delay_ms: 0 }).problems).toEqual([
      expect.stringContaining('from 1000 to 5000'),
    ]);
  });

  it.each([
    ['max_dept', 'max_depth'],
    ['own_sit', 'own_site'],
    ['allowed_path_pattern', 'allowed_path_patterns'],
  ])('A6: the unknown field %s is reported, with the nearest known one', (field, nearest) => {
    expect(read({ ...least, [field]: 1 }).problems).toEqual([
      `unknown field "${field}" in policies.yml at ${field}; did you mean "${nearest}"?`,
    ]);
  });

  it('A6: unknown fields inside a section are reported with their path', () => {
    expect(read({ ...least, custom_selectors: { contents: 'main' } }).problems).toEqual([
      'unknown field "custom_selectors.contents" in policies.yml at custom_selectors.contents; did you mean "custom_selectors.content"?',
    ]);
    expect(read({ ...least, custom_selectors: 'main' }).problems).toEqual([
      'custom_selectors in policies.yml at custom_selectors must be a mapping',
    ]);
  });

  it.each(['allowed_path_patterns', 'blocked_path_patterns', 'exclude_paths'])(
    'R26: %s refuses a look-ahead by its own name',
    (field) => {
      expect(read({ ...least, [field]: ['re:^/(?!x)'] }).problems).toEqual([
        expect.stringContaining(`${field}: pattern "re:^/(?!x)"`),
      ]);
    },
  );

  it.each([null, 'text', 5, []])('A6: %j is no policy', (policy) => {
    expect(read(policy)).toMatchObject({
      provider: undefined,
      problems: [expect.stringContaining('must be a mapping')],
    });
  });

  it('A6: all problems are reported at once', () => {
    expect(read({ provider_id: 'A B', max_depth: 9, colour: 'red' }).problems).toHaveLength(5);
  });
});

describe('headers from the environment', () => {
  const headers_from_env = { Authorization: 'DOCS_TOKEN' };

  it('H1: belong to an own site', () => {
    const { provider } = read({ ...least, own_site: true, headers_from_env });
    expect(provider?.headers_from_env).toEqual(headers_from_env);
    expect(read({ ...least, headers_from_env }).problems).toEqual([
      expect.stringMatching(/^headers_from_env in .* is for a site of your own: it needs own_site: true/),
    ]);
  });

  it('H1: need https or loopback for every seed', () => {
    const seed_urls = ['https://docs.example.com/', 'http://docs.example.com/', 'http://127.0.0.1:8080/'];
    expect(read({ ...least, seed_urls, own_site: true, headers_from_env }).problems).toEqual([
      expect.stringContaining('would go to http://docs.example.com/ unencrypted'),
    ]);
  });

  it('H1: a token in place of its variable is refused without being repeated', () => {
    const { problems } = read({ ...least, own_site: true, headers_from_env: { Authorization: 'Bearer abc123' } });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/headers_from_env is \*\*\* in .*not the value itself/);
    expect(problems[0]).not.toContain('abc123');
  });
});

describe('a repository of GitHub', () => {
  const api = { provider_id: 'kettle', channel: 'api', api: { github: 'acme/kettle', folder: 'docs' } };

  it('X4: needs no seeds: it is its own, and reads the same once more', () => {
    const { provider, problems } = read(api);
    expect(problems).toEqual([]);
    expect(provider).toMatchObject({
      seed_urls: ['https://github.com/acme/kettle/tree/HEAD/docs/'],
      api: { github: 'acme/kettle', folder: 'docs' },
    });
    expect(hasSite(provider as Provider)).toBe(false);
    expect(read(provider)).toEqual({ provider, problems: [] });
  });

  it('X4: may have a site beside it, which then needs its patterns', () => {
    const seed_urls = ['https://kettle.example.com/docs/'];
    const { provider } = read({ ...api, seed_urls, allowed_path_patterns: ['/docs/**'] });
    expect(hasSite(provider as Provider)).toBe(true);
    expect(read({ ...api, seed_urls }).problems).toEqual([expect.stringContaining('allowed_path_patterns is missing')]);
  });

  it('X4: is no folder of this machine as well', () => {
    expect(read({ ...api, folder: './docs' }).problems.join()).toContain('a folder or a repository, not both');
  });

  it.each([
    [{}, 'it needs api.github'],
    [{ github: 'kettle' }, 'api.github is "kettle"'],
    [{ github: 'acme/kettle', ref: 'HEAD:docs' }, 'api.ref is "HEAD:docs"'],
    [{ github: 'acme/kettle', folder: '../x' }, 'api.folder is "../x"'],
    [{ github: 'acme/kettle', token: 'ghp_x' }, 'api.token'],
  ])('X4: %j is refused', (written, problem) => {
    expect(read({ ...api, api: written }).problems.join('\n')).toContain(problem);
  });
});

describe('a list of policies', () => {
  it('A6: keeps its order; a single policy is a list of one', () => {
    const problems: string[] = [];
    const ids = readProviders(
      [
        { ...least, provider_id: 'b' },
        { ...least, provider_id: 'a' },
      ],
      where,
      problems,
    ).map(({ provider_id }) => provider_id);
    expect({ ids, problems }).toEqual({ ids: ['b', 'a'], problems: [] });
    expect(readProviders(least, where, problems)).toHaveLength(1);
  });

  it('A6: an id used twice is reported, with its place', () => {
    const problems: string[] = [];
    readProviders([least, least], where, problems);
    expect(problems).toEqual(['provider_id "example" is used twice in policies.yml at 1.provider_id']);
  });

  it('A6: a mistake in one does not hide those of another', () => {
    const problems: string[] = [];
    readProviders(
      [
        { ...least, max_depth: 9 },
        { ...least, max_pages: 0 },
      ],
      where,
      problems,
    );
    expect(problems).toEqual([expect.stringContaining('at 0.max_depth'), expect.stringContaining('at 1.max_pages')]);
  });
});
