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
