// The list of files an export wrote, with their hashes: what a later export may replace or remove, and nothing else.
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { DocentError } from '../../core/errors.ts';
import { foldedPath, isPlainPath, otherPathFor } from './names.ts';

/** The name of the list in the exported folder. */
export const MANIFEST = '.docent-export.json';

export interface ListedFile {
  readonly path: string;
  readonly sha256: string;
}

/** The files of an export under way, and those of the last. On the disk, so that memory does not grow with their number. */
export class FileList {
  readonly #db = new DatabaseSync('');
  readonly #sql;
  #count = 0;

  constructor() {
    this.#db.exec(`PRAGMA journal_mode = OFF; PRAGMA cache_size = -4000; BEGIN;
      CREATE TABLE fresh (n INTEGER PRIMARY KEY, path TEXT NOT NULL, sha256 TEXT NOT NULL, folded TEXT NOT NULL UNIQUE);
      CREATE UNIQUE INDEX fresh_by_path ON fresh (path);
      CREATE TABLE old (path TEXT NOT NULL, sha256 TEXT NOT NULL, PRIMARY KEY (path, sha256)) WITHOUT ROWID`);
    this.#sql = {
      add: this.#db.prepare('INSERT OR IGNORE INTO fresh (n, path, sha256, folded) VALUES (?, ?, ?, ?)'),
      addOld: this.#db.prepare('INSERT OR IGNORE INTO old VALUES (?, ?)'),
      isOld: this.#db.prepare('SELECT 1 FROM old WHERE path = ? AND sha256 = ?'),
      fresh: this.#db.prepare('SELECT n, path, sha256 FROM fresh ORDER BY path'),
      stale: this.#db.prepare(
        'SELECT DISTINCT path FROM old WHERE NOT EXISTS (SELECT 1 FROM fresh f WHERE f.path = old.path) ORDER BY path',
      ),
      old: this.#db.prepare('SELECT path, sha256 FROM old ORDER BY path'),
      drop: this.#db.prepare('DELETE FROM fresh WHERE n = ?'),
    };
  }

  /** Notes a file under this path, or under another when that could be the same file as an earlier one. Returns its number. */
  add(path: string, sha256: string, identity: string): number {
    const n = this.#count++;
    let name = path;
    for (let nth = 0; this.#sql.add.run(n, name, sha256, foldedPath(name)).changes === 0; nth++)
      name = otherPathFor(path, identity, nth);
    return n;
  }

  /** Takes in what an earlier export listed. Throws DOC_FILE for a list that cannot be read. */
  async load(file: string): Promise<void> {
    const input = createReadStream(file, 'utf8');
    try {
      for await (const line of createInterface({ input, crlfDelay: Infinity })) {
        const entry = entryOf(line);
        if (entry !== undefined) this.#sql.addOld.run(entry.path, entry.sha256);
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
      throw new DocentError('DOC_FILE', `cannot read ${file}: ${(error as Error).message}`, { cause: error });
    } finally {
      input.destroy();
    }
  }

  wrote(path: string, sha256: string): boolean {
    return this.#sql.isOld.get(path, sha256) !== undefined;
  }

  *fresh(): Generator<ListedFile & { readonly n: number }> {
    for (const { n, path, sha256 } of this.#sql.fresh.iterate())
      yield { n: Number(n), path: String(path), sha256: String(sha256) };
  }

  /** Files of the last export that this one has not. */
  *stale(): Generator<string> {
    for (const { path } of this.#sql.stale.iterate()) yield String(path);
  }

  /** Removes files from the list: they are not ours after all. */
  drop(numbers: readonly number[]): void {
    for (const n of numbers) this.#sql.drop.run(n);
  }

  /** The list as text, an entry a line; `both` lists the old files as well. */
  *lines(both: boolean): Generator<string> {
    yield '{"docent": 1, "files": [';
    let end = '\n';
    const entry = ({ path, sha256 }: ListedFile): string => {
      const line = `${end}${JSON.stringify({ path, sha256 })}`;
      end = ',\n';
      return line;
    };
    if (both)
      for (const { path, sha256 } of this.#sql.old.iterate())
        yield entry({ path: String(path), sha256: String(sha256) });
    for (const file of this.fresh()) yield entry(file);
    yield '\n]}\n';
  }

  close(): void {
    this.#db.close();
  }
}

/** The longest line a list of ours has. */
const LONGEST_LINE = 4_096;

/** What a line lists; a line that lists nothing of ours is passed over, and its file is then left alone. */
function entryOf(line: string): ListedFile | undefined {
  if (!line.startsWith('{"path":') || line.length > LONGEST_LINE) return undefined;
  try {
    const { path, sha256 } = JSON.parse(line.replace(/,$/, '')) as Partial<Record<keyof ListedFile, unknown>>;
    return typeof path === 'string' && typeof sha256 === 'string' && isPlainPath(path) ? { path, sha256 } : undefined;
  } catch {
    return undefined;
  }
}
