// Proves how defaults, file, environment and flags are joined, and how problems are reported.
import { describe, expect, it } from 'vitest';
import type { ConfigDocument } from './config-document.ts';
import { type OptionSources, type ResolvedOptions, resolveOptions, unknownField } from './resolve.ts';
import { type Option, optionTable } from './table.ts';

/** A file, without there being one. */
function file(content: unknown): ConfigDocument {
  return { path: 'docent.yml', content, where: (at) => `docent.yml at ${at.join('.')}` };
}

function resolve(sources: Partial<OptionSources>): { resolved: ResolvedOptions; problems: readonly string[] } {
  const problems: string[] = [];
  const resolved = resolveOptions({ env: {}, flags: {}, ...sources }, problems);
  return { resolved, problems };
}

describe('resolveOptions', () => {
  it('A6: without any source, the defaults', () => {
    const { resolved, problems } = resolve({});
    expect(problems).toEqual([]);
    expect(resolved.origins).toEqual({});
    const defaults = optionTable.flatMap((row) => ('default' in row ? [row.name] : []));
    expect(Object.keys(resolved.options).toSorted()).toEqual(defaults.toSorted());
    expect(resolved.options).toMatchObject({
      respect_robots: true,
      robots_fallback_allow_all: true,
      robots_cache_hosts: 128,
      robots_log_matches: false,
      same_domain_only: true,
      exclude_paths: [],
      allow_private: [],
      log_level: 'warn',
      log_format: 'auto',
    });
  });

  it('A6: the file wins over defaults, the environment over the file, flags over all', () => {
    const document = file({ robots_dialect: 'classic', log_level: 'info', user_agent: 'File/1' });
    const env = { DOCENT_ROBOTS_DIALECT: 'intel', DOCENT_LOG_LEVEL: 'error' };
    const { resolved } = resolve({ document, env, flags: { robots_dialect: 'google' } });
    expect(resolved.options).toMatchObject({
      robots_dialect: 'google',
      log_level: 'error',
      user_agent: 'File/1',
      log_format: 'auto',
    });
    expect(resolved.origins).toEqual({
      robots_dialect: 'the flag --dialect',
      log_level: 'the environment variable DOCENT_LOG_LEVEL',
      user_agent: 'docent.yml at user_agent',
    });
  });

  it('A6: an empty environment variable counts as not set', () => {
    expect(resolve({ env: { DOCENT_LOG_LEVEL: '', RAG_USER_AGENT: '' } })).toMatchObject({
      problems: [],
      resolved: { origins: {}, used: { ragVariables: false } },
    });
  });

  it('A6: the environment may hold anything else', () => {
    expect(resolve({ env: { DOCENT_HOME: '/x', RAG_OTHER: 'y', PATH: '/bin' } }).problems).toEqual([]);
  });

  it('A6: an alias in other units is converted, and its range is reported in its own units', () => {
    expect(resolve({ document: file({ crawler: { robotsTtlMinutes: 45 } }) }).resolved.options.robots_ttl_seconds).toBe(
      2_700,
    );
    expect(resolve({ document: file({ crawler: { robotsTtlMinutes: 0 } }) }).problems).toEqual([
      'robotsTtlMinutes is 0 in docent.yml at crawler.robotsTtlMinutes: it must be a whole number from 1 to 10080 minutes',
    ]);
  });

  it('A6: docent’s own variable wins over a borrowed one', () => {
    const { resolved } = resolve({ env: { RAG_USER_AGENT: 'Rag/1', DOCENT_USER_AGENT: 'Own/1' } });
    expect(resolved.options.user_agent).toBe('Own/1');
  });

  it('A6: one wrong variable that sets two options is reported once', () => {
    expect(resolve({ env: { RAG_ROBOTS_TXT_CACHE_TTL: 'soon' } }).problems).toEqual([
      'RAG_ROBOTS_TXT_CACHE_TTL is "soon" in the environment variable RAG_ROBOTS_TXT_CACHE_TTL: it must be a whole number from 60 to 604800 seconds',
    ]);
  });

  it('A6: whether borrowed names were used is remembered', () => {
    expect(resolve({ document: file({ crawler: {} }) }).resolved.used).toEqual({
      crawlerKeys: false,
      ragVariables: false,
    });
    expect(resolve({ document: file({ crawler: { sameDomainOnly: true } }) }).resolved.used.crawlerKeys).toBe(true);
    expect(resolve({ env: { RAG_RESPECT_ROBOTS_TXT: 'true' } }).resolved.used.ragVariables).toBe(true);
    expect(resolve({ env: { DOCENT_RESPECT_ROBOTS: 'true' } }).resolved.used.ragVariables).toBe(false);
  });

  it('A6: unknown fields are reported, with the nearest known one', () => {
    expect(
      resolve({
        document: file({ log_levl: 'info', crawler: { robotsUA2: 'x', zzz: 1 }, providers: [], dialects: {} }),
      }).problems,
    ).toEqual([
      'unknown field "log_levl" in docent.yml at log_levl; did you mean "log_level"?',
      'unknown field "crawler.robotsUA2" in docent.yml at crawler.robotsUA2; did you mean "crawler.robotsUa"?',
      'unknown field "crawler.zzz" in docent.yml at crawler.zzz; docs/options.md lists what there is',
    ]);
  });

  it('A6: a crawler section that is no mapping is reported', () => {
    expect(resolve({ document: file({ crawler: ['respectRobots'] }) }).problems).toEqual([
      'crawler in docent.yml at crawler must hold settings such as respectRobots: true',
    ]);
  });

  it('A6: a value that does not fit counts as not set, and each is reported', () => {
    const { resolved, problems } = resolve({
      document: file({ robots_cache_hosts: 0, respect_robots: 'no' }),
      flags: { log_level: 'loud' },
    });
    expect(problems).toHaveLength(3);
    expect(resolved.options).toMatchObject({ robots_cache_hosts: 128, respect_robots: true, log_level: 'warn' });
  });
});

describe('the options table', () => {
  const options: readonly Option[] = optionTable;

  it('names every option, variable and flag once', () => {
    for (const names of [
      options.map(({ name }) => name),
      options.map(({ env }) => env),
      options.flatMap(({ flag }) => flag ?? []),
    ]) {
      expect(new Set(names).size).toBe(names.length);
    }
  });

  it.each(options)('$name has a variable made from its name, a sentence, and a default that fits', (option) => {
    expect(option.env).toBe(`DOCENT_${option.name.toUpperCase()}`);
    expect(option.doc).toMatch(/^\S.*\.$/);
    if (option.default !== undefined)
      expect(resolve({ document: file({ [option.name]: option.default }) }).problems).toEqual([]);
  });
});

describe('unknownField', () => {
  it('sends those who are far off to the documentation', () => {
    expect(unknownField('colour', 'docent.yml, line 3', ['contact'])).toBe(
      'unknown field "colour" in docent.yml, line 3; docs/options.md lists what there is',
    );
  });
});
