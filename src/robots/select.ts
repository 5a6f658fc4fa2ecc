// R1: which groups of a file speak to an agent.
import type { Dialect } from './dialect.ts';
import type { AgentLine, Group, Rule } from './groups.ts';

/** The rules that apply to one agent, in file order, and the User-agent value they were found under. */
export interface Selection {
  readonly group: string;
  readonly rules: readonly Rule[];
  readonly crawlDelay: number | null;
}

/** The agent's own groups, else those for `*`, else none. A group of its own without rules is still its own (R20). */
export function selectGroups(groups: readonly Group[], agent: string, dialect: Dialect): Selection | undefined {
  if (dialect.ownGroup === 'first-substring') return firstRecord(groups, agent);
  const own = dialect.ownGroup === 'google-token' ? googleToken : agentName;
  // Google's matcher takes the robot's name as it is passed and reduces only the file's side.
  const robot = (dialect.ownGroup === 'google-token' ? agent : agentName(agent)).toLowerCase();
  if (robot !== '') {
    const found = merge(groups, (line) => own(line.name).toLowerCase() === robot);
    if (found !== undefined) return found;
  }
  return merge(groups, (line) => isEveryone(line.name, dialect));
}

/** R1: the part of an agent that names it: the leading run of letters, digits, `-`, `_` and `.`; so `bot/2.1` and `bot*` name `bot`. */
export function agentName(agent: string): string {
  return /^[\p{L}\p{N}._-]*/u.exec(agent.trimStart())?.[0] ?? '';
}

/** The part of an agent that Google's matcher reads. */
export function googleToken(agent: string): string {
  return /^[A-Za-z_-]*/.exec(agent)?.[0] ?? '';
}

/** The name that an agent is looked for by. */
export function matchedName(agent: string, dialect: Dialect): string {
  // The part in brackets is a comment: an info URL must not make `User-agent: bot` mean us.
  const name = agent.replace(/\s*\(.*$/, '') || agent;
  // Google's matcher receives a product token, never the whole User-Agent header.
  return (dialect.ownGroup === 'google-token' && googleToken(name)) || name;
}

function isEveryone(name: string, dialect: Dialect): boolean {
  return dialect.ownGroup === 'google-token' ? /^\*(?:\s|$)/.test(name) : /^\*(?:[/\s]|$)/.test(name.trimStart());
}

function merge(groups: readonly Group[], matches: (line: AgentLine) => boolean): Selection | undefined {
  let group: string | undefined;
  let crawlDelay: number | null = null;
  const rules: Rule[] = [];
  for (const candidate of groups) {
    let matched = false;
    for (const line of candidate.agents) {
      if (!matches(line)) continue;
      matched = true;
      group ??= line.name;
      if (line.crawlDelay !== null) crawlDelay = Math.max(crawlDelay ?? 0, line.crawlDelay);
    }
    if (matched) for (const rule of candidate.rules) rules.push(rule);
  }
  return group === undefined ? undefined : { group, rules, crawlDelay };
}

function firstRecord(groups: readonly Group[], agent: string): Selection | undefined {
  const robot = agent.toLowerCase();
  const names = (line: AgentLine): boolean =>
    line.name !== '' && line.name !== '*' && robot.includes(line.name.toLowerCase());
  for (const matches of [names, (line: AgentLine) => line.name === '*']) {
    const record = groups.find((group) => group.agents.some(matches));
    if (record !== undefined) return merge([record], matches);
  }
  return undefined;
}
