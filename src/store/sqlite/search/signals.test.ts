// What is remembered of pages is what the crawl learnt about them, however many are read.
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { SignalsReader } from './signals.ts';

const PAGES = 5_000;
const tables = `CREATE TABLE urls (id INTEGER PRIMARY KEY, depth INTEGER);
    CREATE TABLE pages (url INTEGER PRIMARY KEY, fetched_at INTEGER, fingerprint TEXT, words INTEGER);
    CREATE TABLE search_anchors (page INTEGER PRIMARY KEY, inbound INTEGER, outbound INTEGER, texts TEXT)`;

function filled(): DatabaseSync {
  const db = new DatabaseSync(':memory:');
  db.exec(tables);
  const [url, page] = [
    db.prepare('INSERT INTO urls VALUES (?, ?)'),
    db.prepare('INSERT INTO pages VALUES (?, 1, ?, ?)'),
  ];
  db.exec('BEGIN');
  for (let id = 1; id <= PAGES; id++) {
    url.run(id, id % 7);
    page.run(id, `f${id}`, id);
  }
  db.exec(`INSERT INTO search_anchors VALUES (1, 4, 5, '[["the guid",3]]'); COMMIT`);
  return db;
}

it('S3: every page gets its own signals, also when more are read than are remembered', () => {
  const reader = new SignalsReader(filled());
  // Each time some pages of the time before, and many others.
  for (let from = 1; from + 700 <= PAGES; from += 350) {
    const pages = new Set([1, ...Array.from({ length: 700 }, (_, nth) => from + nth)]);
    const signals = reader.read(pages, new Map([[from, 2]]), ['guid']);
    expect([...signals.keys()]).toEqual([...pages]);
    for (const [page, one] of signals)
      expect(one).toMatchObject({ page, words: page, fingerprint: `f${page}`, found: page === from ? 2 : 0 });
    expect(signals.get(1)).toMatchObject({ inbound: 4, outbound: 5, anchors: [{ terms: 'the guid', pages: 3 }] });
  }
});

it('S3: a page that is not there has no signals', () => {
  const signals = new SignalsReader(filled()).read(new Set([1, PAGES + 1]), new Map(), []);
  expect([...signals]).toEqual([[1, expect.objectContaining({ inbound: 4 })]]);
});

it('S3: a page has its anchor texts where one of them holds a term of the query', () => {
  const reader = new SignalsReader(filled());
  const anchors = (terms: readonly string[]): unknown => reader.read(new Set([1]), new Map(), terms).get(1)?.anchors;
  expect(anchors(['pool', 'guid'])).toEqual([{ terms: 'the guid', pages: 3 }]);
  expect([anchors(['pool']), anchors([])]).toEqual([[], []]);
});

it('S6: once something was written it is read again', () => {
  const db = filled();
  const reader = new SignalsReader(db);
  reader.read(new Set([1]), new Map(), []);
  db.exec('UPDATE search_anchors SET inbound = 9');
  reader.forget();
  expect(reader.read(new Set([1]), new Map(), []).get(1)?.inbound).toBe(9);
});

it('S6: anchor texts as long as can be do not fill the memory of a thread that searches', async () => {
  const program = `
    const { parentPort } = require('node:worker_threads');
    const { DatabaseSync } = require('node:sqlite');
    import(${JSON.stringify(new URL('signals.ts', import.meta.url).href)}).then(({ SignalsReader }) => {
      const db = new DatabaseSync(':memory:');
      db.exec(\`${tables}\`);
      const texts = JSON.stringify(Array.from({ length: 32 }, (_, nth) => ['\uB9C1\uD06C'.repeat(148) + nth, 1]));
      const add = db.prepare('INSERT INTO search_anchors VALUES (?, 1, 1, ?)');
      for (let page = 1; page <= 2000; page++) {
        db.exec(\`INSERT INTO urls VALUES (\${page}, 1); INSERT INTO pages VALUES (\${page}, 1, '', 1)\`);
        add.run(page, texts);
      }
      const reader = new SignalsReader(db);
      for (let page = 1; page <= 2000; page += 100)
        reader.read(new Set(Array.from({ length: 100 }, (_, nth) => page + nth)), new Map(), []);
      parentPort.postMessage(reader.read(new Set([7]), new Map(), ['\uB9C1\uD06C']).get(7).anchors.length);
    });`;
  const worker = new Worker(program, {
    eval: true,
    resourceLimits: { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 24 },
  });
  expect(await new Promise((resolve, reject) => worker.on('message', resolve).on('error', reject))).toBe(32);
  await worker.terminate();
});
