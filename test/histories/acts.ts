// Everything that can happen to a ledger in a history. An act draws from dice of its own, and from earlier answers.
import type { CrawlLimits, Lease, PageToIndex } from '../../src/frontier/port.ts';
import type { CutPage, EdgePage } from '../../src/frontier/port-chrome.ts';
import type { Dice } from '../fuzz/dice.ts';
import type { Caller } from './caller.ts';
import { newsOf, type Place, settlementOf, someFound } from './settlements.ts';
import { chunksOf, HOUR, indexOf, START, spelled, type World, wordsOf } from './world.ts';

/** The state of a history while it is played, all of it from returned values. */
export class Scene {
  readonly world: World;
  now = START;
  begun: string[] = [];
  leases: Lease[] = [];
  /** Leases that were settled, released or lost. */
  readonly spent: Lease[] = [];
  readonly ids: number[] = [];
  /** The hashes of the texts that a URL's visits brought. */
  readonly texts = new Map<number, Set<string>>();
  edges: readonly EdgePage[] = [];
  toIndex: readonly PageToIndex[] = [];

  constructor(world: World) {
    this.world = world;
  }

  place(dice: Dice): Place {
    return { dice, world: this.world, now: this.now, begun: this.begun, ids: this.ids };
  }

  remember(id: number): void {
    if (!this.ids.includes(id)) this.ids.push(id);
  }

  read(id: number, hash: string): void {
    this.texts.set(id, (this.texts.get(id) ?? new Set()).add(hash));
  }

  lose(isLost: (lease: Lease) => boolean): void {
    this.spent.push(...this.leases.filter(isLost));
    this.leases = this.leases.filter((lease) => !isLost(lease));
  }
}

type Act = (caller: Caller, scene: Scene, dice: Dice) => Promise<unknown>;

/** An act that needs a provider that was begun. */
function of(act: (caller: Caller, scene: Scene, dice: Dice, provider: string) => Promise<unknown>): Act {
  return async (caller, scene, dice) => {
    if (scene.begun.length > 0) await act(caller, scene, dice, dice.pick(scene.begun));
  };
}

/** An act that needs the number of a URL. */
function at(act: (caller: Caller, scene: Scene, dice: Dice, id: number) => Promise<unknown>): Act {
  return async (caller, scene, dice) => {
    if (scene.ids.length > 0) await act(caller, scene, dice, dice.pick(scene.ids));
  };
}

/** The limits of a provider; mostly none, so that much happens. */
function laneOf(dice: Dice, provider: string): CrawlLimits {
  const limits = dice.chance(0.25)
    ? { perProvider: dice.pick([1, 3, 9]), perHost: dice.pick([1, 2, 9]), gapMs: dice.pick([0, 0, 50]) }
    : { perProvider: 9, perHost: 9, gapMs: 0 };
  const maxPages = dice.chance(0.2) ? dice.pick([3, 8]) : 1_000;
  const options = dice.chance(0.1) ? { remembered: '{"depth":2}', given: '{"depth":2}' } : {};
  return { provider, ...limits, maxPages, maxPerTemplate: dice.pick([1, 2, 1_000]), ...options };
}

async function begin(caller: Caller, scene: Scene, dice: Dice, provider: string, isAnew: boolean): Promise<void> {
  scene.now++;
  const fresh = isAnew && dice.chance(0.1);
  // A refresh is never fresh.
  const run = {
    kind: fresh ? 'crawl' : dice.pick(['crawl', 'crawl', 'refresh'] as const),
    ...(dice.chance(0.3) && { selector: 'main' }),
  } as const;
  const answer = await caller.call('begin', laneOf(dice, provider), {
    fresh,
    ...(isAnew && dice.chance(0.9) && { renew: dice.pick([true, true, true, 'when-full', false] as const) }),
    ...(dice.chance(0.7) && { run }),
    now: scene.now,
  });
  if (!scene.begun.includes(provider)) scene.begun.push(provider);
  // The clock has moved on when the first page is read.
  scene.now++;
  if (answer?.how === 'again') scene.lose((lease) => lease.provider === provider);
}

async function settle(caller: Caller, scene: Scene, dice: Dice): Promise<void> {
  const lease = taken(scene, dice);
  if (lease === undefined) return;
  const settlement = settlementOf(scene.place(dice), lease);
  if (settlement.outcome.kind === 'page') scene.read(lease.id, settlement.outcome.page.hash);
  await caller.call('settle', lease, settlement);
}

function taken(scene: Scene, dice: Dice): Lease | undefined {
  const [lease] = scene.leases.splice(dice.below(Math.max(1, scene.leases.length)), 1);
  if (lease !== undefined) scene.spent.push(lease);
  return lease;
}

