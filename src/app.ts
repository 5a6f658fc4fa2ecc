// Composition root: settings in, rooms joined; the doors call this and nothing below it.
import type { Assistant } from './app/assistant/assistant.ts';
import type { Runs } from './app/crawl/runs.ts';
import type { Docent } from './app/docent.ts';
import type { LivePages } from './app/probe/live-pages.ts';
import type { Plan } from './app/probe/plan.ts';
import type { Reading, SideDoor } from './app/read/reading.ts';
import type { Search } from './app/search/search.ts';
import type { Settings } from './settings.ts';

export type { Assistant } from './app/assistant/assistant.ts';
export type { ChangedPage, Changes } from './app/assistant/changes.ts';
export type { RowPlace } from './app/assistant/fit-row.ts';
export type { Doc, DocPart } from './app/assistant/read-doc.ts';
export { placeText, rowPlace } from './app/assistant/row-place.ts';
export { longestFitting } from './app/assistant/shorten.ts';
export type { BackupResult } from './app/backup/backup.ts';
export type { RestoreResult } from './app/backup/restore.ts';
export type { AnywhereRun } from './app/crawl/run-anywhere.ts';
export type { RunState, Runs, RunView } from './app/crawl/runs.ts';
export { providerIdOf } from './app/crawl/targets.ts';
export type { Docent } from './app/docent.ts';
export type { ExportResult } from './app/export/export.ts';
export { type ExportFormat, exportFormats } from './app/export/record.ts';
export type { ForgetPlan } from './app/forget/forget.ts';
export { logFor } from './app/log-for.ts';
export type { LivePages, LiveRead } from './app/probe/live-pages.ts';
export type { Plan } from './app/probe/plan.ts';
export type { ReadOne } from './app/probe/read-one.ts';
export type { RobotsAnswers, RobotsQuestion, RobotsReport } from './app/probe/robots-questions.ts';
export type { CheckedPage, CheckReport } from './app/providers/check.ts';
export type { GivenFields, ProviderDraft } from './app/providers/edit.ts';
export type { ProviderRow, ShownProvider } from './app/providers/providers.ts';
export { termsOf } from './app/providers/remarks.ts';
export type { HeldTo, StoredLibrary } from './app/read/libraries.ts';
export type { KeptQuestion, NotedQuestion, QuestionList } from './app/read/questions.ts';
export type { Accounting, Reading, SideDoor, UrlFilter, UrlState, UrlSummary } from './app/read/reading.ts';
export { tokenBudget } from './app/search/budget.ts';
export type {
  Answer,
  AnswerOptions,
  AnswerWriting,
  Passage,
  Search,
  SearchAnswer,
  SearchOptions,
  SearchResult,
} from './app/search/search.ts';
export type { Judged, KnownAlert, NotJudged } from './app/watch/alerts.ts';
export type { Visited } from './app/watch/metrics.ts';
export type { ProviderReport, RunReport } from './app/watch/report.ts';
export type { Conclusion } from './app/watch/report-run.ts';
export type { ScheduleRow } from './app/watch/schedule.ts';
export { sectionName } from './core/sections.ts';
export type { CrawlEvent, RunResult } from './crawl/run/events.ts';
export { beginStatus, foldStatus, type RunStatus, visitsPerSecond } from './crawl/run/status.ts';
export type { Library, LibraryEntry, LibraryMatch } from './seed/library.ts';
export { libraryText } from './seed/library.ts';
export type { Provider } from './seed/provider.ts';
export { providerFields } from './seed/provider-fields.ts';
export { isOwnOrLoopback, mayRun, type RunStarter } from './seed/terms.ts';
export { loadSettings, type Settings } from './settings.ts';
export { boundText, meaning, valueText } from './watch/alerts/alerts.ts';
export type { ChangeReport } from './watch/report/change-report.ts';
export { bytesText, durationText, localTime, millisecondsText, percentText } from './watch/report/figures.ts';
export { sparkline } from './watch/report/sparkline.ts';

// What a command does not use it does not wait for: everything below is loaded when it is asked for.

/** See app/docent.ts. */
export async function openDocent(...given: Parameters<typeof import('./app/docent.ts').openDocent>): Promise<Docent> {
  return (await import('./app/docent.ts')).openDocent(...given);
}

/** See app/crawl/start-command.ts. */
export async function startCommand(
  ...given: Parameters<typeof import('./app/crawl/start-command.ts').startCommand>
): Promise<ReturnType<typeof import('./app/crawl/start-command.ts').startCommand>> {
  return (await import('./app/crawl/start-command.ts')).startCommand(...given);
}

/** See app/demo/site.ts. */
export async function startDemoSite(): ReturnType<typeof import('./app/demo/site.ts').startDemoSite> {
  return (await import('./app/demo/site.ts')).startDemoSite();
}

/** See app/crawl/runs.ts. */
export async function openRuns(...given: Parameters<typeof import('./app/crawl/runs.ts').openRuns>): Promise<Runs> {
  return (await import('./app/crawl/runs.ts')).openRuns(...given);
}

