// The library door `docent/search`: searching a data folder, without what crawls and reads pages.
export type {
  Answer,
  AnswerOptions,
  Facet,
  FoundChunk,
  Passage,
  QueryTokenView,
  Quotation,
  ScorePart,
  Search,
  SearchAnswer,
  SearchFacets,
  SearchOptions,
  SearchResult,
  UnderstoodQuery,
} from './app/search/search.ts';
export { DocentError, type ErrorCode } from './core/errors.ts';
export { answer, type OpenSearchOptions, openSearch, search } from './doors/library/search.ts';
