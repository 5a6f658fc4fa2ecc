// The index beside the pages: one set of rows for each, found while it is stored, and nothing else.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inAll, scaled } from '../../../../test/support/how-long.ts';
import { anyAct } from '../../../frontier/port-acts.contract.ts';
import {
  ended,
  found,
  identity,
  indexed,
  lane,
  offerPages,
  page,
  redirect,
  refused,
  settlement,
  T,
  type TimedLedger,
  visit,
} from '../../../frontier/port-words.contract.ts';
import type { PageSignals } from '../../../search/port.ts';
import { inFolder, testFolders } from '../folders.contract.ts';
import { SearchReader } from './reader.ts';

const folders = testFolders();

async function begunFolder(...names: readonly string[]): Promise<{ folder: string; ledger: TimedLedger }> {
  const folder = folders.newFolder();
  const ledger = folders.open(folder, T);
  await ledger.begin(lane(), { fresh: false, now: T });
  await offerPages(ledger, ...names);
  return { folder, ledger };
}

async function nextCrawl(ledger: TimedLedger): Promise<void> {
  await ledger.finish('docs', T);
  await ledger.begin(lane(), { fresh: false, now: T });
}

async function refresh(ledger: TimedLedger): Promise<void> {
  while ((await ledger.refreshIndex(2)) > 0);
}

interface Answer {
  readonly texts: readonly (string | undefined)[];
  readonly signals: readonly PageSignals[];
}

/** The answer to a search for a word; `also` is a term that only counts. */
function search(folder: string, word: string, also = word): Answer {
  return inFolder(folder, (db) => {
    const reader = new SearchReader(db);
    const { candidates, pages } = reader.candidates({ any: [word], also: [also], phrases: [], not: [] }, { limit: 50 });
    const texts = reader.details(candidates.map(({ row }) => row)).map(({ text }) => text);
    return { texts: texts.toSorted(), signals: [...pages.values()] };
  });
}

/** Every row of the index belongs to a chunk of a page marked as indexed, and the other way round. */
function check(folder: string): void {
  inFolder(folder, (db) => {
    const rows = (sql: string): readonly unknown[] => db.prepare(sql).all().map(Object.values);
    const chunks =
      'SELECT c.row, c.page, c.seq FROM chunks c JOIN pages p ON p.url = c.page WHERE p.analyser > 0 ORDER BY 1';
    expect(rows('SELECT row, page, seq FROM search_forward ORDER BY 1')).toEqual(rows(chunks));
    expect(rows('SELECT id FROM search_text_docsize ORDER BY 1')).toEqual(
      rows('SELECT row FROM search_forward ORDER BY 1'),
    );
    const [count] = rows(`SELECT ifnull(sum(value), 0) FROM search_meta WHERE name = 'chunks'`);
    expect(count).toEqual(rows('SELECT count(*) FROM search_forward')[0]);
    expect(rows('SELECT source FROM search_links EXCEPT SELECT url FROM pages WHERE analyser > 0')).toEqual([]);
    expect(rows('SELECT page FROM search_anchors EXCEPT SELECT url FROM pages')).toEqual([]);
    expect(rows('SELECT id FROM search_anchor_text_docsize EXCEPT SELECT url FROM pages')).toEqual([]);
    // Whatever links lead to is known.
    expect(rows('SELECT target FROM search_links EXCEPT SELECT id FROM search_targets')).toEqual([]);
    // Joined targets are ends, never links in a chain.
    const chained = 'SELECT a.id FROM search_targets a JOIN search_targets b ON b.id = a.same WHERE b.same IS NOT NULL';
    expect(rows(chained)).toEqual([]);
    db.exec(`INSERT INTO search_text (search_text) VALUES ('integrity-check')`);
  });
}

