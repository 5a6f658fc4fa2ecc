// M3: settings worth adjusting, derived from what a run encountered; rules as a table, advice as data.
import { counted, grouped } from '../../core/counted.ts';
import { hideSecrets } from '../../core/log.ts';
import { printable } from '../../core/printable.ts';

/** Facts of a run that a setting could change. Counts are of URLs. */
export interface AdviceFacts {
  readonly provider: string;
  /** U3: URLs taken for another because only their query differs, and how queries are read. */
  readonly mergedByQuery: number;
  readonly query: 'drop' | 'tracking' | 'keep';
  readonly duplicates: number;
  /** Pages stored, and after how many the provider stops. */
  readonly stored: number;
  readonly maxPages: number;
  /** The limit of its policy, where the run was limited to less. */
  readonly policyPages?: number | undefined;
  /** F3: the most that its policy may set. */
  readonly mostPages: number;
  /** A crawl of plain URLs: its limits are those of the command line. */
  readonly plain: boolean;
  /** Whether URLs were left waiting because of that. */
  readonly stoppedAtMaxPages: boolean;
  /** URLs refused for being too far from a seed. */
  readonly tooDeep: number;
  readonly maxDepth: number;
  /** The greatest that its policy may set. */
  readonly mostDepth: number;
  /** Pages read with the provider's own content selector configured, and without it matching. */
  readonly selector?: { readonly selector: string; readonly pages: number; readonly misses: number } | undefined;
  readonly read: number;
  readonly empty: number;
  /** URLs refused by the provider's patterns. */
  readonly outOfScope: number;
  /** URLs left waiting by a bound on requests that the operator has set. */
  readonly waitingForBudget: number;
  /** X4: whether the limit of an API left something waiting. */
  readonly waitingForApi: boolean;
  /** X4: the provider is read through an API, and nothing of this run came from there. */
  readonly withoutApi: boolean;
  readonly discovered: number;
}

export interface Advice {
  /** A stable name, for filters and links. */
  readonly code: string;
  /** The setting it is about. */
  readonly setting: string;
  /** What was seen, and what to try. */
  readonly text: string;
}

interface Rule {
  readonly code: string;
  readonly setting: string;
  readonly applies: (facts: AdviceFacts) => boolean;
  readonly text: (facts: AdviceFacts) => string;
}

/** F3: the most pages of a provider that is the operator's own or whose terms allow it. */
const MOST_PAGES_ALLOWED = 100_000;
/** Fewer URLs than this are chance. */
const SOME = 5;

const rules: readonly Rule[] = Object.freeze([
  {
    code: 'query-merged',
    setting: 'query',
    applies: ({ query, mergedByQuery, stored }) => query === 'drop' && mergedByQuery >= Math.max(SOME, stored * 0.1),
    text: ({ mergedByQuery }) =>
      `${counted(mergedByQuery, 'URL')} differ from others only in their query and count as the same page; if they are pages of their own, set query: tracking`,
  },
  {
    code: 'query-duplicates',
    setting: 'query',
    applies: ({ query, duplicates, discovered }) =>
      query === 'keep' && duplicates >= SOME && duplicates > discovered * 0.2,
    text: ({ duplicates }) =>
      `${counted(duplicates, 'URL')} lead to text that is stored already while queries distinguish pages; try query: tracking`,
  },
  {
    code: 'max-pages',
    setting: 'max_pages',
    applies: ({ stoppedAtMaxPages }) => stoppedAtMaxPages,
    text: (facts) => `stopped at max_pages ${grouped(facts.maxPages)} with URLs waiting; ${morePages(facts)}`,
  },
  {
    code: 'max-depth',
    setting: 'max_depth',
    applies: ({ tooDeep, discovered }) => tooDeep >= Math.max(SOME, discovered * 0.05),
    text: ({ tooDeep, maxDepth, mostDepth, plain }) =>
      plain
        ? `${counted(tooDeep, 'URL')} lie deeper than max_depth ${maxDepth}; try --max-depth ${maxDepth + 1}`
        : maxDepth < mostDepth
          ? `${counted(tooDeep, 'URL')} lie deeper than max_depth ${maxDepth}; try ${maxDepth + 1}, or name a sitemap_url`
          : `${counted(tooDeep, 'URL')} lie deeper than max_depth ${maxDepth}; add seed_urls nearer to them, or a sitemap_url`,
  },
  {
    code: 'selector-misses',
    setting: 'custom_selectors.content',
    applies: ({ selector }) => selector !== undefined && selector.misses > selector.pages * 0.1,
    text: ({ selector, provider }) =>
      `${selector?.selector} matched nothing on ${selector?.misses} of ${counted(selector?.pages ?? 0, 'page')}; try another with docent providers check ${provider}`,
  },
  {
    code: 'empty-pages',
    setting: 'seed_urls',
    applies: ({ empty, read }) => empty >= SOME && empty > read * 0.1,
    text: ({ empty, read }) =>
      `${grouped(empty)} of ${counted(read, 'page')} have no text; where a browser shows some, scripts write it, and docent has no browser yet: crawl the same documentation as Markdown, OpenAPI or a repository (channel: api), if it is there`,
  },
  {
    code: 'patterns-narrow',
    setting: 'allowed_path_patterns',
    applies: ({ outOfScope, stored, discovered }) =>
      stored < SOME && outOfScope >= SOME && outOfScope > discovered * 0.5,
    text: ({ outOfScope, discovered, provider }) =>
      `the patterns refuse ${outOfScope} of ${counted(discovered, 'URL')}; see docent urls ${provider} --by scope`,
  },
  {
    code: 'budget',
    setting: 'requests_per_hour',
    applies: ({ waitingForBudget }) => waitingForBudget > 0,
    text: ({ waitingForBudget }) =>
      `${counted(waitingForBudget, 'URL waits', 'URLs wait')} because a bound on requests was reached; the next run goes on with them`,
  },
  {
    code: 'api-limit',
    setting: 'GITHUB_TOKEN',
    applies: ({ waitingForApi }) => waitingForApi,
    text: () =>
      'the limit on requests that GitHub sets was reached; a run after its reset goes on with what waits, and with a token in GITHUB_TOKEN the limit is higher',
  },
  {
    code: 'api-refused',
    setting: 'api.github',
    applies: ({ withoutApi, discovered }) => withoutApi && discovered > 0,
    text: ({ provider }) =>
      `GitHub refused the repository, and the site itself was crawled; look at api.github, api.folder and GITHUB_TOKEN, then run docent refresh ${provider}`,
  },
] satisfies readonly Rule[]);

/** F3: the advice about a limit of pages. */
function morePages({ plain, maxPages, policyPages = 0, mostPages }: AdviceFacts): string {
  if (plain) return 'crawl it again with a larger --max-pages';
  if (policyPages > maxPages) return `this run was limited to that, its policy has max_pages ${grouped(policyPages)}`;
  if (maxPages < mostPages) return `up to ${grouped(mostPages)} are possible`;
  const split = 'split the site into several providers by path';
  return mostPages < MOST_PAGES_ALLOWED
    ? `${split}; with tos.verdict: allowed or own_site, up to ${grouped(MOST_PAGES_ALLOWED)} are possible`
    : split;
}

const LONGEST = 400;

/** The advice for a run, in the order of the table; none when all is well. */
export function adviceFor(facts: AdviceFacts): readonly Advice[] {
  return rules
    .filter(({ applies }) => applies(facts))
    .map(({ code, setting, text }) => ({
      code,
      setting,
      text: hideSecrets(printable(text(facts)))
        .slice(0, LONGEST)
        .toWellFormed(),
    }));
}
