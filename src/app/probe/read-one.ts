// `docent read`: one page, from the web or from a file, as Markdown; nothing is kept.

import { extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Chunk } from '../../chunk/chunks.ts';
import { readBounded } from '../../core/bounded-file.ts';
import { DocentError } from '../../core/errors.ts';
import { formOfEnding, isMarkup, type PageForm } from '../../core/forms.ts';
import type { Log } from '../../core/log.ts';
import type { ReasonName } from '../../core/reasons.ts';
import { hostKey, parseHttpUrl } from '../../core/url/host.ts';
import { shownUrl } from '../../core/url/shown-url.ts';
import type { CrawlPolicy } from '../../crawl/run/policy.ts';
import { type Blocked, excludedBy } from '../../crawl/visit/discover.ts';
import { formOf } from '../../crawl/visit/page-outcome.ts';
import { shellSentence } from '../../crawl/visit/shell-outcome.ts';
import type { LearntChrome } from '../../extract/edges/edge-cut.ts';
import { unpackLearnt } from '../../extract/edges/learnt-text.ts';
import type { ExtractedPage, ExtractOptions } from '../../extract/extract-page.ts';
import { maxPageBytes, type PageReply } from '../../fetch/page.ts';
import { statusInWords } from '../../fetch/page-reply.ts';
import { compileScope } from '../../frontier/scope.ts';
import { presets } from '../../seed/presets.ts';
import type { Provider } from '../../seed/provider.ts';
import type { Settings } from '../../settings.ts';
import { targetWord } from '../crawl/target-word.ts';
import { resolveTargets, type Target } from '../crawl/targets.ts';
import { ownHeadersOf } from '../own-headers.ts';
import { checkCrawled, type Place } from '../place.ts';
import { keptChrome, openReading } from '../read/reading.ts';
import { follow } from './follow.ts';
import { waitOf } from './host-clock.ts';
import { look, type Probe } from './look.ts';
import { type PageInput, type PageOutput, readHere } from './read-one-extract.ts';

export interface ReadOptions {
  /** CSS selectors; the provider's own where none are passed. */
  readonly selector?: string | undefined;
  readonly remove?: readonly string[] | undefined;
  readonly keepLinks?: boolean | undefined;
  readonly readability?: boolean | undefined;
}

export interface ReadOne {
  readonly page: ExtractedPage;
  readonly chunks: readonly Chunk[];
  /** The provider whose selectors were used. */
  readonly provider?: string | undefined;
  readonly status?: number | undefined;
  /** E2: the provider whose crawls have taught what its pages repeat. */
  readonly learntOf?: string | undefined;
  /** H9: set where the page that was named is written by scripts in a browser: what it needs, or what was read in its place. */
  readonly shell?: { readonly by: ReasonName; readonly detail: string } | undefined;
}

/** How a page of the web is requested and read. */
export interface ReadMeans {
  readonly fetch: (url: string, target: Target) => Promise<Fetched>;
  readonly extract: (input: PageInput) => Promise<PageOutput>;
}

/**
 * Reads a URL or a file that the operator names. A URL is requested as a crawl would: robots.txt, pace, blocklist and address rules
 * apply. Throws
 * DOC_BLOCKED where they refuse, DOC_ANSWER where there is no page, DOC_FILE for a file that cannot be read.
 */
export async function readOne(place: Place, log: Log, word: string, options: ReadOptions = {}): Promise<ReadOne> {
  const { kind } = targetWord(word, place.settings, 'operator');
  if (kind === 'page') return withSentence(await finish(await fromStore(word, place), options, readHere));
  if (kind !== 'url') return withSentence(await finish(fromFile(word, kind === 'input'), options, readHere));
  return readUrl(place, word, options, {
    fetch: (url, target) => look(place, log, [target], (at) => fetchPage(at(target), [url])),
    extract: readHere,
  });
}

/** Reads a URL by these means, as `readOne` does. */
export async function readUrl(
  place: Place,
  word: string,
  options: ReadOptions,
  { fetch, extract }: ReadMeans,
): Promise<ReadOne> {
  const { settings } = place;
  const provider = providerOf(word, settings);
  const requested = requestedAs(word, provider, settings);
  const read = async (seed: string): Promise<ReadOne> => {
    const { reply, url } = await fetch(seed, requested);
    const { body, charset, status } = reply;
    const learnt = await learntFor(place, url, provider);
    const source = { body, url, form: formOf(reply), charset };
    const one = await finish(source, options, extract, provider, status, learnt?.chrome);
    return { ...one, ...(learnt !== undefined && { learntOf: learnt.provider }) };
  };
  const one = await read(requested.provider.seed_urls[0] as string);
  const file = one.page.shell?.documents.find((document) => hostKey(document) === hostKey(one.page.url));
  return file === undefined ? withSentence(one) : readInPlace(one, file, read);
}

