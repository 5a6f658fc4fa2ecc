// One request to Context7 to its end: the table has the meaning of each status, outages are tried again, and the breaker learns of it.
import { parseBoundedJson } from '../core/bounded-json.ts';
import type { ReasonName } from '../core/reasons.ts';
import { channelBounds, isEmpty, readProblem } from './answers.ts';
import type { ChannelMemory } from './port.ts';
import { movedTo } from './requests.ts';
import {
  answered,
  type Headers,
  hadOutage,
  limited,
  newService,
  refusalOf,
  type ServiceState,
  switchedOff,
} from './service-state.ts';
import { statusRow } from './statuses.ts';

/** An answer of the API, of any status; redirects are not followed, and their bodies are read. */
export interface ChannelReply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** Sends one GET to the API. Throws where there is no complete answer, with a message that holds neither question nor key. */
export type ChannelGet = (
  url: string,
  request: { readonly timeoutMs: number; readonly maxBytes: number; readonly signal?: AbortSignal | undefined },
) => Promise<ChannelReply>;

export interface ChannelNeeds {
  /** Where the API is, such as https://context7.com. */
  readonly base: string;
  readonly get: ChannelGet;
  readonly memory: ChannelMemory;
  readonly now: () => number;
  /** Rejects when the signal ends it. */
  readonly pause: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
  readonly random: () => number;
  /** Ends waits and requests, with its reason; what was cut off is no outage. */
  readonly signal?: AbortSignal | undefined;
  /** Takes out of a text what must not be kept or shown: addresses (E5), the key (H1). */
  readonly clean: (text: string) => string;
  /** Which pages are on the blocklist now (U10); left out: none. */
  readonly blocked?: (() => Promise<(url: string) => boolean>) | undefined;
  /** Called for each answer that only the operator can do something about. */
  readonly alert?: ((detail: string) => void) | undefined;
}

/** Time-out and retries of a request. */
export interface RetryPolicy {
  readonly timeoutMs: number;
  /** Waits before further tries after an outage. */
  readonly delays: readonly number[];
}

/** Questions are interactive; checks run in the background. */
export const retryPolicies = Object.freeze({
  question: Object.freeze({ timeoutMs: 3_000, delays: Object.freeze([300]) }),
  check: Object.freeze({ timeoutMs: 15_000, delays: Object.freeze([1_000, 4_000]) }),
} as const satisfies Record<string, RetryPolicy>);

export type ChannelReason = Extract<ReasonName, `channel:${string}`>;

/** How a request ended, after its retries. */
export type RequestEnd =
  | { readonly kind: 'read'; readonly body: Uint8Array }
  /** The library moved; `to` is undefined where the target is unknown. */
  | { readonly kind: 'moved'; readonly to: string | undefined }
  | NoAnswer;

export interface NoAnswer {
  readonly kind: 'none';
  readonly by: ChannelReason;
  readonly detail: string;
  /** Whether it is about the library, or about Context7 as a whole: then nothing was learnt about the library. */
  readonly about: 'library' | 'service';
}

/** Sends a request, unless the breaker is open or the channel is off. Throws nothing but what the memory does, and the signal's reason. */
export async function askApi(path: string, how: RetryPolicy, needs: ChannelNeeds): Promise<RequestEnd> {
  const { memory, now, base, pause, random, signal } = needs;
  const state = (await memory.service()) ?? newService;
  const refusal = refusalOf(state, now());
  if (refusal !== undefined)
    return noAnswer(refusal.kind === 'off' ? 'channel:off' : 'channel:limited', refusal.detail, 'service');
  const url = new URL(path, base).href;
  for (let tries = 0; ; tries++) {
    const end = await attempt(url, how.timeoutMs, state, needs);
    if (typeof end !== 'string') return end;
    const delay = how.delays[tries];
    if (delay === undefined) {
      await memory.keepService(hadOutage(state, end, now()));
      return noAnswer('channel:outage', end, 'service');
    }
    await pause(Math.round(delay * (1 + random())), signal);
  }
}

/** One request; returns a text for an outage. */
async function attempt(
  url: string,
  timeoutMs: number,
  state: ServiceState,
  needs: ChannelNeeds,
): Promise<RequestEnd | string> {
  let reply: ChannelReply;
  try {
    reply = await needs.get(url, { timeoutMs, maxBytes: channelBounds.octets, signal: needs.signal });
  } catch (error) {
    needs.signal?.throwIfAborted();
    return error instanceof Error ? error.message : String(error);
  }
  return endOf(reply, state, needs);
}

async function endOf(
  { status, headers, body }: ChannelReply,
  state: ServiceState,
  { memory, now, base, alert, clean }: ChannelNeeds,
): Promise<RequestEnd | string> {
  const { action, means, scope } = statusRow(status);
  const said = action === 'read' ? {} : readProblem(body, clean);
  const detail = `${means} (status ${status}${said.message === undefined ? '' : `: ${said.message}`})`;
  if (action === 'outage') return detail;
  // A proxy's page, or half an answer.
  if (action === 'read' && !isEmpty(body) && !isJson(body)) return 'Context7 sent something that is not JSON';
  const next =
    action === 'limited'
      ? limited(state, headers, detail, now())
      : scope === 'service'
        ? switchedOff(state, detail, now())
        : answered(state, headers, now());
  await memory.keepService(next);
  if (action === 'off') alert?.(detail);
  switch (action) {
    case 'read':
      return { kind: 'read', body };
    case 'moved':
      return { kind: 'moved', to: movedTo(said.redirectUrl, base) };
    default:
      return noAnswer(`channel:${action}`, detail, action === 'limited' ? 'service' : (scope ?? 'library'));
  }
}

/** No answer, and why. */
export function noAnswer(by: ChannelReason, detail: string, about: NoAnswer['about']): NoAnswer {
  return { kind: 'none', by, detail, about };
}

function isJson(body: Uint8Array): boolean {
  try {
    parseBoundedJson(body, channelBounds);
    return true;
  } catch {
    return false;
  }
}
