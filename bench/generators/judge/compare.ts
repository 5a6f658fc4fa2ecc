// What of the content came out, what came out besides, and what else is not as it should be.
import { isSameLanguage, withEmptyLines } from './code.ts';
import type { SourceFacts, SourceHeading } from './source.ts';

/** How much of something is right. */
export interface Share {
  readonly right: number;
  readonly all: number;
  readonly wrong: readonly string[];
}

export interface OutlineEntry {
  readonly text: string;
  readonly anchor?: string | undefined;
}

/** What a reader of pages made of one, as another Markdown parser reads it. */
export interface Output {
  readonly words: readonly string[];
  readonly code: readonly { readonly text: string; readonly language: string | undefined }[];
  readonly cells: readonly string[];
}

export interface WordCounts {
  readonly kept: Share;
  /** Of the words that came out: right are those of the content. */
  readonly chrome: Share;
}

class Bag {
  readonly #counts = new Map<string, number>();

  constructor(words: Iterable<string>) {
    for (const word of words) this.#counts.set(word, (this.#counts.get(word) ?? 0) + 1);
  }

  take(word: string): boolean {
    const count = this.#counts.get(word) ?? 0;
    if (count > 0) this.#counts.set(word, count - 1);
    return count > 0;
  }

  /** Takes all of them or none. */
  takeAll(words: readonly string[]): boolean {
    const taken: string[] = [];
    for (const word of words) {
      if (this.take(word)) taken.push(word);
      else {
        for (const one of taken) this.#counts.set(one, (this.#counts.get(one) ?? 0) + 1);
        return false;
      }
    }
    return true;
  }

  *rest(): Iterable<string> {
    for (const [word, count] of this.#counts) for (let nth = 0; nth < count; nth++) yield word;
  }
}

/** Multisets of words; where the page joins words that come out apart (two elements side by side), both are right. */
export function compareWords(source: SourceFacts, out: readonly string[]): WordCounts {
  const unmatched = new Bag(out);
  const lost = source.words.filter(({ word }) => !unmatched.take(word)).map(({ word }) => word);
  const extra = new Bag(unmatched.rest());
  const joined = lost.length === 0 ? new Map() : joins(out, new Set(lost));
  const reallyLost = lost.filter(
    (word) => !(joined.get(word) ?? []).some((parts: readonly string[]) => extra.takeAll(parts)),
  );
  const neutral = new Bag(source.neutral);
  const chrome = [...extra.rest()].filter((word) => !neutral.take(word));
  return {
    kept: { right: source.words.length - reallyLost.length, all: source.words.length, wrong: reallyLost },
    chrome: { right: out.length - chrome.length, all: out.length, wrong: chrome },
  };
}

/** Which of the missing words are two to five neighbours in one. */
function joins(out: readonly string[], missing: ReadonlySet<string>): Map<string, string[][]> {
  const found = new Map<string, string[][]>();
  for (let at = 0; at < out.length; at++) {
    let letters = out[at] ?? '';
    for (let end = at + 1; end < Math.min(at + 5, out.length); end++) {
      letters += out[end];
      if (missing.has(letters)) found.set(letters, [...(found.get(letters) ?? []), out.slice(at, end + 1)]);
    }
  }
  return found;
}

export function compareCode(source: SourceFacts, out: Output): { readonly code: Share; readonly languages: Share } {
  const languages = new Map<string, (string | undefined)[]>();
  for (const { text, language } of out.code) {
    const key = withEmptyLines(text).trimEnd();
    languages.set(key, [...(languages.get(key) ?? []), language]);
  }
  const unequal: string[] = [];
  const misnamed: string[] = [];
  let named = 0;
  for (const { text, language } of source.code) {
    const written = languages.get(text);
    if (language !== undefined && written !== undefined && written.length > 0) {
      named++;
      if (!isSameLanguage(language, written[0]))
        misnamed.push(`${language} is ${written[0] ?? 'none'}: ${text.slice(0, 60)}`);
    }
    if (written === undefined || written.length === 0) unequal.push(text);
    else written.shift();
  }
  const all = source.code.length;
  return {
    code: { right: all - unequal.length, all, wrong: unequal },
    languages: { right: named - misnamed.length, all: named, wrong: misnamed },
  };
}

export function compareCells(source: SourceFacts, out: Output): Share {
  const unmatched = new Bag(out.cells);
  const wrong = source.cells.filter((cell) => !unmatched.take(cell));
  return { right: source.cells.length - wrong.length, all: source.cells.length, wrong };
}

export interface HeadingCounts {
  readonly headings: Share;
  readonly anchors: Share;
}

const longestEntry = 200;

/** Headings in the order of the page; for those that came out, whether the anchor is their own. */
export function compareHeadings(source: readonly SourceHeading[], outline: readonly OutlineEntry[]): HeadingCounts {
  const written = outline.map(({ text }) => lettersOf(text));
  const pairs = align(
    source.map(({ letters }) => letters),
    written,
    (at) => (outline[at]?.text.length ?? 0) >= longestEntry - 1,
  );
  const lost: string[] = [];
  const wrongAnchors: string[] = [];
  let anchored = 0;
  for (const [nth, heading] of source.entries()) {
    const at = pairs[nth];
    if (at === undefined) lost.push(`h${heading.level} ${heading.text}`);
    if (at === undefined || !heading.hasOwnId) continue;
    anchored++;
    const { anchor } = outline[at] as OutlineEntry;
    if (anchor === undefined || !heading.ids.has(anchor))
      wrongAnchors.push(`${heading.text.slice(0, 80)}: #${anchor ?? '(none)'}, not #${[...heading.ids].join(' or #')}`);
  }
  return {
    headings: { right: source.length - lost.length, all: source.length, wrong: lost },
    anchors: { right: anchored - wrongAnchors.length, all: anchored, wrong: wrongAnchors },
  };
}

export function lettersOf(text: string): string {
  return (
    text
      .replace(/[\u00ad\u200b-\u200f\u2060\ufeff\u202a-\u202e\u2066-\u2069]/g, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu)
      ?.join('') ?? ''
  );
}

/** For each expected text its place in the longest common order; a cut one equals what it begins. */
function align(
  expected: readonly string[],
  written: readonly string[],
  isCut: (at: number) => boolean,
): (number | undefined)[] {
  const equals = (nth: number, at: number): boolean =>
    expected[nth] === written[at] || (isCut(at) && (expected[nth] ?? '').startsWith((written[at] ?? '').slice(0, -2)));
  const direct: (number | undefined)[] = [];
  let from = 0;
  for (let nth = 0; nth < expected.length; nth++) {
    let at = from;
    while (at < written.length && !equals(nth, at)) at++;
    direct.push(at < written.length ? at : undefined);
    if (at < written.length) from = at + 1;
  }
  if (!direct.includes(undefined) || expected.length * written.length > 9_000_000) return direct;
  const width = written.length + 1;
  const best = new Uint16Array((expected.length + 1) * width);
  for (let nth = expected.length - 1; nth >= 0; nth--)
    for (let at = written.length - 1; at >= 0; at--)
      best[nth * width + at] = equals(nth, at)
        ? (best[(nth + 1) * width + at + 1] as number) + 1
        : Math.max(best[(nth + 1) * width + at] as number, best[nth * width + at + 1] as number);
  const found: (number | undefined)[] = expected.map(() => undefined);
  for (let nth = 0, at = 0; nth < expected.length && at < written.length; ) {
    if (equals(nth, at)) found[nth++] = at++;
    else if ((best[(nth + 1) * width + at] as number) >= (best[nth * width + at + 1] as number)) nth++;
    else at++;
  }
  return found;
}
