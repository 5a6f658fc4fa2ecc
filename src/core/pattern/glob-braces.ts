// Braces in globs: `{a,b}` and `{1..3}` written out, as shells and minimatch do, within bounds.
import { counted } from '../counted.ts';
import { DocentError } from '../errors.ts';

export const braceLimits = { maxAlternatives: 64, maxLength: 8_192 } as const;

/**
 * The patterns that a pattern with braces expands to, at most 64. Braces without a comma or a range are characters, and so are those behind
 * `\` and `$`. Throws DOC_PATTERN for more, or for more than 8,192 characters in all.
 */
export function expandBraces(pattern: string): readonly string[] {
  if (!pattern.includes('{')) return [pattern];
  const expanded = expand(pattern);
  const length = expanded.reduce((sum, one) => sum + one.length, 0);
  if (length > braceLimits.maxLength) throw tooMany(`more than ${counted(braceLimits.maxLength, 'character')}`);
  // An empty alternative may leave two slashes where one is intended.
  return [...new Set(expanded.map((one) => one.replace(/\/{2,}/g, '/')))];
}

function expand(text: string): readonly string[] {
  let from = 0;
  for (;;) {
    const open = nextOpen(text, from);
    if (open < 0) return [text];
    const close = closeOf(text, open);
    const parts = close < 0 || text.charAt(open - 1) === '$' ? undefined : partsOf(text.slice(open + 1, close));
    if (parts === undefined) {
      from = open + 1;
      continue;
    }
    const before = text.slice(0, open);
    const rest = expand(text.slice(close + 1));
    if (parts.length * rest.length > braceLimits.maxAlternatives) throw tooMany('more than 64 alternatives');
    return parts.flatMap((part) => rest.map((after) => before + part + after));
  }
}

/** What the inside of braces expands to; undefined when it has neither comma nor range. */
function partsOf(inside: string): readonly string[] | undefined {
  const parts = splitAtCommas(inside);
  if (parts.length === 1) return rangeOf(inside);
  const all: string[] = [];
  for (const part of parts) {
    all.push(...expand(part));
    if (all.length > braceLimits.maxAlternatives) throw tooMany('more than 64 alternatives');
  }
  return all;
}

/** The pieces between commas outside braces. */
export function splitAtCommas(inside: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < inside.length; at++) {
    const char = inside.charAt(at);
    if (char === '\\') at++;
    else if (char === '{' && closeOf(inside, at) >= 0) depth++;
    else if (char === '}' && depth > 0) depth--;
    else if (char === ',' && depth === 0) {
      parts.push(inside.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, inside.slice(start)];
}

/** `{1..3}`, `{01..10}`, `{10..1..2}`, `{a..e}` */
function rangeOf(inside: string): readonly string[] | undefined {
  const numbers = /^(-?\d{1,9})\.\.(-?\d{1,9})(?:\.\.(-?\d{1,9}))?$/.exec(inside);
  const letters = /^([a-z])\.\.([a-z])(?:\.\.(-?\d{1,9}))?$/i.exec(inside);
  const [, first, last, by = '1'] = numbers ?? letters ?? [];
  if (first === undefined || last === undefined) return undefined;
  const value = (word: string): number => (numbers === null ? word.charCodeAt(0) : Number(word));
  const [start, end] = [value(first), value(last)];
  const step = Math.max(1, Math.abs(Number(by))) * (end < start ? -1 : 1);
  const count = Math.floor((end - start) / step) + 1;
  if (count > braceLimits.maxAlternatives) throw tooMany('more than 64 alternatives');
  const isPadded = numbers !== null && [first, last].some((word) => /^-?0\d/.test(word));
  const width = isPadded ? Math.max(first.length, last.length) : 0;
  return Array.from({ length: count }, (_, nth) => {
    const at = start + nth * step;
    if (numbers === null) return String.fromCharCode(at).replace('\\', '');
    return at < 0 ? `-${String(-at).padStart(width - 1, '0')}` : String(at).padStart(width, '0');
  });
}

function nextOpen(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    if (text.charAt(at) === '\\') at++;
    else if (text.charAt(at) === '{') return at;
  }
  return -1;
}

/** Where the brace that opens at `open` closes; -1 when it does not. */
function closeOf(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '\\') at++;
    else if (char === '{') depth++;
    else if (char === '}' && --depth === 0) return at;
  }
  return -1;
}

function tooMany(what: string): DocentError {
  return new DocentError('DOC_PATTERN', `its braces expand to ${what}`);
}
