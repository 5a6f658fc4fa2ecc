// Cuts a block that is too long for one chunk into blocks of its kind that are not.
import { type Block, type BlockPlace, renderBlock, type TableBlock, type TextBlock } from '../core/document.ts';
import { type MarkupTokens, pack, type Room } from './pack.ts';
import { codeUnits, SENTENCE, slabsOf, textUnits, tokensWithin, type Unit } from './split-text.ts';
import { countTokens } from './tokens.ts';

/**
 * The block in parts that fit, in order, nothing of its text lost but white space where it was cut. Code is cut at line
 * ends and keeps its language, tables between rows and keep their header, text at the best place there is. Its ids stay
 * with the first part.
 */
export function splitBlock(whole: Block, room: Room): readonly Block[] {
  const block = withShortMarks(whole, room.tokens);
  const parts = (block.kind === 'table' ? tableParts(block, room) : proseParts(block, room)).filter(
    (part) => part.kind === 'code' || part.kind === 'table' || part.markdown !== '',
  );
  const [first, ...others] = parts;
  if (first === undefined) return [block];
  return withNames([first.ids === block.ids ? first : { ...first, ids: block.ids }, ...others], block.names);
}

/** Ways to cut a block that are tried. */
const MOST_CUTS = 24;

/**
 * The block in two, in several ways, the best first: text at the sentence or line nearest to its end (`fromEnd`) or to its beginning that
 * leaves about `least` tokens there, else at a space; a table between rows. None for other blocks.
 */
export function cutsIn(block: Block, least: number, fromEnd: boolean): readonly (readonly [Block, Block])[] {
  if (block.kind !== 'text' && block.kind !== 'table') return [];
  const units: readonly Unit[] =
    block.kind === 'text'
      ? textUnits(block.markdown, Math.max(1, least))
      : block.rows.map((text) => ({ text, tokens: countTokens(text) + 1, cut: SENTENCE }));
  const cuts: { readonly at: number; readonly cut: number; readonly tokens: number }[] = [];
  let before = 0;
  const all = units.reduce((sum, { tokens }) => sum + tokens, 0);
  for (const [at, { tokens, cut }] of units.slice(0, -1).entries()) {
    before += tokens;
    const there = fromEnd ? all - before : before;
    if (there >= least) cuts.push({ at: at + 1, cut: Math.min(cut, SENTENCE), tokens: there });
  }
  return cuts
    .toSorted((one, other) => other.cut - one.cut || one.tokens - other.tokens)
    .slice(0, MOST_CUTS)
    .map(({ at }) => {
      const texts = units.map(({ text }) => text);
      const [first, second] = [texts.slice(0, at), texts.slice(at)];
      const [one, other] =
        block.kind === 'text'
          ? [proseOf(block, first.join(''), true), proseOf(block, second.join(''), false)]
          : [
              { ...block, rows: first },
              { ...block, ...laterPlace(block), rows: second },
            ];
      const [named, rest] = withNames(
        [
          { ...one, names: [] },
          { ...other, names: [] },
        ],
        block.names,
      );
      return [named as Block, rest as Block] as const;
    });
}

type Prose = Exclude<Block, TableBlock>;

function proseParts(block: Prose, room: Room): Block[] {
  const parts: Block[] = [];
  const marks = marksOf(proseOf(block, '', true));
  const budget = Math.max(1, room.tokens - marks.once);
  const unitsOf = block.kind === 'code' ? codeUnits : textUnits;
  // A line end behind the last line of code makes it a line as the others are.
  for (const slab of slabsOf(block.kind === 'code' ? `${block.code}\n` : block.markdown, room.tokens)) {
    const isFirst = parts.length === 0;
    const make = (texts: readonly string[], nth: number): Block => proseOf(block, texts.join(''), isFirst && nth === 0);
    for (const part of pack(unitsOf(slab, budget), room, marks, make)) parts.push(part);
  }
  return parts;
}

/** Removes the line end at which code was cut; of text, the white space on both sides of the cut. */
function proseOf(block: Prose, text: string, isFirst: boolean): Block {
  const place = isFirst ? block : laterPlace(block);
  if (block.kind === 'code') return { ...block, ...place, kind: 'code', code: text.replace(/\n$/, '') };
  return isFirst ? { ...block, markdown: text.trim() } : { ...place, kind: 'text', markdown: text.trim() };
}

function tableParts(table: TableBlock, room: Room): readonly Block[] {
  const { kind: _, header, divider, rows: allRows, ...place } = table;
  const marks = marksOf({ ...table, rows: [] });
  if (2 * marks.once > room.tokens)
    return proseParts({ ...place, kind: 'text', markdown: [header, divider, ...allRows].join('\n') }, room);
  const parts: Block[] = [];
  let run: Unit[] = [];
  const flush = (): void => {
    const isFirst = parts.length === 0;
    const make = (rows: readonly string[], nth: number): Block =>
      isFirst && nth === 0 ? { ...table, rows } : { ...laterPlace(table), kind: 'table', header, divider, rows };
    for (const part of pack(run, room, marks, make)) parts.push(part);
    run = [];
  };
  for (const row of allRows) {
    const tokens = tokensWithin(row, room.tokens) + 1 + marks.perLine;
    const isLong = tokens + marks.once > room.tokens;
    if (!isLong) {
      run.push({ text: row, tokens, cut: 1 });
      continue;
    }
    if (run.length > 0) flush();
    const text: TextBlock =
      parts.length === 0
        ? { ...place, kind: 'text', markdown: [header, divider, row].join('\n') }
        : { ...laterPlace(table), kind: 'text', markdown: row };
    for (const part of proseParts(text, room)) parts.push(part);
  }
  flush();
  return parts;
}

function marksOf(empty: Block): MarkupTokens {
  return { once: countTokens(renderBlock(empty)), perLine: countTokens(empty.rest) };
}

/** What a later part of a block has around it: no bullet, no ids. */
function laterPlace({ rest, entryDepth }: Block): BlockPlace {
  return { first: rest, rest, blank: rest.trimEnd(), entryDepth, ids: [], names: [] };
}

/** Without a prefix or a language that would take a good part of every chunk: only hostile pages have them. */
function withShortMarks(block: Block, tokens: number): Block {
  const isLong = (marks: string): boolean => 4 * tokensWithin(marks, tokens) > tokens;
  const { first, rest, blank, ...others } = block;
  const short = isLong(first) || isLong(rest) ? { ...others, first: '', rest: '', blank: '' } : block;
  if (short.kind !== 'code' || short.language === undefined || !isLong(short.language)) return short;
  return { ...short, language: undefined };
}

// Beyond this many names that are in no part, only the nearest parts are looked at.
const mostMissing = 64;

/** Adds to each part the names that occur in it; they are in document order, so the search goes on where the last one was. */
function withNames(parts: readonly Block[], names: readonly string[]): readonly Block[] {
  if (parts.length < 2 || names.length === 0) return parts;
  const texts = parts.map(renderBlock);
  const found = parts.map((): string[] => []);
  let current = 0;
  let missing = 0;
  for (const name of names) {
    const end = missing < mostMissing ? texts.length : Math.min(texts.length, current + 2);
    let at = current;
    while (at < end && !texts[at]?.includes(name)) at++;
    if (at < end) current = at;
    else missing++; // it is written otherwise there
    found[current]?.push(name);
  }
  return parts.map((part, nth) => {
    const own = found[nth] as string[];
    return own.length === 0 && part.names.length === 0 ? part : { ...part, names: own };
  });
}
