// TeX in the text between its own signs, for a script of the page to show as formulas (E3).
import type { AnyNode, Text } from '../node.ts';
import { pushTex } from './math.ts';
import { loadsTex, type TexPage, texPage } from './tex-page.ts';
import type { MarkdownWriter } from './writer.ts';

/** `\(x\)` */
const shortest = 5;

/** Finds the texts of a page that may hold formulas. Called for every text. */
export class TexText {
  readonly #hasDollars: boolean;

  constructor(root: AnyNode) {
    this.#hasDollars = loadsTex(root);
  }

  isIn(data: string): boolean {
    if (data.length < shortest) return false;
    return data.includes('\\') || (this.#hasDollars && data.includes('$'));
  }
}

/** Writes a text of the page, and the formulas in it. */
export function writeTexText(writer: MarkdownWriter, node: Text): void {
  const { data } = node;
  let from = 0;
  for (const { start, end, tex, isDisplay } of writer.inCode ? [] : formulasIn(node)) {
    if (start > from) writer.text(data.slice(from, start));
    pushTex(writer, tex, isDisplay, !writer.inline.isEmpty || goesOn(data, end));
    from = end;
  }
  if (from < data.length) writer.text(from === 0 ? data : data.slice(from));
}

const nonSpace = /\S/g;

function goesOn(data: string, from: number): boolean {
  nonSpace.lastIndex = from;
  return nonSpace.test(data);
}

interface FoundFormula {
  readonly start: number;
  readonly end: number;
  readonly tex: string;
  readonly isDisplay: boolean;
}

const environments = 'align|alignat|displaymath|eqnarray|equation|flalign|gather|math|multline';
const opening = new RegExp(String.raw`\\[([$]|\$\$?|\\begin\{((?:${environments})\*?)\}`, 'g');
// Longer ones are not looked at: what begins as a formula may not end for megabytes.
const maxFormula = 5_000;

function formulasIn(node: Text): readonly FoundFormula[] {
  const { data } = node;
  const found: FoundFormula[] = [];
  const closes = new Closes(data);
  opening.lastIndex = 0;
  for (let match = opening.exec(data); match !== null; match = opening.exec(data)) {
    const [sign, environment] = match;
    const inside = opening.lastIndex;
    if (isEscaped(data, match.index)) continue;
    const closing = closings.get(sign) ?? `\\end{${environment}}`;
    const close = closes.after(closing, inside);
    if (close < 0 || close - inside > maxFormula) continue;
    const tex = data.slice(inside, close);
    if (!isFormula(texPage(node), sign, tex, data.charAt(close + 1))) continue;
    const end = close + closing.length;
    const whole = environment === undefined ? tex : data.slice(match.index, end);
    found.push({ start: match.index, end, tex: whole, isDisplay: !inlines.has(sign) });
    opening.lastIndex = end;
  }
  return found;
}

const closings: ReadonlyMap<string, string> = new Map([
  ['\\(', '\\)'],
  ['\\[', '\\]'],
  ['$$', '$$'],
  ['$', '$'],
  ['\\$', '\\$'],
]);

const inlines: ReadonlySet<string> = new Set(['\\(', '$', '\\$']);

/** Where signs come next: no text is searched twice for the same. */
class Closes {
  readonly #data: string;
  readonly #next = new Map<string, number>();

  constructor(data: string) {
    this.#data = data;
  }

  /** -1 when it does not come any more. */
  after(sign: string, from: number): number {
    const known = this.#next.get(sign);
    if (known !== undefined && (known < 0 || known >= from)) return known;
    let at = this.#data.indexOf(sign, from);
    while (at >= 0 && isEscaped(this.#data, at)) at = this.#data.indexOf(sign, at + 1);
    this.#next.set(sign, at);
    return at;
  }
}

/** Whether an odd number of backslashes precedes: `\\(` is a line end and a parenthesis. */
function isEscaped(data: string, at: number): boolean {
  let before = at;
  while (before > 0 && data.charCodeAt(before - 1) === 0x5c) before--;
  return (at - before) % 2 === 1;
}

/** On a page that has a script for formulas everything between the signs is one; elsewhere only what can be nothing else. */
function isFormula(page: TexPage, sign: string, tex: string, following: string): boolean {
  if (tex.trim() === '') return false;
  if (sign === '$') return page.usesDollars && tex.trim() === tex && !/\d/.test(following);
  if (sign === '\\$') return page.usesAsciiMath;
  if (page.usesTex) return true;
  return (sign === '\\(' || sign === '\\[') && looksLikeTex(tex);
}

const maxUnsure = 400;

/** Something that only TeX writes, no word of prose, and none of the signs of a regular expression. */
function looksLikeTex(tex: string): boolean {
  if (tex.length > maxUnsure || /\\(?:[a-zA-Z](?![a-zA-Z])|[|+?.*<>])|[.\])]\*|\[\^|\[\w-\w/.test(tex)) return false;
  if (!/\\[A-Za-z]{2}|[\^_=]/.test(tex)) return false;
  const rest = tex.replace(/\\(?:text|mathrm|operatorname|mbox)\{[^{}]*\}|\\[A-Za-z]+\*?(?:\{[a-z]+\*?\})?/g, ' ');
  return !/\p{L}{3}/u.test(rest);
}
