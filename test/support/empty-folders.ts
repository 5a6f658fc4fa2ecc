// Folders for one store after the other, for tests that need hundreds of them.
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../src/store/open-store.ts';

/** The fastest place for folders: in memory, where the system has such a file system. */
const FAST = '/dev/shm';

/** All of them are removed at the end. */
export class EmptyFolders {
  readonly #root = mkdtempSync(join(existsSync(FAST) ? FAST : tmpdir(), 'docent-stores-'));
  #count = 0;
  #empty: string | undefined;

  /** A folder in which nothing was crawled yet. Making its tables takes longer than a copy. */
  async newFolder(): Promise<string> {
    const folder = join(this.#root, String(++this.#count));
    if (this.#empty === undefined) {
      this.#empty = folder;
      const { ledger } = await openStore({ kind: 'sqlite', folder }).openLedger(() => 0);
      await ledger.close();
      return this.newFolder();
    }
    cpSync(this.#empty, folder, { recursive: true });
    return folder;
  }

  remove(folder?: string): void {
    rmSync(folder ?? this.#root, { recursive: true, force: true });
  }
}
