// The port of questions that found nothing: counted beside a crawl, listed for the operator, never sent anywhere.

/** At most this many different questions are kept; the least recent leave. */
export const mostQuestions = 1_000;

/** A question as it was asked, already without what must not be kept of it. */
export interface AskedQuestion {
  readonly text: string;
  /** What it was held to: the id of a provider, or several with `, ` between them. */
  readonly library?: string | undefined;
  /** Pages that were found. */
  readonly found: number;
  readonly at: number;
}

/** A question that found nothing at least once. */
export interface KeptQuestion {
  readonly text: string;
  readonly library?: string | undefined;
  /** How often it found nothing. */
  readonly times: number;
  readonly firstAt: number;
  readonly lastAt: number;
  /** Pages it found at best, when it was asked again. */
  readonly found: number;
}

export interface QuestionFilter {
  /** Only those held to this provider, among others or alone. */
  readonly library?: string | undefined;
}

/** Each write is one short transaction, beside a running crawl too. Every method rejects with DOC_STORE for data that cannot be used. */
export interface KeptQuestions {
  /**
   * Counts a question that found nothing; of one that found something only the most pages are noted, and only where it is
   * kept. Two are the same with the same text and the same library. True when something was written.
   */
  note(question: AskedQuestion): Promise<boolean>;
  /** The most frequent first, then the latest; at most `limit`. */
  list(filter: QuestionFilter & { readonly limit: number }): Promise<readonly KeptQuestion[]>;
  count(filter?: QuestionFilter): Promise<number>;
  /** Removes them for good, and returns how many there were. */
  clear(filter?: QuestionFilter): Promise<number>;
  close(): Promise<void>;
}
