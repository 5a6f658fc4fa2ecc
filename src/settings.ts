// What the operator has configured: options, provider policies and dialects, joined from file, environment and flags.
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { ConfigError, DocentError } from './core/errors.ts';
import { checkServer } from './core/options/check-server.ts';
import { type ConfigDocument, parseConfigDocument, readConfigDocument } from './core/options/config-document.ts';
import { readPlaces } from './core/options/places.ts';
import { isMapping, type OptionSources, type ResolvedOptions, resolveOptions } from './core/options/resolve.ts';
import type { Options } from './core/options/table.ts';
import type { StoreAddress } from './core/store-address.ts';
import { loopbackSite, portOf } from './core/url/host.ts';
import { createAddressGuard, type OwnAddress } from './fetch/address.ts';
import type { Dialect, SitePolicy } from './robots/dialect.ts';
import { type DialectOverrides, defineDialect, dialectNames, dialects } from './robots/dialects.ts';
import { type Provider, readProviders } from './seed/provider.ts';
import { type AlertBounds, resolveBounds, writtenBounds } from './watch/alerts/bounds.ts';
import { checkTimeZone, parseCron } from './watch/schedule/cron-fields.ts';
import { readWebhooks, type Webhook, webhookName } from './watch/webhooks/webhook.ts';

export interface Settings {
  readonly options: Options;
  /** This machine's own folder, absolute: tokens, sessions, lock files. */
  readonly data: string;
  /** Where pages are kept. */
  readonly store: StoreAddress;
  /** Where each option that is not a default was written. */
  readonly origins: ResolvedOptions['origins'];
  /** The policies of the configuration file; presets are not among them. */
  readonly providers: readonly Provider[];
  /** The dialect in force, with the options' overrides applied. */
  readonly dialect: Dialect;
  /** Every dialect by name, the configuration's own included. */
  readonly dialects: ReadonlyMap<string, Dialect>;
  /** The agent sent and matched. */
  readonly agent: string;
  /** M1, M2: when an alert is raised. */
  readonly bounds: AlertBounds;
  /** The time zone of reports and schedules. */
  readonly timeZone: string;
  /** Where events are posted. */
  readonly webhooks: readonly Webhook[];
  /** What was read otherwise than it was written, and what is missing to use it, one line each. */
  readonly warnings?: readonly string[] | undefined;
  /** What a server listens on, which it never requests. */
  readonly own?: readonly OwnAddress[] | undefined;
}

export interface SettingsInput {
  /** A configuration file; when left out, docent.yml in `cwd` is read if it is there. */
  readonly config?: string | undefined;
  /** What the file holds, where that is not on disk yet. */
  readonly text?: string | undefined;
  readonly cwd?: string | undefined;
  readonly env?: OptionSources['env'] | undefined;
  readonly flags?: OptionSources['flags'] | undefined;
  /** As `Settings.own`. */
  readonly own?: readonly OwnAddress[] | undefined;
}

const CONFIG_FILES = ['docent.yml', 'docent.yaml', 'docent.json'];

/** Reads file, environment and flags. Throws DOC_FILE for a file that cannot be read, ConfigError with every problem found. */
export function loadSettings(input: SettingsInput = {}): Settings {
  const { cwd = process.cwd(), env = process.env, flags = {}, text } = input;
  const path = configPath(input);
  const document =
    path === undefined
      ? undefined
      : text === undefined
        ? readConfigDocument(path, resolve(cwd, path))
        : parseConfigDocument(path, text);
  const problems: string[] = [];
  const resolved = resolveOptions({ document: onlyOptions(document), env, flags }, problems);
  const known = readDialects(document, problems);
  const warnings: string[] = [];
  const providers = readPolicies(document, cwd, known, problems, warnings);
  const base = chooseDialect(resolved, known, problems);
  checkAllowPrivate(resolved, problems);
  checkContext7(resolved, problems);
  checkServer(resolved, problems);
  checkCaps(resolved, problems);
  const bounds = readBounds(resolved, providers, problems);
  checkSchedules(resolved, providers, problems);
  const webhooks = readWebhooks(
    sectionOf(document, 'webhooks'),
    (at) => document?.where(['webhooks', ...at]) ?? '',
    problems,
  );
  const places = readPlaces(resolved, (path) => resolve(cwd, path), problems);
  if (problems.length > 0) throw new ConfigError(problems);
  const dialect = applyOptions(base, resolved.options);
  return {
    options: { ...resolved.options, data: places.data },
    data: resolve(cwd, places.data),
    store: places.store,
    origins: resolved.origins,
    providers,
    dialect,
    dialects: known,
    agent: agentOf(dialect, resolved.options),
    bounds,
    webhooks,
    warnings: [...warnings, ...webhookWarnings(webhooks, resolved.options, env)],
    ...(input.own !== undefined && { own: input.own }),
    // Computed on use: finding the time zone takes 10 MB.
    get timeZone() {
      return resolved.options.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
    },
  };
}

