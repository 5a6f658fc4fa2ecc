// The port of questions that found nothing: counted beside a crawl, listed for the operator, never sent anywhere.

/** At most this many different questions are kept; the least recent are removed. */
export const mostQuestions = 1_000;

/** A question as it was asked, already without text that must not be kept. */
export interface AskedQuestion {
  readonly text: string;
  /** The providers it was limited to: an id, or several with `, ` between them. */
  readonly library?: string | undefined;
  /** How many pages were found. */
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
  /** The most pages it found when it was asked again. */
  readonly found: number;
}

export interface QuestionFilter {
  /** Only questions limited to this provider, among others or alone. */
  readonly library?: string | undefined;
}

/** Each write is one short transaction, beside a running crawl too. Every method rejects with DOC_STORE for data that cannot be used. */
export interface KeptQuestions {
  /**
   * Counts a question that found nothing; for a question that found something only the most pages are noted, and only where it is
   * kept. Two are the same with the same text and the same library. True when something was written.
   */
  note(question: AskedQuestion): Promise<boolean>;
  /** Kept questions, the most frequent first, then the latest; at most `limit`. */
  list(filter: QuestionFilter & { readonly limit: number }): Promise<readonly KeptQuestion[]>;
  count(filter?: QuestionFilter): Promise<number>;
  /** Removes questions for good, and returns how many there were. */
  clear(filter?: QuestionFilter): Promise<number>;
  close(): Promise<void>;
}
