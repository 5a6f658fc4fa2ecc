// What is saved of a host's robots.txt, for people: its age, what it means now, and the rules for an agent.
import { decodeRobots } from './decode.ts';
import type { Dialect } from './dialect.ts';
import { buildGroups, type Rule } from './groups.ts';
import type { SavedRobots } from './port.ts';
import { type SavedFacts, savedFacts } from './saved.ts';
import { matchedName, selectGroups } from './select.ts';

/** What is known of a robots.txt. */
export interface RobotsFacts extends Pick<SavedFacts, 'state' | 'why' | 'status' | 'bytes' | 'dialect' | 'failures'> {
  /** When it was last requested, and when it is requested again. */
  readonly requestedAt: number;
  readonly requestAgainAt: number;
  /** When the copy in force was received; undefined where there is none. */
  readonly fetchedAt?: number | undefined;
  /** H3: the host requests a pause until then. */
  readonly holdUntil?: number | undefined;
  /** Seconds between two requests; null when none are set. */
  readonly crawlDelay: number | null;
}

/** The rules of the copy in force that are for one agent. */
export interface RobotsRules {
  /** The User-agent value they are under; null when no group is for the agent. */
  readonly group: string | null;
  readonly rules: readonly Rule[];
  readonly sitemaps: readonly string[];
}

/** The dialect it is read in by its saved name, and the agent it is read for; undefined for an unknown dialect. */
export type Readers = (dialect: string) => { readonly dialect: Dialect; readonly agent: string } | undefined;

/** What was saved, in words and rules; undefined when it cannot be read. Requests nothing. */
export function describeRobots(
  { saved, body }: SavedRobots,
  readers: Readers,
): { readonly facts: RobotsFacts; readonly rules: RobotsRules } | undefined {
  const known = savedFacts(saved);
  if (known === undefined) return undefined;
  const { state, why, status, bytes, dialect: name, failures, hasFile, charset, minDelaySec, holdUntil } = known;
  const reader = hasFile && state === 'rules' ? readers(name) : undefined;
  const built = reader && buildGroups(decodeRobots(body, reader.dialect, charset).text, reader.dialect);
  const selected =
    reader && built && selectGroups(built.groups, matchedName(reader.agent, reader.dialect), reader.dialect);
  const least = minDelaySec > 0 ? minDelaySec : null;
  return {
    facts: {
      ...{ state, why, status, bytes, dialect: name, failures },
      ...{ requestedAt: known.askedAt, requestAgainAt: known.askAgainAt },
      ...(hasFile && { fetchedAt: known.fileFetchedAt }),
      ...(holdUntil !== undefined && { holdUntil }),
      crawlDelay: state === 'rules' ? (selected?.crawlDelay ?? null) : least,
    },
    rules: { group: selected?.group ?? null, rules: selected?.rules ?? [], sitemaps: built?.sitemaps ?? [] },
  };
}