/** The settings for a data folder; another one than theirs has pages of its own. */
export function withData(settings: Settings, folder: string): Settings {
  const data = resolve(folder);
  if (data === settings.data) return { ...settings, options: { ...settings.options, data: folder } };
  const options = { ...settings.options, data: folder, store: 'sqlite' };
  return { ...settings, options, data, store: { kind: 'sqlite', folder: data } };
}

/** The configuration file in force, as it was named; undefined when there is none. */
export function configPath(input: Pick<SettingsInput, 'config' | 'cwd' | 'env'> = {}): string | undefined {
  const { cwd = process.cwd() } = input;
  return namedConfig(input) ?? CONFIG_FILES.find((name) => existsSync(resolve(cwd, name)));
}

/** The files that may be the configuration, whether they exist or not: the named one, else those that are looked for. */
export function possibleConfigs(input: Pick<SettingsInput, 'config' | 'env'>): readonly string[] {
  const named = namedConfig(input);
  return named === undefined ? CONFIG_FILES : [named];
}

function namedConfig({ config, env = process.env }: Pick<SettingsInput, 'config' | 'env'>): string | undefined {
  return config ?? (env.DOCENT_CONFIG || undefined);
}

/** F3: what a file or the environment may set; the command line may lift it for one crawl. */
const caps = Object.freeze({ max_pages: { min: 1, max: 500 }, max_depth: { min: 1, max: 5 } });

function checkCaps({ options, origins }: ResolvedOptions, problems: string[]): void {
  for (const name of ['max_pages', 'max_depth'] as const) {
    const value = options[name];
    const origin = origins[name];
    const { min, max } = caps[name];
    if (value === undefined || origin === undefined || origin.startsWith('the flag')) continue;
    if (value < min || value > max)
      problems.push(
        `${name} is ${value} in ${origin}: it must be ${min} to ${max} there; only --${name.replace('_', '-')} on the command line lifts it`,
      );
  }
}

/** X2: the URL must be https or loopback, since an API key is sent there. */
function checkContext7({ options: { context7_url: url }, origins }: ResolvedOptions, problems: string[]): void {
  if (url.startsWith('https:') || loopbackSite(url) !== undefined) return;
  problems.push(`context7_url is "${url}" in ${origins.context7_url}: it must be https, or on this machine`);
}

function checkAllowPrivate({ options, origins }: ResolvedOptions, problems: string[]): void {
  try {
    createAddressGuard({ allowPrivate: options.allow_private });
  } catch (error) {
    problems.push(`${(error as Error).message} (in ${origins.allow_private ?? 'the defaults'})`);
  }
}

