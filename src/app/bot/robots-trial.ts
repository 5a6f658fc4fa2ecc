// A4: what a robots.txt means for this robot: the lines that stop it, and the verdict of a pasted file. Nothing is requested.

import { grouped } from '../../core/counted.ts';
import { DocentError } from '../../core/errors.ts';
import { parseRobots } from '../../robots.ts';
import type { Settings } from '../../settings.ts';

type RobotSettings = Pick<Settings, 'agent' | 'dialect'>;

export interface RobotsTrial {
  readonly allowed: boolean;
  /** One sentence. */
  readonly reason: string;
  /** What was compared. */
  readonly path: string;
  /** The User-agent value of the group that applied; null for none. */
  readonly group: string | null;
  /** Seconds between two requests; null where none are set. */
  readonly crawlDelay: number | null;
}

/** The most characters of a file that is tried. */
export const MOST_TRIED = 100_000;
const MOST_PATH = 2_000;

/** Decides about a path or URL by the text of a robots.txt. Throws DOC_USAGE for a text or a path that is too long. */
export function tryRobots(text: string, path: string, { agent, dialect }: RobotSettings): RobotsTrial {
  if (text.length > MOST_TRIED)
    throw new DocentError('DOC_USAGE', `the file has more than ${grouped(MOST_TRIED)} characters`);
  const word = path.trim();
  if (word.length > MOST_PATH)
    throw new DocentError('DOC_USAGE', `the path has more than ${grouped(MOST_PATH)} characters`);
  const file = parseRobots(text, dialect);
  const url = /^(?:https?:\/\/|\/)/i.test(word) ? word : `/${word}`;
  const { allowed, reason, group, path: compared } = file.decide(agent, url);
  return { allowed, reason, path: compared, group, crawlDelay: file.crawlDelay(agent) };
}

/** The name that a robots.txt of this dialect addresses the robot by. */
export function robotName({ agent, dialect }: RobotSettings): string {
  const names = [/^[\p{L}\p{N}._-]+/u, /^[A-Za-z_-]+/, /^.+/s].flatMap((pattern) => pattern.exec(agent)?.[0] ?? []);
  return (
    names.find((name) => !tryRobots(`User-agent: ${name}\nDisallow: /\n`, '/x', { agent, dialect }).allowed) ?? '*'
  );
}
