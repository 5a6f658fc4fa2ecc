// The one table of options: flags, environment, docent.yml, --help and docs/options.md are all made from it.
import { logFormats, logLevels } from '../log.ts';
import type { Field } from './field.ts';

/** Another name under which an option is accepted, as it was called elsewhere. */
export interface Alias {
  readonly in: 'crawler' | 'environment';
  readonly name: string;
  /** The alias counts in larger units: minutes where the option counts seconds. */
  readonly times?: number;
  readonly unit?: string;
}

export type Option = Field & {
  readonly env: string;
  /** In commander's notation; left out where a flag would be of no use. */
  readonly flag?: string;
  readonly aliases?: readonly Alias[];
};

export const optionTable = [
  {
    name: 'robots_dialect',
    kind: 'text',
    shape: 'a dialect: rfc9309, webkiller, classic, intel, assistant, google, or one defined under dialects',
    doc: 'Which tradition robots.txt is read in. Default rfc9309; `crawler:` keys imply webkiller, RAG_* variables assistant.',
    env: 'DOCENT_ROBOTS_DIALECT',
    flag: '--dialect <name>',
  },
  {
    name: 'respect_robots',
    kind: 'boolean',
    default: true,
    doc: 'Obey robots.txt, META robots, X-Robots-Tag and rel=nofollow. Switch it off only for a site you own.',
    env: 'DOCENT_RESPECT_ROBOTS',
    aliases: [
      { in: 'crawler', name: 'respectRobots' },
      { in: 'environment', name: 'RAG_RESPECT_ROBOTS_TXT' },
    ],
  },
  {
    name: 'user_agent',
    kind: 'text',
    pattern: /^[\x20-\x7e]+$/,
    shape: 'printable ASCII, such as MyBot/1.0',
    doc: 'The agent sent and matched in robots.txt. Default: the dialect’s own.',
    env: 'DOCENT_USER_AGENT',
    flag: '--agent <name>',
    aliases: [
      { in: 'crawler', name: 'robotsUa' },
      { in: 'environment', name: 'RAG_USER_AGENT' },
    ],
  },
  {
    name: 'info_url',
    kind: 'url',
    doc: 'A page about your robot; sent in the User-Agent header as (+URL).',
    env: 'DOCENT_INFO_URL',
  },
  {
    name: 'contact',
    kind: 'text',
    pattern: /^[^\s@]+@[^\s@]+$/,
    shape: 'a mail address',
    doc: 'Who answers for the robot; sent as the From header.',
    env: 'DOCENT_CONTACT',
  },
  {
    name: 'robots_ttl_seconds',
    kind: 'integer',
    min: 60,
    max: 604_800,
    unit: 'seconds',
    doc: 'How long a robots.txt is kept. Default: as the dialect says.',
    env: 'DOCENT_ROBOTS_TTL_SECONDS',
    aliases: [
      { in: 'crawler', name: 'robotsTtlMinutes', times: 60, unit: 'minutes' },
      { in: 'environment', name: 'RAG_ROBOTS_TXT_CACHE_TTL' },
    ],
  },
  {
    name: 'robots_fail_ttl_seconds',
    kind: 'integer',
    min: 60,
    max: 604_800,
    unit: 'seconds',
    doc: 'How long a failure to get robots.txt is remembered. Default: as the dialect says.',
    env: 'DOCENT_ROBOTS_FAIL_TTL_SECONDS',
    aliases: [
      { in: 'crawler', name: 'robotsFailTtlMinutes', times: 60, unit: 'minutes' },
      { in: 'environment', name: 'RAG_ROBOTS_TXT_CACHE_TTL' },
    ],
  },
  {
    name: 'robots_max_redirects',
    kind: 'integer',
    min: 0,
    max: 10,
    doc: 'Redirects followed on the way to robots.txt. Default: as the dialect says.',
    env: 'DOCENT_ROBOTS_MAX_REDIRECTS',
    aliases: [{ in: 'crawler', name: 'robotsMaxRedirects' }],
  },
  {
    name: 'robots_timeout_ms',
    kind: 'integer',
    min: 100,
    max: 120_000,
    unit: 'milliseconds',
    doc: 'Time to read robots.txt once connected. Default: as the dialect says.',
    env: 'DOCENT_ROBOTS_TIMEOUT_MS',
    aliases: [{ in: 'crawler', name: 'robotsTimeoutMs' }],
  },
  {
    name: 'robots_fallback_allow_all',
    kind: 'boolean',
    default: true,
    doc: 'false: a robots.txt that cannot be had (5xx, network, redirects) closes the site in every dialect, and one that is too large is obeyed as far as it was read.',
    env: 'DOCENT_ROBOTS_FALLBACK_ALLOW_ALL',
    aliases: [{ in: 'crawler', name: 'robotsFallbackAllowAll' }],
  },
  {
    name: 'robots_cache_hosts',
    kind: 'integer',
    min: 1,
    max: 100_000,
    default: 128,
    unit: 'hosts',
    doc: 'How many hosts’ robots.txt are kept in memory.',
    env: 'DOCENT_ROBOTS_CACHE_HOSTS',
  },
  {
    name: 'robots_log_matches',
    kind: 'boolean',
    default: false,
    doc: 'Write a DEBUG robots.match line for every decision.',
    env: 'DOCENT_ROBOTS_LOG_MATCHES',
  },
  {
    name: 'same_domain_only',
    kind: 'boolean',
    default: true,
    doc: 'Follow links only on the hosts of the seeds.',
    env: 'DOCENT_SAME_DOMAIN_ONLY',
    aliases: [{ in: 'crawler', name: 'sameDomainOnly' }],
  },
  {
    name: 'exclude_paths',
    kind: 'list',
    of: 'excluded path',
    default: [],
    doc: 'Paths never fetched, whatever robots.txt says: a prefix (/admin), a glob (*/*logout*), or re: with an RE2 expression on path and query.',
    env: 'DOCENT_EXCLUDE_PATHS',
    flag: '--exclude <paths>',
    aliases: [{ in: 'crawler', name: 'excludePaths' }],
  },
  {
    name: 'allow_private',
    kind: 'list',
    of: 'text',
    default: [],
    doc: 'Hosts, addresses or CIDR ranges that may be fetched although they are not public.',
    env: 'DOCENT_ALLOW_PRIVATE',
    flag: '--allow-private <hosts>',
  },
  {
    name: 'data',
    kind: 'text',
    default: '.docent',
    doc: 'The folder that holds everything: crawl state, pages, index.',
    env: 'DOCENT_DATA',
    flag: '--data <folder>',
  },
  {
    name: 'request_delay_ms',
    kind: 'integer',
    min: 0,
    max: 600_000,
    unit: 'milliseconds',
    doc: 'Time between two requests to one host. Default 1500; under 1000 only on loopback and own sites.',
    env: 'DOCENT_REQUEST_DELAY_MS',
    flag: '--delay <ms>',
  },
  {
    name: 'jitter_ms',
    kind: 'integer',
    min: 0,
    max: 5_000,
    default: 500,
    unit: 'milliseconds',
    doc: 'The delay is drawn evenly from this much more or less.',
    env: 'DOCENT_JITTER_MS',
  },
  {
    name: 'politeness',
    kind: 'choice',
    choices: ['normal', 'careful'],
    default: 'normal',
    doc: 'careful: at least 5 s apart, at most 6 requests a minute, 500 per host and run.',
    env: 'DOCENT_POLITENESS',
    flag: '--politeness <kind>',
  },
  {
    name: 'concurrency',
    kind: 'integer',
    min: 1,
    max: 1_000,
    default: 3,
    unit: 'requests',
    doc: 'Requests under way at once, over all hosts.',
    env: 'DOCENT_CONCURRENCY',
    flag: '--concurrency <n>',
  },
  {
    name: 'per_host',
    kind: 'integer',
    min: 1,
    max: 64,
    default: 1,
    unit: 'requests',
    doc: 'Requests under way at once to one host; more than 1 only on loopback and own sites.',
    env: 'DOCENT_PER_HOST',
    flag: '--per-host <n>',
  },
  {
    name: 'max_depth',
    kind: 'integer',
    min: 0,
    max: 100,
    unit: 'links',
    doc: 'How many links away from a seed a page may be. Default 3, or what the provider says.',
    env: 'DOCENT_MAX_DEPTH',
    flag: '--max-depth <n>',
  },
  {
    name: 'max_pages',
    kind: 'integer',
    min: 1,
    max: 10_000_000,
    unit: 'pages',
    doc: 'After so many stored pages a provider stops. Default 200, or what the provider says.',
    env: 'DOCENT_MAX_PAGES',
    flag: '--max-pages <n>',
  },
  {
    name: 'retain',
    kind: 'choice',
    choices: ['preview', 'full'],
    doc: 'How much text is kept: 500 characters of each chunk, or all of it (own sites, or terms that allow it). Default preview, or what the provider says.',
    env: 'DOCENT_RETAIN',
    flag: '--retain <how>',
  },
  {
    name: 'links_only',
    kind: 'boolean',
    default: false,
    doc: 'Only follow links: pages are counted and listed, and nothing of their text is kept.',
    env: 'DOCENT_LINKS_ONLY',
    flag: '--links-only',
  },
  {
    name: 'index',
    kind: 'boolean',
    default: true,
    doc: 'Put pages into the search index while they are crawled. Without it they are not found until they are indexed.',
    env: 'DOCENT_INDEX',
    flag: '--no-index',
  },
  {
    name: 'extract_timeout_ms',
    kind: 'integer',
    min: 50,
    max: 60_000,
    default: 5_000,
    unit: 'milliseconds',
    doc: 'A page that takes longer to read is given up; after three times it is entered in the blocklist.',
    env: 'DOCENT_EXTRACT_TIMEOUT_MS',
  },
  {
    name: 'extract_memory_mb',
    kind: 'integer',
    min: 32,
    max: 4_096,
    default: 256,
    unit: 'MB',
    doc: 'The memory a page may take to read; the same holds beyond it.',
    env: 'DOCENT_EXTRACT_MEMORY_MB',
  },
  {
    name: 'max_run_pages',
    kind: 'integer',
    min: 1,
    max: 10_000_000,
    default: 5_000,
    unit: 'pages',
    doc: 'After so many stored pages the whole run stops. A larger max_pages on the command line raises it.',
    env: 'DOCENT_MAX_RUN_PAGES',
  },
  {
    name: 'max_per_template',
    kind: 'integer',
    min: 1,
    max: 10_000_000,
    default: 1_000,
    unit: 'URLs',
    doc: 'How many URLs that differ only in numbers, dates or ids are taken (calendars, endless next links).',
    env: 'DOCENT_MAX_PER_TEMPLATE',
  },
  {
    name: 'cycle_threshold',
    kind: 'integer',
    min: 2,
    max: 3,
    default: 3,
    unit: 'repetitions',
    doc: 'A path in which a run of segments repeats so often is refused.',
    env: 'DOCENT_CYCLE_THRESHOLD',
  },
  {
    name: 'requests_per_hour',
    kind: 'integer',
    min: 1,
    max: 10_000_000,
    default: 1_000,
    unit: 'requests',
    doc: 'Bound over everything in a rolling hour; loopback and own sites do not count.',
    env: 'DOCENT_REQUESTS_PER_HOUR',
  },
  {
    name: 'requests_per_day',
    kind: 'integer',
    min: 1,
    max: 100_000_000,
    default: 10_000,
    unit: 'requests',
    doc: 'Bound over everything in a rolling day.',
    env: 'DOCENT_REQUESTS_PER_DAY',
  },
  {
    name: 'host_requests_per_hour',
    kind: 'integer',
    min: 1,
    max: 10_000_000,
    unit: 'requests',
    doc: 'The same for each host, if set.',
    env: 'DOCENT_HOST_REQUESTS_PER_HOUR',
  },
  {
    name: 'host_requests_per_day',
    kind: 'integer',
    min: 1,
    max: 100_000_000,
    unit: 'requests',
    doc: 'The same for each host, if set.',
    env: 'DOCENT_HOST_REQUESTS_PER_DAY',
  },
  {
    name: 'retry_base_ms',
    kind: 'integer',
    min: 0,
    max: 600_000,
    default: 30_000,
    unit: 'milliseconds',
    doc: 'The first wait after a failed request; the others follow from it. Under 1000 only on loopback and own sites.',
    env: 'DOCENT_RETRY_BASE_MS',
  },
  {
    name: 'own_site',
    kind: 'boolean',
    default: false,
    doc: 'The site is yours: delay 0, more requests at once and no hourly or daily bound are allowed.',
    env: 'DOCENT_OWN_SITE',
    flag: '--own-site',
  },
  {
    name: 'strip_www',
    kind: 'boolean',
    default: true,
    doc: 'Whether www.example.com and example.com are one site.',
    env: 'DOCENT_STRIP_WWW',
  },
  {
    name: 'query',
    kind: 'choice',
    choices: ['drop', 'tracking', 'keep'],
    doc: 'What becomes of query strings when pages are told apart. Default drop, or what the provider says.',
    env: 'DOCENT_QUERY',
    flag: '--query <kind>',
  },
  {
    name: 'accept_language',
    kind: 'text',
    pattern: /^[\x20-\x7e]+$/,
    shape: 'a header value, such as en-US,en;q=0.9',
    default: 'en-US,en;q=0.9,ko;q=0.8',
    doc: 'The Accept-Language header.',
    env: 'DOCENT_ACCEPT_LANGUAGE',
  },
  {
    name: 'proxy',
    kind: 'choice',
    choices: ['none', 'env'],
    default: 'none',
    doc: 'env: requests go through HTTPS_PROXY / HTTP_PROXY; names are then resolved by the proxy.',
    env: 'DOCENT_PROXY',
  },
  {
    name: 'log_level',
    kind: 'choice',
    choices: logLevels,
    default: 'warn',
    doc: 'How much is logged, on standard error.',
    env: 'DOCENT_LOG_LEVEL',
    flag: '--log-level <level>',
  },
  {
    name: 'log_format',
    kind: 'choice',
    choices: logFormats,
    default: 'auto',
    doc: 'JSON lines, or readable ones; auto is readable on a terminal.',
    env: 'DOCENT_LOG_FORMAT',
    flag: '--log-format <format>',
  },
] as const satisfies readonly Option[];

export type OptionName = (typeof optionTable)[number]['name'];

type Value<O> = O extends { kind: 'boolean' }
  ? boolean
  : O extends { kind: 'integer' }
    ? number
    : O extends { kind: 'choice'; choices: infer C extends readonly unknown[] }
      ? C[number]
      : O extends { kind: 'list' }
        ? readonly string[]
        : string;

/** Every option with its value; undefined where nothing was said and there is no default. */
export type Options = {
  readonly [O in (typeof optionTable)[number] as O['name']]: O extends { default: unknown }
    ? Value<O>
    : Value<O> | undefined;
};
