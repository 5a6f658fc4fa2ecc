// What histories are played on: the ledger of a store in a folder of its own, and all that can be read of it.
import { DatabaseSync } from 'node:sqlite';
import { type TestClock, type TimedLedger, timed } from '../../src/frontier/port-words.contract.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/port.ts';
import { dataFile } from '../support/data-file.ts';
import { tablesOf } from './tables.ts';
import { START, type World } from './world.ts';

/** Histories last for days, and renew no lease. */
const FOR_EVER = 10 ** 12;

/** The store of a folder while a history is played. */
export class Subject {
  readonly #store: Store;
  readonly #folder: string;
  readonly #world: World;
  ledger: TimedLedger;

  private constructor(store: Store, folder: string, world: World, ledger: TimedLedger) {
    this.#store = store;
    this.#folder = folder;
    this.#world = world;
    this.ledger = ledger;
  }

  static async open(folder: string, world: World): Promise<Subject> {
    const store = openStore({ kind: 'sqlite', folder });
    return new Subject(store, folder, world, await openAt(store, START));
  }

  /** Adds a seed as another process would. */
  async addSeed(provider: string, url: string): Promise<void> {
    const side = await this.#store.openSideWriter();
    await side.addSeed(provider, url);
    await side.close();
  }

  /** What is leased stays so in the tables, as if the process had been killed. */
  async reopen(now: number): Promise<void> {
    await this.ledger.close();
    this.ledger = await openAt(this.#store, now);
  }

  /** Everything that is kept, as readers see it and as it lies in the tables, by kind. */
  async look(): Promise<readonly (readonly [what: string, seen: unknown])[]> {
    return [...(await this.#read()), ...(await this.#watched()), ...this.#tables()];
  }

  async #read(): Promise<readonly (readonly [string, unknown])[]> {
    const { keys, hosts } = this.#world;
    const reader = await this.#store.openReader();
    const seen: [string, unknown][] = [];
    const see = async (what: string, look: Promise<unknown>): Promise<void> => void seen.push([what, await look]);
    const ids = new Set<number>();
    for (const key of keys) {
      const found = await reader.find(key);
      for (const { id } of found) ids.add(id);
      seen.push([`record of ${key}`, found]);
    }
    for (const id of ids) {
      await see('versions', reader.versions(id));
      await see('chunks', reader.chunks(id));
    }
    for (const { provider } of await reader.providers()) {
      await see(`counts of ${provider}`, reader.counts(provider));
      await see(`reasons of ${provider}`, reader.reasons(provider));
      await see(`content of ${provider}`, reader.content(provider));
      await see(`chrome of ${provider}`, reader.chrome(provider));
      await see(`fingerprints of ${provider}`, reader.fingerprints(provider));
      const waiting = await reader.list({ provider, state: 'waiting', limit: 3 });
      seen.push([`what waits of ${provider}`, waiting.map(({ url }) => url)]);
    }
    await see('providers', reader.providers());
    await see('what robots.txt refuses', reader.records({ by: 'robots', limit: 2 }));
    for (const host of hosts) {
      const { nextAt, parkedUntil, parkedBy } = (await reader.hostTurn(host)) ?? {};
      seen.push([`turn of ${host}`, { nextAt, parkedUntil, parkedBy }]);
    }
    await see('requests', reader.requestsSince(START));
    await see('blocklist', reader.blocklist.list());
    await reader.close();
    return seen;
  }

  async #watched(): Promise<readonly (readonly [string, unknown])[]> {
    const { reader, close } = await this.#store.openWatch();
    const seen: [string, unknown][] = [];
    try {
      for (const { id, ...run } of await reader.runs({ limit: 100 }))
        seen.push([`run ${run.provider} ${run.generation}`, [run, await reader.changes(id, 100)]]);
      for (const key of this.#world.keys)
        seen.push([`history of ${key}`, (await reader.history(key, 100)).map(({ run: _, ...entry }) => entry)]);
      return seen;
    } finally {
      await close();
    }
  }

  #tables(): readonly (readonly [string, unknown])[] {
    const db = new DatabaseSync(dataFile(this.#folder), { readOnly: true });
    try {
      return tablesOf(db);
    } finally {
      db.close();
    }
  }
}

async function openAt(store: Store, now: number): Promise<TimedLedger> {
  const clock: TestClock = { now };
  const { ledger } = await store.openLedger(() => clock.now);
  const acts = timed(ledger, clock);
  const lease: TimedLedger['lease'] = (count, at) => acts.lease(count, at, { lifetimeMs: FOR_EVER });
  return new Proxy(acts, { get: (target, name) => (name === 'lease' ? lease : Reflect.get(target, name)) });
}
