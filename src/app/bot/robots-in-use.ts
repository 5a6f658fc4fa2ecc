// A4: the robots that sites see: the agent of each source that is crawled from here, how it reads robots.txt, and the name that stops it.
import type { Dialect } from '../../robots/dialect.ts';
import { presets } from '../../seed/presets.ts';
import { hasSite, type Provider } from '../../seed/provider.ts';
import { mayRun } from '../../seed/terms.ts';
import { agentOf, type Settings } from '../../settings.ts';
import { dialectFor } from '../crawl/policies.ts';
import { robotName } from './robots-trial.ts';

/** One agent with the dialect it reads robots.txt in. */
export interface Robot {
  /** As it is sent. */
  readonly agent: string;
  readonly dialect: Dialect;
  /** The name that a robots.txt addresses it by. */
  readonly name: string;
}

/**
 * The robots in use, the global one first: of every configured source that may run, and of presets among `known`, the ids of what
 * was crawled. Nothing in them names a source.
 */
export function robotsInUse(settings: Settings, known: Iterable<string>): readonly Robot[] {
  const ids = new Set(known);
  const configured = new Set(settings.providers.map(({ provider_id: id }) => id));
  const crawled = presets.filter(({ provider_id: id }) => ids.has(id) && !configured.has(id));
  const found = new Map<string, Robot>();
  const note = (dialect: Dialect): void => {
    const agent = agentOf(dialect, settings.options);
    const key = JSON.stringify([agent, dialect.name]);
    if (!found.has(key)) found.set(key, { agent, dialect, name: robotName({ agent, dialect }) });
  };
  note(settings.dialect);
  for (const provider of [...settings.providers, ...crawled])
    if (visitsSites(provider)) note(dialectFor(provider, settings));
  return [...found.values()];
}

function visitsSites(provider: Provider): boolean {
  return provider.folder === undefined && hasSite(provider) && mayRun(provider, 'command').ok;
}
