// Proves how a page is cut into chunks (C1): where, how long, with what path, anchor and ids.
import { describe, expect, it } from 'vitest';
import { more } from '../../test/support/how-long.ts';
import type {
  Block,
  BlockPlace,
  CodeBlock,
  EntryBlock,
  HeadingBlock,
  TableBlock,
  TextBlock,
} from '../core/document.ts';
import { type Chunk, chunkPage } from './chunks.ts';
import { countTokens } from './tokens.ts';

type Place = Partial<BlockPlace>;
const at = (place: Place): BlockPlace => ({
  ...{ first: '', rest: '', blank: '', entryDepth: 0, ids: [], names: [] },
  ...place,
});
const heading = (level: HeadingBlock['level'], text: string, anchor?: string, place: Place = {}): HeadingBlock => ({
  ...at({ ids: anchor === undefined ? [] : [anchor], ...place }),
  ...{ kind: 'heading', level, markdown: text, text, anchor },
});
const entry = (text: string, entryDepth = 1, place: Place = {}): EntryBlock => ({
  ...at({ ids: [text], names: [text], entryDepth, ...place }),
  ...{ kind: 'entry', markdown: `\`${text}\``, text, anchor: text },
});
const text = (markdown: string, place: Place = {}): TextBlock => ({ ...at(place), kind: 'text', markdown });
const code = (lines: string, language?: string, place: Place = {}): CodeBlock => ({
  ...at(place),
  ...{ kind: 'code', code: lines, language },
});
const table = (rows: readonly string[], place: Place = {}): TableBlock => ({
  ...at(place),
  ...{ kind: 'table', header: '| Name | Meaning |', divider: '| --- | --- |', rows },
});

/** Prose of about this many tokens: a word and its space are one. */
const prose = (tokens: number, word = 'word'): string => `${word}${` ${word}`.repeat(tokens - 1)}`;
const sentences = (count: number): string =>
  Array.from({ length: count }, (_, nth) => `Sentence number ${nth} says something about it.`).join(' ');

const chunks = (blocks: readonly Block[], title = 'Page'): readonly Chunk[] => chunkPage(blocks, { title });
const texts = (blocks: readonly Block[]): string[] => chunks(blocks).map((chunk) => chunk.text);
const paths = (blocks: readonly Block[]): string[] => chunks(blocks).map((chunk) => chunk.headings.join(' > '));

