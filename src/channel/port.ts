// The port of the channel's memory: what was decided for each provider, how Context7 is doing, and its answers of the last day.
import type { ReasonName } from '../core/reasons.ts';
import type { ServiceState } from './service-state.ts';

export type { ServiceState } from './service-state.ts';

/** Where a provider's documentation is taken from, and why. */
export interface ChannelDecision {
  readonly provider: string;
  readonly source: 'context7' | 'crawl';
  readonly by: ReasonName;
  readonly detail: string;
  /** The id in Context7, where one was found. */
  readonly library?: string | undefined;
  /** When Context7 made its copy. */
  readonly updatedAt?: number | undefined;
  readonly checkedAt: number;
  /** It is not looked at again before then. */
  readonly until: number;
  /** What was looked for: a decision about something else does not count. */
  readonly wanted: string;
}

/** An answer of Context7, as text that the channel writes and reads. */
export interface KeptAnswer {
  readonly key: string;
  /** The provider it belongs to: it is removed with the provider. */
  readonly provider: string;
  readonly until: number;
  readonly answer: string;
}

/** More answers are not kept; those that end first are removed. */
export const mostAnswers = 500;

/**
 * Each write is one short transaction, beside a running crawl too. Every method rejects with DOC_STORE for data that cannot be used;
 * what cannot be read any more counts as not kept.
 */
export interface ChannelMemory {
  decision(provider: string): Promise<ChannelDecision | undefined>;
  /** The last decision, by the name of the provider. */
  decisions(): Promise<readonly ChannelDecision[]>;
  /** Keeps a decision in place of the provider's last one. */
  keepDecision(decision: ChannelDecision): Promise<void>;
  /** How Context7 was doing last; undefined before the first request. */
  service(): Promise<ServiceState | undefined>;
  keepService(state: ServiceState): Promise<void>;
  /** The id that a library has moved to. */
  alias(library: string): Promise<string | undefined>;
  keepAlias(library: string, to: string): Promise<void>;
  /** A kept answer that has not ended by `now`. */
  answer(key: string, now: number): Promise<string | undefined>;
  /** Keeps an answer in place of one with the same key; those that have ended by `now` are removed. */
  keepAnswer(answer: KeptAnswer, now: number): Promise<void>;
  close(): Promise<void>;
}
