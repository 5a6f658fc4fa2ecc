// The index's fast way through a page has the result of the plain way: analyse each field, then pack its terms.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnsIn, wordsIn } from '../../core/search-entry.contract.ts';
import { chunksOf, sealIndex } from '../../core/search-entry.ts';
import { analyse, type Token } from '../analyse/analyser.ts';
import { fold } from '../analyse/fold.ts';
import { scan } from '../analyse/scan.ts';
import { isFrequent } from '../rank/words.ts';
import { spelledTerm, tailTerm, termHash } from './forward.ts';
import { type EntryChunk, type EntryPage, pageEntries } from './forward-entry.ts';
import { ForwardPacker } from './forward-pack.ts';
import { isSurface } from './suggestions-words.ts';

const letters = 'aBcS1_.-:/>#@$\\`[](){}*~&;\'" \n東のアバ가나é';
const words =
  'the of Index getHTTPResponse os.path.join foo_->bar --force-with-lease C++ URLs 데이터베이스를 v4.2.1'.split(' ');
const text = fc.oneof(
  fc.string({ unit: fc.constantFrom(...letters), maxLength: 80 }),
  fc.array(fc.constantFrom(...words, '\n', '東大寺の仏像', 'のの'), { maxLength: 40 }).map((all) => all.join(' ')),
  fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units)),
);
const chunk = fc.record({
  headings: fc.array(text, { maxLength: 3 }),
  ids: fc.array(fc.oneof(text, fc.constantFrom('id1', 'os.path.join', 'index-2')), { maxLength: 4 }),
  symbols: fc.array(fc.oneof(text, fc.constantFrom('os.path.join', 'join')), { maxLength: 4 }),
  text,
});

interface Plain {
  readonly tokens: readonly Token[];
  readonly further: readonly Token[];
  readonly starts: readonly number[];
  readonly length: number;
}

function parts(texts: readonly string[], as: 'text' | 'symbols', ...also: ((text: string) => string)[]): Plain {
  const tokens: Token[] = [];
  const further: Token[] = [];
  const starts: number[] = [];
  let base = 0;
  for (const one of texts) {
    const found = analyse(one, as);
    if (found.length === 0) continue;
    starts.push(base);
    for (const spell of also) further.push({ term: spell(one), position: base });
    for (const { term, position } of found) tokens.push({ term, position: base + position });
    base += Math.max(...found.map(({ position }) => position)) + 17;
  }
  return { tokens, further, starts, length: Math.max(0, base - 16) };
}

function tail(name: string): string {
  return tailTerm(/[^.:/#>]*$/.exec(name.replace(/[^\p{L}\p{N}_]+$/u, ''))?.[0] ?? name);
}

/** An entry of a page without URL words, title, description and keywords. */
function plainly({ headings, symbols, text: body }: EntryChunk, names: readonly string[]): unknown {
  const empty = parts([], 'text');
  const all = analyse(body, 'text');
  const kept = all.filter(({ term }) => !isFrequent(term));
  const fields: Plain[] = [
    empty,
    parts(headings, 'text', spelledTerm),
    parts(names, 'symbols', spelledTerm, tail),
    parts(
      symbols.filter((symbol) => !names.includes(symbol)),
      'symbols',
      spelledTerm,
    ),
    empty,
    empty,
    { tokens: kept, further: [], starts: [], length: (kept.at(-1)?.position ?? -1) + 1 },
  ];
  const packer = new ForwardPacker();
  for (const { tokens, further, starts, length } of fields) {
    for (const { term, position } of [...further, ...tokens]) packer.term(termHash(term), position);
    for (const start of starts) packer.start(start);
    packer.endField(length);
  }
  const line = (...lists: readonly (readonly Token[])[]): string =>
    lists.map((list) => list.map(({ term }) => term).join(' ')).join(' ');
  return {
    columns: {
      title: '',
      headings: line(fields[1]?.tokens ?? []),
      symbols: line(fields[2]?.tokens ?? [], fields[3]?.tokens ?? []),
      meta: ' ',
      body: line(all),
    },
    forward: packer.take(),
  };
}

/** Words that can be suggested, by their definition. */
function plainSurfaces(body: string): ReadonlySet<string> {
  const found = new Set<string>();
  scan(body, true, (kind, start, end) => {
    if (kind !== 'word') return;
    for (const word of body.slice(start, end).split(/[^\p{L}\p{M}]+/u)) if (isSurface(word)) found.add(fold(word));
  });
  return found;
}

function entriesOf(page: EntryPage, chunks: readonly EntryChunk[]): readonly unknown[] {
  const index = sealIndex({ ...pageEntries(page, chunks), analyser: 1, anchors: '', outbound: 0 });
  return [...chunksOf(index)].map(({ columns, forward }) => ({ columns: columnsIn(columns), forward }));
}

describe('pageEntries', () => {
  it('S1: makes of any chunk what analysing its fields one by one makes of it', () => {
    fc.assert(
      fc.property(fc.array(chunk, { maxLength: 3 }), (chunks) => {
        // Which ids are names is decided elsewhere.
        const without = chunks.map((one) => ({ ...one, ids: [] }));
        const page = { url: 'https://docs.example/', title: '' };
        expect(entriesOf(page, without)).toEqual(without.map((one) => plainly(one, [])));
        const named = chunks.map((one) => ({
          ...one,
          ids: ['os.path.join'],
          symbols: [...one.symbols, 'os.path.join'],
        }));
        expect(entriesOf(page, named)).toEqual(named.map((one) => plainly(one, ['os.path.join'])));
      }),
      { numRuns: 400 },
    );
  });

  it('S1: collects the words of its texts on the way, each once, with the term it becomes', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 4 }), (texts) => {
        const chunks = texts.map((one) => ({ headings: ['Heading'], ids: [], symbols: ['symbol'], text: one }));
        const { words: found } = pageEntries({ url: 'https://docs.example/', title: 'Title words' }, chunks);
        const expected = new Set(texts.flatMap((one) => [...plainSurfaces(one)]));
        expect(wordsIn(found)).toEqual(
          [...expected].map((word) => ({ word, term: analyse(word, 'symbols')[0]?.term ?? word })),
        );
      }),
      { numRuns: 400 },
    );
  });

  it('S1: words as they are written, without their stems, identifiers in their words', () => {
    const text = 'The **Settings** of `django.conf.LazySettings`, v2 [a](https://x.example/target) 東大寺 Café';
    const { words: found } = pageEntries({ url: 'https://docs.example/', title: '' }, [
      { headings: [], ids: [], symbols: [], text },
    ]);
    expect(wordsIn(found).map(({ word }) => word)).toEqual([
      'the',
      'settings',
      'django',
      'conf',
      'lazysettings',
      'cafe',
    ]);
  });

  it('S1: an error in one page leaves nothing in the next', () => {
    const one = { headings: ['One'], ids: [], symbols: [], text: 'first page' };
    const page = { url: 'https://docs.example/', title: 'A' };
    const alone = pageEntries(page, [one]);
    expect(() => pageEntries(page, [one, { ...one, text: undefined as unknown as string }])).toThrow();
    expect(pageEntries(page, [one])).toEqual(alone);
  });
});
