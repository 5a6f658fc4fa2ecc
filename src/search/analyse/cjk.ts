// Chinese and Japanese, which write no spaces: every two neighbouring characters are a term, and a Han character by itself.
import { kindAt, kinds, widthAt } from './characters.ts';
import { longestTerm, type TermKind } from './identifiers.ts';

/** Takes a term with its place in the run, and its range in the run. */
export type GramSink = (term: string, kind: TermKind, place: number, from: number, to: number) => void;

/** The terms of a run of Han and kana in NFKC. Returns how many places it takes: one a character. */
export function gramsOf(run: string, sink: GramSink): number {
  let place = 0;
  let width = 0;
  let katakanaTo = 0;
  for (let at = 0; at < run.length; at += width, place++) {
    width = widthAt(run, at);
    const next = at + width;
    const kind = kindAt(run, at);
    if (kind === kinds.katakana && at >= katakanaTo) {
      katakanaTo = next;
      while (katakanaTo < run.length && kindAt(run, katakanaTo) === kinds.katakana)
        katakanaTo += widthAt(run, katakanaTo);
      const length = katakanaTo - at;
      // Katakana writes foreign words, which distinguish texts: .004 of MRR.
      if (length >= 3 && length <= longestTerm) sink(run.slice(at, katakanaTo), 'word', place, at, katakanaTo);
    }
    if (next < run.length) {
      const end = next + widthAt(run, next);
      sink(run.slice(at, end), 'gram', place, at, end);
    }
    if (place === 0 && next === run.length) sink(run, 'gram', place, at, next);
    else if (kind !== kinds.katakana) {
      sink(run.slice(at, next), kind === kinds.han ? 'part' : 'other', place, at, next);
    }
  }
  return place;
}

/** Whether a term is nothing but hiragana: particles and endings, which distinguish texts badly. */
export function isHiragana(term: string): boolean {
  for (let at = 0; at < term.length; at++) {
    const unit = term.charCodeAt(at);
    if ((unit < 0x3041 || unit > 0x309f) && unit !== 0x30fc) return false;
  }
  return term !== '';
}

/** Whether a term begins with a Han character. */
export function isHan(term: string): boolean {
  return kindAt(term, 0) === kinds.han;
}
