// What searches remember is what the index holds, also after another process has written.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { numbersIn } from './numbers.ts';
import { Remembered } from './remembered.ts';
import { searchSchema } from './schema.ts';

let folder: string;
let writer: DatabaseSync;
let reader: DatabaseSync;
let remembered: Remembered;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docent-remembered-'));
  const file = join(folder, 'index.sqlite');
  writer = new DatabaseSync(file);
  writer.exec(`PRAGMA journal_mode = WAL; ${searchSchema}`);
  reader = new DatabaseSync(file, { readOnly: true });
  remembered = new Remembered(reader);
});
afterEach(() => {
  reader.close();
  writer.close();
  rmSync(folder, { recursive: true, force: true });
});

function put(rows: readonly number[], page: number): void {
  const forward = writer.prepare('INSERT OR REPLACE INTO search_forward VALUES (?, ?, 0, ?)');
  for (const row of rows) forward.run(row, page, new Uint8Array(1));
}

describe('what searches remember', () => {
  it('S6: the page of a chunk is its present page, read the first time or again', () => {
    put([1, 2, 3], 7);
    remembered.begin();
    expect(remembered.pagesOf([3, 1, 9])).toEqual([7, 7, 0]);
    expect(remembered.pagesOf([2, 3, 1])).toEqual([7, 7, 7]);
    put([2], 8);
    remembered.begin();
    expect(remembered.pagesOf([1, 2, 3])).toEqual([7, 8, 7]);
  });

  it('S6: chunks that drive each other out keep their own pages', () => {
    const [one, other] = [5, 5 + 32_768];
    put([one], 1);
    put([other], 2);
    remembered.begin();
    expect(remembered.pagesOf([one])).toEqual([1]);
    expect(remembered.pagesOf([one, other])).toEqual([1, 2]);
    expect(remembered.pagesOf([other, one, other])).toEqual([2, 1, 2]);
  });

  it('S6: a frequent term is counted anew once something is written', () => {
    const text = writer.prepare('INSERT INTO search_text (rowid, body) VALUES (?, ?)');
    for (let row = 1; row <= 300; row++) text.run(row, row <= 10 ? 'often seldom' : 'often');
    remembered.begin();
    expect([remembered.holding('often'), remembered.holding('seldom'), remembered.holding('never')]).toEqual([
      300, 10, 0,
    ]);
    text.run(301, 'often');
    remembered.begin();
    expect(remembered.holding('often')).toBe(301);
  });
});

describe('numbersIn', () => {
  it('S6: reads what SQLite writes of whole numbers', () => {
    expect(numbersIn('12 0 9007199254740991,3')).toEqual([12, 0, 9_007_199_254_740_991, 3]);
    expect([numbersIn(''), numbersIn(null), numbersIn(undefined)]).toEqual([[], [], []]);
  });
});
