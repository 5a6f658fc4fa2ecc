// C5: forgets a page, a path or a provider: what would be removed, the removal, and the receipts of it.
import { DocentError } from '../../core/errors.ts';
import { suggest } from '../../core/suggest.ts';
import { hostKey } from '../../core/url/host.ts';
import { brokenReceipt } from '../../forget/decide/receipt-chain.ts';
import { isSameName, parseForgettable } from '../../forget/forgettable.ts';
import {
  type ForgetOptions,
  type ForgetPreview,
  type ForgetStep,
  type Forgettable,
  type Forgotten,
  type Receipt,
  takeSteps,
} from '../../forget/port.ts';
import { ownFolder } from '../../frontier/scope.ts';
import { templateOf } from '../../frontier/template.ts';
import type { Store } from '../../store/port.ts';
import type { NamedBy } from '../crawl/target-word.ts';
import { configuredProvider, providerIdOf } from '../crawl/targets.ts';
import type { Place } from '../place.ts';
import { patternToBlock } from '../read/block-url.ts';
import { blockPattern, isSeed } from '../read/reading.ts';
import { type Elsewhere, elsewhere } from './elsewhere.ts';
import { withRoom } from './with-room.ts';

/** What would be forgotten, before anything is. */
export interface ForgetPlan extends ForgetPreview, Elsewhere {
  /** Where it is stored. */
  readonly folder: string;
  readonly kind: Forgettable['kind'];
  readonly what: string;
  /** Whether there is anything to remove, or to complete. */
  readonly isStored: boolean;
  /** What `block` would enter in the blocklist, each with all that lies below it. */
  readonly patterns: readonly string[];
  /** Whether `block` may enter them: of a page that only its query tells from its host it would be all of the host. */
  readonly mayBlock: boolean;
  /** The latest receipt for the same. */
  readonly receipt?: Receipt | undefined;
  readonly target: Forgettable;
}

export interface ForgetCall extends Pick<ForgetOptions, 'always'> {
  readonly block?: boolean | undefined;
  readonly reason?: string | undefined;
  /** Hears now and then what is being done. */
  readonly onStep?: ((step: ForgetStep) => void) | undefined;
}

export interface ForgetReader {
  /** Who names it. Left out: one who names nothing of this machine. */
  readonly caller?: NamedBy | undefined;
  /** At most this many of its URLs are listed. Default: none. */
  readonly most?: number | undefined;
}

/**
 * Finds out what a word means and what would be removed; also beside a crawl. Throws DOC_USAGE for a word that means nothing,
 * DOC_STORE for data that cannot be read.
 */
export async function planForget(
  place: Place,
  word: string,
  { caller, most = 0 }: ForgetReader = {},
): Promise<ForgetPlan> {
  const forgetting = await place.store.openForgetting();
  const target = await forgettableOf(place, word, caller);
  const preview = await forgetting.preview(target, most);
  const { kind, what } = target;
  const earlier = (await forgetting.receipts()).findLast((one) => one.kind === kind && isSameName(one.what, what));
  const patterns = await blockPatterns(place, target);
  return {
    folder: place.store.name,
    kind,
    what,
    target,
    patterns,
    mayBlock: kind !== 'url' || isBlockable(what),
    receipt: earlier,
    isStored: hasAny(preview),
    ...preview,
    ...(await elsewhere(await place.store.openCopies(), preview.providers, forgetting)),
  };
}

function isBlockable(url: string): boolean {
  try {
    return patternToBlock(url) !== '';
  } catch {
    return false;
  }
}

function hasAny({ removed, before, mentions }: ForgetPreview): boolean {
  return before !== undefined || mentions > 0 || Object.values(removed).some((n) => n > 0);
}

/**
 * Forgets what was planned; a server of another process leaves the folder meanwhile. Killed at any moment, it is completed by doing
 * it again. Throws as `patternToBlock` where it is to be blocked, DOC_STORE_BUSY while a crawl runs that is not such a server's, DOC_STORE_FULL when the disk has no space to write the data anew, DOC_STORE for data that cannot be used.
 */
