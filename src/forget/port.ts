// The port of forgetting (C5): what would be removed, counted before anything is, the removal, and what it leaves.

/** A store that can forget pages, paths and providers. Every method throws DOC_STORE for data that cannot be read. */
export interface Forgetting {
  /** Counts what `forget` would remove, and lists at most `most` of the URLs; changes nothing, also beside a crawl. */
  preview(target: Forgettable, most: number): Promise<ForgetPreview>;
  /**
   * Removes what matches and all its traces, writes its receipt and leaves no byte of it in the data: step by step, as they are
   * taken; the last item is how it ended. A kill at any moment, or a caller that takes no more steps, is made good by doing it again,
   * and the receipt is written once. Throws DOC_STORE_BUSY while a crawl runs, DOC_STORE_FULL where there is no space to write the data anew.
   */
  forget(target: Forgettable, options: ForgetOptions): AsyncIterable<ForgetStep | Forgotten>;
  /** Removals that began and were not finished. */
  unfinished(): Promise<readonly Pick<Receipt, 'kind' | 'what'>[]>;
  /** Takes the terms of replaced and removed pages out of the index, if any are left there. False while a crawl runs. */
  cleanLeftTerms(): Promise<boolean>;
  /** Copies that docent itself has put beside the data, before an update or a restore. */
  copiesBeside(): Promise<readonly string[]>;
  /** The receipts of what was forgotten, the oldest first. */
  receipts(): Promise<readonly Receipt[]>;
}

/** The counts of what would be forgotten. */
export interface ForgetPreview {
  readonly removed: RemovedCounts;
  /** The first of its URLs, in the order of their numbers. */
  readonly urls: readonly string[];
  /** The counts of an interrupted attempt; the receipt will count both. */
  readonly before?: RemovedCounts | undefined;
  /** The providers of the URLs. */
  readonly providers: readonly string[];
  /** Kept answers of Context7 and kept questions that name it, and are removed with it. */
  readonly mentions: number;
  /** Other URLs with the same text that were taken for copies: the next crawl may store one of them instead. */
  readonly copies: number;
}

/** What is to be forgotten (C5): one page, a path with all that lies below it, or all that a provider has brought. */
export type Forgettable =
  | ForgettablePlace
  | { readonly kind: 'provider'; readonly what: string; readonly provider: string };

/** A page or a path; which URLs it means is decided by `isToForget` (decide/to-forget.ts). */
export interface ForgettablePlace {
  readonly kind: 'url' | 'path';
  /** The name on the receipt. */
  readonly what: string;
  /** The host of each of its URLs, as in a key; each contains it. */
  readonly host: string;
  /** As in a key; of a path '' where it is all of the host. */
  readonly path: string;
  /** Only the page with this query; empty: with any. */
  readonly query: string;
  /** U8: the template of the path; the path itself, where nothing in it varies. */
  readonly template: string;
  /** Whether `www.example.com` and `example.com` are one host. */
  readonly stripWww: boolean;
}

/** How much of each is removed; `links` are those of other pages that lead there, `robots` kept robots.txt files. */
export type RemovedCounts = Receipt['removed'];

/** A receipt without its number and its digest. */
export type ReceiptFields = Omit<Receipt, 'id' | 'digest'>;

export interface ForgetOptions {
  readonly now: number;
  /** U10: the patterns that are never fetched again. */
  readonly block: readonly { readonly pattern: string; readonly reason: string }[];
  /** A receipt is written also where nothing was stored. */
  readonly always?: boolean | undefined;
}

/** What is done next, and how many URLs this attempt has removed so far. */
export interface ForgetStep {
  readonly step: 'rows' | 'mentions' | 'index' | 'file';
  readonly urls: number;
}

export interface Forgotten {
  /**
   * `nothing`: there was nothing to remove; `unwiped`: all rows are removed, but a connection still reads an older state, so that
   * its bytes are in the log, and there is no receipt yet: to be done again.
   */
  readonly end: 'forgotten' | 'nothing' | 'unwiped';
  /** The counts of all that was removed, interrupted attempts included. */
  readonly removed: RemovedCounts;
  /** The receipt, written now or, where nothing was left, by an earlier attempt. */
  readonly receipt?: Receipt | undefined;
}

/** Takes all steps of a removal, and returns how it ended. */
export async function takeSteps(
  steps: AsyncIterable<ForgetStep | Forgotten>,
  onStep: (step: ForgetStep) => void = () => {},
): Promise<Forgotten> {
  for await (const step of steps) {
    if ('end' in step) return step;
    onStep(step);
  }
  throw new Error('a removal has no end');
}

/** The record of a removal, kept for good: counts and a name, never text. */
export interface Receipt {
  readonly id: number;
  readonly at: number;
  readonly what: string;
  readonly kind: 'url' | 'path' | 'provider';
  readonly removed: Readonly<Record<'urls' | 'pages' | 'chunks' | 'versions' | 'links' | 'robots', number>>;
  readonly blocked: boolean;
  /** Hex digest of the receipt before it and of this one's fields: a chain that shows which receipts are missing. */
  readonly digest: string;
}
