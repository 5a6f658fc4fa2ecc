// The library door: what `import … from "docent"` offers.

export type { BackupResult } from './app/backup/backup.ts';
export type { RestoreResult } from './app/backup/restore.ts';
export type { ExportFormat, ExportRecord, ExportResult, HoldReason } from './app/export/export.ts';
export type { CrawledPage, PageCrawler } from './app/probe/page-crawler.ts';
export type {
  Accounting,
  LinkOut,
  LinkRange,
  PathQuestion,
  PathStep,
  ReaderOptions,
  Reading,
  UrlFilter,
  UrlRecord,
  UrlState,
  UrlSummary,
} from './app/read/reading.ts';
export type {
  Answer,
  AnswerOptions,
  Facet,
  FoundChunk,
  Passage,
  Quotation,
  ScorePart,
  Search,
  SearchAnswer,
  SearchFacets,
  SearchOptions,
  SearchResult,
  UnderstoodQuery,
} from './app/search/search.ts';
export { ConfigError, DocentError, type ErrorCode, errorCatalogue } from './core/errors.ts';
export { resolveLink } from './core/url/fetch-url.ts';
export { type KeyPolicy, urlKey } from './core/url/key.ts';
export type { Verdict } from './core/verdict.ts';
export { version } from './core/version.ts';
export type { CrawlEvent, RunResult } from './crawl/run/events.ts';
export { type BackupOptions, backupData, restoreData } from './doors/library/backup.ts';
export { type CrawlOptions, type Docent, type DocentOptions, openDocent } from './doors/library/docent.ts';
export { type ExportOptions, exportPages, exportsOf } from './doors/library/export.ts';
export { openReader } from './doors/library/open-reader.ts';
export { createPageCrawler, type PageCrawlerOptions } from './doors/library/page-crawler.ts';
export { answer, type OpenSearchOptions, openSearch, search } from './doors/library/search.ts';
export { createRobotsChecker, dialects, parseRobots } from './robots.ts';
export { presets } from './seed/presets.ts';
export type { Provider } from './seed/provider.ts';
export { loadSettings, type Settings } from './settings.ts';
