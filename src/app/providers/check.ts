// `docent providers check`: a policy tried on a few live pages before a crawl is, with what to change where it does not fit.

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { ConfigError, DocentError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { urlKey } from '../../core/url/key.ts';
import { shownData } from '../../core/url/shown-url.ts';
import type { CrawlPolicy } from '../../crawl/run/policy.ts';
import { blockedSeeds } from '../../crawl/visit/discover.ts';
import { hasSite, type Provider } from '../../seed/provider.ts';
import { termsSentence } from '../../seed/terms.ts';
import { loadSettings } from '../../settings.ts';
import type { Target } from '../crawl/targets.ts';
import type { Place } from '../place.ts';
import { look, type Probe } from '../probe/look.ts';
import { type CheckWarning, warningsOf } from './check-advice.ts';
import { type CheckedPage, checkPage } from './check-page.ts';
import { type CheckedDraft, withoutRepeated } from './check-repeated.ts';
import { checkMayRun } from './remarks.ts';

export type { CheckedPage, CheckWarning };

export interface CheckReport {
  readonly provider: string;
  readonly name: string;
  /** C8: what is noted of its terms, in words. */
  readonly terms: string;
  readonly scope: string;
  readonly agent: string;
  /** The provider's own content selector. */
  readonly selector?: string | undefined;
  /** As they would be kept. */
  readonly pages: readonly CheckedPage[];
  /** E2: what most of them repeat at their edges, which is left out: the beginning of each block. */
  readonly repeated: readonly string[];
  readonly warnings: readonly CheckWarning[];
  /** Whether a crawl would bring something: a page with text, and links to follow or no need of them. */
  readonly usable: boolean;
}

export interface CheckOptions {
  /** How many pages are looked at. */
  readonly pages: number;
  /** Called after each page. */
  readonly onPage?: ((page: CheckedPage) => void) | undefined;
  /** Ends it, with an AbortError. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Looks at a few pages of a provider: its seeds, then links of theirs, spread over all there are. robots.txt, the provider's pace,
 * the blocklist and the address rules hold as in a crawl; nothing is kept. Throws DOC_TERMS where the terms forbid it, DOC_CONFIG
 * for a policy that cannot be crawled.
 */
export async function checkProvider(
  place: Place,
  log: Log,
  provider: Provider,
  { pages: most, onPage, signal }: CheckOptions,
): Promise<CheckReport> {
  if (provider.folder !== undefined)
    throw new DocentError(
      'DOC_USAGE',
      `${provider.provider_id} is a folder, and needs no check: "docent plan" counts its files`,
    );
  if (!hasSite(provider))
    throw new DocentError(
      'DOC_USAGE',
      `${provider.provider_id} is read through GitHub’s API, and has no site to check: "docent crawl" begins with a trial`,
    );
  const verdict = checkMayRun({ ...provider, enabled: true }, 'command');
  const target = { provider, plain: false };
  const checkAll = async (at: (target: Target) => Probe): Promise<CheckReport> => {
    const probe = at(target);
    const { policy } = probe;
    const checked: CheckedDraft[] = [];
    const known = new Set<string>();
    const waiting: string[] = [];
    const look = async (url: string, isSeed = false): Promise<void> => {
      known.add(urlKey(url, policy.key));
      const { page, links, inPlace, draft } = await checkPage(url, probe, isSeed);
      known.add(urlKey(page.finalUrl, policy.key));
      waiting.push(...links);
      checked.push({ page, draft });
      onPage?.(shownPage(page));
      const [file] = inPlace.filter((one) => !known.has(urlKey(one, policy.key)));
      if (file !== undefined && checked.length < most) await look(file, true);
    };
    const open = policy.seeds.filter((url) => policy.scope.judge(url).by !== 'scope:blocked');
    // One place is for a page that a link leads to.
    for (const seed of open.slice(0, Math.max(1, most - 1))) await look(seed);
    while (checked.length < most) {
      const next = spread(waiting, known, policy, most - checked.length);
      if (next === undefined) break;
      await look(next);
    }
    const { pages, repeated } = withoutRepeated(checked);
    const crawlDelay = Math.max(0, ...policy.seeds.map((seed) => policy.robots.crawlDelay(seed) ?? 0));
    const warnings = warningsOf(pages, {
      ...{ provider, crawlDelaySec: crawlDelay, delayMs: policy.pace.delayMs },
      blockedSeeds: blockedSeeds(policy),
    });
    return {
      ...{ provider: provider.provider_id, name: provider.name, terms: termsSentence(provider, verdict.detail) },
      ...{ scope: policy.scope.description, agent: policy.agent, selector: policy.reading.selector },
      ...{ repeated, pages: pages.map(shownPage), warnings, usable: warnings.every(({ isFatal }) => !isFatal) },
    };
  };
  return look(place, log, [target], checkAll, signal);
}

/** The page with its URLs as they may be shown; its text stays as it is. */
function shownPage({ read, ...page }: CheckedPage): CheckedPage {
  return { ...shownData(page), ...(read && { read }) };
}

/** The next link to look at, so that those that are looked at lie far apart. */
function spread(
  waiting: readonly string[],
  known: ReadonlySet<string>,
  { key }: CrawlPolicy,
  left: number,
): string | undefined {
  const open = waiting.filter((url) => !known.has(urlKey(url, key)));
  return open[Math.floor(open.length / (left + 1))];
}

/** The providers in the file of that name; undefined when there is no such file. Throws a ConfigError with every problem found in it. */
export function policiesIn(path: string, cwd: string = process.cwd()): readonly Provider[] | undefined {
  if (!existsSync(resolve(cwd, path))) return undefined;
  const { providers } = loadSettings({ config: path, cwd, env: {} });
  if (providers.length === 0) throw new ConfigError([`${path} holds no provider`]);
  return providers;
}
