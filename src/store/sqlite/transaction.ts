// One act, one transaction: the tables and the memory beside them change together or not at all.
import type { DatabaseSync } from 'node:sqlite';
import type { Statements } from './frontier/statements.ts';
import { storeError } from './open.ts';
import type { Owner } from './owner.ts';

/** Runs acts one after another. A failed one leaves tables and memory as they were and throws a DocentError. */
export class Transactions {
  readonly #db: DatabaseSync;
  readonly #sql: Statements;
  readonly #owner: Owner;
  readonly #folder: string;
  /** Objects in memory as they were before this act. */
  readonly #before = new Map<object, object>();
  readonly #undo: (() => void)[] = [];
  readonly #after: (() => void)[] = [];
  readonly #saves = new Map<object, () => void>();

  constructor(db: DatabaseSync, sql: Statements, owner: Owner, folder: string) {
    this.#db = db;
    this.#sql = sql;
    this.#owner = owner;
    this.#folder = folder;
  }

  /** Throws DOC_STORE_BUSY, having changed nothing, when another process has taken the folder over. */
  run<T>(task: () => T): T {
    try {
      this.#sql.begin.run();
      this.#owner.check();
      const result = task();
      for (const save of this.#saves.values()) save();
      this.#sql.commit.run();
      for (const after of this.#after) after();
      return result;
    } catch (error) {
      for (const [target, before] of this.#before) Object.assign(target, before);
      for (const undo of this.#undo.reverse()) undo();
      this.#rollback();
      throw storeError(this.#folder, error);
    } finally {
      this.#before.clear();
      this.#undo.length = 0;
      this.#after.length = 0;
      this.#saves.clear();
    }
  }

  /** Changes a field in memory, until a rollback. */
  set<T extends object, K extends keyof T>(target: T, field: K, value: T[K]): void {
    if (!this.#before.has(target)) this.#before.set(target, { ...target });
    target[field] = value;
  }

  /** Takes back, on a rollback, what was just done to memory. */
  onRollback(task: () => void): void {
    this.#undo.push(task);
  }

  /** Runs a task after the commit: one that may be lost but must not come too early, such as for caches. */
  afterCommit(task: () => void): void {
    this.#after.push(task);
  }

  /** Writes something once at the end of the act, however often it changed meanwhile. */
  saveOnce(what: object, save: () => void): void {
    if (!this.#saves.has(what)) this.#saves.set(what, save);
  }

  #rollback(): void {
    // SQLite has rolled back by itself where the disk was full.
    if (this.#db.isOpen && this.#db.isTransaction) this.#sql.rollback.run();
  }
}
