// What the pages of a check reveal about the policy: what is wrong, and what to change.
import { counted } from '../../core/counted.ts';
import { isOfFamily } from '../../core/reasons.ts';
import type { Provider } from '../../seed/provider.ts';
import type { CheckedPage, ReadForCheck } from './check-page.ts';
import { NO_BROWSER } from './remarks.ts';

export interface CheckWarning {
  readonly by: string;
  readonly detail: string;
  /** What to do about it. */
  readonly change: string;
  /** Whether a crawl would be of no use as it is. */
  readonly isFatal: boolean;
}

export interface CheckFacts {
  readonly provider: Provider;
  /** The longest Crawl-delay of robots.txt; 0 when it sets none. */
  readonly crawlDelaySec: number;
  readonly delayMs: number;
  /** U4: seeds that the provider's own blocked patterns match, each with the sentence of its scope. */
  readonly blockedSeeds: readonly { readonly url: string; readonly detail: string }[];
}

/** M2: what the average chunk should have. */
const FEWEST_AVERAGE = 200;
const MOST_AVERAGE = 600;

/** Everything worth changing, what makes a crawl useless first. */
export function warningsOf(pages: readonly CheckedPage[], facts: CheckFacts): readonly CheckWarning[] {
  const reads = pages.flatMap(({ read }) => (read === undefined ? [] : [read]));
  const warnings = [
    ...blockedSeeds(facts),
    ...failures(pages, reads),
    ...content(reads, facts.provider),
    ...linking(reads, facts.provider),
    ...quality(reads),
    ...pace(facts),
  ];
  return warnings.toSorted((a, b) => Number(b.isFatal) - Number(a.isFatal));
}

function warn(by: string, detail: string, change: string, isFatal = false): CheckWarning {
  return { by: `check:${by}`, detail, change, isFatal };
}

function blockedSeeds({ blockedSeeds: seeds, provider }: CheckFacts): readonly CheckWarning[] {
  const isFatal = seeds.length === provider.seed_urls.length;
  const change = 'correct seed_urls or blocked_path_patterns: what is blocked is not requested, a seed neither';
  return seeds.map(({ url, detail }) => warn('seed-blocked', `the seed ${url}: ${detail}`, change, isFatal));
}

function failures(pages: readonly CheckedPage[], reads: readonly ReadForCheck[]): readonly CheckWarning[] {
  if (reads.length === 0)
    return [
      warn(
        'no-page',
        `no page could be read: ${pages[0]?.problem ?? 'there is none'}`,
        'look at the seed in a browser, and correct seed_urls (edit <id> seed_urls=…)',
        true,
      ),
    ];
  return pages.flatMap(({ url, problem }) =>
    problem === undefined
      ? []
      : [warn('page', `${url}: ${problem}`, 'if many pages end so, narrow allowed_path_patterns or block their paths')],
  );
}

