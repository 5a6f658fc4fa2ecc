// Builds the groups of a robots.txt from its lines: which rules belong to which agents.
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
  readonly code: 'too-large' | 'too-many-rules' | 'crawl-delay-capped' | 'crawl-delay-invalid' | 'pattern-ignored';
  readonly message: string;
}

/** R17: the longest wait between two requests. */
const MAX_CRAWL_DELAY_SEC = 120;

/** Whether a Crawl-delay is a number of seconds. */
export function isDelay(value: string): boolean {
  return DELAY.test(value);
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
    let seconds = Number(value);
    if (seconds > MAX_CRAWL_DELAY_SEC) {
      this.#warn(
        line,
        'crawl-delay-capped',
        `Crawl-delay ${value} is more than ${MAX_CRAWL_DELAY_SEC} s and is read as ${MAX_CRAWL_DELAY_SEC} s`,
      );
      seconds = MAX_CRAWL_DELAY_SEC;
    }
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
