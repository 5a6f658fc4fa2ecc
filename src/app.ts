// Composition root: settings in, rooms joined; the doors call this and nothing below it.
import type { Plan } from './app/plan.ts';
import type { Log } from './core/log.ts';
import { createLog } from './core/log-writer.ts';
import type { Settings } from './settings.ts';

export { type Docent, openDocent } from './app/docent.ts';
export type { Plan } from './app/plan.ts';
export type { ReadOne } from './app/read-one.ts';
export {
  type Accounting,
  blockPattern,
  openReading,
  openSideDoor,
  providerIdOf,
  type Reading,
  type SideDoor,
  type UrlFilter,
  type UrlRecord,
  type UrlState,
} from './app/reading.ts';
export { askRobots, type RobotsAnswers, type RobotsQuestion, type RobotsReport } from './app/robots-questions.ts';
export type { CrawlEvent, RunResult } from './crawl/events.ts';
export { loadSettings, type Settings } from './settings.ts';

/** See app/plan.ts; loaded when it is asked for. */
export async function planCrawl(
  ...given: Parameters<typeof import('./app/plan.ts').planCrawl>
): Promise<readonly Plan[]> {
  return (await import('./app/plan.ts')).planCrawl(...given);
}

/** See app/read-one.ts; loaded when it is asked for. */
export async function readOne(
  ...given: Parameters<typeof import('./app/read-one.ts').readOne>
): ReturnType<typeof import('./app/read-one.ts').readOne> {
  return (await import('./app/read-one.ts')).readOne(...given);
}

/** The log the settings ask for. */
export function logFor({ options }: Settings, out: Parameters<typeof createLog>[0]['out']): Log {
  return createLog({ level: options.log_level, format: options.log_format, out });
}
