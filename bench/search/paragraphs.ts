// Korean and Japanese paragraphs as documents, through the same chunker, analyser and index as crawled pages.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chunkPage } from '../../src/chunk/chunks.ts';
import { symbolsOf } from '../../src/chunk/symbols.ts';
import { indexPage } from '../../src/crawl/index/index-page.ts';
import { extractPage } from '../../src/extract/extract-page.ts';
import type { CrawlLimits, FoundUrl, Outcome } from '../../src/frontier/port.ts';
import type { Store } from '../../src/store/port.ts';
import { storeAt } from './measure.ts';

interface Paragraph {
  readonly page: string;
  readonly title: string;
  readonly body: string;
}

const provider = 'paragraphs';
const host = '127.0.0.1';
const limits: CrawlLimits = {
  ...{ provider, perProvider: 1e6, perHost: 1e6, gapMs: 0, maxPages: 1e6, maxPerTemplate: 1e6 },
};

/** A store with an index of a file of paragraphs, in a folder that `remove` takes away. */
export async function indexParagraphs(file: string): Promise<{ readonly store: Store; remove(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'docent-paragraphs-'));
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  const paragraphs = new Map(
    lines.map((line) => {
      const paragraph = JSON.parse(line) as Paragraph;
      return [`http://${host}/${paragraph.page}`, paragraph];
    }),
  );
  const store = storeAt(folder);
  const { ledger } = await store.openLedger(() => 0);
  await ledger.begin(limits, { fresh: false });
  await ledger.offer(
    [...paragraphs.keys()].map((url): FoundUrl => ({ provider, key: url, url, host, depth: 1, kind: 'page' })),
  );
  for (let leases = await ledger.lease(1_000); leases.length > 0; leases = await ledger.lease(1_000))
    for (const lease of leases) {
      const outcome = await stored(lease.url, paragraphs.get(lease.url) as Paragraph);
      await ledger.settle(lease, { outcome, steps: [] });
    }
  while ((await ledger.refreshIndex(10_000)) > 0);
  await ledger.finish(provider);
  await ledger.close();
  return { store, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

async function stored(url: string, { page, title, body }: Paragraph): Promise<Outcome> {
  const { blocks, words, fingerprint } = await extractPage(body, { url, form: 'text' });
  const chunks = chunkPage(blocks, { title }).map(({ id, headings, ids, names, tokens, text }) => ({
    ...{ id, headings, ids, symbols: symbolsOf({ names, ids }), tokens, text },
    ...{ hash: id, code: 0, tables: 0, preview: '' },
  }));
  const facts = { outline: [], form: 'text', rule: 'text', fidelity: 1, tokens: 0 } as const;
  return {
    kind: 'page',
    page: {
      ...{ finalUrl: url, status: 200, contentType: 'text/plain', title, words, fingerprint, facts },
      // Two paragraphs with the same text are two pages.
      ...{ hash: page, bytes: 0, fetchedAt: 0, extractor: 1 },
    },
    chunks,
    links: [],
    index: indexPage({ url, title }, chunks, [], {}),
  };
}
