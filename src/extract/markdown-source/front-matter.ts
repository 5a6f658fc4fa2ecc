// Front matter of a Markdown page: YAML, TOML or JSON. Read as data, never run, and never part of the text.
import { cutText, foldLine } from '../text.ts';
import { readToml } from './toml.ts';
import { readYaml } from './yaml-data.ts';

/** The facts of a page in its front matter. */
export interface FrontMatter {
  readonly title?: string;
  readonly description?: string;
  readonly keywords?: readonly string[];
  readonly language?: string;
  /** ISO 8601, both. */
  readonly published?: string;
  readonly modified?: string;
}

const maxSize = 65_536;
const maxTitle = 500;
const maxDescription = 2_000;
const maxKeywords = 20;
const maxKeyword = 100;

/** The front matter, and the Markdown behind it. What cannot be read is left out all the same. */
export function splitFrontMatter(source: string): { readonly facts: FrontMatter; readonly body: string } {
  const found = fenced(source) ?? json(source);
  if (found === undefined) return { facts: {}, body: source };
  return { facts: factsOf(found.data), body: source.slice(found.end) };
}

interface Found {
  readonly data: unknown;
  readonly end: number;
}

function fenced(source: string): Found | undefined {
  const fence = /^(---|\+\+\+)[ \t]{0,99}\n/.exec(source);
  const mark = fence?.[1];
  if (fence === null || mark === undefined) return undefined;
  const start = fence[0].length;
  const closing = mark === '---' ? /^(?:---|\.\.\.)[ \t]{0,99}$/m : /^\+\+\+[ \t]{0,99}$/m;
  const head = source.slice(start, start + maxSize);
  const close = closing.exec(head);
  if (close === null) return undefined;
  const text = head.slice(0, close.index);
  const data = mark === '---' ? readYaml(text) : readToml(text);
  // A blank line behind `---` is a thematic break, unless what follows is data all the same.
  if (!isRecord(data) && (/^[ \t]*(?:\n|$)/.test(text) || mark === '+++')) {
    if (text.trim() !== '') return undefined;
  }
  return { data, end: Math.min(source.length, start + close.index + close[0].length + 1) };
}

/** Hugo's form: an object that starts the file. */
function json(source: string): Found | undefined {
  if (!/^\{\s{0,99}"/.test(source)) return undefined;
  const end = endOfObject(source);
  if (end === undefined) return undefined;
  try {
    return { data: JSON.parse(source.slice(0, end)), end };
  } catch {
    return undefined;
  }
}

function endOfObject(source: string): number | undefined {
  const last = Math.min(source.length, maxSize);
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < last; at++) {
    const unit = source.charAt(at);
    if (unit === '\\') at++;
    else if (unit === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (unit === '{') depth++;
    else if (unit === '}' && --depth === 0) return at + 1;
  }
  return undefined;
}

function factsOf(data: unknown): FrontMatter {
  if (!isRecord(data)) return {};
  const title = lineOf(data.title, maxTitle);
  const description = lineOf(data.description ?? data.summary ?? data.excerpt, maxDescription);
  const keywords = keywordsOf(data.keywords ?? data.tags);
  const language = languageTag(data.lang ?? data.language ?? data.locale);
  const published = firstDate(publishedKeys.map((key) => data[key]));
  const nested = isRecord(data.last_update) ? data.last_update.date : undefined;
  const modified = firstDate([nested, ...modifiedKeys.map((key) => data[key])]);
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(keywords.length === 0 ? {} : { keywords }),
    ...(language === undefined ? {} : { language }),
    ...(published === undefined ? {} : { published }),
    ...(modified === undefined ? {} : { modified }),
  };
}

function lineOf(value: unknown, length: number): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const text = cutText(foldLine(cutText(String(value), 10 * length)), length);
  return text === '' ? undefined : text;
}

function keywordsOf(value: unknown): readonly string[] {
  const list = typeof value === 'string' ? cutText(value, maxSize).split(',') : Array.isArray(value) ? value : [];
  const words = list.slice(0, 10 * maxKeywords).map((word) => lineOf(word, maxKeyword));
  return [...new Set(words.filter((word) => word !== undefined))].slice(0, maxKeywords);
}

function languageTag(value: unknown): string | undefined {
  const tag = typeof value === 'string' ? value.trim().replace('_', '-') : '';
  return /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/.test(tag) ? tag : undefined;
}

const publishedKeys = ['date', 'published', 'publishDate', 'pubDate', 'created'] as const;
const modifiedKeys = ['lastmod', 'last_modified_at', 'last_updated', 'lastUpdated', 'updated', 'modified'] as const;

function firstDate(values: readonly unknown[]): string | undefined {
  for (const value of values) {
    const text = typeof value === 'string' ? value.trim() : '';
    if (!/^\d{4}-\d{2}-\d{2}(?:$|[T ])/.test(text) || text.length > 40) continue;
    // A time without a zone is taken as UTC, so that the same page has the same date everywhere.
    const zoned = /^[^:]*$|[Zz]$|[+-]\d{2}:?\d{2}$/.test(text) ? text : `${text}Z`;
    const time = Date.parse(zoned.replace(/^(\S+) +(\S)/, '$1T$2').replace(/ +(?=[+-])/, ''));
    if (!Number.isNaN(time)) return new Date(time).toISOString();
  }
  return undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
