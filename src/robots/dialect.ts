// What a robots.txt dialect is made of: one knob per row of the table in docs/robots.md.

/** What an answer other than a readable file means for the site. */
export type SitePolicy =
  /** Everything may be fetched, at least `minDelaySec` apart. */
  | { readonly kind: 'allow'; readonly minDelaySec: number }
  /** Nothing may be fetched until the answer expires. */
  | { readonly kind: 'close' }
  /** Nothing may be fetched while robots.txt is out of reach; an older good copy stays in force; after `allowAfterSec` all is allowed. */
  | { readonly kind: 'unreachable'; readonly allowAfterSec: number }
  /** Nothing is fetched; requested again after `firstSec`, doubling to `maxSec`; abandoned after `giveUpSec`. */
  | { readonly kind: 'defer'; readonly firstSec: number; readonly maxSec: number; readonly giveUpSec: number };

export interface Dialect {
  readonly name: string;
  /** R19: the agent sent and matched when the caller names none. */
  readonly agent: string;
  /** R1: how the group that speaks to us is found. */
  readonly ownGroup: 'equal-name' | 'first-substring' | 'google-token';
  /** R2: whether a blank line ends a group. */
  readonly blankLineEndsGroup: boolean;
  /** R2: whether a User-agent line after a rule starts a new group. */
  readonly agentAfterRuleStartsGroup: boolean;
  /** R3: which of several matching rules counts. */
  readonly winner: 'longest' | 'first';
  /** R4: whether `*` and a final `$` are special. */
  readonly wildcards: boolean;
  /** R5: what a rule without a value does. */
  readonly emptyRule: 'no-rule' | 'matches-all';
  /** R6: how percent-encoding is made comparable. */
  readonly escapes: 'rfc3986' | 'upper-hex' | 'decode-all-but-slash' | 'google';
  /** R7: what of the URL is compared. */
  readonly subject: 'path-and-query' | 'path' | 'folded-path';
  /** R8–R12: what an answer other than a readable file means. */
  readonly statuses: {
    readonly missing: SitePolicy;
    readonly denied: SitePolicy;
    readonly tooManyRequests: SitePolicy;
    readonly clientError: SitePolicy;
    readonly serverError: SitePolicy;
    readonly network: SitePolicy;
  };
  /** R13: how far redirects of robots.txt are followed, and what giving up on them means. */
  readonly redirects: { readonly max: number; readonly sameHostOnly: boolean; readonly tooMany: SitePolicy };
  /** R14: time-outs of a request for robots.txt. */
  readonly timeouts: { readonly connectMs: number; readonly readMs: number };
  /** R15: how long responses are kept, and which headers may shorten that. */
  readonly ttl: {
    readonly goodSec: number;
    readonly failedSec: number;
    readonly missingIsFailed: boolean;
    readonly headers: 'ignored' | 'cache-control' | 'cache-control-or-expires';
  };
  /** R16: how much is read; `over` is the effect of a larger file. */
  readonly limits: {
    readonly maxBytes: number;
    readonly maxRules: number;
    readonly over: 'cut' | 'allow-all';
    readonly maxLineBytes: number;
  };
  /** R17: whether Crawl-delay is read. */
  readonly crawlDelay: boolean;
  /** R17: a longer Crawl-delay is read as this many seconds; Infinity: no cap. */
  readonly crawlDelayMaxSec: number;
  /** R18: whether Sitemap lines are read. */
  readonly sitemaps: boolean;
  /** R21: whether /robots.txt is allowed whatever the rules. */
  readonly robotsTxtAlwaysAllowed: boolean;
  /** Whether `Disallow /x` counts as `Disallow: /x`. */
  readonly missingColonAccepted: boolean;
  /** Whether frequent misspellings of field names count. */
  readonly misspellingsAccepted: boolean;
  /** Whether `Allow: /x/index.htm…` also opens `/x/`. */
  readonly indexFileOpensFolder: boolean;
  /** Whether an incomplete UTF-8 byte order mark is dropped too. */
  readonly partialBomDropped: boolean;
  /** Whether patterns holding a space or a backslash are ignored. */
  readonly oddPatternsIgnored: boolean;
  /** Whether Allow lines are ignored, as the very oldest robots did. */
  readonly allowIgnored: boolean;
  /** What separates one cached file from another. */
  readonly cacheKey: 'origin' | 'host';
}

/** The values a knob that is a word may take; everything else is checked by its type. */
export const knobChoices: Readonly<Record<string, readonly string[]>> = Object.freeze({
  ownGroup: ['equal-name', 'first-substring', 'google-token'],
  winner: ['longest', 'first'],
  emptyRule: ['no-rule', 'matches-all'],
  escapes: ['rfc3986', 'upper-hex', 'decode-all-but-slash', 'google'],
  subject: ['path-and-query', 'path', 'folded-path'],
  'ttl.headers': ['ignored', 'cache-control', 'cache-control-or-expires'],
  'limits.over': ['cut', 'allow-all'],
  cacheKey: ['origin', 'host'],
});
