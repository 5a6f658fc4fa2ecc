// Where pages are kept, as plain data: a thread or another process opens the same store by it.
import { DocentError } from './errors.ts';

/** A place that an engine of the store opens. */
export type StoreAddress = {
  readonly kind: 'sqlite';
  /** An absolute path. */
  readonly folder: string;
};

/** The error where nothing was crawled into a store yet. */
export function nothingCrawled(name: string): DocentError {
  return new DocentError(
    'DOC_STORE',
    `there is no crawl in ${name}: run "docent crawl" first, or name its folder with --data`,
  );
}