/** Why nothing would be sent to a webhook as things are, one line each. */
function webhookWarnings(
  webhooks: readonly Webhook[],
  { allow_private: allowPrivate }: Options,
  env: OptionSources['env'],
): readonly string[] {
  return webhooks.flatMap((webhook, nth) => {
    const url = new URL(webhook.url);
    const site = loopbackSite(webhook.url);
    const guard = createAddressGuard({ allowPrivate, open: site === undefined ? [] : [site] });
    const address = guard.checkHost(url.hostname, portOf(url));
    return [
      ...(env[webhook.secret_env]
        ? []
        : [
            `the environment variable ${webhook.secret_env} is not set; what is to be signed with it waits for at most 48 hours`,
          ]),
      ...(address.ok ? [] : [`refused by ${address.by}; allow_private lists private addresses that may be requested`]),
    ].map((why) => `nothing is sent to ${webhookName(webhook, nth)}: ${why}`);
  });
}

/** The bounds of alerts; those of a source that do not fit are reported with them. */
function readBounds(
  { options, origins }: ResolvedOptions,
  providers: readonly Provider[],
  problems: string[],
): AlertBounds {
  const read = (written: readonly string[], where: string | undefined, usual?: AlertBounds): AlertBounds => {
    try {
      return resolveBounds(writtenBounds(written), 'alert_bounds', usual);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      problems.push(...error.problems.map((problem) => `${problem} (in ${where})`));
      return resolveBounds({});
    }
  };
  const bounds = read(options.alert_bounds, origins.alert_bounds);
  for (const { provider_id: id, alert_bounds: own = [] } of providers) read(own, `provider ${id}`, bounds);
  return bounds;
}

/** M5: a schedule that cannot be read is reported when the file is read, not when it would be due. */
function checkSchedules(
  { options, origins }: ResolvedOptions,
  providers: readonly Provider[],
  problems: string[],
): void {
  const check = (where: string | undefined, task: () => unknown): void => {
    try {
      task();
    } catch (error) {
      if (!(error instanceof DocentError)) throw error;
      problems.push(`${error.message} (${where})`);
    }
  };
  const { time_zone: zone } = options;
  if (zone !== undefined) check(`time_zone in ${origins.time_zone}`, () => checkTimeZone(zone));
  for (const { provider_id: id, schedule, time_zone: own } of providers) {
    if (schedule !== undefined) check(`provider ${id}`, () => parseCron(schedule));
    if (own !== undefined) check(`time_zone of provider ${id}`, () => checkTimeZone(own));
  }
}

/** A file that is a bare policy, or a list of them, holds no options. */
function onlyOptions(document: ConfigDocument | undefined): ConfigDocument | undefined {
  return isPolicyFile(document?.content) ? undefined : document;
}

/** A section of a file with options. */
function sectionOf(document: ConfigDocument | undefined, name: string): unknown {
  const content = onlyOptions(document)?.content;
  return isMapping(content) ? content[name] : undefined;
}

function isPolicyFile(content: unknown): boolean {
  return Array.isArray(content) || (isMapping(content) && 'provider_id' in content);
}

function readPolicies(
  document: ConfigDocument | undefined,
  cwd: string,
  known: ReadonlyMap<string, Dialect>,
  problems: string[],
  warnings: string[],
): readonly Provider[] {
  if (document === undefined) return [];
  const { content } = document;
  const bare = isPolicyFile(content);
  if (!bare && !isMapping(content)) {
    if (content !== null && content !== undefined)
      problems.push(`${document.path} must hold settings such as "robots_dialect: rfc9309"`);
    return [];
  }
  const raw = bare ? content : (content as Record<string, unknown>).providers;
  if (raw === undefined || raw === null) return [];
  const written = readProviders(raw, (at) => document.where(bare ? at : ['providers', ...at]), problems, warnings);
  const providers = written.map((one) =>
    one.folder === undefined ? one : { ...one, folder: resolve(cwd, dirname(document.path), one.folder) },
  );
  for (const { provider_id, robots_dialect } of providers) {
    if (robots_dialect !== undefined && !known.has(robots_dialect)) {
      problems.push(
        `robots_dialect of provider ${provider_id} is "${robots_dialect}" in ${document.path}: known are ${[...known.keys()].join(', ')}`,
      );
    }
  }
  return providers;
}

