// A parsed robots.txt, queried for decisions: parse once, match many.
import type { ErrorCode } from '../core/errors.ts';
import type { ReasonName } from '../core/reasons.ts';
import { decodeRobots } from './decode.ts';
import type { Dialect } from './dialect.ts';
import { type DialectName, dialectOf } from './dialects.ts';
import { comparablePath } from './escape.ts';
import { buildGroups, type Group, type RobotsWarning } from './groups.ts';
import { type CompiledRule, RuleSet } from './ruleset.ts';
import { selectGroups } from './select.ts';
import { isRobotsTxt, subjectOf } from './subject.ts';

/** The rule that decided. */
export interface Winner {
  readonly type: 'allow' | 'disallow';
  /** The pattern as written in the file. */
  readonly pattern: string;
  /** Octets of the pattern as it was compared. */
  readonly length: number;
  readonly line: number;
}

/** Where the file came from. */
export interface RobotsSource {
  readonly host: string;
  /** 0 when there was no response. */
  readonly status: number;
  readonly fromCache: boolean;
  readonly ageSec: number;
  readonly bytes: number;
}

/** R24: a decision that can be explained. */
export interface Decision {
  readonly allowed: boolean;
  /** Who decided, as in every verdict: `robots:rfc9309:line-2`. */
  readonly by: ReasonName;
  /** One sentence for people. */
  readonly reason: string;
  readonly dialect: string;
  /** The User-agent value of the group that applied; null when none did. */
  readonly group: string | null;
  readonly winner: Winner | null;
  /** What was compared, as the dialect reads the URL. */
  readonly path: string;
  /** null when the file was not fetched. */
  readonly source: RobotsSource | null;
  /** While robots.txt is out of reach: when it will be requested again (ms since 1970). */
  readonly retryAt?: number;
  /** While robots.txt is out of reach because there was no answer at all: what went wrong. */
  readonly cause?: ErrorCode;
  /** The host answered 429 or 503 and requests a pause: it gets no request before then (ms since 1970). */
  readonly holdUntil?: number;
  /** `defer` has lasted too long: the site ends as failed. */
  readonly gaveUp?: true;
}

export interface RobotsFile {
  readonly dialect: Dialect;
  /** May this agent fetch this URL (or path)? Never throws. */
  decide(agent: string, url: string): Decision;
  /** Seconds between two requests that the file requires of this agent; null when it has no Crawl-delay or the dialect ignores it. */
  crawlDelay(agent: string): number | null;
  /** Sitemap lines as written. */
  readonly sitemaps: readonly string[];
  readonly warnings: readonly RobotsWarning[];
  /** Size in octets. */
  readonly bytes: number;
}

interface Explanation {
  readonly by: ReasonName;
  readonly reason: string;
  readonly winner: Winner | null;
}

interface AgentRules {
  readonly group: string;
  readonly crawlDelay: number | null;
  readonly rules: RuleSet;
  readonly noRule: Explanation;
}

/** More agents than this in one file's memory means that a caller is trying names. */
const REMEMBERED_AGENTS = 64;

/** Parses a robots.txt. Never throws on content; an unknown dialect name throws DOC_DIALECT. */
export function parseRobots(
  input: string | Uint8Array,
  dialect: DialectName | Dialect = 'rfc9309',
  charset?: string,
): RobotsFile {
  const knobs = dialectOf(dialect);
  const decoded = decodeRobots(input, knobs, charset);
  const built = buildGroups(decoded.text, knobs);
  const warnings = [...built.warnings];
  const { maxBytes, maxRules, over } = knobs.limits;
  let openReason: string | undefined;
  if (decoded.over) {
    const effect = over === 'cut' ? `only its first ${maxBytes / 1024} KiB count` : 'everything is allowed';
    warnings.unshift({
      line: 0,
      code: 'too-large',
      message: `the file is larger than ${maxBytes / 1024} KiB: ${effect}`,
    });
    if (over === 'allow-all') openReason = `robots.txt is larger than ${maxBytes / 1024} KiB: everything is allowed`;
  } else if (built.ruleLines > maxRules) {
    openReason = `robots.txt has ${built.ruleLines} rules, more than ${maxRules}: everything is allowed`;
    warnings.unshift({ line: 0, code: 'too-many-rules', message: openReason });
  }
  return new ParsedRobots(
    knobs,
    openReason === undefined ? built.groups : [],
    built.sitemaps,
    warnings,
    decoded.bytes,
    openReason,
  );
}

