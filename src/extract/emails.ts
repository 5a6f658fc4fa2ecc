// E-mail addresses are never stored (E5): they become `[email]`, in prose all of them, in code those that are not code.

import { mayHoldAddress, type Plain, plainOf, unpaired, withoutSpans } from './emails-spelled.ts';
import {
  codeAttributes,
  codeKeywords,
  exampleDomains,
  fileEndings,
  machineAccounts,
  repositoryAccounts,
} from './emails-words.ts';

/** What replaces an address. */
export const emailMark = '[email]';

// RFC 5321's bounds, with room for escapes; they also bound what each `@` costs.
const maxLocal = 80;
const maxDomain = 300;
const maxUserInfo = 200;

const escaped = '\\';

/**
 * The text with every address replaced; `mailto:` is replaced with it. In Markdown prose an address may hold escapes
 * (`foo\_bar@…`). In code, what is no address but looks like one stays: `git@host:path`, `@decorator`, `pkg@1.2`, user
 * names of URLs, and addresses in domains reserved for examples. Addresses may be encoded, spelled out or split by marks
 * (emails-spelled.ts). Linear; a text without any is returned unchanged.
 */
export function redactEmails(text: string, where: 'prose' | 'code'): string {
  if (!mayHoldAddress(text)) return text;
  const plain = plainOf(text, where);
  if (plain !== undefined) return redactPlain(text, plain, where);
  let result = '';
  let done = 0;
  for (const [start, end] of addressesIn(text, where)) {
    result += text.slice(done, start) + emailMark;
    done = end;
  }
  return done === 0 ? text : result + text.slice(done);
}

/** A line of Markdown with those addresses replaced that only in part are in code spans. */
export function redactBesideSpans(markdown: string): string {
  const plain = withoutSpans(markdown);
  return plain === undefined ? markdown : redactPlain(markdown, plain, 'prose', true);
}

function redactPlain(text: string, plain: Plain, where: 'prose' | 'code', isSplitOnly = false): string {
  let result = '';
  let done = 0;
  const isSign = (at: number): boolean => text.charAt(plain.startOf(at)) === '@';
  for (const [first, behind] of addressesIn(plain.text, where, isSign)) {
    let [start, end] = [plain.startOf(first), plain.endOf(behind - 1)];
    const marks = plain.marksIn(start, end);
    if (isSplitOnly && marks.length === 0) continue;
    // The other mark of a pair goes, too, where it is beside the address; else this one stays.
    let kept = '';
    for (const mark of unpaired(marks)) {
      const [before, after] = mark.startsWith('<') ? [mark.replace('/', ''), mark.replace('<', '</')] : [mark, mark];
      if (text.startsWith(after, end)) end += after.length;
      else if (text.startsWith(before, start - before.length) && start - before.length >= done) start -= before.length;
      else kept += mark;
    }
    result += text.slice(done, start) + emailMark + kept;
    done = end;
  }
  return done === 0 ? text : result + text.slice(done);
}

/** Where addresses begin and end. `isSign` returns whether the `@` here was written as one. */
function* addressesIn(
  text: string,
  where: 'prose' | 'code',
  isSign: (at: number) => boolean = () => true,
): Generator<readonly [start: number, end: number]> {
  let done = 0;
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const start = localStart(text, at, done, where);
    if (start === at) continue;
    const end = domainEnd(text, at + 1, where);
    if (end < 0 || !isAddress(text, start, at, end, where, isSign(at))) continue;
    yield [withoutScheme(text, start, done), end];
    done = end;
    at = end - 1;
  }
}

/** Where the part before the `@` begins; at the `@` itself when there is none. */
function localStart(text: string, at: number, from: number, where: 'prose' | 'code'): number {
  const least = Math.max(from, at - maxLocal);
  if (text.charAt(at - 1) === '"') {
    const quoted = text.slice(least, at - 1);
    const quote = quoted.lastIndexOf('"');
    return quote >= 0 && !quoted.includes('\n', quote) ? least + quote : at;
  }
  // Chinese, Japanese and Korean write no space before an address.
  const isAscii = text.charCodeAt(at - 1) < 0x80;
  let start = at;
  while (start > least && isLocal(text.charCodeAt(start - 1), isAscii)) {
    start--;
    if (where === 'prose' && start > least && text.charAt(start - 1) === escaped && !isAlphanumeric(text, start))
      start--;
  }
  while (start < at && !isAlphanumeric(text, start) && !isTagged(text.charAt(start))) start++;
  return start;
}

