// Random settlements: every kind of outcome, with every option it has.
import { packLinks } from '../../src/core/page-links.ts';
import type { ReasonName } from '../../src/core/reasons.ts';
import type {
  FoundUrl,
  HostNews,
  Lease,
  Outcome,
  PageFacts,
  PageIdentity,
  PageRecord,
  Settlement,
  Step,
  VisitFacts,
} from '../../src/frontier/port.ts';
import type { Dice } from '../fuzz/dice.ts';
import { chunksOf, HOUR, indexOf, spelled, textOf, type World, wordsOf } from './world.ts';

type PageOutcome = Extract<Outcome, { kind: 'page' }>;
type Ended = Extract<Outcome, { kind: 'ended' }>;

/** The state from which settlements are drawn. */
export interface Place {
  readonly dice: Dice;
  readonly world: World;
  readonly now: number;
  /** Providers that were begun. */
  readonly begun: readonly string[];
  /** Numbers of URLs that were found. */
  readonly ids: readonly number[];
}

const refusals: readonly NonNullable<FoundUrl['refused']>[] = [
  { ok: false, by: 'scope:depth', detail: '4' },
  { ok: false, by: 'link:nofollow', detail: '' },
  { ok: false, by: 'scope:depth', detail: '4', state: 'skipped' },
  { ok: false, by: 'trap:cycle', detail: '/a/a' },
  { ok: false, by: 'scope:host', detail: '' },
  { ok: false, by: 'query:dropped', detail: '' },
  { ok: false, by: 'excludePaths', detail: '/p1', state: 'blocked' },
  { ok: false, by: 'blocklist', detail: '', state: 'blocked' },
];

const noindexes: readonly NonNullable<PageOutcome['noindex']>[] = [
  { ok: false, by: 'robots:noindex', detail: 'meta' },
  { ok: false, by: 'content:menu', detail: '' },
  { ok: false, by: 'content:empty', detail: '', keepStored: true },
  { ok: false, by: 'content:soft-error', detail: 'login', keepStored: true },
  { ok: false, by: 'content:soft-error', detail: 'login' },
  { ok: false, by: 'shell:openapi', detail: '', keepStored: true },
];

const ends: readonly (readonly [Ended['state'], ReasonName])[] = [
  ['gone', 'http:404'],
  ['gone', 'http:404'],
  ['gone', 'http:410'],
  ['failed', 'http:500'],
  ['failed', 'http:404'],
  ['failed', 'DOC_TLS'],
  ['failed', 'DOC_TIMEOUT'],
  ['failed', 'redirect:loop'],
  ['blocked', 'robots:rfc9309:line-2'],
  ['blocked', 'robots:google:closed'],
  ['blocked', 'http:403'],
  ['blocked', 'blocklist'],
  ['blocked', 'terms:forbidden'],
  ['skipped', 'content:type'],
  ['skipped', 'redirect:scope'],
  ['skipped', 'DOC_TOO_LARGE'],
  ['skipped', 'http:401'],
];

/** A random found URL. */
export function foundOf(place: Place, provider: string): FoundUrl {
  const { dice, world, now, ids } = place;
  const { key, url, host } = spelled(dice, dice.pick(world.keys));
  const kind = dice.chance(0.1) ? 'sitemap' : 'page';
  return {
    ...{ provider, url, host, depth: dice.below(5), kind },
    // A sitemap has a key of its own.
    key: kind === 'sitemap' ? `sitemap ${key}` : key,
    ...(ids.length > 0 && dice.chance(0.3) && { from: dice.pick(ids) }),
    ...(world.isTemplated && dice.chance(0.8) && { template: '/{n}' }),
    ...(!world.isTemplated && dice.chance(0.15) && { template: dice.pick(['/{n}', '/{slug}']) }),
    ...(dice.chance(0.12) && { lastmod: now - dice.pick([0, HOUR, 24 * HOUR]) }),
    ...(dice.chance(0.2) && { refused: dice.pick(refusals) }),
  };
}

export function someFound(place: Place, provider: string, most: number): readonly FoundUrl[] {
  return Array.from({ length: place.dice.below(most + 1) }, () => foundOf(place, provider));
}

export function newsOf({ dice, now }: Place): HostNews {
  return {
    nextAt: now + dice.pick([0, 0, 0, 0, 50, 1_000]),
    gapMs: dice.chance(0.03) ? 50 : 0,
    ...(dice.chance(0.7) && { error: dice.chance(0.3) }),
  };
}

