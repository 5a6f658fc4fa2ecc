// What Context7 answers, read with bounds: whatever does not have the documented shape is left out, and `rules` always is.
import { type JsonBounds, parseBoundedJson } from '../core/bounded-json.ts';
import { context7IdPattern } from '../core/context7-id.ts';
import { isMap } from '../core/decode.ts';
import { stripInvisible } from '../core/invisible.ts';
import { parseHttpUrl } from '../core/url/host.ts';
import { withoutUserInfo } from '../core/url/shown-url.ts';

/** A library that Context7 lists. */
export interface ListedLibrary {
  readonly id: string;
  readonly title: string;
  /** `finalized` once it is indexed. */
  readonly state: string;
  /** -1 where it is not known. */
  readonly snippets: number;
  readonly versions: readonly string[];
  /** When its copy was made; undefined where it states none. */
  readonly updatedAt?: number | undefined;
  /** The site it was read from, where it is stated. */
  readonly source?: string | undefined;
}

/** A piece of documentation; its text is untrusted. */
export interface Snippet {
  readonly title: string;
  readonly headings: readonly string[];
  /** The page it is from, where that is an http(s) URL. */
  readonly url?: string | undefined;
  /** Markdown. */
  readonly text: string;
  /** Only the beginning was kept. */
  readonly cut?: true | undefined;
}

/** More than an answer is made from. */
const bounds = Object.freeze({ libraries: 100, snippets: 40, blocks: 10, text: 8_000, title: 300, versions: 500 });

/** The error of a request that the API did not answer. */
export interface ProblemBody {
  readonly message?: string | undefined;
  readonly redirectUrl?: unknown;
}

/** The libraries of a search; undefined for a body that is not one. */
export function readLibraries(body: Uint8Array): readonly ListedLibrary[] | undefined {
  const answer = parsed(body);
  if (!isMap(answer) || !Array.isArray(answer.results)) return undefined;
  return answer.results.slice(0, bounds.libraries).flatMap((one) => listedLibrary(one) ?? []);
}

/** The snippets of an answer, none for an empty body; undefined for a body that is not one. */
export function readSnippets(body: Uint8Array): readonly Snippet[] | undefined {
  if (isEmpty(body)) return [];
  const answer = parsed(body);
  if (!isMap(answer)) return undefined;
  const { codeSnippets = [], infoSnippets = [] } = answer;
  if (!Array.isArray(codeSnippets) || !Array.isArray(infoSnippets)) return undefined;
  const all = [...codeSnippets.map(codeSnippet), ...infoSnippets.map(infoSnippet)];
  return all.flatMap((one) => (one === undefined || one.text === '' ? [] : [one])).slice(0, bounds.snippets);
}

/** The message of an error, without what `clean` takes out of it, and where it leads. */
export function readProblem(body: Uint8Array, clean: (text: string) => string): ProblemBody {
  const answer = parsed(body);
  if (!isMap(answer)) return {};
  // Cleaned before it is cut: half of a key is not recognised.
  const shown = (value: unknown): string => textOf(clean(stripInvisible(textOf(value, bounds.text))), bounds.title);
  const message = shown(answer.message) || shown(answer.error);
  return { ...(message !== '' && { message }), redirectUrl: answer.redirectUrl };
}

/** Context7's answers are lists of flat objects; what is beyond these bounds is none. */
export const channelBounds: JsonBounds = Object.freeze({ octets: 2 * 1024 * 1024, depth: 16, values: 100_000 });

/** Whether a body is empty. */
export function isEmpty(body: Uint8Array): boolean {
  return decode(body).trim() === '';
}

function parsed(body: Uint8Array): unknown {
  try {
    return parseBoundedJson(body, channelBounds);
  } catch {
    return undefined;
  }
}

function decode(body: Uint8Array): string {
  return new TextDecoder().decode(body);
}

function listedLibrary(one: unknown): ListedLibrary | undefined {
  if (!isMap(one) || typeof one.id !== 'string' || !context7IdPattern.test(one.id)) return undefined;
  const { id, state, totalSnippets, versions, lastUpdateDate, source } = one;
  const updatedAt = typeof lastUpdateDate === 'string' ? Date.parse(lastUpdateDate) : Number.NaN;
  return {
    id,
    title: textOf(one.title, bounds.title),
    state: textOf(state, bounds.title),
    snippets: typeof totalSnippets === 'number' ? totalSnippets : -1,
    versions: Array.isArray(versions)
      ? versions.filter((version) => typeof version === 'string').slice(0, bounds.versions)
      : [],
    ...(Number.isFinite(updatedAt) && { updatedAt }),
    ...(typeof source === 'string' && { source }),
  };
}

function codeSnippet(one: unknown): Snippet | undefined {
  if (!isMap(one)) return undefined;
  const list = Array.isArray(one.codeList) ? one.codeList : [];
  const blocks = list.slice(0, bounds.blocks).flatMap((block) => fenced(block, one.codeLanguage) ?? []);
  const title = textOf(one.codeTitle, bounds.title);
  const page = textOf(one.pageTitle, bounds.title);
  const text = [textOf(one.codeDescription, bounds.text), ...blocks].filter((part) => part !== '').join('\n\n');
  return {
    title: title || page,
    headings: [page, title].filter((heading) => heading !== ''),
    ...pageOf(one.codeId),
    ...bounded(text),
  };
}

function infoSnippet(one: unknown): Snippet | undefined {
  if (!isMap(one)) return undefined;
  const headings = textOf(one.breadcrumb, 1_000)
    .split(/\s*>\s*/)
    .filter((heading) => heading !== '')
    .map((heading) => heading.slice(0, bounds.title));
  return {
    title: headings.at(-1) ?? '',
    headings,
    ...pageOf(one.pageId),
    ...bounded(textOf(one.content, bounds.text + 1)),
  };
}

/** Code between fences that nothing in it closes. */
function fenced(block: unknown, usual: unknown): string | undefined {
  if (!isMap(block) || typeof block.code !== 'string' || block.code.trim() === '') return undefined;
  // As much as is shown: a fence is as long as what it encloses.
  const code = block.code.slice(0, bounds.text).toWellFormed();
  const longest = code.match(/`+/g)?.reduce((most, { length }) => Math.max(most, length), 2) ?? 2;
  const fence = '`'.repeat(longest + 1);
  const named = [block.language, usual].find((word) => typeof word === 'string' && /^[\w+#.-]{1,30}$/.test(word));
  return `${fence}${typeof named === 'string' ? named : ''}\n${code}\n${fence}`;
}

function bounded(text: string): Pick<Snippet, 'text' | 'cut'> {
  return text.length <= bounds.text ? { text } : { text: `${text.slice(0, bounds.text).toWellFormed()}…`, cut: true };
}

/** A link without credentials; none for anything but http(s). */
function pageOf(value: unknown): Pick<Snippet, 'url'> {
  if (typeof value !== 'string' || value.length > 2_000) return {};
  const url = parseHttpUrl(value);
  return url === undefined ? {} : { url: withoutUserInfo(url.href) };
}

function textOf(value: unknown, most: number): string {
  return typeof value === 'string' ? value.slice(0, most).toWellFormed().trim() : '';
}
