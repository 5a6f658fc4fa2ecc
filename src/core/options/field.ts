// One configurable value: its kind, range and meaning, and how a raw value becomes it.

import { DocentError } from '../errors.ts';
import { hideSecrets } from '../log.ts';
import { splitAtCommas } from '../pattern/glob-braces.ts';
import { compileExcludePath, compilePathPattern } from '../pattern/pattern.ts';
import { oversize } from '../pattern/pattern-size.ts';
import { hasAddressInPath } from '../url/email-in-url.ts';
import { parseHttpUrl } from '../url/host.ts';
import { secretMark } from '../url/secret-parameters.ts';
import { shownUrl } from '../url/shown-url.ts';
import { headersFromText, headerVariablesShape, misfitInHeaders } from './header-variables.ts';

interface Common {
  /** Dotted for a value inside a mapping: `custom_selectors.content`. */
  readonly name: string;
  /** What it does, one sentence, for --help and the documentation. */
  readonly doc: string;
  readonly required?: true;
  /** Its value is never printed. */
  readonly secret?: true;
}

export type Field = Common &
  (
    | { readonly kind: 'boolean'; readonly default?: boolean }
    | {
        readonly kind: 'integer';
        readonly min: number;
        readonly max: number;
        readonly unit?: string;
        readonly default?: number;
      }
    | { readonly kind: 'choice'; readonly choices: readonly (string | boolean)[]; readonly default?: string | boolean }
    | {
        readonly kind: 'text';
        /** One that an empty text fits allows it. */
        readonly pattern?: RegExp;
        readonly shape?: string;
        /** A number in the file is read as its text: `listen: 7411`. */
        readonly number?: true;
        /** It may have several lines. */
        readonly lines?: true;
        readonly default?: string;
      }
    | { readonly kind: 'url'; readonly default?: string }
    | { readonly kind: 'list'; readonly of: ListKind; readonly min?: number; readonly default?: readonly string[] }
    /** Request headers, each with the environment variable that holds its value. */
    | { readonly kind: 'header variables'; readonly default?: undefined }
  );

export type ListKind = 'text' | 'url' | 'path pattern' | 'excluded path' | 'event';

/** Where a value was written, in words that finish "… in". */
export type Origin = string;

export type FieldResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: string };

/** The value if it fits the field; else a line that names field, value, what is allowed and where it was written. */
export function readField(field: Field, raw: unknown, origin: Origin, label: string = field.name): FieldResult {
  const value = field.kind === 'text' && field.number && typeof raw === 'number' ? String(raw) : raw;
  const allowed = misfit(field, value, label);
  if (allowed === undefined) return { ok: true, value };
  return { ok: false, problem: `${label} is ${field.secret ? '***' : show(raw)} in ${origin}: ${allowed}` };
}

/** What would be allowed, or undefined when the value fits. */
function misfit(field: Field, raw: unknown, label: string): string | undefined {
  switch (field.kind) {
    case 'boolean':
      return typeof raw === 'boolean' ? undefined : 'it must be true or false';
    case 'integer':
      return typeof raw === 'number' && Number.isInteger(raw) && raw >= field.min && raw <= field.max
        ? undefined
        : `it must be ${range(field)}`;
    case 'choice':
      return field.choices.includes(raw as string | boolean)
        ? undefined
        : `it must be one of ${field.choices.join(', ')}`;
    case 'text':
      if (
        typeof raw !== 'string' ||
        (raw === '' && !field.pattern?.test('')) ||
        (field.lines ? /\0/ : /[\r\n\0]/).test(raw)
      )
        return `it must be ${field.shape ?? (field.lines ? 'a text' : 'a line of text')}`;
      return field.pattern === undefined || field.pattern.test(raw)
        ? undefined
        : `it must be ${field.shape ?? 'different'}`;
    case 'url':
      return isUrl(raw) ? undefined : 'it must be an http(s) URL, such as https://example.com/docs';
    case 'list':
      return misfitInList(field.of, field.min ?? 0, raw, label);
    case 'header variables':
      return misfitInHeaders(raw);
  }
}

function misfitInList(of: ListKind, min: number, raw: unknown, label: string): string | undefined {
  if (!Array.isArray(raw) || raw.some((item) => typeof item !== 'string')) return `it must be a list of ${of}s`;
  if (raw.length < min) return `it needs at least ${min} ${of}`;
  const tooLarge = of === 'path pattern' || of === 'excluded path' ? oversize(raw as readonly string[]) : undefined;
  if (tooLarge !== undefined) return tooLarge;
  for (const item of raw as readonly string[]) {
    if (item === '') return `it holds an empty ${of}`;
    if (of === 'url' && !isUrl(item)) return `${show(item)} is not an http(s) URL`;
    if (of === 'url' && hasAddressInPath(new URL(item)))
      return `${show(shownUrl(item))} holds an e-mail address, and no such URL is requested`;
    const problem =
      of === 'path pattern'
        ? refused(() => compilePathPattern(item, label))
        : of === 'excluded path'
          ? refused(() => compileExcludePath(item, label))
          : undefined;
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function refused(compile: () => unknown): string | undefined {
  try {
    compile();
    return undefined;
  } catch (error) {
    if (error instanceof DocentError && error.code === 'DOC_PATTERN') return error.message;
    throw error;
  }
}

function isUrl(raw: unknown): boolean {
  return typeof raw === 'string' && parseHttpUrl(raw) !== undefined;
}

/** The range of a whole number, in words. */
export function range(field: { readonly min: number; readonly max: number; readonly unit?: string }): string {
  return `a whole number from ${field.min} to ${field.max}${field.unit === undefined ? '' : ` ${field.unit}`}`;
}

/** What a field takes, in words, for the documentation. */
export function takes(field: Field): string {
  switch (field.kind) {
    case 'boolean':
      return 'true or false';
    case 'integer':
      return `${field.min}–${field.max}${field.unit === undefined ? '' : ` ${field.unit}`}`;
    case 'choice':
      return field.choices.join(', ');
    case 'text':
      return field.shape ?? 'text';
    case 'url':
      return 'http(s) URL';
    case 'list':
      return `list of ${field.of}s`;
    case 'header variables':
      return headerVariablesShape;
  }
}

/** A text from the environment or a flag as the kind of value the field takes; unfit text is left for readField to refuse. */
export function fromText(field: Field, text: string): unknown {
  switch (field.kind) {
    case 'boolean':
      if (/^(?:true|1|yes|on)$/i.test(text)) return true;
      return /^(?:false|0|no|off)$/i.test(text) ? false : text;
    case 'integer':
      return /^-?\d+(?:\.\d+)?$/.test(text.trim()) ? Number(text) : text;
    case 'list':
      // A regular expression may hold commas; written alone it is one item. So may braces of a pattern.
      return text.startsWith('re:') ? [text] : splitAtCommas(text).map((item) => item.trim());
    case 'header variables':
      return headersFromText(text);
    default:
      return text;
  }
}

/** H1: without secrets. Hidden before it is cut: of half a URL nobody knows that it begins with a password. */
function show(raw: unknown): string {
  const text = hideSecrets((JSON.stringify(raw) ?? String(raw)).replace(/[^\s/?#"\\]+/g, withoutUser));
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

/** What is no URL may be one that somebody wrote wrong: `//kim:word@docs.example`. */
function withoutUser(word: string): string {
  const at = word.lastIndexOf('@');
  return at <= 0 ? word : `${secretMark}${word.slice(at)}`;
}

/** Whether a field holds URLs. */
export function isUrlField(field: Field): boolean {
  return field.kind === 'url' || (field.kind === 'list' && field.of === 'url');
}