/** The target of a URL that is requested as one of a provider's would be. Throws as `resolveTargets`. */
function requestedAs(word: string, provider: Provider | undefined, settings: Settings): Target {
  const [target] = resolveTargets([word], settings) as [Target];
  return {
    ...target,
    provider: { ...target.provider, ...requestFields(provider) },
    ownHeaders: provider && ownHeadersOf({ provider }),
  };
}

/** The bytes of a page, and what they are read with. */
export interface PageBytes {
  readonly url: string;
  readonly body: Uint8Array;
  readonly form: PageForm;
  readonly charset?: string | undefined;
  readonly status: number;
  readonly fetchedAt: number;
  /** The provider as one of whose pages it was requested. */
  readonly provider?: Provider | undefined;
  /** E2: what crawls have learnt of its pages. */
  readonly learnt?: LearntChrome | undefined;
}

/**
 * Requests a page as `readOne` does, as one of `provider`, or of the provider whose scope it lies in; nothing is read of it. Throws as
 * `readOne`, and an AbortError when the signal ends it.
 */
export async function fetchBytes(
  place: Place,
  log: Log,
  word: string,
  {
    provider = providerOf(word, place.settings),
    signal,
  }: { provider?: Provider | undefined; signal?: AbortSignal } = {},
): Promise<PageBytes> {
  const target = requestedAs(word, provider, place.settings);
  const [seed] = target.provider.seed_urls as [string];
  const { reply, url } = await look(place, log, [target], (at) => fetchPage(at(target), [seed]), signal);
  const { body, charset, status } = reply;
  const learnt = (await learntFor(place, url, provider))?.chrome;
  return { ...{ url, body, form: formOf(reply), charset, status }, fetchedAt: Date.now(), provider, learnt };
}

/** H9: a file of the same host with the content that the page lacks; where it cannot be read, the page as it is. */
async function readInPlace(one: ReadOne, file: string, read: (url: string) => Promise<ReadOne>): Promise<ReadOne> {
  const { kind = 'script' } = one.page.shell ?? {};
  try {
    const other = await read(file);
    if (other.page.words === 0) return withSentence(one);
    if (isMarkup(other.page.form)) return withSentence(one, `; ${shownUrl(file)} is an HTML page`);
    const detail = `${one.page.url} needs a browser; ${shownUrl(file)} is read instead`;
    return { ...other, shell: { by: `shell:${kind}`, detail } };
  } catch (error) {
    // Requesting the page again would get no further: the file has its turn after the page, each time.
    const wait = waitOf(error);
    if (wait !== undefined) return withSentence(one, `; ${shownUrl(file)} cannot be requested yet: ${wait.detail}`);
    if (!(error instanceof DocentError) || error.isOurs) throw error;
    return withSentence(one, `; ${error.message}`);
  }
}

function withSentence(one: ReadOne, more = ''): ReadOne {
  const { shell } = one.page;
  if (shell === undefined) return one;
  return { ...one, shell: { by: 'content:needs-browser', detail: `${shellSentence(shell)}${more}` } };
}

/** E2: what crawls into the data folder have learnt about the site, if there are any. */
async function learntFor(
  place: Place,
  url: string,
  provider: Provider | undefined,
): Promise<{ readonly provider: string; readonly chrome: LearntChrome } | undefined> {
  if (!place.settings.options.learn_chrome || provider?.learn_chrome === false) return undefined;
  const id = provider?.provider_id;
  const text = await keptChrome(place, url, id);
  return text && { provider: text.provider, chrome: unpackLearnt(text.chrome) };
}

/** The provider whose scope the URL lies in: the operator's own before those that ship. */
function providerOf(url: string, { providers, options }: Settings): Provider | undefined {
  return [...providers, ...presets].find(
    ({ seed_urls: seeds, allowed_path_patterns: allowed, blocked_path_patterns: blocked }) =>
      compileScope({ seeds, allowed, blocked, stripWww: options.strip_www }).judge(url).ok,
  );
}

