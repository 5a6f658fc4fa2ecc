// One page of `docent providers check`: requested and read as a crawl would, and judged.
import { type Chunk, chunkPage } from '../../chunk/chunks.ts';
import { DocentError } from '../../core/errors.ts';
import { isMarkup } from '../../core/forms.ts';
import type { ReasonName } from '../../core/reasons.ts';
import type { ResolvedLink } from '../../core/url/fetch-url.ts';
import { urlKey } from '../../core/url/key.ts';
import { refuse } from '../../core/verdict.ts';
import type { CrawlPolicy } from '../../crawl/run/policy.ts';
import { excludedBy, toFound } from '../../crawl/visit/discover.ts';
import { formOf } from '../../crawl/visit/page-outcome.ts';
import { scopeInPlace, shellOutcome } from '../../crawl/visit/shell-outcome.ts';
import { type ExtractedPage, extractPage } from '../../extract/extract-page.ts';
import { cutText } from '../../extract/text.ts';
import type { PageReply } from '../../fetch/page.ts';
import { statusInWords } from '../../fetch/page-reply.ts';
import { pageDirectives } from '../../robots/page-directives.ts';
import { follow } from '../probe/follow.ts';
import type { Probe } from '../probe/look.ts';

export interface CheckedPage {
  readonly url: string;
  /** Where redirects led. */
  readonly finalUrl: string;
  /** The decision of robots.txt, with the line; undefined where it was not requested. */
  readonly robots?: { readonly allowed: boolean; readonly by: ReasonName; readonly reason: string } | undefined;
  readonly status?: number | undefined;
  /** Why there is no page; the rest is then left out. */
  readonly problem?: string | undefined;
  readonly read?: ReadForCheck | undefined;
}

export interface ReadForCheck {
  readonly title: string;
  /** E1: which rule found the content. */
  readonly rule: string;
  /** Whether the provider's own selector found it; undefined where it has none. */
  readonly selectorHit?: boolean | undefined;
  readonly words: number;
  /** The directives of META and X-Robots-Tag. */
  readonly directives: readonly string[];
  readonly noindex: boolean;
  readonly chunks: ChunkFigures;
  /** The first lines of its Markdown. */
  readonly sample: readonly string[];
  readonly links: {
    readonly inScope: number;
    /** How many are left out, by the rule, with the detail of the first. */
    readonly refused: Readonly<Record<string, { readonly count: number; readonly example: string }>>;
    /** U3: links that are taken for one another because only their query differs. */
    readonly mergedByQuery: number;
  };
  /** H9: how a crawl would end the page because scripts write it in a browser; undefined for nearly every page. */
  readonly shell?: { readonly by: ReasonName; readonly detail: string } | undefined;
}

export interface ChunkFigures {
  readonly count: number;
  readonly least: number;
  readonly average: number;
  readonly most: number;
  /** Fewer than 50 tokens, or more than 500. */
  readonly outside: number;
}

const SAMPLE_LINES = 15;
const SAMPLE_LENGTH = 300;
const FEWEST_TOKENS = 50;
const MOST_TOKENS = 500;

export interface Checked {
  readonly page: CheckedPage;
  /** Links of it that a crawl would follow. */
  readonly links: readonly string[];
  /** H9: files that a crawl would read in its place. */
  readonly inPlace: readonly string[];
  /** E2: the page as it was read, packed. */
  readonly draft?: Uint8Array | undefined;
}

/** Looks at a page; one that another page names as its text counts as a seed. Throws only what is a fault of docent itself. */
export async function checkPage(url: string, probe: Probe, isSeed = false): Promise<Checked> {
  const { policy, fetch, blocked } = probe;
  const own = toFound({ url, depth: 0, isSeed }, policy, blocked).refused;
  if (own !== undefined) return none({ url, finalUrl: url, problem: `not requested: ${own.by}, ${own.detail}` });
  const inScope = isSeed ? scopeInPlace(url, policy) : policy.scope.judge;
  const visited = [url];
  let robots: CheckedPage['robots'];
  const judge = async (at: string): Promise<ResolvedLink> => {
    robots = undefined;
    const excluded = excludedBy(at, policy, blocked);
    if (excluded !== undefined) return refuse(excluded.by, `not requested: ${excluded.by}, ${excluded.detail}`);
    const { allowed, by, reason } = await policy.robots.explain(at);
    robots = { allowed, by, reason };
    return allowed ? { ok: true, url: at } : refuse(by, `robots.txt does not allow it: ${reason}`);
  };
  try {
    const end = await follow({ visited, request: (at) => fetch.page(at), judge, inScope });
    const facts = { url, finalUrl: end.url, robots };
    if (!end.ok) {
      const { redirect, refused } = end;
      if (redirect === undefined) return none({ ...facts, problem: refused.detail });
      const problem = `redirects, and a crawl does not follow: ${refused.detail}`;
      return none({ ...facts, status: redirect.status, problem });
    }
    const { reply } = end;
    if (reply.kind !== 'page') return none({ ...facts, status: reply.status, problem: answerOf(reply) });
    const { read, ...leads } = await readForCheck(end.url, reply, probe);
    return { page: { ...facts, status: reply.status, read }, ...leads };
  } catch (error) {
    if (!(error instanceof DocentError)) throw error;
    return none({ url, finalUrl: visited.at(-1) as string, problem: error.message });
  }
}

