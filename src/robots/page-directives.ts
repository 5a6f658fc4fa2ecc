// R28: the directives of a page itself, in META elements and X-Robots-Tag headers.
import { createRequire } from 'node:module';
import { agentName } from './select.ts';

export interface Meta {
  readonly name: string;
  readonly content: string;
}

export interface PageDirectivesInput {
  /** The page; its META elements are read wherever they are. */
  readonly html?: string | undefined;
  /** The META elements, when the page was parsed already. */
  readonly metas?: readonly Meta[] | undefined;
  readonly headers?: Headers | Readonly<Record<string, string | readonly string[] | undefined>> | undefined;
  /** The requesting robot; directives for others are left out. */
  readonly agent: string;
  /** Wall time in ms: a page past its unavailable_after is not indexed. */
  readonly now?: number | undefined;
}

/** What may be done with the page: the most restrictive of all its directives. */
export interface PageDirectives {
  /** Not stored; its links are still followed. */
  readonly noindex: boolean;
  readonly nofollow: boolean;
  /** The page may be found, but its text is not kept. */
  readonly noarchive: boolean;
  readonly nosnippet: boolean;
  /** ms since 1970 after which the page is to be treated as noindex; null when it named no date. */
  readonly unavailableAfter: number | null;
  /** The directives that were obeyed and where they were found, for the page's record. */
  readonly obeyed: readonly string[];
}

type Flag = 'noindex' | 'nofollow' | 'noarchive' | 'nosnippet';

const words: Readonly<Record<string, readonly Flag[]>> = Object.freeze({
  noindex: ['noindex'],
  nofollow: ['nofollow'],
  none: ['noindex', 'nofollow'],
  noarchive: ['noarchive'],
  nosnippet: ['nosnippet'],
});

/** Directives that carry a value behind a colon, so that `name:` in front of them is not an agent. */
const valued: ReadonlySet<string> = new Set([
  'unavailable_after',
  'max-snippet',
  'max-image-preview',
  'max-video-preview',
]);

/** Reads META elements and X-Robots-Tag headers. Never throws. */
export function pageDirectives({ html, metas, headers, agent, now }: PageDirectivesInput): PageDirectives {
  const collected = new Collected();
  const own = agentName(agent).toLowerCase();
  for (const meta of metas ?? (html === undefined ? [] : metasOf(html))) {
    const name = meta.name.trim().toLowerCase();
    if (name === 'robots' || (own !== '' && name === own)) collected.read(meta.content, `META ${name}`);
  }
  for (const value of headerValues(headers, 'x-robots-tag')) readHeader(value, own, collected);
  return collected.result(now);
}

class Collected {
  readonly #flags = new Set<Flag>();
  readonly #obeyed: string[] = [];
  #unavailableAfter: number | null = null;

  read(content: string, where: string): void {
    const dated = /unavailable_after\s*:\s*(.+)$/is.exec(content);
    // A date may hold commas, so it takes the rest of the value, less directives that follow it.
    if (dated !== null) this.#date(dated[1] as string, where);
    for (const part of (dated === null ? content : content.slice(0, dated.index)).split(',')) this.word(part, where);
  }

  word(part: string, where: string): void {
    const word = part.trim().toLowerCase();
    const flags = Object.hasOwn(words, word) ? words[word] : undefined;
    if (flags === undefined) return;
    for (const flag of flags) this.#flags.add(flag);
    this.#obeyed.push(`${where}: ${word}`);
  }

  #date(rest: string, where: string): void {
    const parts = rest.split(',');
    // The longest leading run of parts that reads as a date is the date; what follows are directives again.
    for (let count = Math.min(parts.length, 3); count > 0; count--) {
      const at = parseDate(parts.slice(0, count).join(','));
      if (at === undefined) continue;
      this.#unavailableAfter = Math.min(this.#unavailableAfter ?? at, at);
      this.#obeyed.push(`${where}: unavailable_after`);
      for (const part of parts.slice(count)) this.word(part, where);
      return;
    }
    for (const part of parts) this.word(part, where);
  }

  result(now: number | undefined): PageDirectives {
    const has = (flag: Flag): boolean => this.#flags.has(flag);
    const past = now !== undefined && this.#unavailableAfter !== null && this.#unavailableAfter <= now;
    return {
      noindex: has('noindex') || past,
      nofollow: has('nofollow'),
      noarchive: has('noarchive'),
      nosnippet: has('nosnippet'),
      unavailableAfter: this.#unavailableAfter,
      obeyed: this.#obeyed,
    };
  }
}

/** RFC 822, RFC 850 and ISO 8601 dates; `25-Jun-2010` is read as `25 Jun 2010`. */
function parseDate(text: string): number | undefined {
  const cleaned = text.trim().replace(/(\d{1,2})-([A-Za-z]{3})-(\d{2,4})/, '$1 $2 $3');
  if (!/\d{4}|\d{1,2} [A-Za-z]{3} \d{2}/.test(cleaned)) return undefined;
  const at = Date.parse(cleaned);
  return Number.isNaN(at) ? undefined : at;
}

/** One header value: directives, each run of them optionally led by `agent:`. */
function readHeader(value: string, own: string, into: Collected): void {
  let applies = true;
  let run: string[] = [];
  const flush = (): void => {
    if (applies) into.read(run.join(','), 'X-Robots-Tag');
    run = [];
  };
  for (const part of value.split(',')) {
    const [, name, rest] = /^\s*([^\s:,]+)\s*:(.*)$/s.exec(part) ?? [];
    const lower = name?.toLowerCase();
    if (lower === undefined || valued.has(lower) || !/^[a-z][\w.-]*$/.test(lower) || isInDate(run)) {
      run.push(part);
      continue;
    }
    flush();
    applies = lower === own || lower === 'robots';
    run.push(rest as string);
  }
  flush();
}

function isInDate(run: readonly string[]): boolean {
  return run.length > 0 && /unavailable_after\s*:\s*[A-Za-z]+$/i.test(run.at(-1) as string);
}

function metasOf(html: string): Meta[] {
  const metas: Meta[] = [];
  if (!/<meta/i.test(html)) return metas;
  // Loaded on demand: who has parsed the page already brings its metas along.
  const { Parser } = createRequire(import.meta.url)('htmlparser2') as typeof import('htmlparser2');
  const parser = new Parser({
    onopentag(tag, attributes) {
      const { name, content } = attributes;
      if (tag === 'meta' && name !== undefined && content !== undefined) metas.push({ name, content });
    },
  });
  parser.end(html);
  return metas;
}

function headerValues(headers: PageDirectivesInput['headers'], name: string): readonly string[] {
  if (headers === undefined) return [];
  if (typeof headers.get === 'function') {
    const value = (headers as Headers).get(name);
    return value === null ? [] : [value];
  }
  return Object.entries(headers).flatMap(([key, value]) => {
    if (key.toLowerCase() !== name || value === undefined) return [];
    return typeof value === 'string' ? [value] : (value as readonly string[]);
  });
}