/** A page to cut: often one whose text has changed, which the cut may take back. */
function toBeCut(scene: Scene, dice: Dice): EdgePage | undefined {
  const changed = scene.edges.filter(({ id }) => (scene.texts.get(id)?.size ?? 0) > 1);
  const pages = changed.length > 0 && dice.chance(0.7) ? changed : scene.edges;
  return pages.length === 0 ? undefined : dice.pick(pages);
}

function cutOf(scene: Scene, dice: Dice, page: EdgePage | undefined, mayBeWhole: boolean): CutPage {
  const { world } = scene;
  const before = [...((page && scene.texts.get(page.id)) ?? [])];
  const readHash = page === undefined || dice.chance(0.1) ? dice.pick(world.texts) : page.readHash;
  const hash = dice.chance(0.2) ? readHash : dice.pick(before.length > 0 && dice.chance(0.5) ? before : world.texts);
  const isWhole = mayBeWhole && dice.chance(0.6);
  const chunks = chunksOf(dice, isWhole, hash);
  return {
    ...{ hash, readHash, cut: dice.pick(['', 'c1', 'c2']) },
    ...{ words: dice.below(90), fingerprint: dice.pick(['', '0f0f']), chunks },
    facts: {
      tokens: dice.below(40),
      leftOut: dice.chance(0.3) ? [{ edge: 'bottom', text: 'imprint' }] : undefined,
      targets: dice.chance(0.3) ? [{ id: 'top', text: 'top' }] : undefined,
    },
    markdown: isWhole ? `# cut ${readHash}` : undefined,
    ...(dice.chance(0.7) && { index: indexOf(dice, world, wordsOf(chunks)) }),
  };
}

