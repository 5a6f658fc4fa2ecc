// C5: forgets URLs, paths and providers in a folder without a running crawl, step by step, so that a kill loses nothing.
import type { DatabaseSync } from 'node:sqlite';
import { DocentError } from '../../../core/errors.ts';
import type { ForgetOptions, Forgettable, Forgotten, RemovedCounts } from '../../../forget/port.ts';
import { refuseDamaged } from '../check.ts';
import { blockAsOperator } from '../frontier/blocklist.ts';
import type { Row } from '../frontier/statements.ts';
import { openForReading, openToChange, storeError } from '../open.ts';
import { claim, type Owner } from '../owner.ts';
import { SearchIndex } from '../search/index.ts';
import { writeTransaction } from '../write-transaction.ts';
import { judgedUrls, providerNumber } from './find.ts';
import { forgetProviderRows, hostsInUse, removeUnusedHosts, unusedRobots } from './hosts.ts';
import { mentionsOf } from './mentions.ts';
import { removeOrphans } from './queue.ts';
import { addCounts, noteRemoved, nothingRemoved, removedSoFar, writeReceipt } from './receipt.ts';
import { createRowRemover } from './rows.ts';
import { cleanIndex, pause, type Transact, wipeFile } from './wipe.ts';

/** URLs, or edits, in one transaction: some ten milliseconds, in which other writers wait. */
const AT_ONCE = 50;

/**
 * Removes what matches and all traces of it, writes its receipt and leaves no byte of it in the folder's database. A kill
 * at any moment is made good by doing it again, and the receipt is written once. Throws DOC_STORE_BUSY while a crawl owns
 * the folder, DOC_STORE_FULL where there is no space to write the file anew, DOC_STORE for data that cannot be used.
 */
export function forget(folder: string, target: Forgettable, options: ForgetOptions): Promise<Forgotten> {
  return owning(folder, (db, owner) => new Forgetting(db, owner, target, options).run());
}

/** Runs a task on an existing folder that no other process may crawl into meanwhile. */
async function owning<T>(folder: string, task: (db: DatabaseSync, owner: Owner) => Promise<T>): Promise<T> {
  const db = openToChange(folder);
  let owner: Owner | undefined;
  try {
    owner = claim(db, folder);
    // In damaged data nothing proves that something is removed.
    refuseDamaged(db, folder);
    db.exec('PRAGMA secure_delete = ON');
    return await task(db, owner);
  } catch (error) {
    throw storeError(folder, error);
  } finally {
    if (db.isOpen && db.isTransaction) db.exec('ROLLBACK');
    owner?.release();
    db.close();
  }
}

/** Runs each task as one short transaction, as long as this process owns the folder. */
function transactions(db: DatabaseSync, owner: Owner): Transact {
  return (task) =>
    writeTransaction(db, () => {
      owner.check();
      return task();
    });
}

class Forgetting {
  readonly #db: DatabaseSync;
  readonly #transact: Transact;
  readonly #target: Forgettable;
  readonly #options: ForgetOptions;
  readonly #index: SearchIndex;
  /** The counts of what this attempt removed. */
  #removed = nothingRemoved;

  constructor(db: DatabaseSync, owner: Owner, target: Forgettable, options: ForgetOptions) {
    this.#db = db;
    this.#transact = transactions(db, owner);
    this.#target = target;
    this.#options = options;
    this.#index = new SearchIndex(db);
  }

  async run(): Promise<Forgotten> {
    const { onStep, always } = this.#options;
    this.#block();
    await this.#removeRows();
    await this.#removeMentions();
    this.#removeLeftovers();
    const removed = removedSoFar(this.#db, this.#target);
    if (removed === undefined)
      return always ? this.#sealed(nothingRemoved) : { end: 'nothing', removed: nothingRemoved };
    onStep?.('index', this.#removed.urls);
    await cleanIndex(this.#index, this.#transact);
    onStep?.('file', this.#removed.urls);
    await pause();
    if (!wipeFile(this.#db)) return { end: 'unwiped', removed };
    return this.#sealed(removed);
  }

  #block(): void {
    const { block, now } = this.#options;
    if (block.length > 0) this.#transact(() => blockAsOperator(this.#db, block, now));
  }

  /** Adds to the counts, in the transaction that removes. */
  #note(removed: RemovedCounts): void {
    noteRemoved(this.#db, this.#target, removed);
    this.#removed = addCounts(this.#removed, removed);
  }

  async #removeRows(): Promise<void> {
    const remover = createRowRemover(this.#db, this.#index);
    for (const judged of judgedUrls(this.#db, this.#target)) {
      const matching = judged.filter(({ isMatch }) => isMatch).map(({ row }) => row);
      for (let at = 0; at < matching.length; at += AT_ONCE) {
        const rows = matching.slice(at, at + AT_ONCE);
        this.#transact(() => this.#note(rows.map((row: Row) => remover.remove(row)).reduce(addCounts)));
        this.#options.onStep?.('rows', this.#removed.urls);
        await pause();
      }
    }
  }

  async #removeMentions(): Promise<void> {
    if (this.#target.kind === 'provider') return;
    this.#options.onStep?.('mentions', this.#removed.urls);
    for (const edits of mentionsOf(this.#db, this.#target)) {
      for (let at = 0; at < edits.length; at += AT_ONCE) {
        const some = edits.slice(at, at + AT_ONCE);
        this.#transact(() => {
          for (const edit of some) edit.apply();
          this.#note({ ...nothingRemoved, links: some.reduce((sum, { links }) => sum + links, 0) });
        });
        await pause();
      }
    }
  }

  #removeLeftovers(): void {
    const { kind } = this.#target;
    const provider = kind === 'provider' ? providerNumber(this.#db, this.#target.provider) : undefined;
    if (provider === undefined && removedSoFar(this.#db, this.#target) === undefined) return;
    this.#transact(() => {
      if (kind === 'provider' && provider !== undefined) forgetProviderRows(this.#db, this.#target.provider, provider);
      // Numbers of removed rows may be used again.
      this.#db.exec('UPDATE urls SET parent = NULL WHERE parent IS NOT NULL AND parent NOT IN (SELECT id FROM urls)');
      removeOrphans(this.#db);
      removeUnusedHosts(this.#db, this.#options.now);
      const robots = unusedRobots(this.#db, hostsInUse(this.#db));
      const remove = this.#db.prepare('DELETE FROM robots WHERE origin = ?');
      for (const origin of robots) remove.run(origin);
      this.#note({ ...nothingRemoved, robots: robots.length });
    });
  }

  #sealed(removed: RemovedCounts): Forgotten {
    const { now: at, block, seal } = this.#options;
    const { kind, what } = this.#target;
    const fields = { at, what, kind, removed, blocked: block.length > 0 };
    const receipt = this.#transact(() => writeReceipt(this.#db, fields, seal));
    return { end: removed === nothingRemoved ? 'nothing' : 'forgotten', removed, receipt };
  }
}

/** Takes the terms of replaced and removed pages out of the index, if any are left there. False while a crawl owns the folder. */
export async function cleanLeftTerms(folder: string): Promise<boolean> {
  const reader = openForReading(folder);
  try {
    const left = reader.prepare(`SELECT value FROM search_meta WHERE name = 'dropped'`).get()?.value;
    if (Number(left ?? 0) === 0) return true;
  } finally {
    reader.close();
  }
  try {
    await owning(folder, (db, owner) => cleanIndex(new SearchIndex(db), transactions(db, owner)));
    return true;
  } catch (error) {
    if (error instanceof DocentError && error.code === 'DOC_STORE_BUSY') return false;
    throw error;
  }
}
