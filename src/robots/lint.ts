// R30: shows a site's owner what in a robots.txt does not do what it seems to.
import { suggest } from '../core/suggest.ts';
import { decodeRobots } from './decode.ts';
import type { Dialect } from './dialect.ts';
import { type DialectName, dialectOf } from './dialects.ts';
import { comparablePattern } from './escape.ts';
import { buildGroups, delayWords, isDelay, type Rule } from './groups.ts';
import { type LineHandler, readLines } from './lines.ts';
import { compilePattern, matches, type Pattern } from './match.ts';
import { agentName, selectGroups } from './select.ts';

export interface LintFinding {
  /** 0 when it concerns the whole file. */
  readonly line: number;
  readonly rule:
    | 'typo'
    | 'missing-colon'
    | 'not-robots'
    | 'too-large'
    | 'rule-before-agent'
    | 'never-matches'
    | 'never-wins'
    | 'robots-txt'
    | 'crawl-delay-swallows'
    | 'crawl-delay'
    | 'sitemap'
    | 'empty-agent'
    | 'empty-rule'
    | 'not-checked';
  readonly message: string;
}

const FIELDS = ['User-agent', 'Disallow', 'Allow', 'Crawl-delay', 'Sitemap'];
/** Fields other robots know; nothing to warn about. */
const FOREIGN_FIELDS: ReadonlySet<string> = new Set([
  'host',
  'clean-param',
  'request-rate',
  'visit-time',
  'noindex',
  'content-signal',
  'robot-version',
  'comment',
]);

/** Findings in line order. Never throws on content; an unknown dialect name throws DOC_DIALECT. */
export function lintRobots(
  input: string | Uint8Array,
  dialect: DialectName | Dialect = 'rfc9309',
): readonly LintFinding[] {
  const knobs = dialectOf(dialect);
  const { text, over } = decodeRobots(input, knobs);
  const findings: LintFinding[] = [];
  const limit = `${knobs.limits.maxBytes / 1024} KiB`;
  if (over)
    findings.push({
      line: 0,
      rule: 'too-large',
      message: `the file is larger than ${limit}; what lies behind that is not read`,
    });
  if (/^\s*<(?:!doctype|html|head|body)\b/i.test(text)) {
    findings.push({ line: 1, rule: 'not-robots', message: 'this is an HTML page, not a robots.txt' });
    return findings;
  }
  // Typos are the point here, so the lines are read by the strict rules whatever the dialect forgives.
  readLines(
    text,
    { ...knobs, misspellingsAccepted: false, missingColonAccepted: false },
    new LineLinter(knobs, findings),
  );
  findings.push(...shadowedRules(text, knobs));
  return findings.sort((a, b) => a.line - b.line);
}

class LineLinter implements LineHandler {
  readonly #dialect: Dialect;
  readonly #findings: LintFinding[];
  #agentSeen = false;
  /** The agents of a group that so far holds a Crawl-delay and no rule. */
  #delayOnly: string[] | undefined;
  #agents: string[] = [];
  #rulesSeen = false;

  constructor(dialect: Dialect, findings: LintFinding[]) {
    this.#dialect = dialect;
    this.#findings = findings;
  }

  agent(value: string, line: number): void {
    if (value === '') this.#add(line, 'empty-agent', 'a User-agent line without a name speaks to nobody');
    if (this.#delayOnly !== undefined && this.#dialect.agentAfterRuleStartsGroup) {
      const names = this.#delayOnly.join(', ');
      this.#add(
        line,
        'crawl-delay-swallows',
        `the group for ${names} holds only a Crawl-delay, so the rules of this group apply to ${names} too; add a rule of its own, such as "Allow: /"`,
      );
    }
    if (this.#rulesSeen) this.#agents = [];
    this.#delayOnly = undefined;
    this.#rulesSeen = false;
    this.#agentSeen = true;
    this.#agents.push(value);
  }