describe('the index beside the pages', () => {
  it('S1: a page settled twice has one set of rows, and is found by its present text', async () => {
    const { folder, ledger } = await begunFolder('a/x');
    await visit(ledger, 'a/x', page('X', indexed(['alpha', 'beta', 'gamma'])));
    await nextCrawl(ledger);
    await visit(ledger, 'a/x', page('X2', indexed(['alpha', 'delta'])));
    expect(search(folder, 'alpha').texts).toEqual(['alpha']);
    expect(search(folder, 'beta').texts).toEqual([]);
    expect(search(folder, 'delta').texts).toEqual(['delta']);
    check(folder);
  });

  it('S1: a page that is as it was is not written again, unless the analyser is another', async () => {
    const { folder, ledger } = await begunFolder('a/x');
    const text = (): unknown =>
      inFolder(folder, (db) => db.prepare('SELECT hex(block) FROM search_text_data ORDER BY id').all());
    await visit(ledger, 'a/x', page('X', indexed(['alpha'])));
    const before = text();
    await nextCrawl(ledger);
    await visit(ledger, 'a/x', page('X', indexed(['alpha'])));
    expect(text()).toEqual(before);
    await nextCrawl(ledger);
    await visit(ledger, 'a/x', page('X', indexed(['alpha'], {}, 2)));
    expect(text()).not.toEqual(before);
    check(folder);
  });

  it.each([
    ['fewer', ['alpha']],
    ['more', ['alpha', 'beta', 'gamma']],
  ])('S1: a page with the same text in %s chunks, and was not read for the index, is not in it', async (_, bodies) => {
    const { folder, ledger } = await begunFolder('a/x');
    await visit(ledger, 'a/x', page('X', indexed(['alpha', 'beta'])));
    await nextCrawl(ledger);
    await visit(ledger, 'a/x', page('X', { chunks: indexed(bodies).chunks }));
    check(folder);
    expect(search(folder, 'alpha').texts).toEqual([]);
    expect(await ledger.behindIndex(1)).toEqual({ withText: 0, withoutText: 1 });
  });

  it('S1: a page with the same text in the same chunks stays in the index, also where it was not read for it', async () => {
    const { folder, ledger } = await begunFolder('a/x');
    await visit(ledger, 'a/x', page('X', indexed(['alpha', 'beta'])));
    await nextCrawl(ledger);
    await visit(ledger, 'a/x', page('X', { chunks: indexed(['alpha', 'beta']).chunks }));
    check(folder);
    expect(search(folder, 'beta').texts).toEqual(['beta']);
  });

  it.each([
    ['has the text of another page', page('Y', indexed(['beta']))],
    ['is elsewhere for now', redirect('a/w', true)],
  ])('F10, S1: a page that %s is found by its earlier text', async (_, outcome) => {
    const { folder, ledger } = await begunFolder('a/w', 'a/x');
    await visit(ledger, 'a/w', page('Y', indexed(['beta'])));
    await visit(ledger, 'a/x', page('X', indexed(['alpha'], { 'a/w': 'double you' })));
    await nextCrawl(ledger);
    await visit(ledger, 'a/w', page('Y', indexed(['beta'])));
    await visit(ledger, 'a/x', outcome);
    await refresh(ledger);
    expect(search(folder, 'alpha').texts).toEqual(['alpha']);
    expect(search(folder, 'beta').signals).toMatchObject([{ inbound: 1 }]);
    check(folder);
  });

  it.each([
    ['is gone', ended('gone')],
    ['asks not to be indexed', page('X', { noindex: { ok: false, by: 'robots:noindex', detail: '' } })],
    ['moves', page('X', { ...indexed(['beta']), identity: identity('a/z', 'redirect') })],
    ['is stored without being indexed', page('Z')],
  ])('S1: a page that %s is not found by its earlier text', async (_, outcome) => {
    const { folder, ledger } = await begunFolder('a/w', 'a/x');
    await visit(ledger, 'a/w', page('Y', indexed(['beta'], { 'a/x': 'ex' })));
    await visit(ledger, 'a/x', page('X', indexed(['alpha'], { 'a/w': 'double you' })));
    await refresh(ledger);
    expect(search(folder, 'alpha').texts).toEqual(['alpha']);
    expect(search(folder, 'beta').signals).toMatchObject([{ inbound: 1 }]);
    await nextCrawl(ledger);
    await visit(ledger, 'a/w', page('Y', indexed(['beta'], { 'a/x': 'ex' })));
    await visit(ledger, 'a/x', outcome);
    await refresh(ledger);
    expect(search(folder, 'alpha').texts).toEqual([]);
    expect(search(folder, 'double').texts).toEqual([]);
    check(folder);
    while (!(await ledger.cleanIndex()));
    inFolder(folder, (db) => {
      for (const table of ['search_terms', 'search_words', 'search_word_keys'])
        expect(
          db
            .prepare(`SELECT * FROM ${table}`)
            .all()
            .map((row) => JSON.stringify(row))
            .join(),
        ).not.toContain('alpha');
    });
    check(folder);
  });

  it('S3: a link counts before its page is known, and follows a redirect', async () => {
    const { folder, ledger } = await begunFolder('a/x');
    await visit(ledger, 'a/x', page('X', { ...indexed(['alpha'], { 'a/old': 'manual' }), links: [found('a/old')] }));
    await refresh(ledger);
    await visit(ledger, 'a/old', page('N', { ...indexed(['beta']), identity: identity('a/new', 'redirect') }));
    await refresh(ledger);
    expect(search(folder, 'manual').texts).toEqual(['beta']);
    expect(search(folder, 'beta', 'manual').signals).toMatchObject([
      { inbound: 1, anchors: [{ terms: 'manual', pages: 1 }] },
    ]);
    check(folder);
  });

  it('FAULTS 57: what a failed act wrote is written again by the next', async () => {
    const { folder, ledger } = await begunFolder('a/x', 'a/y');
    const broken = { ...indexed(['alpha one'], { 'a/y': 'why' }), chunks: [] };
    const [x, y] = await ledger.lease(2, T);
    if (x === undefined || y === undefined) throw new Error('nothing is due');
    await expect(ledger.settle(x, settlement(page('X', broken)))).rejects.toThrow('more entries than chunks');
    await ledger.settle(y, settlement(page('Y', indexed(['beta one'], { 'a/y': 'why' }))));
    await ledger.settle(x, settlement(page('X', indexed(['alpha one'], { 'a/y': 'why' }))));
    await refresh(ledger);
    expect(search(folder, 'one').texts).toEqual(['alpha one', 'beta one']);
    const near = inFolder(folder, (db) =>
      ['omne', 'alpah', 'beth'].map((word) => new SearchReader(db).wordsNear(word)),
    );
    expect(near.flat().map(({ word }) => word)).toEqual(['one', 'alpha', 'beta']);
    check(folder);
  });

  it('S1, F6: is one with the pages after any crawl', scaled, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyAct, { maxLength: 60 }), async (acts) => {
        const { folder, ledger } = await begunFolder();
        const leases = [];
        for (const act of acts) {
          if (act.do === 'offer')
            await ledger.offer(
              act.names.map((name) => (act.by ? refused(name, act.by) : found(name, { depth: act.depth }))),
              T,
            );
          else if (act.do === 'lease') leases.push(...(await ledger.lease(act.count, T + 10_000)));
          else if (act.do === 'settle') {
            const lease = leases.splice(act.which % Math.max(1, leases.length), 1)[0];
            if (lease !== undefined) await ledger.settle(lease, settlement(act.outcome));
          } else if (act.do === 'finish') await nextCrawl(ledger);
          else if (act.do === 'pass') await ledger.refreshIndex(act.ms % 5);
          else if (act.do === 'hold') await ledger.cleanIndex();
        }
        check(folder);
        await refresh(ledger);
        while (!(await ledger.cleanIndex()));
        check(folder);
        await ledger.close();
      }),
      { numRuns: inAll(10, 60) },
    );
  });
});
