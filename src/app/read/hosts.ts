// F4, F8: the hosts of a folder: when each may be requested, why not before, and how much of its budget is used.

import { isOfFamily } from '../../core/reasons.ts';
import { FOLDER_SCHEME, hostKeyOf, loopbackSite } from '../../core/url/host.ts';
import { shownUrl } from '../../core/url/shown-url.ts';
import { hostHealthOf } from '../../frontier/politeness.ts';
import type { BlockEntry, LedgerReader } from '../../frontier/port.ts';
import type { KnownHost } from '../../frontier/port-reader.ts';
import { describeRobots, type RobotsFacts, type RobotsRules } from '../../robots/describe.ts';
import { agentOf, applyOptions, type Settings } from '../../settings.ts';
import type { Store } from '../../store/port.ts';
import { type HostWord, stateOfHost } from '../../watch/states/host-state.ts';
import { budgetOf } from '../crawl/budget.ts';
import type { Place } from '../place.ts';
import { block, unblock } from './blocklist.ts';
import { blockPattern } from './reading.ts';

/** Requests in a window, and how many are allowed; undefined: no bound. */
export interface UsedBudget {
  readonly used: number;
  readonly most?: number | undefined;
}

export interface HostRow
  extends Pick<KnownHost, 'host' | 'providers' | 'waiting' | 'underWay' | 'gapMs' | 'tooMany' | 'unavailable'> {
  readonly state: HostWord;
  /** Whether requests to it are counted: of sites of the operator's own, and of this machine, they are not. */
  readonly isCounted: boolean;
  /** Errors among its last answers, of which at most twenty count. */
  readonly recentErrors: number;
  readonly recentAnswers: number;
  /** When the next request is allowed; undefined: now. */
  readonly nextAt?: number | undefined;
  /** It gets no request before then, because it or docent set a pause, and why. */
  readonly backOff?: { readonly until: number; readonly by: string; readonly detail: string } | undefined;
  readonly parked: boolean;
  readonly lastHour: UsedBudget;
  readonly lastDay: UsedBudget;
  /** The reason where the operator has stopped it. */
  readonly stopped?: string | undefined;
  readonly robots?: RobotsFacts | undefined;
}

export interface HostDetails extends HostRow {
  /** What its robots.txt allows docent. */
  readonly rules?: RobotsRules | undefined;
  /** Where that is. */
  readonly robotsUrl?: string | undefined;
}

