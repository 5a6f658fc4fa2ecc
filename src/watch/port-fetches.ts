// What became of page requests, hour by hour, over the last days: what charts show.

/** Requests for pages in one hour. */
export interface HourCounts {
  /** When the hour began. */
  readonly at: number;
  /** All of them. */
  readonly fetched: number;
  /** Those that found a page as it was. */
  readonly unchanged: number;
  /** Those that found a page new, changed or removed. */
  readonly changed: number;
  /** Those that found nothing usable; some are made again. */
  readonly failed: number;
}

/** Hours are kept this long. */
export const HOURS_KEPT_MS = 8 * 86_400_000;
export const HOUR_MS = 3_600_000;

export interface HoursReader {
  /** Hours with a request that began since then, the earliest first, of one provider or of all. A folder of an earlier version has none. */
  hours(filter: { readonly since: number; readonly provider?: string | undefined }): Promise<readonly HourCounts[]>;
}
