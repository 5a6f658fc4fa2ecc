// C5: forgets URLs, paths and providers in a folder without a running crawl, step by step, so that a kill loses nothing.
import type { DatabaseSync } from 'node:sqlite';
import { DocentError } from '../../../core/errors.ts';
import type { ForgetOptions, ForgetStep, Forgettable, Forgotten, RemovedCounts } from '../../../forget/port.ts';
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
export async function* forget(
  folder: string,
  target: Forgettable,
  options: ForgetOptions,
): AsyncGenerator<ForgetStep | Forgotten> {
  const { db, transact, leave } = occupy(folder);
  try {
    yield* new Removal(db, transact, target, options).steps();
  } catch (error) {
    throw storeError(folder, error);
  } finally {
    leave();
  }
}

/** A folder that no other process may crawl into until it is left. */
interface Occupation {
  readonly db: DatabaseSync;
  readonly transact: Transact;
  leave(): void;
}

/** Occupies an existing folder. */
function occupy(folder: string): Occupation {
  const db = openToChange(folder);
  let owner: Owner | undefined;
  const leave = (): void => {
    if (db.isOpen && db.isTransaction) db.exec('ROLLBACK');
    owner?.release();
    db.close();
  };
  try {
    owner = claim(db, folder);
    // In damaged data nothing proves that something is removed.
    refuseDamaged(db, folder);
    db.exec('PRAGMA secure_delete = ON');
    return { db, transact: transactions(db, owner), leave };
  } catch (error) {
    leave();
    throw storeError(folder, error);
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

class Removal {
  readonly #db: DatabaseSync;
  readonly #transact: Transact;
  readonly #target: Forgettable;
  readonly #options: ForgetOptions;
  readonly #index: SearchIndex;
  /** The counts of what this attempt removed. */
  #removed = nothingRemoved;

  constructor(db: DatabaseSync, transact: Transact, target: Forgettable, options: ForgetOptions) {
    this.#db = db;
    this.#transact = transact;
    this.#target = target;
    this.#options = options;
    this.#index = new SearchIndex(db);
  }

  async *steps(): AsyncGenerator<ForgetStep | Forgotten> {
    this.#block();
    yield* this.#removeRows();
    yield* this.#removeMentions();
    this.#removeLeftovers();
    const removed = removedSoFar(this.#db, this.#target);
    if (removed === undefined) {
      yield this.#options.always ? this.#sealed(nothingRemoved) : { end: 'nothing', removed: nothingRemoved };
      return;
    }
    yield this.#at('index');
    await cleanIndex(this.#index, this.#transact);
    yield this.#at('file');
    await pause();
    yield wipeFile(this.#db) ? this.#sealed(removed) : { end: 'unwiped', removed };
  }

  #at(step: ForgetStep['step']): ForgetStep {
    return { step, urls: this.#removed.urls };
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

  async *#removeRows(): AsyncGenerator<ForgetStep> {
    const remover = createRowRemover(this.#db, this.#index);
    for (const judged of judgedUrls(this.#db, this.#target)) {
      const matching = judged.filter(({ isMatch }) => isMatch).map(({ row }) => row);
      for (let at = 0; at < matching.length; at += AT_ONCE) {
        const rows = matching.slice(at, at + AT_ONCE);
        this.#transact(() => this.#note(rows.map((row: Row) => remover.remove(row)).reduce(addCounts)));
        yield this.#at('rows');
        await pause();
      }
    }
  }

  async *#removeMentions(): AsyncGenerator<ForgetStep> {
    if (this.#target.kind === 'provider') return;
    yield this.#at('mentions');
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
    const { now: at, block } = this.#options;
    const { kind, what } = this.#target;
    const fields = { at, what, kind, removed, blocked: block.length > 0 };
    const receipt = this.#transact(() => writeReceipt(this.#db, fields));
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
  let occupied: Occupation | undefined;
  try {
    occupied = occupy(folder);
    await cleanIndex(new SearchIndex(occupied.db), occupied.transact);
    return true;
  } catch (error) {
    const fault = storeError(folder, error);
    if (fault instanceof DocentError && fault.code === 'DOC_STORE_BUSY') return false;
    throw fault;
  } finally {
    occupied?.leave();
  }
}
