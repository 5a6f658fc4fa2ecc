// Korean and Japanese paragraphs as documents, through the same chunker, analyser and index as crawled pages.
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { chunkPage } from '../../src/chunk/chunks.ts';
import { symbolsOf } from '../../src/chunk/symbols.ts';
import { extractPage } from '../../src/extract/extract-page.ts';
import { schemaSteps } from '../../src/store/sqlite/schema.ts';
import { indexPages } from './build-index.ts';

/** An index of a file of paragraphs, in memory. */
export async function indexParagraphs(file: string): Promise<DatabaseSync> {
  const db = new DatabaseSync(':memory:');
  for (const step of schemaSteps) db.exec(step);
  const addUrl =
    db.prepare(`INSERT INTO urls (id, provider, hash, url, lane, kind, depth, generation, state, by, detail, found_at, changed_at)
    VALUES (?, 1, ?, ?, 1, 'page', 1, 1, 'indexed', '', '', 0, 0)`);
  const addPage =
    db.prepare(`INSERT INTO pages (url, provider, hash, final_url, status, content_type, title, words, bytes, fetched_at, verified_at, fingerprint)
    VALUES (?, 1, '', ?, 200, 'text/plain', ?, ?, 0, 0, 0, ?)`);
  const addChunk =
    db.prepare(`INSERT INTO chunks (page, seq, id, hash, headings, anchor, ids, symbols, tokens, code, tables, preview, text)
    VALUES (?, ?, ?, '', ?, NULL, ?, ?, ?, 0, 0, '', ?)`);
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  db.exec('BEGIN');
  for (const [nth, line] of lines.entries()) {
    const { page, title, body } = JSON.parse(line) as { page: string; title: string; body: string };
    const url = `http://127.0.0.1/${page}`;
    const extracted = await extractPage(body, { url, form: 'text' });
    addUrl.run(nth + 1, Buffer.from(page), url);
    addPage.run(nth + 1, url, title, extracted.words, extracted.fingerprint);
    for (const { seq, id, headings, ids, names, tokens, text } of chunkPage(extracted.blocks, { title }))
      addChunk.run(
        ...[nth + 1, seq, id, JSON.stringify(headings), JSON.stringify(ids)],
        ...[JSON.stringify(symbolsOf({ names, ids })), tokens, text],
      );
  }
  db.exec('COMMIT');
  indexPages(db);
  return db;
}
