// The policy of a run, as text: kept with the run, for a process it is passed to, and the process that resumes it.
import { isAbsolute } from 'node:path';
import {
  decodeOrNothing,
  isFlag,
  isListOf,
  isMap,
  isOneOf,
  isOptional,
  isShape,
  isString,
  isStrings,
} from '../../core/decode.ts';
import { DocentError } from '../../core/errors.ts';
import { readField } from '../../core/options/field.ts';
import { resolveOptions } from '../../core/options/resolve.ts';
import { serverOptionRows } from '../../core/options/server-options.ts';
import { type Option, type OptionName, type Options, optionTable } from '../../core/options/table.ts';
import { isFolderUrl } from '../../core/url/host.ts';
import { shownUrl, withoutUserInfo } from '../../core/url/shown-url.ts';
import type { Dialect } from '../../robots/dialect.ts';
import { type DialectOverrides, defineDialect, dialectNames, dialects } from '../../robots/dialects.ts';
import { type Provider, readProvider } from '../../seed/provider.ts';
import { agentOf, applyOptions, type Settings } from '../../settings.ts';
import { realFolder } from '../folder/folder-supplier.ts';
import { hasSameHeaders } from '../own-headers.ts';
import { resolveTargets, type Target, type TargetOptions, targetsOf } from './targets.ts';

/** Options of the process, not of a run: where it keeps and writes things, and whom it notifies. A policy names none of them. */
const ofTheProcess: ReadonlySet<OptionName> = new Set([
  ...(['data', 'store', 'log_level', 'log_format', 'proxy', 'time_zone'] as const),
  ...(['alert_bounds', 'slack_webhook', 'slack_reports', 'keep_questions', 'context7_url'] as const),
  ...serverOptionRows.map(({ name }) => name),
]);

/** How a run works, as its starter chose. */
export interface RunManner {
  /** false: stop rather than wait long. */
  readonly wait?: boolean | undefined;
  /** F12: a provider's first run is no trial. */
  readonly confirmed?: boolean | undefined;
  /** F5: a person started it: what nobody answered is forgotten first. It is not kept: who goes on with the run is no person. */
  readonly byHand?: boolean | undefined;
  /** Looks at what is stored: at what is due, at what a run of the schedule (`slot`) requests, or at all of it. Left out: a crawl. */
  readonly refresh?: 'due' | 'slot' | 'all' | undefined;
}

/** What a run of one target works by. */
export interface RunPolicy extends RunManner {
  readonly target: Target;
  readonly settings: Settings;
}

/** `folder` and `id`: of a folder, where the run is passed to another process. */
interface KeptPlain extends Pick<TargetOptions, 'allow' | 'block' | 'library'> {
  readonly seeds: readonly string[];
  readonly folder?: string | undefined;
  readonly id?: string | undefined;
}

/** A plain target is named by what it was started with; a provider's own policy is kept whole. */
interface Kept extends RunManner {
  readonly provider?: Readonly<Record<string, unknown>> | undefined;
  readonly plain?: KeptPlain | undefined;
  readonly options: Readonly<Record<string, unknown>>;
  readonly origins: Readonly<Record<string, unknown>>;
  /** Dialects that are not among the six. */
  readonly dialects: readonly Readonly<Record<string, unknown>>[];
  readonly dialect: string;
  /** C8: providers of the configuration whose terms forbid their hosts. */
  readonly forbidden: readonly Readonly<Record<string, unknown>>[];
}

const isKept = isShape<Kept>({
  wait: isOptional(isFlag),
  confirmed: isOptional(isFlag),
  byHand: isOptional(isFlag),
  refresh: isOptional(isOneOf({ due: true, slot: true, all: true })),
  provider: isOptional(isMap),
  plain: isOptional(
    isShape<KeptPlain>({
      seeds: isStrings,
      allow: isOptional(isStrings),
      block: isOptional(isStrings),
      library: isOptional(isString),
      folder: isOptional(isString),
      id: isOptional(isString),
    }),
  ),
  options: isMap,
  origins: isMap,
  dialects: isListOf(isMap),
  dialect: isString,
  forbidden: isListOf(isMap),
});