/** See app/read/reading.ts. */
export async function openReading(
  ...given: Parameters<typeof import('./app/read/reading.ts').openReading>
): Promise<Reading> {
  return (await import('./app/read/reading.ts')).openReading(...given);
}

/** See app/read/reading.ts. */
export async function openSideDoor(
  ...given: Parameters<typeof import('./app/read/reading.ts').openSideDoor>
): Promise<SideDoor> {
  return (await import('./app/read/reading.ts')).openSideDoor(...given);
}

/** Whether something was crawled into the settings' folder. Throws DOC_FILE for what is no folder. */
export async function isCrawled({ options }: Settings): Promise<boolean> {
  return (await import('./app/read/is-crawled.ts')).isCrawled(options);
}

/** See app/assistant/assistant.ts. */
export async function openAssistant(
  ...given: Parameters<typeof import('./app/assistant/assistant.ts').openAssistant>
): Promise<Assistant> {
  return (await import('./app/assistant/assistant.ts')).openAssistant(...given);
}

/** See app/search/search.ts. */
export async function openSearch(
  ...given: Parameters<typeof import('./app/search/search.ts').openSearch>
): Promise<Search> {
  return (await import('./app/search/search.ts')).openSearch(...given);
}

/** See app/read/libraries.ts. */
export async function librariesIn(
  ...given: Parameters<typeof import('./app/read/libraries.ts').librariesIn>
): ReturnType<typeof import('./app/read/libraries.ts').librariesIn> {
  return (await import('./app/read/libraries.ts')).librariesIn(...given);
}

/** See app/read/libraries.ts. */
export async function resolveLibrary(
  ...given: Parameters<typeof import('./app/read/libraries.ts').resolveLibrary>
): ReturnType<typeof import('./app/read/libraries.ts').resolveLibrary> {
  return (await import('./app/read/libraries.ts')).resolveLibrary(...given);
}

/** See app/probe/robots-questions.ts. */
export async function askRobots(
  ...given: Parameters<typeof import('./app/probe/robots-questions.ts').askRobots>
): ReturnType<typeof import('./app/probe/robots-questions.ts').askRobots> {
  return (await import('./app/probe/robots-questions.ts')).askRobots(...given);
}

/** See app/probe/plan.ts. */
export async function planCrawl(
  ...given: Parameters<typeof import('./app/probe/plan.ts').planCrawl>
): Promise<readonly Plan[]> {
  return (await import('./app/probe/plan.ts')).planCrawl(...given);
}

/** See app/probe/read-one.ts. */
export async function readOne(
  ...given: Parameters<typeof import('./app/probe/read-one.ts').readOne>
): ReturnType<typeof import('./app/probe/read-one.ts').readOne> {
  return (await import('./app/probe/read-one.ts')).readOne(...given);
}

/** See app/probe/live-pages.ts. */
export async function openLivePages(
  ...given: Parameters<typeof import('./app/probe/live-pages.ts').openLivePages>
): Promise<LivePages> {
  return (await import('./app/probe/live-pages.ts')).openLivePages(...given);
}

/** See app/export/export.ts. */
export async function exportPages(
  ...given: Parameters<typeof import('./app/export/export.ts').exportPages>
): ReturnType<typeof import('./app/export/export.ts').exportPages> {
  return (await import('./app/export/export.ts')).exportPages(...given);
}

/** See app/backup/backup.ts. */
export async function backupData(
  ...given: Parameters<typeof import('./app/backup/backup.ts').backupData>
): ReturnType<typeof import('./app/backup/backup.ts').backupData> {
  return (await import('./app/backup/backup.ts')).backupData(...given);
}

/** See app/backup/restore.ts. */
export async function restoreData(
  ...given: Parameters<typeof import('./app/backup/restore.ts').restoreData>
): ReturnType<typeof import('./app/backup/restore.ts').restoreData> {
  return (await import('./app/backup/restore.ts')).restoreData(...given);
}

/** See app/read/data-check.ts. */
export function dataCheck(): Promise<typeof import('./app/read/data-check.ts')> {
  return import('./app/read/data-check.ts');
}

/** See app/read/questions.ts. */
export function questionCommands(): Promise<typeof import('./app/read/questions.ts')> {
  return import('./app/read/questions.ts');
}

/** See app/read/questions.ts; where `keep_questions` is off nothing is loaded. */
export async function noteQuestion(
  ...given: Parameters<typeof import('./app/read/questions.ts').noteQuestion>
): Promise<void> {
  if (given[0].options.keep_questions) await (await import('./app/read/questions.ts')).noteQuestion(...given);
}

/** See app/providers/commands.ts. */
export function providerCommands(): Promise<typeof import('./app/providers/commands.ts')> {
  return import('./app/providers/commands.ts');
}

/** See app/watch/commands.ts. */
export function watchCommands(): Promise<typeof import('./app/watch/commands.ts')> {
  return import('./app/watch/commands.ts');
}

/** See app/forget/commands.ts. */
export function forgetCommands(): Promise<typeof import('./app/forget/commands.ts')> {
  return import('./app/forget/commands.ts');
}