function content(reads: readonly ReadForCheck[], provider: Provider): readonly CheckWarning[] {
  const warnings: CheckWarning[] = [];
  if (provider.spa_rendering === true)
    warnings.push(
      warn('browser', `spa_rendering: true has no effect: ${NO_BROWSER}`, 'take it out (edit <id> spa_rendering=)'),
    );
  const shells = reads.flatMap(({ shell }) => (shell === undefined ? [] : [shell]));
  const stuck = shells.filter(({ by }) => !isOfFamily(by, 'shell'));
  const empty = reads.filter(
    ({ words, shell }) => words === 0 && (shell === undefined || stuck.includes(shell)),
  ).length;
  const isUseless = reads.length > 0 && empty === reads.length;
  if (stuck[0] !== undefined)
    warnings.push(
      warn(
        'script',
        `${share(stuck.length, reads)}: ${stuck[0].by}, ${stuck[0].detail}`,
        'name the site’s OpenAPI document, Markdown or older HTML pages in seed_urls',
        isUseless,
      ),
    );
  const led = shells.find((shell) => !stuck.includes(shell));
  if (led !== undefined)
    warnings.push(
      warn(
        'shell',
        `${share(shells.length - stuck.length, reads)}: ${led.by}, ${led.detail}`,
        'nothing to change; named in seed_urls, the file is read without the page before it',
      ),
    );
  // Where scripts are reported, no other reason is needed.
  if (empty > stuck.length)
    warnings.push(
      warn(
        'empty',
        `${share(empty, reads)} have no text`,
        provider.custom_selectors.remove.length > 0
          ? 'custom_selectors.remove may take the content away with the rest; try without it'
          : 'set custom_selectors.content to the element that holds the text (try it with "docent read URL --selector")',
        isUseless,
      ),
    );
  const own = reads.filter(({ selectorHit }) => selectorHit !== undefined);
  const missed = own.filter(({ selectorHit }) => selectorHit === false);
  if (missed.length > 0)
    warnings.push(
      warn(
        'selector',
        `custom_selectors.content "${provider.custom_selectors.content}" finds nothing on ${share(missed.length, own)}; "${missed[0]?.rule}" was used instead`,
        'correct it, or take it out (edit <id> custom_selectors.content=)',
      ),
    );
  const noindex = reads.filter((read) => read.noindex).length;
  if (noindex > 0)
    warnings.push(
      warn(
        'noindex',
        `${share(noindex, reads)} forbid indexing, and are not stored`,
        'talk to the site; there is no setting for it',
        noindex === reads.length,
      ),
    );
  return warnings;
}

function linking(reads: readonly ReadForCheck[], provider: Provider): readonly CheckWarning[] {
  const warnings: CheckWarning[] = [];
  const refused = reads.flatMap(({ links }) => Object.entries(links.refused));
  const inScope = reads.reduce((sum, { links }) => sum + links.inScope, 0);
  const outside = refused.reduce((sum, [, { count }]) => sum + count, 0);
  const worst = refused.toSorted(([, a], [, b]) => b.count - a.count)[0];
  if (inScope === 0 && outside > 0 && worst !== undefined)
    warnings.push(
      warn(
        'links',
        `none of ${counted(outside, 'link')} is in scope; most are left out by ${worst[0]}: ${worst[1].example}`,
        worst[0] === 'scope:host'
          ? 'add a seed on the host the pages link to (docent providers edit <id> seed_urls+=<url>)'
          : 'widen allowed_path_patterns, or name a sitemap_url',
        provider.sitemap_url === undefined,
      ),
    );
  const merged = reads.reduce((sum, { links }) => sum + links.mergedByQuery, 0);
  if (merged > 0)
    warnings.push(
      warn(
        'query',
        `${counted(merged, 'link differs', 'links differ')} from another only in the query, and ${merged === 1 ? 'is' : 'are'} taken for the same page`,
        'where the query distinguishes pages, name its parameter in keep_query_params, or set query to keep',
      ),
    );
  return warnings;
}

function quality(reads: readonly ReadForCheck[]): readonly CheckWarning[] {
  const count = reads.reduce((sum, { chunks }) => sum + chunks.count, 0);
  const tokens = reads.reduce((sum, { chunks }) => sum + chunks.count * chunks.average, 0);
  const average = count === 0 ? undefined : Math.round(tokens / count);
  if (average === undefined || (average >= FEWEST_AVERAGE && average <= MOST_AVERAGE)) return [];
  return [
    warn(
      'chunks',
      `a chunk has ${counted(average, 'token')} on average; ${FEWEST_AVERAGE} to ${MOST_AVERAGE} are usual`,
      average < FEWEST_AVERAGE
        ? 'look whether the sample is the whole content, or only a part of it'
        : 'look whether the sample holds menus or other chrome; custom_selectors.remove takes them out',
    ),
  ];
}

function pace({ crawlDelaySec, delayMs }: CheckFacts): readonly CheckWarning[] {
  if (crawlDelaySec * 1000 <= delayMs) return [];
  return [
    warn(
      'delay',
      `robots.txt sets ${crawlDelaySec} s between requests, which is longer than request_delay_ms ${delayMs}`,
      'nothing to change: the longer one is kept; "docent plan" shows how long a crawl will take',
    ),
  ];
}

function share(count: number, of: readonly unknown[]): string {
  return `${count} of ${counted(of.length, 'page')}`;
}
