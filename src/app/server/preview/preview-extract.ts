// One page read twice: as the present policy reads it, and with the selectors that are tried. Runs in a thread (preview-worker.ts).
import { chunkPage } from '../../../chunk/chunks.ts';
import type { PageForm } from '../../../core/forms.ts';
import { type DiffPart, diffLines } from '../../../core/line-diff.ts';
import { type ExtractOptions, extractPage } from '../../../extract/extract-page.ts';
import { generatorOf } from '../../../extract/html/generator.ts';
import { type SelectorHits, selectorHits } from '../../../extract/html/selector-hits.ts';
import { cutText } from '../../../extract/text.ts';

/** How a page is read, beside its bytes. */
export type ReadChoice = Pick<
  ExtractOptions,
  'selector' | 'remove' | 'readability' | 'keepLinks' | 'imageLabel' | 'learnt'
>;

export interface PreviewInput {
  readonly url: string;
  readonly body: Uint8Array;
  readonly form: PageForm;
  readonly charset?: string | undefined;
  /** By the present policy, and as it is tried. */
  readonly before: ReadChoice;
  readonly after: ReadChoice;
}

/** A page as it was read one way. */
export interface PreviewSide {
  readonly title: string;
  /** Which rule found the content. */
  readonly rule: string;
  readonly selector?: string | undefined;
  readonly remove: readonly string[];
  readonly markdown: string;
  /** The Markdown is longer than what is returned of it. */
  readonly isCut: boolean;
  readonly words: number;
  readonly tokens: number;
  readonly chunks: readonly {
    readonly seq: number;
    readonly headings: readonly string[];
    readonly anchor?: string | undefined;
    readonly tokens: number;
  }[];
  /** E2: the beginning of each block that most pages of the site repeat, which is left out. */
  readonly leftOut: readonly string[];
  /** What a cap left out, and what was noticed. */
  readonly flags: readonly string[];
}

/** A part of the difference; of a long part that is the same only its edges are returned, and `skipped` in between. */
export interface PreviewPart {
  readonly kind: DiffPart['kind'] | 'skipped';
  readonly lines: readonly string[];
  readonly count: number;
}

export interface PreviewOutput {
  /** The program that made the page, where it is recognised. */
  readonly generator?: string | undefined;
  readonly before: PreviewSide;
  readonly after: PreviewSide;
  /** Of the selectors that are tried. */
  readonly hits: { readonly content?: SelectorHits | undefined; readonly remove: readonly SelectorHits[] };
  readonly difference: {
    readonly added: number;
    readonly removed: number;
    readonly parts: readonly PreviewPart[];
    /** There is more than is returned. */
    readonly isCut: boolean;
  };
}

const LONGEST_MARKDOWN = 200_000;
const MOST_CHUNKS = 1_000;
const MOST_LINES = 2_000;
const LONGEST_LINE = 2_000;
const CONTEXT = 3;
const LONGEST_LEFT_OUT = 200;

/** Reads the page both ways. Throws a ConfigError for a selector that cannot be used. */
export async function previewPage(input: PreviewInput): Promise<PreviewOutput> {
  const { body, form, charset, after } = input;
  const sides = [await readSide(input, input.before), await readSide(input, after)] as const;
  const [before, now] = sides;
  const selectors = [...(after.selector === undefined ? [] : [after.selector]), ...(after.remove ?? [])];
  const hits = selectorHits(body, { form, charset }, selectors);
  const content = after.selector === undefined ? undefined : hits[0];
  return {
    generator: generatorOf(body, { form, charset }),
    before,
    after: now,
    hits: { ...(content && { content }), remove: content === undefined ? hits : hits.slice(1) },
    difference: differenceOf(before.markdown, now.markdown),
  };
}

async function readSide({ url, body, form, charset }: PreviewInput, choice: ReadChoice): Promise<PreviewSide> {
  const page = await extractPage(body, { url, form, charset, ...choice });
  const chunks = chunkPage(page.blocks, { title: page.title, language: page.language });
  return {
    ...{ title: page.title, rule: page.rule, selector: choice.selector, remove: choice.remove ?? [] },
    markdown: cutText(page.markdown, LONGEST_MARKDOWN),
    isCut: page.markdown.length > LONGEST_MARKDOWN,
    words: page.words,
    tokens: chunks.reduce((sum, { tokens }) => sum + tokens, 0),
    chunks: chunks
      .slice(0, MOST_CHUNKS)
      .map(({ seq, headings, anchor, tokens }) => ({ seq, headings, anchor, tokens })),
    leftOut: page.leftOut.map(({ text }) => cutText(text, LONGEST_LEFT_OUT)),
    flags: page.flags,
  };
}

function differenceOf(before: string, after: string): PreviewOutput['difference'] {
  const all = diffLines(linesOf(before), linesOf(after));
  const sum = (kind: DiffPart['kind']): number =>
    all.reduce((lines, part) => (part.kind === kind ? lines + part.lines.length : lines), 0);
  const parts: PreviewPart[] = [];
  let left = MOST_LINES;
  for (const part of all.flatMap(shortened)) {
    if (left <= 0) break;
    const lines = part.lines.slice(0, left).map((line) => cutText(line, LONGEST_LINE));
    left -= lines.length;
    parts.push({ ...part, lines });
  }
  return { added: sum('added'), removed: sum('removed'), parts, isCut: left <= 0 };
}

function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.split('\n');
}

function shortened({ kind, lines }: DiffPart, at: number, all: readonly DiffPart[]): readonly PreviewPart[] {
  const whole = { kind, lines, count: lines.length };
  const [head, tail] = [at === 0 ? 0 : CONTEXT, at === all.length - 1 ? 0 : CONTEXT];
  if (kind !== 'same' || lines.length <= head + tail + 1) return [whole];
  const part = (some: readonly string[]): readonly PreviewPart[] =>
    some.length === 0 ? [] : [{ kind, lines: some, count: some.length }];
  const count = lines.length - head - tail;
  return [
    ...part(lines.slice(0, head)),
    { kind: 'skipped', lines: [], count },
    ...part(tail === 0 ? [] : lines.slice(-tail)),
  ];
}