export async function forgetPlanned(store: Store, plan: ForgetPlan, call: ForgetCall = {}): Promise<Forgotten> {
  const { block = false, reason = 'forgotten', always, onStep } = call;
  if (block && plan.kind === 'url') patternToBlock(plan.what);
  try {
    const forgetting = await store.openForgetting();
    return await withRoom(store.neighbours, () => {
      const patterns = block ? plan.patterns.map((pattern) => ({ pattern, reason })) : [];
      const options = { now: Date.now(), block: patterns, always };
      return takeSteps(forgetting.forget(plan.target, options), onStep);
    });
  } catch (error) {
    if (!(error instanceof DocentError) || error.code !== 'DOC_STORE_BUSY') throw error;
    const message = `${error.message}, and nothing was forgotten: do it when that has ended. "docent blocklist add" keeps it from being fetched now, "docent requests add" from being forgotten about`;
    throw new DocentError('DOC_STORE_BUSY', message, { cause: error });
  }
}

export interface ReceiptList {
  readonly receipts: readonly Receipt[];
  /** The first that was changed, or that follows one that was taken out. */
  readonly broken?: number | undefined;
  /** What was begun and not completed: to be done again. */
  readonly unfinished: readonly { readonly kind: string; readonly what: string }[];
}

/** The receipts, the oldest first. Throws DOC_STORE for data that cannot be read. */
export async function listReceipts(store: Store): Promise<ReceiptList> {
  const forgetting = await store.openForgetting();
  const receipts = await forgetting.receipts();
  return { receipts, broken: brokenReceipt(receipts)?.id, unfinished: await forgetting.unfinished() };
}

/**
 * C5: terms of pages that were replaced or removed leave the index: call it once a day, and after a crawl that was stopped.
 * Does nothing where none are left; false while a crawl runs, which does the same when it ends.
 */
export async function optimizeIfDue(store: Store): Promise<boolean> {
  return (await store.openForgetting()).cleanLeftTerms();
}

/** What a word means here. Throws DOC_USAGE for one that means nothing, DOC_STORE for data that cannot be read. */
export async function forgettableOf(
  { settings, store }: Place,
  word: string,
  caller: NamedBy = 'stranger',
): Promise<Forgettable> {
  const rules = { stripWww: settings.options.strip_www, templateOf };
  const target = parseForgettable(word, rules);
  if (target?.kind === 'provider') return providerTarget(providerIdOf(target.provider, settings, caller));
  if (target !== undefined && !looksLikeId(word)) return target;
  const known = (await store.knownProviders()).map(({ provider }) => provider);
  if (known.includes(word)) return providerTarget(word);
  if (target !== undefined) return target;
  const nearest = suggest(word, known);
  const hint = nearest === undefined ? '' : `; did you mean "provider:${nearest}"?`;
  throw new DocentError('DOC_USAGE', `"${word}" is no URL, no path such as example.com/docs, and no provider${hint}`);
}

/** The id of a crawled URL's provider is its host, with its port after a dash and its folder after an underscore. */
function looksLikeId(word: string): boolean {
  return !word.includes('/') && (word.includes('_') || /-\d+$/.test(word));
}

function providerTarget(provider: string): Forgettable {
  return { kind: 'provider', what: `provider:${provider}`, provider };
}

const FIRST_URLS = 50;

async function blockPatterns({ settings, store }: Place, target: Forgettable): Promise<readonly string[]> {
  if (target.kind !== 'provider') return [blockPattern(target.kind === 'url' ? target.what : `https://${target.what}`)];
  const configured = configuredProvider(target.provider, settings);
  const reader = await store.openReader();
  try {
    const first = await reader.list({ provider: target.provider, limit: FIRST_URLS });
    const found = first.filter(isSeed);
    const seeds = [...(configured?.seed_urls ?? []), ...found.map(({ url }) => url)];
    return [...new Set(seeds.map((seed) => `${hostKey(seed)}${ownFolder(seed)}`))];
  } finally {
    await reader.close();
  }
}
