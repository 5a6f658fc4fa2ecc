// X4: what an answer of GitHub's API means for the run: read, unchanged, wait until then, refused, or an outage.
import { type JsonBounds, parseBoundedJson } from '../../core/bounded-json.ts';
import { isMap } from '../../core/decode.ts';

/** An answer, of any status. */
export interface GitHubReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Uint8Array;
}

export type AnswerMeaning =
  | { readonly kind: 'read' }
  | { readonly kind: 'same' }
  | { readonly kind: 'moved'; readonly to: string }
  /** Nothing is to be requested before then. */
  | { readonly kind: 'limited'; readonly until: number; readonly detail: string }
  /** The repository is not there, or not for us: the same request will not succeed later. */
  | { readonly kind: 'refused'; readonly detail: string }
  | { readonly kind: 'outage'; readonly detail: string };

/** GitHub's advice where it sends no time. */
const USUAL_PAUSE_MS = 60_000;
const LEAST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 86_400_000;
const MOST_WORDS = 200;

/** What an answer means; `clean` takes the token out of GitHub's message. Never throws. */
export function answerMeaning(
  reply: GitHubReply,
  now: number,
  clean: (text: string) => string = (text) => text,
): AnswerMeaning {
  const { status } = reply;
  if (status === 304) return { kind: 'same' };
  if (status >= 200 && status < 300) return { kind: 'read' };
  const location = headerOf(reply, 'location');
  if ([301, 302, 303, 307, 308].includes(status))
    return location === undefined
      ? { kind: 'refused', detail: `GitHub answered ${status} without a Location` }
      : { kind: 'moved', to: location };
  const detail = `GitHub answered ${status}${saidIn(reply, clean)}`;
  const pauseMs = status === 403 || status === 429 ? pauseOf(reply, now) : undefined;
  if (pauseMs !== undefined) {
    const until = now + Math.min(Math.max(pauseMs, LEAST_PAUSE_MS), LONGEST_PAUSE_MS);
    return { kind: 'limited', until, detail };
  }
  return status >= 500 ? { kind: 'outage', detail } : { kind: 'refused', detail };
}

/** Milliseconds to wait; undefined where the answer is not about a limit. */
function pauseOf(reply: GitHubReply, now: number): number | undefined {
  const after = headerOf(reply, 'retry-after') ?? '';
  if (/^\d{1,9}$/.test(after)) return Number(after) * 1000;
  const reset = headerOf(reply, 'x-ratelimit-reset') ?? '';
  if (headerOf(reply, 'x-ratelimit-remaining') === '0' && /^\d{1,12}$/.test(reset)) {
    // By the server's clock, so that ours may be wrong.
    const sent = Date.parse(headerOf(reply, 'date') ?? '');
    return Number(reset) * 1000 - (Number.isNaN(sent) ? now : sent);
  }
  return reply.status === 429 || /rate limit/i.test(saidIn(reply, (text) => text)) ? USUAL_PAUSE_MS : undefined;
}

/** An error of GitHub's API is a few lines. */
const saidBounds: JsonBounds = Object.freeze({ octets: 100_000, depth: 8, values: 1_000 });

/** The message of an error, in brackets. */
function saidIn({ body }: GitHubReply, clean: (text: string) => string): string {
  try {
    const said = parseBoundedJson(body, saidBounds);
    const message = isMap(said) && typeof said.message === 'string' ? said.message : '';
    return message === '' ? '' : ` (${clean(message).slice(0, MOST_WORDS).toWellFormed()})`;
  } catch {
    return '';
  }
}

/** A header that was sent once, or its first value. */
export function headerOf({ headers }: GitHubReply, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : value?.[0];
}