class ParsedRobots implements RobotsFile {
  readonly dialect: Dialect;
  readonly sitemaps: readonly string[];
  readonly warnings: readonly RobotsWarning[];
  readonly bytes: number;
  readonly #groups: readonly Group[];
  readonly #openReason: string | undefined;
  readonly #byAgent = new Map<string, AgentRules | undefined>();
  readonly #explanations = new Map<CompiledRule, Explanation>();

  constructor(
    dialect: Dialect,
    groups: readonly Group[],
    sitemaps: readonly string[],
    warnings: readonly RobotsWarning[],
    bytes: number,
    openReason: string | undefined,
  ) {
    this.dialect = dialect;
    this.sitemaps = sitemaps;
    this.warnings = warnings;
    this.bytes = bytes;
    this.#groups = groups;
    this.#openReason = openReason;
  }

  decide(agent: string, url: string): Decision {
    const path = subjectOf(url, this.dialect);
    if (this.#openReason !== undefined) return this.#open('too-large', this.#openReason, path);
    if (this.dialect.robotsTxtAlwaysAllowed && isRobotsTxt(path)) {
      return this.#open('itself', '/robots.txt itself is always allowed', path);
    }
    const group = this.#groupFor(agent);
    if (group === undefined) return this.#open('no-group', 'no group speaks to this agent', path);
    const decisive = group.rules.winner(comparablePath(path, this.dialect.escapes));
    const { by, reason, winner } = decisive === undefined ? group.noRule : this.#explain(decisive);
    const allowed = winner === null || winner.type === 'allow';
    return { allowed, by, reason, dialect: this.dialect.name, group: group.group, winner, path, source: null };
  }

  crawlDelay(agent: string): number | null {
    return this.#groupFor(agent)?.crawlDelay ?? null;
  }

  #open(by: 'too-large' | 'itself' | 'no-group', reason: string, path: string): Decision {
    const { name } = this.dialect;
    return {
      allowed: true,
      by: `robots:${name}:${by}`,
      reason,
      dialect: name,
      group: null,
      winner: null,
      path,
      source: null,
    };
  }

  /** The explanation of a rule is the same each time it wins. */
  #explain(compiled: CompiledRule): Explanation {
    const known = this.#explanations.get(compiled);
    if (known !== undefined) return known;
    const { type, pattern, line } = compiled.rule;
    const explanation: Explanation = {
      by: `robots:${this.dialect.name}:line-${line}`,
      reason: `line ${line}: ${type === 'allow' ? 'Allow' : 'Disallow'}: ${pattern}`,
      winner: Object.freeze({ type, pattern, length: compiled.length, line }),
    };
    this.#explanations.set(compiled, explanation);
    return explanation;
  }

  #groupFor(agent: string): AgentRules | undefined {
    const known = this.#byAgent.get(agent);
    if (known !== undefined || this.#byAgent.has(agent)) return known;
    if (this.#byAgent.size >= REMEMBERED_AGENTS) this.#byAgent.clear();
    const selection = selectGroups(this.#groups, agent, this.dialect);
    const compiled: AgentRules | undefined = selection && {
      group: selection.group,
      crawlDelay: selection.crawlDelay,
      rules: new RuleSet(selection.rules, this.dialect),
      noRule: {
        by: `robots:${this.dialect.name}:no-rule`,
        reason: `no rule of the group for ${selection.group} matches`,
        winner: null,
      },
    };
    this.#byAgent.set(agent, compiled);
    return compiled;
  }
}