/**
 * To be kept with a run of this target, or passed on where it is still to begin. H1: no password is in it, and a secret parameter of
 * a URL only where that is passed on: a process that resumes a run finds it in the queue.
 */
export function policyText(
  { target, settings, wait, confirmed, refresh, byHand }: RunPolicy,
  to: 'keep' | 'hand-over',
): string {
  const { provider, plain, remembered } = target;
  const own = [settings.dialect.name, provider.robots_dialect ?? ''].filter((name) => !isOneOfTheSix(name));
  // An earlier crawl's options count where none are set.
  const { options, origins } = settings;
  const set = optionTable.filter(({ name }) => origins[name] !== undefined && !ofTheProcess.has(name));
  const kept: Kept = {
    ...{ wait, confirmed, refresh },
    ...(to === 'hand-over' && { byHand }),
    ...(plain ? { plain: plainOf(provider, to) } : { provider: { ...provider, folder: pathText(provider, to) } }),
    options: { ...remembered, ...Object.fromEntries(set.map(({ name }) => [name, options[name]])) },
    origins: Object.fromEntries(set.map(({ name }) => [name, origins[name]])),
    dialects: own.flatMap((name) => (settings.dialects.has(name) ? [{ ...settings.dialects.get(name) }] : [])),
    dialect: settings.dialect.name,
    forbidden: settings.providers.filter(({ tos }) => tos.verdict === 'forbidden').map((one) => ({ ...one })),
  };
  return JSON.stringify(kept, (_, value: unknown) => {
    if (value === Number.POSITIVE_INFINITY) return 'Infinity';
    return typeof value === 'string' && /^https?:/i.test(value) ? urlText(value, to) : value;
  });
}

