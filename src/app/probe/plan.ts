// F12: what a crawl would do, before it does it: verdict, scope, sitemaps, and an honest estimate.
import { counted } from '../../core/counted.ts';
import { DocentError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { isOfFamily } from '../../core/reasons.ts';
import type { ResolvedLink } from '../../core/url/fetch-url.ts';
import { hostKey } from '../../core/url/host.ts';
import { urlKey } from '../../core/url/key.ts';
import { shownData } from '../../core/url/shown-url.ts';
import { type Refused, refuse } from '../../core/verdict.ts';
import { readLinks } from '../../crawl/read/read-links.ts';
import type { CrawlPolicy } from '../../crawl/run/policy.ts';
import type { Supplier } from '../../crawl/run/supplier.ts';
import { excludedBy, toFound } from '../../crawl/visit/discover.ts';
import { formOf } from '../../crawl/visit/page-outcome.ts';
import { shellOutcome } from '../../crawl/visit/shell-outcome.ts';
import type { Shell } from '../../extract/shell/shell.ts';
import type { PageReply } from '../../fetch/page.ts';
import { statusInWords } from '../../fetch/page-reply.ts';
import type { Decision } from '../../robots/file.ts';
import { repositoryOfProvider } from '../../seed/provider.ts';
import { createSitemapReader } from '../../seed/sitemap.ts';
import { termsSentence } from '../../seed/terms.ts';
import type { Settings } from '../../settings.ts';
import { resolveTargets, type Target, type TargetOptions } from '../crawl/targets.ts';
import type { Place } from '../place.ts';
import { capsNotLifted, contactRemark, remarksOn } from '../providers/remarks.ts';
import { withWatch } from '../with-watch.ts';
import { follow } from './follow.ts';
import { look, type Probe } from './look.ts';
import { type Growth, growthOf, isBelow, type SampledPage, sampleSizes, spread } from './plan-growth.ts';
import { countSupplied } from './plan-supplied.ts';

export interface Plan {
  readonly provider: string;
  /** C8: what is noted of its terms, in words. */
  readonly terms: string;
  /** false: the provider is disabled, and a crawl is refused. */
  readonly enabled: boolean;
  /** H2: set where a public site cannot see who crawls. */
  readonly contact?: string | undefined;
  /** F3: flags above the bounds of a configured source, a sentence each. */
  readonly notLifted: readonly string[];
  /** The agent the site sees. */
  readonly agent: string;
  readonly seeds: readonly {
    readonly url: string;
    /** Refused by the operator: blocklist, excluded paths, traps. Nothing was requested then. */
    readonly refused?: Refused | undefined;
    readonly robots?: Decision | undefined;
    readonly answer: string;
    /** F5: false where a crawl would end with the code of a seed that failed. */
    readonly usable: boolean;
  }[];
  /** Of a folder: its files that are not read, by the reason. */
  readonly folder?: { readonly refused: Readonly<Record<string, number>> } | undefined;
  readonly scope: string;
  /** Empty when nothing was requested. */
  readonly dialect: string;
  readonly delaySec: number;
  readonly sitemaps: readonly {
    readonly url: string;
    readonly entries: number;
    readonly inScope: number;
    readonly problem?: string | undefined;
  }[];
  /** Links on the seed pages: in scope, and refused by which rule. */
  readonly links: { readonly inScope: number; readonly refused: Readonly<Record<string, number>> };
  readonly estimate: {
    readonly pages: number;
    /** How many there are where max_pages ends the crawl before; else the same. */
    readonly all: number;
    /** Between how many pages it may well be, where they were not counted but guessed. */
    readonly range?: readonly [from: number, to: number] | undefined;
    readonly basis: string;
    readonly bytes: number;
    readonly diskBytes: number;
    readonly memoryBytes: number;
    readonly seconds: number;
    readonly note?: string | undefined;
  };
}

const MOST_SITEMAPS = 5;
/** What a stored page takes on disk: its state, its history, its links and the previews of its chunks. */
const DISK_PER_PAGE = 27_000;
const MEMORY_BYTES = 250_000_000;
const TYPICAL_PAGE_BYTES = 40_000;
const TYPICAL_ANSWER_MS = 300;

/**
 * Looks at the operator's targets with a handful of polite requests: robots.txt, the seeds, at most five sitemaps, and without any at most five
 * more pages. Writes nothing but
 * its estimate, for the report of the next run, where there is a data folder. Throws
 * DOC_TERMS for a provider whose terms forbid it, DOC_USAGE for one that is read through an API; a disabled one may be looked at.
 */
export async function planCrawl(
  place: Place,
  log: Log,
  words: readonly string[],
  options: TargetOptions = {},
): Promise<readonly Plan[]> {
  return planTargets(place, log, resolveTargets(words, place.settings, options, 'operator'));
}

/** As `planCrawl`, for these targets; with an AbortError when the signal ends it. */
export async function planTargets(
  place: Place,
  log: Log,
  targets: readonly Target[],
  signal?: AbortSignal,
): Promise<readonly Plan[]> {
  const { settings } = place;
  const listed = targets.find(({ provider }) => repositoryOfProvider(provider) !== undefined)?.provider.provider_id;
  if (listed !== undefined)
    throw new DocentError(
      'DOC_USAGE',
      `${listed} is read through GitHub’s API, and needs no plan: "docent crawl ${listed}" takes three requests, however many pages it has`,
    );
  const known = targets.map((target) => knownOf(target, settings));
  const planAll = async (at: (target: Target) => Probe): Promise<readonly Plan[]> => {
    const plans: Plan[] = [];
    for (const [nth, target] of targets.entries()) {
      const plan = await planOne(at(target), settings, target.provider.seed_urls);
      const contact = contactRemark(target.provider, settings);
      plans.push({ ...plan, ...(known[nth] as Known), ...(contact && { contact }) });
    }
    await keepEstimates(plans, place, log);
    return shownData(plans);
  };
  return look(place, log, targets, planAll, signal);
}

/** F12: compared with the next run. A plan is valid without it, so a folder that cannot be written is only logged. */
async function keepEstimates(plans: readonly Plan[], { store }: Place, log: Log): Promise<void> {
  const open = plans.filter(({ seeds }) => seeds.some(({ robots }) => robots?.allowed === true));
  if (open.length === 0) return;
  const estimates = open.map(
    ({ provider, estimate: { pages, bytes, seconds } }) => [provider, { pages, bytes, seconds }] as const,
  );
  try {
    await withWatch(store, async ({ writer }) => {
      for (const [provider, estimate] of estimates) await writer.keepEstimate(provider, estimate);
    });
  } catch (error) {
    log.warn({ problem: (error as Error).message }, 'plan.not-kept');
  }
}

/** What is known of a target before anything is requested. */
type Known = Pick<Plan, 'terms' | 'enabled' | 'notLifted'>;

function knownOf({ provider, plain }: Target, settings: Settings): Known {
  const looked = { plain, provider: { ...provider, enabled: true } };
  const remark = remarksOn([looked], settings).find(({ by }) => isOfFamily(by, 'terms'));
  const notLifted = plain ? [] : capsNotLifted(provider, settings);
  return { terms: termsSentence(provider, remark?.detail), enabled: provider.enabled, notLifted };
}

/** What a page of a folder takes to be read and stored, about. */
const SECONDS_PER_FILE = 0.02;

/** A folder is listed, and nothing is requested. */
async function planFolder(
  policy: CrawlPolicy,
  supplier: Supplier,
  blocked: Probe['blocked'],
  url: string,
): Promise<Omit<Plan, keyof Known>> {
  const { pages, bytes, refused } = await countSupplied(policy, supplier, blocked);
  const seconds = Math.ceil(pages * SECONDS_PER_FILE);
  const diskBytes = pages * DISK_PER_PAGE + bytes;
  return {
    ...{ provider: policy.provider, agent: policy.agent, scope: policy.scope.description, dialect: '', delaySec: 0 },
    seeds: [{ url, answer: 'not requested: it is a folder', usable: pages > 0 }],
    sitemaps: [],
    links: { inScope: 0, refused: {} },
    folder: { refused },
    estimate: {
      pages: Math.min(pages, policy.maxPages),
      all: pages,
      basis: 'counted',
      bytes,
      diskBytes,
      memoryBytes: MEMORY_BYTES,
      seconds,
    },
  };
}

async function planOne(
  probe: Probe,
  settings: Settings,
  [url = '']: readonly string[],
): Promise<Omit<Plan, keyof Known>> {
  const { policy, blocked } = probe;
  if (policy.supplier?.isWhole) return planFolder(policy, policy.supplier, blocked, url);
  const seeds: Plan['seeds'][number][] = [];
  const sample = { pages: 0, bytes: 0, ms: 0 };
  const known = new Map<string, string>();
  const refused: Record<string, number> = {};
  const named = new Set(policy.sitemapUrl === undefined ? [] : [policy.sitemapUrl]);
  for (const url of policy.seeds) {
    const own = toFound({ url, depth: 0 }, policy, blocked).refused;
    if (own !== undefined) {
      seeds.push({ url, refused: own, answer: 'not requested', usable: false });
      continue;
    }
    const robots = await policy.robots.explain(url);
    const looked = robots.allowed
      ? await lookAt(url, probe, sample, known, refused)
      : { answer: 'not requested', usable: false };
    seeds.push({ url, robots, ...looked });
    if (robots.allowed && policy.respectRobots)
      for (const sitemap of await policy.robots.sitemaps(url)) named.add(sitemap);
  }
  const open = seeds.filter(({ robots }) => robots?.allowed === true);
  const listed = new Set<string>();
  const sitemaps: Plan['sitemaps'][number][] = [];
  const line = open.length === 0 ? [] : [...named].map((url) => ({ url, isChild: false }));
  for (let at = 0; at < line.length && sitemaps.length < MOST_SITEMAPS; at++) {
    sitemaps.push(await readOne(line[at] as InLine, probe, listed, line));
  }
  // The seeds themselves are counted apart.
  const linked = new Map([...known].filter(([key]) => !policy.seeds.some((seed) => urlKey(seed, policy.key) === key)));
  const samples = listed.size > 0 ? [] : await samplePages(linked, probe, sample);
  const crawlDelay = Math.max(0, ...open.map(({ url }) => policy.robots.crawlDelay(url) ?? 0));
  const delaySec = Math.max(policy.pace.delayMs / 1000, crawlDelay);
  return {
    provider: policy.provider,
    agent: policy.agent,
    seeds,
    scope: policy.scope.description,
    dialect: seeds.find(({ robots }) => robots !== undefined)?.robots?.dialect ?? '',
    delaySec,
    sitemaps,
    links: { inScope: known.size, refused },
    estimate: estimate(policy, settings, {
      listed: listed.size,
      growth: growthOf(seeds.filter(({ usable }) => usable).length, new Set(linked.keys()), samples, policy.maxDepth),
      linked: known.size,
      delaySec,
      cut: line.length > sitemaps.length,
      sample,
    }),
  };
}

async function lookAt(
  url: string,
  { policy, fetch, blocked }: Probe,
  sample: { pages: number; bytes: number; ms: number },
  known: Map<string, string>,
  refused: Record<string, number>,
): Promise<Pick<Plan['seeds'][number], 'answer' | 'usable'>> {
  /** The redirects so far, for people. */
  const way: string[] = [];
  const request = async (at: string): Promise<PageReply> => {
    const reply = await fetch.page(at);
    sample.ms += reply.ms;
    if (reply.kind === 'redirect') way.push(`status ${reply.status}, redirects to ${reply.location ?? 'nowhere'}`);
    return reply;
  };
  const after = (answer: string): string => [...way, answer].join(': ');
  try {
    const end = await follow({
      ...{ visited: [url], request, inScope: policy.scope.judge },
      judge: (at, hop) => (hop === 0 ? Promise.resolve({ ok: true, url: at }) : judgeHop(at, policy, blocked)),
    });
    if (!end.ok) return { answer: `${way.join(': ')}, which is not followed: ${end.refused.detail}`, usable: false };
    const { url: at, reply } = end;
    if (reply.kind !== 'page') {
      const answer = reply.kind === 'refused' ? reply.verdict.detail : `status ${statusInWords(reply)}`;
      return { answer: after(answer), usable: false };
    }
    sample.pages++;
    sample.bytes += reply.body.byteLength;
    const { body, charset } = reply;
    const { links, words, title, shell } = await readLinks({
      ...{ url: at, form: formOf(reply), body, charset },
      ...{ options: policy.reading, key: policy.key },
    });
    for (const link of links) {
      const found = toFound({ ...link, depth: 1 }, policy, blocked);
      if (found.refused === undefined) known.set(found.key, link.url);
      else refused[found.refused.by] = (refused[found.refused.by] ?? 0) + 1;
    }
    if (shell !== undefined) {
      const { verdict, usable } = await judgeShell(shell, at, policy, blocked, known);
      return { answer: after(`status ${reply.status}, "${title}", ${verdict.by}: ${verdict.detail}`), usable };
    }
    const found = `"${title}", ${counted(words, 'word')}, ${counted(links.length, 'link')}`;
    return { answer: after(`status ${reply.status}, ${found}`), usable: true };
  } catch (error) {
    if (error instanceof DocentError) return { answer: after(error.message), usable: false };
    throw error;
  }
}

/** H9: what a crawl would make of a page that scripts write: whether robots.txt lets it have a file that the page names. */
async function judgeShell(
  shell: Shell,
  url: string,
  policy: CrawlPolicy,
  blocked: Probe['blocked'],
  known: Map<string, string>,
): Promise<{ readonly verdict: Refused; readonly usable: boolean }> {
  const { verdict, found } = shellOutcome(shell, { url, depth: 0 }, policy, blocked);
  let refusal: string | undefined;
  for (const { key, url: file, refused } of found) {
    if (refused !== undefined) continue;
    const { allowed, reason } = await policy.robots.explain(file);
    if (allowed) known.set(key, file);
    else refusal ??= `${verdict.detail}, but robots.txt does not allow it: ${reason}`;
  }
  const usable = found.some(({ key }) => known.has(key));
  return { usable, verdict: usable || refusal === undefined ? verdict : { ...verdict, detail: refusal } };
}

/** U11: what is requested where a redirect leads, if a crawl would go there. */
async function judgeHop(to: string, policy: CrawlPolicy, blocked: Probe['blocked']): Promise<ResolvedLink> {
  const { url, refused: own } = toFound({ url: to, depth: 0 }, policy, blocked);
  if (own !== undefined) return refuse(own.by, `${own.by}: ${own.detail}`);
  const { allowed, by, reason } = await policy.robots.explain(url);
  return allowed ? { ok: true, url } : refuse(by, `robots.txt does not allow it: ${reason}`);
}

/** A few of the pages that the seeds link to, and of those that they lead to; a URL without a page counts for nothing. */
async function samplePages(
  known: ReadonlyMap<string, string>,
  probe: Probe,
  sample: { pages: number; bytes: number; ms: number },
): Promise<readonly SampledPage[]> {
  const pages: SampledPage[] = [];
  const { policy, blocked } = probe;
  const seen = new Set(known.keys());
  let next = known;
  for (const [at, count] of sampleSizes.entries()) {
    const level = at + 1;
    const heads = spread([...next].sort(byKey), level > policy.maxDepth ? 0 : count);
    const below = new Map<string, string>();
    const elsewhere = new Map<string, string>();
    for (const [, url] of heads) {
      const { key, refused } = toFound({ url, depth: level }, policy, blocked);
      if (refused !== undefined || !(await policy.robots.explain(url)).allowed) continue;
      const links = new Map<string, string>();
      const before = sample.bytes;
      if (!(await lookAt(url, probe, sample, links, {})).usable) continue;
      pages.push({ key, level, links: new Set(links.keys()), bytes: sample.bytes - before });
      for (const [to, target] of links) if (!seen.has(to)) (isBelow(to, key) ? below : elsewhere).set(to, target);
    }
    next = below.size > 0 ? below : elsewhere;
    for (const to of [...below.keys(), ...elsewhere.keys()]) seen.add(to);
  }
  return pages;
}

function byKey([one]: readonly [string, string], [other]: readonly [string, string]): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

interface InLine {
  readonly url: string;
  /** Named by an index, whose children are read and grandchildren are not. */
  readonly isChild: boolean;
}

async function readOne(
  { url, isChild }: InLine,
  { policy, fetch, blocked }: Probe,
  listed: Set<string>,
  line: InLine[],
): Promise<Plan['sitemaps'][number]> {
  const unread = (problem: string): Plan['sitemaps'][number] => ({ url, entries: 0, inScope: 0, problem });
  const own = excludedBy(url, policy, blocked);
  if (own !== undefined) return unread(`not requested: ${own.by}: ${own.detail}`);
  const reader = createSitemapReader({ now: Date.now() });
  try {
    const robots = await policy.robots.explain(url);
    if (!robots.allowed) return unread(`not allowed: ${robots.reason}`);
    const { status } = await fetch.sitemap(url, { onData: (chunk) => reader.write(chunk) });
    if (status < 200 || status > 299) return unread(`status ${status}`);
    const { kind, entries, problem } = await reader.end();
    if (kind === 'index') {
      const children = isChild ? [] : entries.filter((entry) => hostKey(entry.url) === hostKey(url));
      for (const child of children)
        if (line.every((other) => other.url !== child.url)) line.push({ url: child.url, isChild: true });
      return { url, entries: entries.length, inScope: 0, problem: `an index of ${counted(entries.length, 'sitemap')}` };
    }
    let inScope = 0;
    for (const entry of entries) {
      if (toFound({ url: entry.url, depth: 1 }, policy, blocked).refused !== undefined) continue;
      inScope++;
      listed.add(urlKey(entry.url, policy.key));
    }
    return { url, entries: entries.length, inScope, problem };
  } catch (error) {
    if (error instanceof DocentError) return unread(error.message);
    throw error;
  }
}

interface Basis {
  /** Where there is no sitemap. */
  readonly growth: Growth;
  readonly listed: number;
  readonly linked: number;
  readonly delaySec: number;
  readonly cut: boolean;
  readonly sample: { readonly pages: number; readonly bytes: number; readonly ms: number };
}

function estimate(
  policy: CrawlPolicy,
  settings: Settings,
  { growth, listed, linked, delaySec, cut, sample }: Basis,
): Plan['estimate'] {
  const guess = listed > 0 ? Math.max(listed, linked) : growth.pages;
  const pages = Math.min(policy.maxPages, guess);
  const basis = listed > 0 ? `${counted(listed, 'page')} in the sitemaps${cut ? ' that were read' : ''}` : growth.basis;
  const ofSample = sample.pages > 0 ? sample.bytes / sample.pages : TYPICAL_PAGE_BYTES;
  const bytesPerPage = growth.bytesPerPage ?? ofSample;
  const answerMs = sample.pages > 0 ? sample.ms / sample.pages : TYPICAL_ANSWER_MS;
  // A gap runs from the end of a response, so where one is kept requests do not overlap.
  const atOnce = delaySec > 0 ? 1 : Math.min(policy.perHost, settings.options.concurrency);
  const paced = (pages * (delaySec * 1000 + answerMs)) / atOnce / 1000;
  const { requests_per_hour: perHour } = settings.options;
  const hours = policy.bounded && pages > perHour ? pages / perHour : 0;
  const seconds = Math.max(paced, hours * 3600);
  const note = seconds > paced ? `with ${counted(settings.options.requests_per_hour, 'request')} an hour` : undefined;
  const [from, to] = growth.range;
  return {
    pages,
    all: guess,
    ...(listed === 0 && { range: [Math.min(policy.maxPages, from), Math.min(policy.maxPages, to)] as const }),
    basis,
    bytes: Math.round(pages * bytesPerPage),
    diskBytes: pages * DISK_PER_PAGE,
    memoryBytes: MEMORY_BYTES,
    seconds: Math.round(seconds),
    note,
  };
}
