// The library door `docent/search`: searching a data folder, without what crawls and reads pages.
export {
  type Answer,
  type AnswerOptions,
  answer,
  type Facet,
  type FoundChunk,
  type OpenSearchOptions,
  openSearch,
  type Passage,
  type QueryTokenView,
  type Quotation,
  type ScorePart,
  type Search,
  type SearchAnswer,
  type SearchFacets,
  type SearchOptions,
  type SearchResult,
  search,
  type UnderstoodQuery,
} from './app/search/search.ts';
export { DocentError, type ErrorCode } from './core/errors.ts';