function requestFields(provider: Provider | undefined): Partial<Provider> {
  if (provider === undefined) return {};
  const { robots_dialect, exclude_paths, request_delay_ms, own_site } = provider;
  return { exclude_paths, request_delay_ms, own_site, ...(robots_dialect && { robots_dialect }) };
}

interface Source {
  readonly body: Uint8Array;
  readonly url: string;
  readonly form: PageForm;
  readonly charset?: string | undefined;
}

async function finish(
  { body, url, form, charset }: Source,
  { selector, remove, keepLinks, readability }: ReadOptions,
  extract: ReadMeans['extract'],
  provider?: Provider,
  status?: number,
  learnt?: LearntChrome,
): Promise<ReadOne> {
  const policy = provider?.custom_selectors;
  const options: ExtractOptions = {
    ...{ url, form, charset, keepLinks: keepLinks ?? provider?.keep_links, imageLabel: provider?.image_label },
    ...{ readability: readability ?? provider?.readability },
    selector: selector ?? policy?.content,
    remove: remove ?? policy?.remove,
    learnt,
  };
  const { page, chunks } = await extract({ url, body, options });
  const links = page.links.map((link) => ({ ...link, url: shownUrl(link.url) }));
  return { page: { ...page, url: shownUrl(page.url), links }, chunks, provider: provider?.provider_id, status };
}

/** F3: a page of a file is bounded as one of the web is. */
function fromFile(name: string, isInput: boolean): Source {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(name)) throw new DocentError('DOC_URL', `"${name}" is not an http(s) URL`);
  const path = isInput ? name : resolve(name);
  const body = readBounded({ name, path, maxBytes: maxPageBytes, over: 'refuse' });
  const form = formOfEnding(extname(name).slice(1));
  return { body, form, url: isInput ? 'file:///stdin' : pathToFileURL(path).href };
}

/** A file of a folder is read from what is stored of it. Throws DOC_ANSWER where that is nothing. */
async function fromStore(url: string, place: Place): Promise<Source> {
  await checkCrawled(place.store);
  const reading = await openReading(place);
  try {
    const markdown = (await reading.why(url)).map(({ page }) => page?.markdown).find((text) => text !== undefined);
    if (markdown === undefined) throw new DocentError('DOC_ANSWER', `${shownUrl(url)} is not stored with its text`);
    return { body: Buffer.from(markdown), form: 'markdown', url };
  } finally {
    await reading.close();
  }
}

/** A page that was answered, and where. */
export interface Fetched {
  readonly reply: Extract<PageReply, { kind: 'page' }>;
  readonly url: string;
}

/** Requests the last of these URLs and follows its redirects, where `mayLead` lets them; every hop is added. Throws as `readOne`. */
export async function fetchPage(
  { policy, fetch, blocked }: Probe,
  visited: string[],
  mayLead: (url: string) => boolean = () => true,
): Promise<Fetched> {
  const end = await follow({
    visited,
    request: (url) => fetch.page(url),
    judge: async (url, hop) => {
      if (hop > 0 && !mayLead(url))
        throw new DocentError(
          'DOC_BLOCKED',
          `${visited[hop - 1]} redirects to another site, ${shownUrl(url)}, which is not requested`,
        );
      await checkAllowed(url, policy, blocked);
      return { ok: true, url };
    },
  });
  const { url } = end;
  if (!end.ok) throw new DocentError('DOC_ANSWER', `${url} redirects, and it is not followed: ${end.refused.detail}`);
  if (end.reply.kind !== 'page') throw new DocentError('DOC_ANSWER', `${url} ${answerOf(end.reply)}`);
  return { reply: end.reply, url };
}

async function checkAllowed(url: string, policy: CrawlPolicy, blocked: Blocked): Promise<void> {
  const own = parseHttpUrl(url) === undefined ? undefined : excludedBy(url, policy, blocked);
  if (own !== undefined) throw new DocentError('DOC_BLOCKED', `${url} may not be fetched: ${own.by}, ${own.detail}`);
  const { allowed, by, reason, cause } = await policy.robots.explain(url);
  if (!allowed && cause !== undefined) throw new DocentError(cause, `${url} could not be fetched: ${reason}`);
  if (!allowed) throw new DocentError('DOC_BLOCKED', `${url} may not be fetched: ${reason} (${by})`);
}

function answerOf(reply: Exclude<PageReply, { kind: 'page' | 'redirect' }>): string {
  if (reply.kind === 'refused') return `is no page that is read: ${reply.verdict.detail}`;
  return `answered ${statusInWords(reply)}`;
}