/** The six, and those the file defines: `dialects: { mine: { base: rfc9309, crawlDelay: false } }`. */
function readDialects(document: ConfigDocument | undefined, problems: string[]): ReadonlyMap<string, Dialect> {
  const known = new Map<string, Dialect>(dialectNames.map((name) => [name, dialects[name]]));
  const raw = document !== undefined && isMapping(document.content) ? document.content.dialects : undefined;
  if (document === undefined || raw === undefined || raw === null) return known;
  if (!isMapping(raw)) {
    problems.push(
      `dialects in ${document.where(['dialects'])} must be a mapping of names to dialects, each with a base`,
    );
    return known;
  }
  for (const [name, definition] of Object.entries(raw)) {
    const where = document.where(['dialects', name]);
    const { base, ...overrides } = isMapping(definition) ? definition : { base: undefined };
    const from = typeof base === 'string' ? known.get(base) : undefined;
    if (from === undefined) problems.push(`dialect ${name} in ${where} needs a base: ${[...known.keys()].join(', ')}`);
    else {
      try {
        known.set(name, defineDialect(from, { ...overrides, name } as DialectOverrides));
      } catch (error) {
        problems.push(`dialect ${name} in ${where}: ${(error as Error).message}`);
      }
    }
  }
  return known;
}

function chooseDialect(
  { options, origins, used }: ResolvedOptions,
  known: ReadonlyMap<string, Dialect>,
  problems: string[],
): Dialect {
  const implied = used.ragVariables ? 'assistant' : used.crawlerKeys ? 'webkiller' : 'rfc9309';
  const name = options.robots_dialect ?? implied;
  const dialect = known.get(name);
  if (dialect === undefined) {
    problems.push(
      `robots_dialect is "${name}" in ${origins.robots_dialect ?? 'the defaults'}: known are ${[...known.keys()].join(', ')}`,
    );
  }
  return dialect ?? dialects.rfc9309;
}

/** The dialect, overridden by the options for robots.txt. */
export function applyOptions(dialect: Dialect, options: Options): Dialect {
  const close = { kind: 'close' } as const;
  const strict = !options.robots_fallback_allow_all;
  const {
    robots_ttl_seconds: goodSec,
    robots_fail_ttl_seconds: failedSec,
    robots_max_redirects: max,
    robots_timeout_ms: readMs,
  } = options;
  return defineDialect(dialect, {
    name: dialect.name,
    ttl: { ...(goodSec !== undefined && { goodSec }), ...(failedSec !== undefined && { failedSec }) },
    redirects: { ...(max !== undefined && { max }), ...(strict && { tooMany: close }) },
    timeouts: { ...(readMs !== undefined && { readMs }) },
    // A file too large to be obeyed whole is obeyed as far as it was read.
    ...(strict && {
      statuses: {
        denied: closedUnlessLasting(dialect.statuses.denied),
        tooManyRequests: closedUnlessLasting(dialect.statuses.tooManyRequests),
        clientError: closedUnlessLasting(dialect.statuses.clientError),
        serverError: closedUnlessLasting(dialect.statuses.serverError),
        network: closedUnlessLasting(dialect.statuses.network),
      },
      limits: { over: 'cut', maxRules: Number.POSITIVE_INFINITY },
    }),
  });
}

/** Where a dialect already waits or keeps an older copy, that is stricter than a plain no; it only must not open in the end. */
function closedUnlessLasting(policy: SitePolicy): SitePolicy {
  if (policy.kind === 'unreachable') return { ...policy, allowAfterSec: Number.POSITIVE_INFINITY };
  return policy.kind === 'allow' ? { kind: 'close' } : policy;
}

/** The agent sent and matched: the operator's, else the dialect's. A configured info URL takes the place of the one that it names. */
export function agentOf(dialect: Dialect, { user_agent, info_url }: Pick<Options, 'user_agent' | 'info_url'>): string {
  const agent = user_agent ?? dialect.agent;
  if (info_url === undefined) return agent;
  const named = agent.replace(/\+https?:\/\/[^\s;()]+/i, () => `+${info_url}`);
  return named.includes(`+${info_url}`) ? named : `${agent} (+${info_url})`;
}
