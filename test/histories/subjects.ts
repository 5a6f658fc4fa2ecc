// The ledgers that histories are played on: a SQLite engine in a folder of its own, and the memory engine.
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryInbox } from '../../src/store/memory/inbox.ts';
import { openMemoryLedger } from '../../src/store/memory/ledger.ts';
import { newMemoryData } from '../../src/store/memory/records.ts';
import type { Subject } from './caller.ts';
import { type Engine, type HistoryLedger, timedFor } from './engine.ts';
import { tablesOf } from './tables.ts';
import { START, type World } from './world.ts';

/** The fastest place for folders: in memory, where the system has such a file system. */
const FAST = '/dev/shm';

/** Folders for one engine after the other, all of them removed at the end. */
export class Folders {
  readonly #root = mkdtempSync(join(existsSync(FAST) ? FAST : tmpdir(), 'docent-histories-'));
  readonly #empty = new Map<Engine, string>();
  #count = 0;

  /** A folder in which nothing was crawled yet. Making its tables takes longer than a copy. */
  async folderFor(engine: Engine): Promise<string> {
    const folder = join(this.#root, String(++this.#count));
    const empty = this.#empty.get(engine);
    if (empty === undefined) {
      this.#empty.set(engine, folder);
      await engine.open(folder, START).close();
      return this.folderFor(engine);
    }
    cpSync(empty, folder, { recursive: true });
    return folder;
  }

  remove(folder?: string): void {
    rmSync(folder ?? this.#root, { recursive: true, force: true });
  }
}

/** A ledger of an engine in a folder. */
export class SqliteSubject implements Subject {
  readonly #engine: Engine;
  readonly #folder: string;
  readonly #world: World;
  ledger;

  constructor(engine: Engine, folder: string, world: World) {
    this.#engine = engine;
    this.#folder = folder;
    this.#world = world;
    this.ledger = engine.open(folder, START);
  }

  addSeed(provider: string, url: string): Promise<void> {
    return this.#engine.addSeed(this.#folder, provider, url);
  }

  /** What is leased stays so in the tables, as if the process had been killed. */
  async reopen(now: number): Promise<void> {
    await this.ledger.close();
    this.ledger = this.#engine.open(this.#folder, now);
  }

  async look(): Promise<readonly (readonly [string, unknown])[]> {
    return [...(await this.#read()), ...(await this.#watched()), ...this.#tables()];
  }

  async #read(): Promise<readonly (readonly [string, unknown])[]> {
    const { keys, hosts } = this.#world;
    const reader = this.#engine.reader(this.#folder);
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
    await see('what robots.txt refuses', (reader.records ?? reader.list).call(reader, { by: 'robots', limit: 2 }));
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
    const watch = this.#engine.watch(this.#folder);
    const seen: [string, unknown][] = [];
    try {
      const { reader } = watch;
      for (const { id, ...run } of await reader.runs({ limit: 100 }))
        seen.push([`run ${run.provider} ${run.generation}`, [run, await reader.changes(id, 100)]]);
      for (const key of this.#world.keys)
        seen.push([`history of ${key}`, (await reader.history(key, 100)).map(({ run: _, ...entry }) => entry)]);
      return seen;
    } finally {
      await watch.close();
    }
  }

  #tables(): readonly (readonly [string, unknown])[] {
    const hexOf = (key: string): string => Buffer.from(this.#engine.digestOf(key)).toString('hex').toUpperCase();
    const db = this.#engine.tables(this.#folder);
    try {
      return tablesOf(
        db,
        new Map(this.#world.keys.flatMap((key) => [key, `sitemap ${key}`]).map((key) => [hexOf(key), key])),
      );
    } finally {
      db.close();
    }
  }
}

/** The ledger in memory, of which only the answers are looked at. */
export class MemorySubject implements Subject {
  readonly #data = newMemoryData();
  readonly #clock = { now: START };
  ledger = this.#open();

  async addSeed(provider: string, url: string): Promise<void> {
    await createMemoryInbox(this.#data).addSeed(provider, url);
  }

  async reopen(now: number): Promise<void> {
    this.#clock.now = now;
    this.ledger = this.#open();
  }

  async look(): Promise<readonly (readonly [string, unknown])[]> {
    return [];
  }

  #open(): HistoryLedger {
    return timedFor(
      openMemoryLedger(() => this.#clock.now, this.#data),
      this.#clock,
    );
  }
}
