// Which words of a text can be a term of the query: few are, and only these are worth analysing.
import { exceptions } from '../analyse/stem-tables.ts';
import { releaseUnits, takeUnits } from '../analyse/units.ts';

/** Returns pairs of start and end: the stretches between spaces that may hold one of the terms, in order. */
export type WordSieve = (text: string) => readonly number[];

const SPACE = 0x20;

/** Stems whose second letter is not their word's: die, of dying. */
const changed: ReadonlySet<string> = new Set(
  [...exceptions].flatMap(([word, stem]) => (word[1] === stem[1] ? [] : [stem])),
);

/**
 * The first letters of a term that every word which becomes it begins with: a stem may end otherwise (fly, fli; capability, capable).
 * Empty where the term begins with a letter beyond ASCII.
 */
export function beginningOf(term: string): string {
  const other = term.endsWith('ble') ? 2 : term.length > 2 ? 1 : 0;
  const sure = changed.has(term) ? 1 : term.length - other;
  return term.slice(0, sure).replace(/[^\x00-\x7f].*$/s, '');
}

/**
 * A sieve for these terms: every word that becomes one of them passes it. Words and the parts of identifiers begin where a small
 * letter does not follow another. Letters beyond ASCII may be folded into any, so that their words always pass. Linear.
 */
export function createWordSieve(terms: Iterable<string>): WordSieve {
  const beginnings: readonly string[] = [...new Set([...terms].map(beginningOf))].filter((one) => one !== '');
  /** By character: whether a beginning begins with it. */
  const firsts = new Uint8Array(128);
  for (const beginning of beginnings) {
    firsts[beginning.charCodeAt(0)] = 1;
    firsts[beginning.toUpperCase().charCodeAt(0)] = 1;
  }
  return (text) => {
    const units = takeUnits(text);
    const { length } = text;
    const found: number[] = [];
    let start = 0;
    let before = SPACE;
    for (let at = 0; at < length; at++) {
      const unit = units[at] as number;
      const isInside = isSmall(unit) && isSmall(before);
      before = unit;
      if (unit > 0x7f ? !isPunctuation(unit) : firsts[unit] === 1 && !isInside && begins(beginnings, units, at)) {
        while (at < length && units[at] !== SPACE) at++;
        found.push(start, at);
        before = SPACE;
      }
      if (before === SPACE) start = at + 1;
    }
    releaseUnits(units);
    return found;
  };
}

/** Whether one of the beginnings is here, in letters of any case; what words are written with and terms are not is passed over. */
function begins(beginnings: readonly string[], units: Uint16Array, start: number): boolean {
  for (let nth = 0; nth < beginnings.length; nth++) {
    const beginning = beginnings[nth] as string;
    if (small(units[start] as number) !== beginning.charCodeAt(0)) continue;
    let at = start + 1;
    let next = 1;
    for (; next < beginning.length; at++) {
      const unit = units[at] as number;
      if (small(unit) === beginning.charCodeAt(next)) next++;
      else if (!isLeftOut(unit)) break;
    }
    if (next === beginning.length) return true;
  }
  return false;
}

/** Left out of a word, or between the two that it is made of: `e-mail` is `email`, `don’t` is `dont`. */
function isLeftOut(unit: number): boolean {
  return unit === 0x2d || unit === 0x27 || unit === 0x5c || isPunctuation(unit);
}

/** Dashes, quotation marks and the like, which are in many English texts. */
function isPunctuation(unit: number): boolean {
  return unit >= 0x2012 && unit <= 0x2043;
}

function isSmall(unit: number): boolean {
  return unit >= 0x61 && unit <= 0x7a;
}

/** The small letter of an ASCII capital. */
function small(unit: number): number {
  return unit >= 0x41 && unit <= 0x5a ? unit | 0x20 : unit;
}