/** Acts by name; a history is a list of these names. */
export const acts = {
  begin: (caller, scene, dice) => begin(caller, scene, dice, dice.pick(scene.world.providers), false),
  beginAnew: (caller, scene, dice) => begin(caller, scene, dice, dice.pick(scene.world.providers), true),
  offer: of((caller, scene, dice, provider) =>
    caller.call('offer', someFound(scene.place(dice), provider, 9), scene.now),
  ),
  lease: async (caller, scene, dice) => {
    const due = dice.chance(0.8) ? await caller.call('nextDue', scene.now) : scene.now;
    scene.now = due ?? scene.now;
    // Nothing is left to do: the next generation begins, so that stored pages are found again.
    if (due === undefined && scene.leases.length === 0 && scene.begun.length > 0) {
      const provider = dice.pick(scene.begun);
      await caller.call('finish', provider, scene.now);
      await begin(caller, scene, dice, provider, true);
    }
    for (const lease of (await caller.call('lease', dice.pick([1, 3, 9, 9]), scene.now)) ?? []) {
      scene.leases.push(lease);
      scene.remember(lease.id);
    }
  },
  settle,
  settleTwice: async (caller, scene, dice) => {
    const lease = scene.spent.length === 0 ? undefined : dice.pick(scene.spent);
    if (lease === undefined || !scene.begun.includes(lease.provider)) return;
    await caller.call('settle', lease, settlementOf(scene.place(dice), lease));
  },
  release: async (caller, scene, dice) => {
    const isLate = scene.spent.length > 0 && dice.chance(0.2);
    const lease = isLate ? dice.pick(scene.spent) : taken(scene, dice);
    const news = dice.chance(0.5) ? newsOf(scene.place(dice)) : undefined;
    if (lease !== undefined && scene.begun.includes(lease.provider)) await caller.call('release', lease, news);
  },
  pass: async (_, scene, dice) => {
    scene.now += dice.pick([1, 60, 1_100, 6_000, HOUR]);
  },
  hold: (caller, scene, dice) =>
    caller.call(
      'holdHost',
      dice.pick(scene.world.hosts),
      scene.now + dice.pick([0, 100, 2 * HOUR, 48 * HOUR]),
      dice.pick(['host:parked', ''] as const),
    ),
  endWaiting: of((caller, scene, dice, provider) => {
    const [state, by] = dice.pick([
      ['blocked', 'terms:forbidden'],
      ['blocked', 'robots:rfc9309:closed'],
      ['failed', 'DOC_DNS'],
      ['skipped', 'content:type'],
    ] as const);
    return caller.call(
      'endWaiting',
      provider,
      dice.pick(scene.world.hosts),
      { state, by, detail: 'the run ends' },
      scene.now,
    );
  }),
  seeds: of((caller, _scene, _dice, provider) => caller.call('seeds', provider)),
  finish: of((caller, scene, _dice, provider) => caller.call('finish', provider, scene.now)),
  seed: (caller, scene, dice) =>
    caller.addSeed(dice.pick(scene.world.providers), spelled(dice, dice.pick(scene.world.keys)).url),
  inbox: (caller, scene) => caller.inbox(scene.world.providers),
  keepChrome: of((caller, _scene, dice, provider) =>
    caller.call('keepChrome', provider, dice.pick(['menu', 'imprint', ''])),
  ),
  chrome: of((caller, _scene, _dice, provider) => caller.call('chrome', provider)),
  pageEdges: of(async (caller, scene, dice, provider) => {
    scene.edges = (await caller.call('pageEdges', provider, 0, dice.pick([2, 50]))) ?? [];
    for (const { id } of scene.edges) scene.remember(id);
  }),
  toCut: at((caller, _scene, _dice, id) => caller.call('toCut', id)),
  cut: of(async (caller, scene, dice, provider) => {
    scene.edges = (await caller.call('pageEdges', provider, 0, 50)) ?? [];
    const page = toBeCut(scene, dice);
    // Without a page: a number that is not stored.
    const id = page?.id ?? 999_999;
    const stored = await caller.call('toCut', id);
    await caller.call('cut', provider, id, cutOf(scene, dice, page, stored?.noarchive === false), scene.now);
  }),
  joinTwins: of((caller, scene, _dice, provider) => caller.call('joinTwins', provider, scene.now)),
  askAgain: at((caller, scene, dice, id) =>
    caller.call('askAgain', dice.chance(0.5) ? [id] : [id, dice.pick(scene.ids)]),
  ),
  linksOf: at((caller, _scene, _dice, id) => caller.call('linksOf', id)),
  behindIndex: (caller, _scene, dice) => caller.call('behindIndex', dice.pick([1, 2])),
  toIndex: async (caller, scene, dice) => {
    scene.toIndex = (await caller.call('toIndex', dice.pick([1, 2]), 0, dice.pick([1, 50]))) ?? [];
  },
  putIndex: async (caller, scene, dice) => {
    const entries = scene.toIndex.map(({ id, hash, chunks }) => ({
      ...{ id, hash: dice.chance(0.1) ? 'another' : hash },
      index: indexOf(dice, scene.world, wordsOf(dice.chance(0.1) ? [...chunks, { ids: ['one too many'] }] : chunks)),
    }));
    await caller.call('putIndex', entries);
  },
  refreshIndex: (caller, _scene, dice) =>
    dice.chance(0.3) ? caller.call('refreshIndex', 100, 'words') : caller.call('refreshIndex', dice.pick([1, 100])),
  cleanIndex: (caller) => caller.call('cleanIndex'),
  respell: of((caller, _scene, dice, provider) => {
    const isKept = dice.chance(0.3);
    return caller.call('respell', provider, { query: 'drop', ...(isKept && { keepQueryParams: ['token'] }) }, 0);
  }),
  noteRequest: (caller, scene, dice) => caller.call('noteRequest', dice.pick(scene.world.hosts), scene.now),
  requestsSince: (caller, scene, dice) =>
    caller.call('requestsSince', scene.now - HOUR, dice.chance(0.5) ? dice.pick(scene.world.hosts) : undefined),
  nextDue: (caller, scene) => caller.call('nextDue', scene.now),
  hosts: of((caller, _scene, _dice, provider) => caller.call('hosts', provider)),
  counts: of((caller, _scene, _dice, provider) => caller.call('counts', provider)),
  stored: of((caller, _scene, _dice, provider) => caller.stored(provider)),
  lastCrawl: (caller, scene, dice) => caller.call('lastCrawl', dice.pick(scene.world.providers)),
  block: (caller, scene, dice) => {
    const pattern = dice.pick(scene.world.keys).replace('https://', '');
    return caller.block(dice.chance(0.7) ? { pattern, reason: 'no', by: 'operator', at: scene.now } : pattern);
  },
  reopen: async (caller, scene, dice) => {
    scene.now += dice.chance(0.2) ? -dice.pick([500, HOUR]) : dice.pick([0, 10, HOUR]);
    scene.lose(() => true);
    const before = scene.begun;
    scene.begun = [];
    scene.toIndex = [];
    await caller.reopen(scene.now);
    for (const provider of before) if (!dice.chance(0.2)) await begin(caller, scene, dice, provider, dice.chance(0.2));
  },
} as const satisfies Readonly<Record<string, Act>>;

export type ActName = keyof typeof acts;