describe('where a chunk starts', () => {
  it('C1: at each heading, with the path of headings above it', () => {
    const found = chunks([
      heading(1, 'Guide'),
      text(prose(60)),
      heading(2, 'Install'),
      text(prose(60)),
      heading(3, 'Linux'),
      text(prose(60)),
      heading(2, 'Use'),
      text(prose(60)),
    ]);
    expect(found.map(({ headings }) => headings)).toEqual([
      ['Guide'],
      ['Guide', 'Install'],
      ['Guide', 'Install', 'Linux'],
      ['Guide', 'Use'],
    ]);
    expect(found.map(({ seq }) => seq)).toEqual([0, 1, 2, 3]);
    expect(found[1]?.text).toBe(`## Install\n\n${prose(60)}`);
  });

  it('C1: at each API entry and where the text leaves one; several terms in a row stay together', () => {
    const inner = { first: '', rest: '' };
    const blocks = [
      heading(2, 'Functions', 'functions'),
      text(prose(60)),
      entry('dump', 1),
      entry('dumps', 1),
      text(prose(60), { ...inner, entryDepth: 1 }),
      entry('Encoder', 1),
      text(prose(60), { entryDepth: 1 }),
      entry('Encoder.encode', 2),
      text(prose(60), { entryDepth: 2 }),
      text(prose(60), { entryDepth: 1 }),
      text(prose(60)),
    ];
    const found = chunks(blocks);
    expect(paths(blocks)).toEqual([
      'Functions',
      'Functions > dump',
      'Functions > Encoder',
      'Functions > Encoder > Encoder.encode',
      'Functions > Encoder',
      'Functions',
    ]);
    expect(found[1]?.ids).toEqual(['dump', 'dumps']);
    expect(found[1]?.names).toEqual(['dump', 'dumps']);
    expect(found.map(({ anchor }) => anchor)).toEqual([
      ...['functions', 'dump', 'Encoder', 'Encoder.encode', 'Encoder', 'functions'],
    ]);
  });

  it('C1: a heading inside an entry is below it and ends with it', () => {
    const blocks = [
      heading(2, 'A'),
      entry('f', 1),
      text(prose(60), { entryDepth: 1 }),
      heading(2, 'Notes', undefined, { entryDepth: 1 }),
      text(prose(60), { entryDepth: 1 }),
      entry('g', 1),
      text(prose(60), { entryDepth: 1 }),
      heading(2, 'B'),
      text(prose(60)),
    ];
    expect(paths(blocks)).toEqual(['A > f', 'A > f > Notes', 'A > g', 'B']);
  });

  it('C1: a first heading that is the title is left out of paths, and stays in the text', () => {
    const [first, second] = chunkPage(
      [heading(1, ' json  module'), text(prose(60)), heading(2, 'Use'), text(prose(60))],
      { title: 'json module ' },
    );
    expect([first?.headings, second?.headings]).toEqual([[], ['Use']]);
    expect(first?.text).toMatch(/^# /);
  });

  it('C1: a chunk links to the nearest id of its own section: its heading’s, its first block’s, or the last before it', () => {
    const found = chunks([
      heading(2, 'A', 'a', { ids: ['section', 'a', 'b'] }),
      text(prose(480)),
      text(prose(480), { ids: ['own', 'other'] }),
      text(prose(480)),
      heading(2, 'C'),
      text(prose(60)),
    ]);
    expect(found.map(({ anchor }) => anchor)).toEqual(['a', 'own', 'other', undefined]);
    expect(found.map(({ ids }) => ids)).toEqual([['section', 'a', 'b'], ['own', 'other'], [], []]);
    expect(chunks([text('x')])[0]?.anchor).toBeUndefined();
  });

  it('C1: an id in an item or a quotation is no anchor of what follows it', () => {
    const item = (ids: readonly string[] = []): TextBlock => text(prose(480), { first: '- ', rest: '  ', ids });
    const inItem = text(prose(480), { first: '  ', rest: '  ' });
    const anchors = (...blocks: readonly Block[]): unknown => chunks(blocks).map(({ anchor }) => anchor);
    expect(anchors(heading(2, 'A', 'a'), text(prose(40)), item(['b']), inItem, item(), text(prose(480)))).toEqual([
      'a',
      'b',
      'b',
      'a',
      'a',
    ]);
    const quoted = text(prose(480), { first: '> ', rest: '> ', ids: ['q'] });
    expect(anchors(heading(2, 'A', 'a'), text(prose(480)), quoted, text(prose(480)))).toEqual(['a', 'q', 'a']);
  });

  it('C1: a heading without an id links to the first id below it that is on its path, else to a section around it', () => {
    const found = chunks([
      heading(1, 'Crate', 'crate'),
      text(prose(60), { ids: ['lead'] }),
      heading(2, 'Details', 'details'),
      text(prose(60)),
      heading(2, 'Methods'),
      heading(3, 'open()', 'open'),
      text(prose(60)),
      heading(2, 'Remarks', undefined, { ids: ['search-form'] }),
      text(prose(60)),
      heading(3, 'Costs', 'costs'),
      text(prose(60)),
    ]);
    expect(found.map(({ headings, anchor }) => [headings.at(-1), anchor])).toEqual([
      ['Crate', 'crate'],
      ['Details', 'details'],
      ['open()', 'open'],
      ['Remarks', 'crate'],
      ['Costs', 'costs'],
    ]);
  });
});

describe('short chunks', () => {
  it('C1: a page shorter than 50 tokens is one chunk', () => {
    const blocks = [heading(1, 'A', 'a'), text('b'), heading(2, 'C', 'c'), text('d'), entry('e'), heading(2, 'F', 'f')];
    const found = chunks(blocks);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ headings: ['A'], anchor: 'a', ids: ['a', 'c', 'e', 'f'] });
  });

  it('C1: a heading never stays alone when what follows has room for it, however long the heading is', () => {
    expect(paths([heading(1, 'A'), heading(2, 'B'), text(prose(400))])).toEqual(['A > B']);
    expect(paths([heading(2, 'A'), heading(2, 'B'), text(prose(400))])).toEqual(['A']);
    expect(paths([heading(1, prose(60)), heading(2, 'B'), text(prose(400))])).toHaveLength(1);
    const [first, second] = texts([heading(2, 'A'), text(sentences(60))]);
    expect(first).toMatch(/^## A\n\nSentence number 0 /);
    expect(second).toMatch(/^Sentence number /);
  });

  it('C1: headings without text take the path of what is below them, and fill its chunk from the top', () => {
    const long = Array.from({ length: 10 }, () => text(prose(60), { entryDepth: 1 }));
    const found = chunks([heading(1, 'A', 'a'), heading(2, 'B', 'b'), entry('f'), ...long]);
    expect(found.map(({ headings, anchor }) => [headings, anchor])).toEqual([
      [['A', 'B', 'f'], 'a'],
      [['A', 'B', 'f'], 'f'],
    ]);
    expect(found[0]?.text).toMatch(/^# A\n\n## B\n\n`f`\n\nword /);
  });

  it('C1: a short one joins what follows below the same heading, else what precedes it there', () => {
    const short = (nth: number): Block[] => [entry(`f${nth}`), text(prose(25), { entryDepth: 1 })];
    expect(paths([heading(2, 'A'), text(prose(60)), ...[1, 2, 3, 4].flatMap(short)])).toEqual([
      'A',
      'A > f1',
      'A > f3',
    ]);
    const last = [heading(2, 'A'), text(prose(60)), ...short(1), heading(2, 'B'), text(prose(60))];
    expect(paths(last)).toEqual(['A', 'B']);
  });

  it('C1: a short one takes from the longer neighbour when neither has room, from the one with its headings or the next', () => {
    const blocks = [heading(2, 'A'), text(prose(494)), heading(2, 'B'), text('x'), heading(2, 'C'), text(prose(494))];
    const found = chunks(blocks);
    expect(found.map(({ headings, tokens }) => [headings[0], tokens >= 50])).toEqual([
      ['A', true],
      ['B', true],
      ['C', true],
    ]);
    expect(found[1]?.text).toMatch(/^## B\n\nx\n\n## C\n\nword [word ]+$/);
  });

  it('C1: a paragraph that fills a chunk is cut again at a sentence for the short one behind it', () => {
    const long = `${sentences(55)} And that was all of it.`;
    expect(countTokens(long)).toBeGreaterThan(480);
    const found = chunks([heading(2, 'A'), text(long), text('Ten words follow it, and no more than that.')]);
    expect(found.map(({ tokens }) => tokens >= 50 && tokens <= 500)).toEqual([true, true]);
    expect(found[0]?.text).toMatch(/something about it\.$/);
    expect(found[1]?.text).toMatch(/^Sentence number \d+ says[\s\S]*\n\nTen words follow it, and no more than that\.$/);
    expect(found.map((chunk) => chunk.headings)).toEqual([['A'], ['A']]);
  });

  it('C1: a short one stays beside code that fills a chunk, which is not cut', () => {
    const lines = Array.from({ length: 118 }, (_, nth) => `call(${nth});`).join('\n');
    const found = chunks([code(lines, 'js'), text(prose(30))]);
    expect(found.map(({ kinds, tokens }) => [kinds.code, tokens < 50])).toEqual([
      [1, false],
      [0, true],
    ]);
  });

  it('C1: the short rest of a long section takes blocks from the part before it, not from the next heading', () => {
    const blocks = [
      heading(2, 'A'),
      ...Array.from({ length: 11 }, () => text(prose(45))),
      heading(2, 'B'),
      text(prose(60)),
    ];
    expect(paths(blocks)).toEqual(['A', 'A', 'B']);
  });
});

describe('long blocks', () => {
  it('C1: code stays whole when it fits into a chunk of its own', () => {
    const lines = Array.from({ length: 60 }, (_, nth) => `call(${nth});`).join('\n');
    const found = texts([heading(2, 'A'), text(prose(400)), code(lines, 'js'), text(prose(60))]);
    expect(found).toHaveLength(2);
    expect(found[1]).toContain(`\`\`\`js\n${lines}\n\`\`\``);
  });

  it('C1: longer code is cut at line ends, its fence and language repeated, best behind an empty line', () => {
    const lines = Array.from(
      { length: 30 },
      (_, nth) => `def f${nth}(a, b):\n    # \`\`\`\n    return a + b * ${nth}\n`,
    );
    const whole = lines.join('\n');
    const found = chunks([heading(2, 'A'), code(whole, 'python')]);
    expect(found.length).toBeGreaterThan(1);
    const inner = found.map((chunk) => /^(?:## A\n\n)?````python\n(.*)\n````$/s.exec(chunk.text)?.[1]);
    expect(inner.join('\n')).toBe(whole);
    for (const part of inner.slice(1)) expect(part).toMatch(/^def /);
    expect(found.map(({ kinds }) => kinds)).toEqual(found.map(() => ({ code: 1, tables: 0 })));
  });

  it('C1: a line of code longer than a chunk is cut between characters', () => {
    const line = 'x9😀'.repeat(1_000);
    const found = texts([code(`a\n${line}\nb`)]);
    const inner = found.map((chunk) => chunk.slice(4, -4));
    expect(inner.join('').replaceAll('\n', '')).toBe(`a${line}b`);
    expect(inner.every((part) => part.isWellFormed())).toBe(true);
  });

  it('C1: a table is cut between rows, its header repeated', () => {
    const rows = Array.from({ length: 100 }, (_, nth) => `| option_${nth} | what it does |`);
    const found = chunks([heading(2, 'A'), table(rows)]);
    expect(found.length).toBeGreaterThan(1);
    const bodies = found.map((chunk) =>
      chunk.text.replace('## A\n\n', '').replace('| Name | Meaning |\n| --- | --- |\n', '').split('\n'),
    );
    expect(bodies.flat()).toEqual(rows);
    expect(found.map(({ kinds }) => kinds)).toEqual(found.map(() => ({ code: 0, tables: 1 })));
  });

  it('C1: a row longer than a chunk is cut as text, and the header is not lost', () => {
    const long = `| long | ${prose(900)} |`;
    const found = texts([table([long, '| a | b |'])]);
    expect(found[0]).toMatch(/^\| Name \| Meaning \|\n\| --- \| --- \|\n\| long \| word /);
    expect(found.at(-1)).toMatch(/ word \|\n\n\| Name \| Meaning \|\n\| --- \| --- \|\n\| a \| b \|$/);
    expect(found.join(' ').match(/word/g)).toHaveLength(900);
  });

  it('C1: text is cut at line ends, then sentence ends, then between words, not inside code and links', () => {
    const items = Array.from({ length: 40 }, (_, nth) => `Line ${nth} of the text. ${prose(20)}`);
    for (const part of texts([text(items.join('\n'))])) expect(part).toMatch(/^Line \d/);
    for (const part of texts([text(sentences(100))])) expect(part).toMatch(/^Sentence .*\.$/s);
    for (const part of texts([text('これは文です。「はい。」と言った。'.repeat(100))]))
      expect(part).toMatch(/^これ.*た。$/);
    for (const part of texts([text(prose(2_000))])) expect(part).toMatch(/^word.*word$/);
    const spans = Array.from({ length: 300 }, (_, nth) => `\`a b ${nth}\` [c d](https://x.example "e f")`).join(' ');
    for (const part of texts([text(spans)])) {
      expect(part.match(/`/g)?.length).toSatisfy((ticks: number) => ticks % 2 === 0);
      expect(part.match(/\[c d\]\(https:\/\/x\.example "e f"\)/g)?.length).toBe(part.match(/\[/g)?.length);
    }
  });

  it('C1: names go to the part they occur in, ids to the first', () => {
    const names = Array.from({ length: 100 }, (_, nth) => `name_${nth}_`);
    const found = chunks([
      text(names.map((name) => `\`${name}\` ${prose(10)}.`).join(' '), { names, ids: ['a', 'b'] }),
    ]);
    expect(found.flatMap((chunk) => chunk.names)).toEqual(names);
    for (const chunk of found) for (const name of chunk.names) expect(chunk.text).toContain(name);
    expect(found.map(({ ids }) => ids.length)).toEqual(found.map((_, nth) => (nth === 0 ? 2 : 0)));
    const last = chunks([text(`${prose(2_000)} \`last\``, { names: ['last', 'missing'] })]);
    expect(last.map((chunk) => chunk.names)).toEqual(
      last.map((_, nth) => (nth === last.length - 1 ? ['last', 'missing'] : [])),
    );
  });
});

describe('what a chunk knows', () => {
  it('C1: its tokens are those of its text, its language is the page’s, its names are bounded', () => {
    const names = Array.from({ length: 300 }, (_, nth) => `n${nth}`);
    const [chunk] = chunkPage([text('한국어 문장', { names: ['x'.repeat(101), 'a', ...names, 'a'] })], {
      title: '',
      language: 'ko',
    });
    expect(chunk).toMatchObject({
      tokens: countTokens('한국어 문장'),
      language: 'ko',
      names: ['a', ...names.slice(0, 199)],
    });
  });

  it('C1: a chunk that starts inside a list is written without its indentation', () => {
    const inList = (markdown: string, first: string, rest: string): TextBlock =>
      text(markdown, { first, rest, blank: undefined });
    const found = texts([
      inList(prose(498), '- ', '  '),
      inList('b\nc', '  ', '  '),
      inList('d', '  - ', '    '),
      inList('e', '    ', '    '),
      inList(prose(60), '- ', '  '),
    ]);
    expect(found[1]).toBe(`b\nc\n- d\n  e\n- ${prose(60)}`);
  });

  it('C1: a quotation that goes on keeps its marks', () => {
    const quoted = { first: '> ', rest: '> ', blank: '>' };
    const found = texts([text(prose(480), quoted), text(prose(40), quoted), text(prose(40), quoted)]);
    expect(found[1]).toBe(`> ${prose(40)}\n>\n> ${prose(40)}`);
  });

  it('C1: ids do not depend on the page, hold when other chunks change, and differ for equal texts', () => {
    const part = (name: string): Block[] => [heading(2, name), text(prose(60))];
    const before = chunks([...part('A'), ...part('B'), ...part('B')]);
    const after = chunks([...part('Z'), ...part('A'), ...part('B'), ...part('B')]);
    expect(new Set(before.map(({ id }) => id)).size).toBe(3);
    expect(after.slice(1).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(before.every(({ id }) => /^[\w-]{16}$/.test(id))).toBe(true);
    expect(before[1]?.hash).toBe(before[2]?.hash);
  });

  it('C1: blocks without text are no chunks, and their ids are kept', () => {
    const found = chunks([
      text('', { ids: ['a'] }),
      text('b', { ids: ['b'] }),
      heading(2, ' ', 'c'),
      text('', { ids: ['d'] }),
    ]);
    expect(found.map((chunk) => [chunk.text, chunk.ids])).toEqual([['b', ['a', 'b', 'c', 'd']]]);
    expect(chunks([text('', { ids: ['a'] })])).toEqual([]);
    expect(chunks([])).toEqual([]);
  });
});

describe('hostile pages', () => {
  // So much that what looks at the rest of the page for each character, line or block would hang.
  const long = 'a'.repeat(1_000_000);
  const deep = '> '.repeat(400_000);
  const short: readonly (readonly [string, readonly Block[]])[] = [
    ['a word of a megabyte', [text(long)]],
    ['a line of code of a megabyte', [code(long)]],
    ['a prefix of thousands of marks', [text(sentences(2_000), { first: deep, rest: deep, blank: deep })]],
    ['a language of a megabyte', [code(sentences(2_000), long)]],
    ['brackets', [text('[x]('.repeat(400_000)), text('['.repeat(400_000)), text(`[${' a'.repeat(400_000)}`)]],
  ];
  const others: readonly (readonly [string, readonly Block[]])[] = [
    ['very much Korean without a space', [text('한국어'.repeat(330_000))]],
    ['a great many short lines', [code('a;\n'.repeat(400_000))]],
    ['a heading of a megabyte', [heading(1, long), text('a')]],
    ['an entry of a megabyte', [entry(long), text('a', { entryDepth: 1 })]],
    ['backticks', [code('`'.repeat(400_000)), text('`'.repeat(400_000)), text('` '.repeat(400_000))]],
    ['a table with a header of a megabyte', [{ ...table(['| a | b |']), header: `| ${long} |` }]],
    ['white space', [text(`a${' '.repeat(1_000_000)}b`), code('\n'.repeat(1_000_000)), code(' '.repeat(1_000_000))]],
    ['slashes in every block', Array.from({ length: 400_000 }, () => text('//'))],
    ['halves of surrogate pairs', [text('\ud800'.repeat(400_000)), text('\udc00 \ud800'.repeat(400_000))]],
  ];
  const areCut = (_: string, blocks: readonly Block[]): void => {
    const found = chunks(blocks);
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter(({ tokens }) => tokens > 500)).toEqual([]);
    for (const chunk of found.slice(0, 50)) expect(chunk.tokens).toBe(countTokens(chunk.text));
    for (const chunk of found)
      if (chunk.headings.some(({ length }) => length > 200)) expect(chunk.headings).toEqual([]);
  };

  it.each(short)('C1: %s makes chunks of at most 500 tokens, in time', areCut);
  it.each(others)('C1: %s makes chunks of at most 500 tokens, in time', more, areCut);

  it('C1: half a million blocks take seconds, not an hour', more, () => {
    const blocks = Array.from({ length: 100_000 }, (_, nth) => [
      heading(2, `H${nth}`),
      text('word', { ids: [`i${nth}`] }),
      entry(`e${nth}`, (nth % 200) + 1),
      text('word', { entryDepth: (nth % 200) + 1 }),
      text('word'),
    ]).flat();
    expect(chunks(blocks).flatMap(({ ids }) => ids)).toHaveLength(200_000);
  });
});
