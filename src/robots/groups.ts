// Builds the groups of a robots.txt from its lines: which rules belong to which agents.
import { roughDuration } from '../core/figures.ts';
import type { Dialect } from './dialect.ts';
import { type LineHandler, readLines } from './lines.ts';

export interface Rule {
  readonly type: 'allow' | 'disallow';
  /** The value as written. */
  readonly pattern: string;
  readonly line: number;
}

export interface AgentLine {
  readonly name: string;
  readonly line: number;
  /** Seconds, of the Crawl-delay that follows this agent. */
  crawlDelay: number | null;
}

export interface Group {
  readonly agents: readonly AgentLine[];
  readonly rules: readonly Rule[];
}

/** Something about the file its reader should know; the rest of the file still counts. */
export interface RobotsWarning {
  /** 0 when it concerns the whole file. */
  readonly line: number;
  readonly code:
    | 'too-large'
    | 'too-many-rules'
    | 'crawl-delay-capped'
    | 'crawl-delay-invalid'
    | 'crawl-delay-long'
    | 'pattern-ignored';
  readonly message: string;
}

/** R17: a longer wait is obeyed where the dialect sets no cap, and somebody should know. */
const LONG_DELAY_SEC = 3_600;
/** A timer holds 24 days; who asks for more than these 23 gets no second request anyway. */
const TIMER_SEC = 2_000_000;

/** Whether a Crawl-delay is a number of seconds. */
export function isDelay(value: string): boolean {
  return DELAY.test(value);
}

/** R17: how long a delay is in a dialect. */
function delaySeconds(value: string, { crawlDelayMaxSec }: Dialect): number {
  return Math.min(Number(value), crawlDelayMaxSec, TIMER_SEC);
}

/** What somebody should know about a delay; undefined for the usual ones, and where the dialect reads none. */
export function delayWords(value: string, dialect: Dialect): string | undefined {
  if (!dialect.crawlDelay) return undefined;
  const seconds = delaySeconds(value, dialect);
  const written = `Crawl-delay ${value.slice(0, 20)}`;
  if (seconds < Number(value)) return `${written} is more than ${seconds} s and is read as ${seconds} s`;
  if (seconds <= LONG_DELAY_SEC) return undefined;
  return `${written} is obeyed: ${roughDuration(seconds * 1_000)} between two requests to the site`;
}

const DELAY = /^(?:\d+(?:\.\d*)?|\.\d+)$/;

/** Collects groups, sitemaps and warnings while the lines go by. */
export class GroupBuilder implements LineHandler {
  readonly groups: Group[] = [];
  readonly sitemaps: string[] = [];
  readonly warnings: RobotsWarning[] = [];
  /** Allow and Disallow lines in the whole file, whether they count or not. */
  ruleLines = 0;

  readonly #dialect: Dialect;
  #agents: AgentLine[] = [];
  #rules: Rule[] = [];
  #open = false;
  #ruleSeen = false;
  /** The agents the next Crawl-delay speaks to: it does not end a group, yet it belongs to those named just before it. */
  #delayed: AgentLine[] = [];
  #delaySeen = false;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  agent(value: string, line: number): void {
    const closesGroup = this.#ruleSeen && this.#dialect.agentAfterRuleStartsGroup;
    if (!this.#open || closesGroup) this.#start();
    const agent: AgentLine = { name: value, line, crawlDelay: null };
    if (this.#delaySeen) this.#delayed = [];
    this.#delaySeen = false;
    this.#agents.push(agent);
    this.#delayed.push(agent);
  }

  rule(type: 'allow' | 'disallow', value: string, line: number): void {
    this.ruleLines++;
    if (!this.#open) return;
    // A rule that is ignored still ends the list of agents.
    this.#ruleSeen = true;
    if (type === 'allow' && this.#dialect.allowIgnored) return;
    if (this.#dialect.oddPatternsIgnored && /[ \\]/.test(value)) {
      this.#warn(line, 'pattern-ignored', `pattern "${value}" holds a space or a backslash and is ignored`);
      return;
    }
    this.#rules.push({ type, pattern: value, line });
  }

  crawlDelay(value: string, line: number): void {
    if (!this.#open || !this.#dialect.crawlDelay) return;
    this.#delaySeen = true;
    if (!isDelay(value)) {
      this.#warn(line, 'crawl-delay-invalid', `Crawl-delay "${value}" is not a number of seconds and is ignored`);
      return;
    }
    const seconds = delaySeconds(value, this.#dialect);
    const words = delayWords(value, this.#dialect);
    if (words !== undefined)
      this.#warn(line, seconds < Number(value) ? 'crawl-delay-capped' : 'crawl-delay-long', words);
    for (const agent of this.#delayed) agent.crawlDelay = Math.max(agent.crawlDelay ?? 0, seconds);
  }

  sitemap(value: string): void {
    if (this.#dialect.sitemaps && value !== '') this.sitemaps.push(value);
  }

  blank(): void {
    if (this.#dialect.blankLineEndsGroup) this.#open = false;
  }

  unknown(): void {}

  malformed(): void {}

  #start(): void {
    this.#agents = [];
    this.#rules = [];
    this.#ruleSeen = false;
    this.#delayed = [];
    this.#delaySeen = false;
    this.#open = true;
    this.groups.push({ agents: this.#agents, rules: this.#rules });
  }

  #warn(line: number, code: RobotsWarning['code'], message: string): void {
    this.warnings.push({ line, code, message });
  }
}

/** Reads a whole text into groups. */
export function buildGroups(text: string, dialect: Dialect): GroupBuilder {
  const builder = new GroupBuilder(dialect);
  readLines(text, dialect, builder);
  return builder;
}