/** A random settlement of a lease. */
export function settlementOf(place: Place, lease: Lease): Settlement {
  const { dice } = place;
  const outcome = outcomeOf(place, lease);
  return {
    outcome,
    ...(dice.chance(0.85) && { facts: factsOf(dice, lease, outcome) }),
    ...(dice.chance(0.4) && {
      rhythm: { sameMs: 2 * HOUR, changedMs: dice.pick([HOUR, HOUR / 2]), lastmodSaysSame: dice.chance(0.4) },
    }),
    ...(dice.chance(0.1) && { found: someFound(place, lease.provider, 2) }),
    steps: stepsOf(place, outcome),
    ...(dice.chance(0.6) && { host: newsOf(place) }),
  };
}

function stepsOf({ dice, now }: Place, { kind }: Outcome): readonly Step[] {
  if (dice.chance(0.04)) return [];
  const last: Step = { at: now, step: kind, ...(dice.chance(0.2) && { by: 'http:200', detail: 'by itself' }) };
  return dice.chance(0.3) ? [{ at: now - 1, step: 'fetch', by: 'address:public' }, last] : [last];
}

function factsOf(dice: Dice, { kind }: Lease, outcome: Outcome): VisitFacts {
  const common = { ms: dice.below(1_000) / 4, bytes: dice.below(5_000) };
  const isPage = kind === 'page' && outcome.kind !== 'redirect';
  switch (outcome.kind) {
    case 'page': {
      const read = {
        empty: dice.chance(0.2),
        ...(dice.chance(0.5) && { selectorHit: dice.chance(0.5) }),
        ...(dice.chance(0.2) && { cut: true }),
      };
      return { ...common, isPage, status: outcome.page.status, ...(dice.chance(0.9) && { read }) };
    }
    case 'unchanged':
      return { ...common, isPage, ...(outcome.skippedBy === undefined && { status: 304 }) };
    case 'redirect':
      return { ...common, isPage, status: outcome.temporary ? 302 : 301 };
    case 'list':
      return { ...common, isPage, status: 200 };
    default: {
      const status = outcome.by.startsWith('redirect:') ? 302 : Number(/^http:(\d+)$/.exec(outcome.by)?.[1]);
      return { ...common, isPage, ...(Number.isNaN(status) ? {} : { status }) };
    }
  }
}

function outcomeOf(place: Place, lease: Lease): Outcome {
  const { dice, world } = place;
  const { kind, stored } = lease;
  const isSitemap = kind === 'sitemap' && dice.chance(0.9);
  if (isSitemap && dice.chance(0.6))
    return { kind: 'list', links: someFound(place, lease.provider, 4), detail: '4 URLs' };
  const at = isSitemap ? 75 + dice.below(25) : dice.below(100);
  if (world.isCalm && at < 75)
    return stored !== undefined && at < 10 ? unchangedOf(place, lease) : pageOf(place, lease);
  if (at < 52) return pageOf(place, lease);
  if (at < (stored === undefined ? 54 : 68)) return unchangedOf(place, lease);
  if (at < 82) return endedOf(place, lease);
  if (at < 90) return againOf(place);
  return redirectOf(place);
}

function pageOf(place: Place, lease: Lease): Outcome {
  const { dice, world } = place;
  const isWhole = dice.chance(0.6);
  const page = recordOf(place, lease, isWhole);
  const chunks = chunksOf(dice, isWhole, page.hash);
  // An entry more than there are chunks makes the act fail half way: all of it must be taken back.
  const words = dice.chance(0.02) ? [...wordsOf(chunks), 'surplus'] : wordsOf(chunks);
  const outgoing = packLinks([
    { url: dice.pick(world.keys), text: 'more', nofollow: dice.chance(0.2), inContent: true },
  ]);
  return {
    ...{ kind: 'page', page, chunks, links: someFound(place, lease.provider, 3) },
    ...(dice.chance(0.7) && { index: indexOf(dice, world, words) }),
    ...(dice.chance(world.isCalm ? 0.1 : 0.3) && { identity: identityOf(dice, world) }),
    ...(dice.chance(0.5) && { outgoing }),
    ...(isWhole && dice.chance(0.6) && { draft: new TextEncoder().encode(`draft of ${page.hash}`) }),
    ...(dice.chance(world.isCalm ? 0.05 : 0.14) && { noindex: dice.pick(noindexes) }),
  };
}