  rule(type: 'allow' | 'disallow', value: string, line: number): void {
    const field = type === 'allow' ? 'Allow' : 'Disallow';
    this.#delayOnly = undefined;
    this.#rulesSeen = true;
    if (!this.#agentSeen) {
      this.#add(line, 'rule-before-agent', `"${field}: ${value}" comes before any User-agent line and is ignored`);
      return;
    }
    if (value === '') {
      if (this.#dialect.emptyRule === 'matches-all' && type === 'disallow') {
        this.#add(
          line,
          'empty-rule',
          'an empty Disallow closes the whole site for robots of this dialect; elsewhere it opens it',
        );
      }
      return;
    }
    if (!value.startsWith('/') && !(this.#dialect.wildcards && value.startsWith('*'))) {
      this.#add(
        line,
        'never-matches',
        `"${value}" does not start with "/"${this.#dialect.wildcards ? ' or "*"' : ''}, so it matches no path`,
      );
    } else if (!this.#dialect.wildcards && /[*]|\$$/.test(value)) {
      this.#add(
        line,
        'never-matches',
        `"*" and "$" are plain characters in the ${this.#dialect.name} dialect, so "${value}" matches next to nothing`,
      );
    }
    if (this.#dialect.robotsTxtAlwaysAllowed && /^\/robots\.txt/i.test(value)) {
      this.#add(line, 'robots-txt', '/robots.txt is always fetched; a rule about it has no effect');
    }
    if (this.#dialect.oddPatternsIgnored && /[ \\]/.test(value)) {
      this.#add(line, 'never-matches', `"${value}" holds a space or a backslash and is ignored`);
    }
  }

  crawlDelay(value: string, line: number): void {
    if (!this.#agentSeen)
      this.#add(line, 'rule-before-agent', 'this Crawl-delay comes before any User-agent line and is ignored');
    if (!this.#rulesSeen && this.#agents.length > 0) this.#delayOnly = this.#agents;
    const words = isDelay(value) ? delayWords(value, this.#dialect) : `"${value}" is not a number of seconds`;
    if (words !== undefined) this.#add(line, 'crawl-delay', words);
  }

  sitemap(value: string, line: number): void {
    if (!/^https?:\/\//i.test(value)) this.#add(line, 'sitemap', `a sitemap needs its whole address, not "${value}"`);
  }

  blank(line: number): void {
    if (!this.#dialect.blankLineEndsGroup) return;
    if (this.#agents.length > 0 && !this.#rulesSeen && this.#agentSeen) {
      this.#add(line, 'rule-before-agent', 'this blank line ends the group before its first rule');
    }
    this.#agentSeen = false;
    this.#delayOnly = undefined;
    this.#agents = [];
  }

  unknown(field: string, _value: string, line: number): void {
    if (FOREIGN_FIELDS.has(field.toLowerCase())) return;
    const suggestion =
      suggest(field, FIELDS) ?? FIELDS.find((known) => field.toLowerCase().startsWith(known.toLowerCase()));
    if (suggestion !== undefined)
      this.#add(line, 'typo', `"${field}" is not a field; did you mean "${suggestion}"? Most robots ignore this line`);
    else this.#add(line, 'typo', `"${field}" is not a field that robots know; the line is ignored`);
  }

  malformed(text: string, line: number): void {
    const word = text.split(/[\s]/, 1)[0] as string;
    const suggestion = FIELDS.find((known) => known.toLowerCase() === word.toLowerCase()) ?? suggest(word, FIELDS);
    const message =
      suggestion === undefined
        ? `"${clip(text)}" is not a "field: value" line and is ignored`
        : `"${clip(text)}" has no colon; did you mean "${suggestion}: …"? Most robots ignore this line`;
    this.#add(line, 'missing-colon', message);
  }

  #add(line: number, rule: LintFinding['rule'], message: string): void {
    this.#findings.push({ line, rule, message });
  }
}

/** Comparing rules is quadratic, so a hostile file gets at most this many comparisons. */
const MOST_COMPARED = 2_000_000;

interface ComparedRule {
  readonly rule: Rule;
  readonly pattern: Pattern;
  /** The pattern as a path: each of its wildcards is one character that only a wildcard can match. */
  readonly asPath: string;
  readonly length: number;
}

function shadowedRules(text: string, dialect: Dialect): LintFinding[] {
  const { groups } = buildGroups(text, dialect);
  const names = new Set(groups.flatMap((group) => group.agents.map((agent) => agentName(agent.name).toLowerCase())));
  const found = new Map<number, LintFinding>();
  const seen = new Set<string>();
  let left = MOST_COMPARED;
  for (const name of names) {
    const selected = selectGroups(groups, name, dialect)?.rules ?? [];
    // Agents that share their groups share the findings too.
    const lines = selected.map(({ line }) => line).join();
    if (seen.has(lines)) continue;
    seen.add(lines);
    const rules = selected
      .filter(({ pattern }) => pattern !== '' || dialect.emptyRule === 'matches-all')
      .map((rule) => compared(rule, dialect));
    for (const [index, { rule }] of rules.entries()) {
      left -= rules.length;
      if (left < 0)
        return [
          ...found.values(),
          { line: 0, rule: 'not-checked', message: 'the file has too many rules to compare them all with each other' },
        ];
      const by = rules.find(
        (other, at) => at !== index && beats(other, at, rules[index] as ComparedRule, index, dialect),
      )?.rule;
      if (by === undefined || rule.pattern === '' || found.has(rule.line)) continue;
      const why =
        by.type === rule.type
          ? `line ${by.line} already decides the same`
          : `line ${by.line} (${word(by)}) always wins over it`;
      found.set(rule.line, {
        line: rule.line,
        rule: 'never-wins',
        message: `"${word(rule)}" can never decide anything: ${why}`,
      });
    }
  }
  return [...found.values()];
}

function compared(rule: Rule, dialect: Dialect): ComparedRule {
  const comparable = comparablePattern(rule.pattern, dialect);
  const pattern = compilePattern(comparable, dialect.wildcards);
  const asPath = dialect.wildcards
    ? (pattern.anchored ? comparable.slice(0, -1) : comparable).replaceAll('*', '\u0000')
    : comparable;
  return { rule, pattern, asPath, length: comparable.length };
}

/** Whether `other` matches everything `one` matches, and is always preferred. Sound, not complete. */
function beats(other: ComparedRule, otherAt: number, one: ComparedRule, oneAt: number, dialect: Dialect): boolean {
  if (dialect.winner === 'first') {
    if (otherAt > oneAt) return false;
  } else if (other.length < one.length) {
    return false;
  } else if (other.length === one.length) {
    // A tie goes to Allow; between equals the earlier line is kept.
    if (other.rule.type === one.rule.type ? otherAt > oneAt : other.rule.type === 'disallow') return false;
  }
  if (other.pattern.anchored && !one.pattern.anchored) return false;
  return matches(other.pattern, one.asPath);
}

function word(rule: Rule): string {
  return `${rule.type === 'allow' ? 'Allow' : 'Disallow'}: ${rule.pattern}`;
}

function clip(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