function urlText(url: string, to: 'keep' | 'hand-over'): string {
  const requested = withoutUserInfo(url);
  return to === 'hand-over' || shownUrl(requested) === requested ? requested : requested.replace(/[?#].*$/s, '');
}

function plainOf(provider: Provider, to: 'keep' | 'hand-over'): KeptPlain {
  const { provider_id: id, seed_urls, allowed_path_patterns: allow, blocked_path_patterns: block, library } = provider;
  const folder = pathText(provider, to);
  return { seeds: seed_urls, allow, block, library, ...(folder !== undefined && { folder, id }) };
}

/** The path of a folder is passed on, and never kept. */
function pathText({ folder }: Provider, to: 'keep' | 'hand-over'): string | undefined {
  return to === 'hand-over' ? folder : undefined;
}

/**
 * What was kept, in a process with these settings: what is the process's own stays so. Throws DOC_STORE for a text that is not
 * understood, saying why, and DOC_CONFIG where it names headers from the environment that the settings do not name.
 */
export function readPolicy(text: string, own: Settings): RunPolicy {
  const kept = decodeOrNothing(text, isKept);
  if (kept === undefined) throw new DocentError('DOC_STORE', 'the policy that was kept with a run cannot be read');
  const settings = settingsOf(kept, own);
  const { wait, confirmed, refresh, byHand } = kept;
  const manner = { wait, confirmed, refresh, ...(byHand && { byHand }) };
  if (kept.plain !== undefined) {
    const { seeds, allow, block, library, folder, id } = kept.plain;
    const words = { allow, block, library };
    if (seeds.some(isOfFolder)) {
      if (folder === undefined || !isAbsolute(folder)) throw noPath(seeds[0] as string);
      // The process that put it in had it from its operator; what else it may be is not looked for.
      const place = { kind: 'folder', word: folder, path: realFolder(folder) } as const;
      const [target] = targetsOf([place], settings, { ...words, provider: id });
      return { ...manner, target: target as Target, settings };
    }
    const target = resolveTargets(seeds, settings, words)[0];
    if (target === undefined) throw new DocentError('DOC_STORE', 'the policy that was kept with a run names no seed');
    return { ...manner, target: { ...target, provider: { ...target.provider, seed_urls: seeds } }, settings };
  }
  const provider = providerOf(withFolder(kept.provider, own));
  checkHeaders(provider, own);
  return { ...manner, target: { provider, plain: false }, settings };
}

function isOfFolder(seed: unknown): boolean {
  const url = typeof seed === 'string' ? URL.parse(seed) : null;
  return url !== null && isFolderUrl(url);
}

/** Where the folder of a provider lies is not kept: the configuration of this process has it. Throws DOC_USAGE where it does not. */
function withFolder(raw: Kept['provider'], { providers }: Settings): unknown {
  const seeds = raw?.seed_urls;
  if (raw === undefined || raw.folder !== undefined || !Array.isArray(seeds) || !seeds.some(isOfFolder)) return raw;
  const folder = providers.find(({ provider_id }) => provider_id === raw.provider_id)?.folder;
  if (folder === undefined) throw noPath(String(seeds[0]));
  return { ...raw, folder };
}

function noPath(seed: string): DocentError {
  const { host: id } = new URL(seed);
  return new DocentError(
    'DOC_USAGE',
    `where the folder ${id} lies is not kept; start it by its path: docent crawl ./${id}`,
  );
}

/** H1: which variables are sent to which site is set by the configuration of this process, never by what is stored. */
function checkHeaders(provider: Provider, { providers }: Settings): void {
  const { provider_id: id } = provider;
  const configured = providers.find((one) => one.provider_id === id);
  if (!hasSameHeaders(provider, configured))
    throw new DocentError(
      'DOC_CONFIG',
      `headers_from_env of ${id} is not in the configuration of this process, so nothing is sent for it; configure ${id} there, and start the process again`,
    );
}

function providerOf(raw: unknown): Provider {
  const problems: string[] = [];
  const provider = readProvider(raw, () => 'the policy of a run', problems);
  if (provider === undefined) throw new DocentError('DOC_STORE', problems.join('; '));
  return provider;
}

function settingsOf(kept: Kept, own: Settings): Settings {
  const rows: readonly Option[] = optionTable;
  const known = rows.filter(
    (row) =>
      row.name in kept.options &&
      !ofTheProcess.has(row.name as OptionName) &&
      readField(row, kept.options[row.name], '').ok,
  );
  const options = {
    ...resolveOptions({ env: {}, flags: {} }, []).options,
    ...Object.fromEntries([...ofTheProcess].map((name) => [name, own.options[name]])),
    ...Object.fromEntries(known.map(({ name }) => [name, kept.options[name]])),
  } as Options;
  const origins = Object.fromEntries(known.map(({ name }) => [name, String(kept.origins[name] ?? 'the last crawl')]));
  const all = new Map<string, Dialect>([...own.dialects, ...kept.dialects.map(dialectOf)]);
  const dialect = applyOptions(all.get(kept.dialect) ?? dialects.rfc9309, options);
  const forbidden = kept.forbidden.map(providerOf);
  const others = own.providers.filter((one) => !forbidden.some(({ provider_id: id }) => id === one.provider_id));
  return {
    ...{ options, origins, dialect, dialects: all, agent: agentOf(dialect, options), bounds: own.bounds },
    ...{ data: own.data, store: own.store, webhooks: own.webhooks },
    providers: [...forbidden, ...others],
    get timeZone() {
      return own.timeZone;
    },
  };
}

function dialectOf(raw: Readonly<Record<string, unknown>>): readonly [string, Dialect] {
  const text = JSON.stringify(raw);
  const knobs = JSON.parse(text, (_, value) => (value === 'Infinity' ? Number.POSITIVE_INFINITY : value));
  const made = defineDialect(dialects.rfc9309, knobs as DialectOverrides);
  return [made.name, made];
}

function isOneOfTheSix(name: string): boolean {
  return name === '' || (dialectNames as readonly string[]).includes(name);
}