function recordOf({ dice, world, now }: Place, lease: Lease, isWhole: boolean): PageRecord {
  const isSame = lease.stored !== undefined && dice.chance(0.35);
  const text = isSame ? { hash: lease.stored.hash } : textOf(dice, world);
  const facts: PageFacts = {
    ...{ outline: [], form: 'html', rule: 'article', fidelity: dice.pick([1, 0.5]), tokens: dice.below(50) },
    ...(dice.chance(0.2) && { description: 'what it is about', keywords: ['one', 'two'] }),
    ...(!isWhole && dice.chance(0.3) && { noarchive: true }),
    ...(dice.chance(0.2) && { linkRules: 'drop' }),
    ...(dice.chance(0.2) && { targets: [{ id: 'use', text: 'use' }] }),
    ...(dice.chance(0.2) && { leftOut: [{ edge: 'top' as const, text: 'menu' }] }),
  };
  const edges = dice.chance(0.6) ? dice.pick(['e1', 'e2']) : undefined;
  return {
    ...{
      finalUrl: lease.url,
      status: dice.pick([200, 200, 203]),
      contentType: 'text/html',
      title: `title ${text.hash}`,
    },
    ...(dice.chance(0.3) && { etag: dice.pick(['"1"', '"2"']) }),
    ...(dice.chance(0.3) && { lastModified: 'Sun, 15 Nov 2026 00:00:00 GMT' }),
    ...(dice.chance(0.3) && { language: 'en' }),
    ...{ ...text, words: dice.below(100), bytes: dice.below(1_000), fetchedAt: now },
    ...(edges !== undefined && { edges, ...(dice.chance(0.4) && { cut: 'c1' }) }),
    ...{ fingerprint: dice.pick(['', '00ff', 'ff00']), extractor: dice.pick([1, 1, 1, 2]), facts },
    ...(isWhole && { markdown: `# ${text.hash}` }),
  };
}

function identityOf(dice: Dice, world: World): PageIdentity {
  const { key, url } = spelled(dice, dice.pick(world.keys));
  const by = dice.pick(['redirect', 'canonical', 'canonical'] as const);
  return { key, url, by, ...(by === 'canonical' && dice.chance(0.5) && { otherwise: identityOf(dice, world) }) };
}

function unchangedOf(place: Place, lease: Lease): Outcome {
  const { dice, now } = place;
  const by = dice.pick(['refresh:not-due', 'sitemap:lastmod'] as const);
  const links = someFound(place, lease.provider, 2);
  if (dice.chance(0.3)) {
    const skippedBy = { ok: false, by, detail: 'for now' } as const;
    return { kind: 'unchanged', at: now, links, skippedBy };
  }
  return {
    ...{ kind: 'unchanged', at: now, links },
    ...(dice.chance(0.3) && { etag: '"3"' }),
    ...(dice.chance(0.3) && { lastModified: 'Mon, 16 Nov 2026 00:00:00 GMT' }),
  };
}

function endedOf({ dice, world }: Place, { stored }: Lease): Outcome {
  const [state, by] = stored !== undefined && dice.chance(0.3) ? (['gone', 'http:404'] as const) : dice.pick(ends);
  const detail = dice.chance(0.2) ? spelled(dice, dice.pick(world.keys)).url : '';
  return { kind: 'ended', state, by, detail, ...(dice.chance(0.12) && { notRequested: true }) };
}

function againOf({ dice, now }: Place): Outcome {
  const wait = dice.pick([-10, 0, 100, 100, 5_000, 5_000, 48 * HOUR]);
  const by = dice.pick(['http:503', 'DOC_TIMEOUT', 'DOC_CONNECT', 'robots:asked'] as const);
  return {
    ...{ kind: 'again', notBefore: now + wait, retry: dice.chance(0.7), by, detail: '' },
    ...(dice.chance(0.5) && { orSpelling: true }),
  };
}

function redirectOf({ dice, world }: Place): Outcome {
  const { key, url, host } = spelled(dice, dice.pick(world.keys));
  return { kind: 'redirect', to: url, key, host, ...(dice.chance(0.7) && { temporary: dice.chance(0.6) }) };
}