/** What is used of the bounds over all hosts. */
export interface HostList {
  readonly hosts: readonly HostRow[];
  readonly lastHour: UsedBudget;
  readonly lastDay: UsedBudget;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Hosts by name, those of folders left out; none where nothing was crawled yet. Throws DOC_STORE for a folder that cannot be read. */
export async function listHosts(
  { settings, store }: Place,
  { after, limit }: { readonly after?: string | undefined; readonly limit: number },
  now: number = Date.now(),
): Promise<HostList> {
  const { perHour, perDay } = budgetOf(settings);
  const none = { lastHour: { used: 0, most: perHour }, lastDay: { used: 0, most: perDay } };
  return withReader(store, async (reader) => {
    const around = await aroundAll(reader, settings, now);
    const hosts: HostRow[] = [];
    for (let last = after; hosts.length < limit; ) {
      const found = await reader.hosts({ after: last, limit });
      for (const host of found.filter(({ host: name }) => !name.startsWith(FOLDER_SCHEME)))
        hosts.push((await detailsOf(host, reader, around)).row);
      last = found.at(-1)?.host;
      if (found.length < limit) break;
    }
    return {
      hosts: hosts.slice(0, limit),
      lastHour: { ...none.lastHour, used: (await reader.requestsSince(now - HOUR_MS)).count },
      lastDay: { ...none.lastDay, used: (await reader.requestsSince(now - DAY_MS)).count },
    };
  });
}

/** One host with the rules of its robots.txt; undefined where none of that name is known. Throws as `listHosts`. */
export async function showHost(
  { settings, store }: Place,
  name: string,
  now: number = Date.now(),
): Promise<HostDetails | undefined> {
  return withReader(store, async (reader) => {
    const [host] = await reader.hosts({ host: name, limit: 1 });
    if (host === undefined) return undefined;
    const { row, ...robots } = await detailsOf(host, reader, await aroundAll(reader, settings, now));
    return { ...row, ...robots };
  });
}

async function withReader<T>(store: Store, task: (reader: LedgerReader) => Promise<T>): Promise<T> {
  const reader = await store.openReader();
  try {
    return await task(reader);
  } finally {
    await reader.close();
  }
}

/** What is the same for every host. */
interface Around {
  readonly settings: Settings;
  readonly blocked: readonly BlockEntry[];
  /** Requests to each host. */
  readonly lastHour: ReadonlyMap<string, number>;
  readonly lastDay: ReadonlyMap<string, number>;
  readonly now: number;
}

async function aroundAll(reader: LedgerReader, settings: Settings, now: number): Promise<Around> {
  const [lastHour, lastDay] = [await reader.requestsByHost(now - HOUR_MS), await reader.requestsByHost(now - DAY_MS)];
  return { settings, blocked: await reader.blocklist.list(), lastHour, lastDay, now };
}

async function detailsOf(
  host: KnownHost,
  reader: LedgerReader,
  { settings, blocked, lastHour, lastDay, now }: Around,
): Promise<{ readonly row: HostRow } & Pick<HostDetails, 'rules' | 'robotsUrl'>> {
  const { host: name, providers, waiting, underWay, gapMs, tooMany, unavailable, recentErrors, recentAnswers } = host;
  const robots = await robotsOf(name, reader, settings);
  const { hostPerHour, hostPerDay } = budgetOf(settings);
  const nextAt = Math.max(host.nextAt, host.parkedUntil ?? 0, host.closing?.until ?? 0);
  // The operator's entry for the host as a whole.
  const stopped = blocked.find(({ pattern }) => pattern === hostPattern(name))?.reason;
  const backOff = backOffOf(host, robots?.facts, now);
  const hour = { used: lastHour.get(name) ?? 0, most: hostPerHour };
  const day = { used: lastDay.get(name) ?? 0, most: hostPerDay };
  const state = stateOfHost({
    ...{ isStopped: stopped !== undefined, heldBy: host.closing?.by ?? backOff?.by, robots: robots?.facts },
    ...{ recentErrors, recentAnswers },
    isBudgetSpent: [hour, day].some(({ used, most = Number.POSITIVE_INFINITY }) => used >= most),
    isSlowed: hostHealthOf(recentErrors, recentAnswers) !== 'well',
  });
  return {
    row: {
      ...{ state, isCounted: day.used > 0 || !isFree(host, settings) },
      ...{ host: name, providers, waiting, underWay, gapMs, tooMany, unavailable, recentErrors, recentAnswers },
      ...(nextAt > now && { nextAt }),
      ...(backOff && { backOff }),
      parked: (host.parkedUntil ?? 0) > now,
      ...{ lastHour: hour, lastDay: day },
      ...(stopped !== undefined && { stopped }),
      ...(robots && { robots: robots.facts }),
    },
    ...(robots && {
      rules: { ...robots.rules, sitemaps: robots.rules.sitemaps.map(shownUrl) },
      robotsUrl: `${robots.key.includes('://') ? '' : 'https://'}${robots.key}/robots.txt`,
    }),
  };
}

/** Whether no budget holds for a host: it is this machine, or a site of the operator's own. */
function isFree({ host, providers }: KnownHost, settings: Settings): boolean {
  const isOwn = settings.providers.some(({ provider_id: id, own_site }) => own_site && providers.includes(id));
  return isOwn || loopbackSite(`http://${host}/`) !== undefined;
}

/** A wait that is longer than the gap between two requests. */
function backOffOf(host: KnownHost, robots: RobotsFacts | undefined, now: number): HostRow['backOff'] {
  const { nextAt, gapMs = 0, parkedUntil = 0, parkedBy = 'host:parked', closing } = host;
  if (closing !== undefined && closing.until > Math.max(now, nextAt, parkedUntil))
    return { until: closing.until, by: closing.by, detail: shownUrl(closing.detail) };
  if (parkedUntil > now && parkedUntil >= nextAt) {
    const detail = isOfFamily(parkedBy, 'budget')
      ? 'the requests allowed to it are used up'
      : parkedBy === 'host:parked'
        ? 'most of its last answers were errors'
        : 'it is left alone for a while';
    return { until: parkedUntil, by: parkedBy, detail };
  }
  const { holdUntil = 0, status = 0 } = robots ?? {};
  if (holdUntil > now && holdUntil >= nextAt)
    return {
      until: holdUntil,
      by: 'host:pause',
      detail: `its robots.txt was answered with ${status}, and requests a pause`,
    };
  if (nextAt <= now + gapMs) return undefined;
  return { until: nextAt, by: 'host:pause', detail: 'it answered 429 or 503, or its robots.txt sets a longer delay' };
}

/** The host that a text names, as hosts are listed; undefined for a text that is none. */
export function hostNamed(text: string): string | undefined {
  const url = URL.parse(`https://${text}`);
  const isHost = url !== null && /^[^\s/?#@\\]+$/.test(text) && url.pathname === '/' && url.hostname !== '';
  return isHost ? hostKeyOf(url) : undefined;
}

/** Requests nothing of a host from now on; `isNew` where it was not stopped. Throws as `block`. */
export async function stopHost(store: Store, name: string, reason: string): Promise<boolean> {
  return (await block(`https://${name}/`, reason, store)).isNew;
}

/** Lets a host be requested again; false where it was not stopped. Throws as `unblock`. */
export function resumeHost(store: Store, name: string): Promise<boolean> {
  return unblock(hostPattern(name), store);
}

/** How a host as a whole is written in the blocklist. */
function hostPattern(name: string): string {
  return blockPattern(`https://${name}/`);
}

/** Under which names a host's robots.txt may be kept: its origins, or its name alone in some dialects. */
export function robotsKeys(name: string): readonly string[] {
  const bare = name.replace(/:\d+$/, '');
  const names = [name, `www.${name}`];
  return [...names.flatMap((one) => [`https://${one}`, `http://${one}`]), bare, `www.${bare}`];
}

type DescribedRobots = NonNullable<ReturnType<typeof describeRobots>> & { readonly key: string };

/** What is known of its robots.txt: the latest, where there are several. */
async function robotsOf(name: string, reader: LedgerReader, settings: Settings): Promise<DescribedRobots | undefined> {
  const { dialects, options } = settings;
  const found: DescribedRobots[] = [];
  for (const key of robotsKeys(name)) {
    const saved = await reader.robots(key);
    const described =
      saved &&
      describeRobots(saved, (dialect) => {
        const known = dialects.get(dialect);
        return known && { dialect: applyOptions(known, options), agent: agentOf(known, options) };
      });
    if (described !== undefined) found.push({ ...described, key });
  }
  return found.toSorted((a, b) => b.facts.requestedAt - a.facts.requestedAt)[0];
}