/** Where the domain ends; -1 when there is none with a dot in it. */
function domainEnd(text: string, from: number, where: 'prose' | 'code'): number {
  if (text.charAt(from) === '[') return literalEnd(text, from);
  const most = Math.min(text.length, from + maxDomain);
  let end = -1;
  let label = from;
  for (let at = from; ; at++) {
    const unit = at < most ? text.charCodeAt(at) : 0x20;
    if (unit === 0x2d) continue;
    const isEscape = where === 'prose' && unit === 0x5c && (text.charAt(at + 1) === '-' || text.charAt(at + 1) === '_');
    if (isEscape) {
      at++;
      continue;
    }
    if (isLetterOrDigit(unit)) {
      // A Korean particle right behind `.org` is not part of it.
      const turns = unit >= 0x80 && label > from && at > label && text.charCodeAt(at - 1) < 0x80;
      if (!turns) continue;
      return isTopDomain(text.slice(label, at)) ? at : end;
    }
    // A label ended: one that is empty ends the domain before it.
    let last = at;
    while (last > label && text.charAt(last - 1) === '-') last--;
    if (last === label) return end;
    if (label > from && isTopDomain(text.slice(label, last))) end = last;
    if (unit !== 0x2e || last !== at) return end;
    label = at + 1;
  }
}

/** `user@[192.0.2.1]` */
function literalEnd(text: string, from: number): number {
  const literal = /^\[(?:ipv6:)?[\d.:a-f]{3,45}\]/i.exec(text.slice(from, from + 60));
  return literal === null ? -1 : from + literal[0].length;
}

function isTopDomain(label: string): boolean {
  if (label.length < 2) return false;
  if (/^xn--[a-z0-9-]+$/i.test(label)) return true;
  return /^\p{L}+$/u.test(label);
}

function isAddress(
  text: string,
  start: number,
  at: number,
  end: number,
  where: 'prose' | 'code',
  isSign: boolean,
): boolean {
  if (isSign && isUserInfo(text, start)) return false;
  const domain = text.slice(at + 1, end).toLowerCase();
  const local = text.slice(start, at).toLowerCase();
  const top = domain.slice(domain.lastIndexOf('.') + 1);
  const next = text.charAt(end);
  const isPath = next === ':' && /[\w~./$-]/.test(text.charAt(end + 1));
  if (fileEndings.has(top)) return false;
  if (where === 'prose') return !(isPath && repositoryAccounts.has(local));
  if (isPath || next === '(' || machineAccounts.has(local) || codeKeywords.has(local)) return false;
  return !(codeAttributes.has(top) || isExample(domain));
}

function isExample(domain: string): boolean {
  const labels = domain.split('.');
  return exampleDomains.has(labels.slice(-2).join('.')) || exampleDomains.has(labels.at(-1) as string);
}

/** Whether it is the user of a URL (`postgres://me:word@host`) rather than an address. */
function isUserInfo(text: string, start: number): boolean {
  const before = text.charAt(start - 1);
  if (before !== '/' && before !== ':') return false;
  const piece = text.slice(Math.max(0, start - maxUserInfo), start);
  const scheme = piece.lastIndexOf('://');
  if (scheme < 1 || /[\s/?#]/.test(piece.slice(scheme + 3))) return false;
  return !/mailto$/i.test(piece.slice(0, scheme));
}

function withoutScheme(text: string, start: number, from: number): number {
  const scheme = start - 'mailto:'.length;
  return scheme >= from && text.slice(scheme, start).toLowerCase() === 'mailto:' ? scheme : start;
}

function isLocal(unit: number, beforeAscii: boolean): boolean {
  if (unit < 0x80) return localUnits.has(unit);
  return isLetterOrDigit(unit) && !(beforeAscii && unit >= 0x1100);
}

// What addresses are made of in practice; the standard's other marks (`#`, `'`, `*` …) are markup around them.
const localUnits: ReadonlySet<number> = new Set(
  Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._%+-', (char) => char.charCodeAt(0)),
);

// An address may begin with these, though few do.
function isTagged(char: string): boolean {
  return char === '_' || char === '+';
}

function isAlphanumeric(text: string, at: number): boolean {
  return isLetterOrDigit(text.charCodeAt(at));
}

function isLetterOrDigit(unit: number): boolean {
  if (unit < 0x80) {
    const lower = unit | 0x20;
    return (unit >= 0x30 && unit <= 0x39) || (lower >= 0x61 && lower <= 0x7a);
  }
  return unit >= 0xaa && /[\p{L}\p{N}\p{M}]/u.test(String.fromCharCode(unit));
}