function none(page: CheckedPage): Checked {
  return { page, links: [], inPlace: [] };
}

async function readForCheck(
  url: string,
  reply: Extract<PageReply, { kind: 'page' }>,
  { policy, blocked }: Probe,
): Promise<Omit<Checked, 'page'> & { readonly read: ReadForCheck }> {
  const { body, charset, headers } = reply;
  const { selector, remove, readability, keepLinks, imageLabel, softErrors } = policy.reading;
  const page = await extractPage(body, {
    ...{ url, form: formOf(reply), charset, selector, remove, readability, keepLinks, imageLabel, softErrors },
    keepDraft: () => policy.reading.learnChrome !== false,
  });
  const directives = pageDirectives({
    metas: policy.respectRobots ? page.metas : [],
    headers: policy.respectRobots ? headers : {},
    agent: policy.agent,
    now: Date.now(),
  });
  const shell = page.shell && shellOutcome(page.shell, { url, depth: 0 }, policy, blocked);
  const own = page.links.filter((link) => page.shell?.documents.includes(link.url) !== true);
  const { followed, links } = judgeLinks(directives.nofollow ? [] : own, policy, blocked);
  const lines = page.markdown.split('\n', SAMPLE_LINES);
  const read: ReadForCheck = {
    title: page.title,
    rule: page.rule,
    ...(selector !== undefined && isMarkup(page.form) && { selectorHit: page.rule === 'selector' }),
    words: page.words,
    directives: directives.obeyed,
    noindex: directives.noindex,
    chunks: figuresOf(chunkPage(page.blocks, { title: page.title, language: page.language })),
    sample: lines.map((line) => cutText(line, SAMPLE_LENGTH)),
    links,
    ...(shell && { shell: { by: shell.verdict.by, detail: shell.verdict.detail } }),
  };
  const inPlace = (shell?.found ?? []).flatMap((found) => (found.refused === undefined ? [found.url] : []));
  return { read, links: followed, inPlace, draft: page.draft };
}

function judgeLinks(
  found: ExtractedPage['links'],
  policy: CrawlPolicy,
  blocked: Probe['blocked'],
): { readonly followed: readonly string[]; readonly links: ReadForCheck['links'] } {
  const inScope = new Map<string, string>();
  const whole = new Set<string>();
  const refused: Record<string, { count: number; example: string }> = {};
  // Content comes before menus: that is where documentation differs.
  for (const { url, nofollow } of found.toSorted((a, b) => Number(b.inContent) - Number(a.inContent))) {
    const link = toFound({ url, depth: 1, nofollow: policy.respectRobots && nofollow }, policy, blocked);
    if (link.refused === undefined) {
      if (!inScope.has(link.key)) inScope.set(link.key, url);
      whole.add(urlKey(url, { ...policy.key, query: 'keep' }));
    } else {
      const { by, detail } = link.refused;
      refused[by] = { count: (refused[by]?.count ?? 0) + 1, example: refused[by]?.example ?? detail };
    }
  }
  const links = { inScope: inScope.size, refused, mergedByQuery: whole.size - inScope.size };
  return { followed: [...inScope.values()], links };
}

export function figuresOf(chunks: readonly Chunk[]): ChunkFigures {
  const tokens = chunks.map((chunk) => chunk.tokens);
  const sum = tokens.reduce((total, count) => total + count, 0);
  return {
    count: tokens.length,
    least: tokens.reduce((least, count) => Math.min(least, count), tokens[0] ?? 0),
    average: tokens.length === 0 ? 0 : Math.round(sum / tokens.length),
    most: tokens.reduce((most, count) => Math.max(most, count), 0),
    outside: tokens.filter((count) => count < FEWEST_TOKENS || count > MOST_TOKENS).length,
  };
}

function answerOf(reply: Exclude<PageReply, { kind: 'page' | 'redirect' }>): string {
  return reply.kind === 'refused'
    ? `no page that is read: ${reply.verdict.detail}`
    : `answered ${statusInWords(reply)}`;
}
