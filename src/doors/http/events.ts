// Live events as Server-Sent Events: a client that comes back with Last-Event-ID misses nothing the ring still holds.
import { setInterval as every } from 'node:timers';
import { printable } from '../../core/printable.ts';
import { shownData } from '../../core/url/shown-url.ts';
import type { CrawlEvent } from '../../crawl/run/events.ts';
import type { Broadcast } from '../../crawl/run/hub.ts';

const KEEP_ALIVE_MS = 15_000;
/** How soon the stream of a caller ends who may not have it any more. */
const CHECK_MS = 2_000;
const RECONNECT_MS = 2_000;
const encoder = new TextEncoder();

/** Which events a listener gets. */
export interface EventChoice {
  /** The id after which it goes on; without it, it gets what comes from now on. */
  readonly after?: string | undefined;
  readonly provider?: string | undefined;
  readonly types?: readonly string[] | undefined;
}

/**
 * The stream of a hub. It pulls: an event is read from the ring when the client has taken the one before, so a slow client costs no
 * memory, and gets a gap where it was overrun. It ends with the signal, the client or the hub, and
 * when `isStill` is false: the caller's token or session has ended.
 */
export function eventStream(
  hub: Broadcast<CrawlEvent>,
  choice: EventChoice,
  signal: AbortSignal,
  isStill: () => boolean = () => true,
): Response {
  const ended = new AbortController();
  const stop = (): void => ended.abort();
  signal.addEventListener('abort', stop, { once: true });
  let timer: NodeJS.Timeout | undefined;
  const watch = every(() => {
    if (!isAdmitted(isStill)) stop();
  }, CHECK_MS).unref();
  const events = hub.subscribe({ after: choice.after ?? hub.lastId, signal: ended.signal })[Symbol.asyncIterator]();
  const finish = async (): Promise<void> => {
    clearInterval(timer);
    clearInterval(watch);
    signal.removeEventListener('abort', stop);
    ended.abort();
    await events.return?.();
  };
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        // A client that comes back keeps its own id until it has what it missed: the connection may end before that.
        const id = choice.after === undefined ? `id: ${hub.lastId}\n` : '';
        controller.enqueue(encoder.encode(`retry: ${RECONNECT_MS}\n${id}: docent\n\n`));
        timer = every(() => {
          // A comment for proxies that end idle connections; none for a client that does not read.
          if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(': \n\n'));
        }, KEEP_ALIVE_MS).unref();
      },
      async pull(controller) {
        for (;;) {
          const next = await events.next();
          if (next.done === true) {
            await finish();
            controller.close();
            return;
          }
          const { id, event } = next.value;
          if (!isChosen(event, choice)) continue;
          controller.enqueue(encoder.encode(message(id, event)));
          return;
        }
      },
      cancel: finish,
    },
    { highWaterMark: 16 },
  );
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      // nginx passes it on at once.
      'x-accel-buffering': 'no',
    },
  });
}

/** A list of tokens that cannot be read admits nobody. */
function isAdmitted(isStill: () => boolean): boolean {
  try {
    return isStill();
  } catch {
    return false;
  }
}

function isChosen(event: CrawlEvent, { provider, types }: EventChoice): boolean {
  if (event.type === 'gap') return true;
  if (types !== undefined && types.length > 0 && !types.includes(event.type)) return false;
  return provider === undefined || !('provider' in event) || event.provider === provider;
}

function message(id: string, event: CrawlEvent): string {
  // JSON has no line ends of its own, so that one data line is the whole event.
  return `id: ${id}\nevent: ${event.type}\ndata: ${printable(JSON.stringify(shownData(event)))}\n\n`;
}
