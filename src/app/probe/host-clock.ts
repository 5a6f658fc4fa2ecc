// F4: whose turn it is at each host, for requests outside a ledger: one at a time, with the host's gap between them.
import { DocentError } from '../../core/errors.ts';
import type { ReasonName } from '../../core/reasons.ts';
import { hostKey } from '../../core/url/host.ts';
import type { CrawlPolicy } from '../../crawl/run/policy.ts';
import { holdOf } from '../../crawl/visit/answers.ts';
import type { Http } from '../../fetch/http.ts';
import type { PageFetch } from '../../fetch/page.ts';
import { gapAfter } from '../../frontier/politeness.ts';
import type { Turn, Turns } from '../../frontier/port.ts';
import type { SpendBounds, Wait } from '../../frontier/port-requests.ts';
import { type RobotsGet, RobotsPostponed } from '../../robots/get.ts';
import { CallerPatience, Line, NotYet } from './host-clock-line.ts';

/** What a request passes before it is made, beside the gap of its host. */
export interface RequestLimits {
  readonly patience: CallerPatience;
  /** Where turns are taken that hold for others, too; without it only this clock knows of the request. */
  readonly turns?: Turns | undefined;
  /** What the request is counted in and held by. */
  readonly bounds?: SpendBounds | undefined;
  /** Throws NotYet for a wait that is too long, however much patience is left; the gap of the host never is. */
  readonly refuse?: ((host: string, wait: Wait) => void) | undefined;
  /** Lets the request in where only a few may be made at once, whichever hosts they lead to. */
  readonly room?: (<T>(task: () => Promise<T>) => Promise<T>) | undefined;
}

/** What an answer reveals about its host. */
export interface Answered {
  /** For this long it must not be requested. */
  readonly holdMs?: number | undefined;
  /** F8: whether it counts as an error of the host. */
  readonly error?: boolean | undefined;
}

/** One request. */
export interface PacedRequest<T> {
  readonly url: string;
  readonly gap: () => number;
  /** How long it may take at most. */
  readonly mostMs: number;
  readonly task: () => Promise<T>;
  readonly answered?: ((result: T) => Answered) | undefined;
}

/** Unlimited patience, and no further limits. */
const patient: RequestLimits = Object.freeze({ patience: new CallerPatience() });
/** A turn lasts this much longer than its request may take. */
const SLACK_MS = 15_000;
/** Callers that wait for the same moment come at most this much later, so that each is first at times. */
const FAIR_MS = 40;
const PAGE_MS = 30_000;
const SITEMAP_MS = 120_000;

interface HostTurns {
  readonly line: Line;
  /** When the last answer ended, on the monotonic clock. */
  answered: number;
  /** The gap that was kept last. */
  gapMs: number;
  hold: Hold | undefined;
  /** The last turn, and when its answer ended. */
  last: { readonly turn: Turn; readonly at: number } | undefined;
}

interface Hold {
  /** On the monotonic clock. */
  readonly until: number;
  readonly by: ReasonName;
  readonly detail: string;
}

export class HostClock {
  readonly #mostHosts: number;
  /** Ordered by last request, the latest last. */
  readonly #hosts = new Map<string, HostTurns>();

  constructor(mostHosts = 1_000) {
    this.#mostHosts = mostHosts;
  }

  /** How many hosts are remembered. */
  get size(): number {
    return this.#hosts.size;
  }

  /**
   * Makes a request when its host's turn has come. Throws NotYet where that takes longer than the caller waits: at once where
   * that is known.
   */
  async request<T>({ url, gap, mostMs, task, answered }: PacedRequest<T>, limits: RequestLimits): Promise<T> {
    const host = hostKey(url);
    const turns = this.#turnsOf(host);
    const { patience, refuse, room = (inside) => inside() } = limits;
    const ahead = turns.line.length;
    const inLine = (): Wait => {
      const detail = `${host} gets one request at a time, and others come first`;
      return { until: Date.now() + Math.max(ahead, 1) * gap(), by: TURN, detail };
    };
    // Each of those before it is followed by a gap.
    if (ahead > 0 && ahead * gap() > patience.leftMs) throw new NotYet(inLine());
    const send = async (): Promise<{ readonly result: T } | { readonly wait: Wait }> => {
      const gapMs = gap();
      const wish = { gapMs, lifetimeMs: mostMs + SLACK_MS, bounds: limits.bounds };
      const { turn, wait } = (await limits.turns?.takeTurn(host, wish)) ?? {};
      if (wait !== undefined) return { wait };
      let news: Answered = {};
      try {
        // A process that was stopped in between may have lost its turn to another.
        if (turn !== undefined && Date.now() >= turn.until - mostMs) return { wait: { ...inLine(), until: 0 } };
        const result = await task();
        news = answered?.(result) ?? {};
        return { result };
      } catch (error) {
        if (error instanceof DocentError && !error.isOurs) news = { error: error.retry };
        throw error;
      } finally {
        turns.answered = performance.now();
        if (turn !== undefined) {
          const at = Date.now();
          turns.last = { turn, at };
          const after = gap();
          const nextAt = at + Math.max(after, news.holdMs ?? 0);
          await limits.turns?.endTurn(turn, { nextAt, gapMs: after, error: news.error });
        }
      }
    };
    return turns.line.run(
      async () => {
        for (;;) {
          await this.#wait(host, turns, gap(), limits);
          const sent = await room(send);
          if ('result' in sent) return sent.result;
          refuse?.(host, sent.wait);
          const ms = Math.max(0, sent.wait.until - Date.now());
          await patience.pass(sent.wait, Math.min(ms + Math.random() * FAIR_MS, Math.max(ms, patience.leftMs)));
        }
      },
      patience,
      inLine,
    );
  }

  /** What was learnt from an answer after its turn: a longer gap, or a pause; it runs from that answer on. */
  async learnt(url: string, gapMs: number, holdUntil: number, { turns }: RequestLimits): Promise<void> {
    const { last } = this.#turnsOf(hostKey(url));
    if (last !== undefined) await turns?.endTurn(last.turn, { nextAt: Math.max(last.at + gapMs, holdUntil), gapMs });
  }

  /** The host gets no request for this long. */
  hold(url: string, ms: number, by: ReasonName, detail: string): void {
    const turns = this.#turnsOf(hostKey(url));
    const until = performance.now() + ms;
    if (ms > 0 && until > (turns.hold?.until ?? 0)) turns.hold = { until, by, detail };
  }

  /** robots.txt, in the hosts' own time; throws RobotsPostponed where that is too late. */
  robotsGet(http: Pick<Http, 'get'>, gap: (url: string) => number, limits: RequestLimits = patient): RobotsGet {
    return async (url, request) => {
      try {
        const mostMs = request.connectMs + request.readMs;
        const task = () => {
          // The time that was spent waiting is not the host's.
          const timeout = AbortSignal.timeout(mostMs);
          const { signal: stop } = limits.patience;
          const signal = stop === undefined ? timeout : AbortSignal.any([stop, timeout]);
          return http.get(url, { ...request, signal, onTooLarge: 'cut' });
        };
        return await this.request({ url, gap: () => gap(url), mostMs, task }, limits);
      } catch (error) {
        throw error instanceof NotYet ? new RobotsPostponed(error.wait) : error;
      }
    };
  }

  /** The policy's own requests, in the hosts' own time; a pause that a host requests holds for all. */
  paced(policy: CrawlPolicy, limits: RequestLimits = patient): PageFetch {
    const { signal } = limits.patience;
    const inTurn = <T extends Status>(url: string, mostMs: number, task: () => Promise<T>): Promise<T> => {
      const answered = (reply: T) => this.#noteAnswer(url, reply, policy);
      return this.request({ url, gap: () => gapOf(policy, url), mostMs, task, answered }, limits);
    };
    return {
      page: (url, request) => inTurn(url, PAGE_MS, () => policy.fetch.page(url, { signal, ...request })),
      sitemap: (url, request) => inTurn(url, SITEMAP_MS, () => policy.fetch.sitemap(url, { signal, ...request })),
    };
  }

  /** H3: 429 and 503 request a pause of the host. */
  #noteAnswer(url: string, { status, retryAfterMs }: Status, policy: CrawlPolicy): Answered {
    const holdMs = holdOf({ status, retryAfterMs }, { attempt: 0 }, policy);
    const detail = `it answered ${status}, and is left alone for ${Math.ceil((holdMs ?? 0) / 1_000)} s`;
    if (holdMs !== undefined) this.hold(url, holdMs, 'host:pause', detail);
    return { holdMs, error: status >= 500 || status === 429 };
  }

  async #wait(host: string, turns: HostTurns, gapMs: number, { patience, refuse }: RequestLimits): Promise<void> {
    turns.gapMs = gapMs;
    const gap: Hold = {
      until: turns.answered + gapMs,
      by: TURN,
      detail: `${host} gets the next request ${seconds(gapMs)} after it answered`,
    };
    for (;;) {
      const now = Date.now();
      const [own, held] = [gap, turns.hold].map((it) => it && onWall(it, now));
      if (held !== undefined && held.until > now) refuse?.(host, held);
      const longest = own !== undefined && own.until > (held?.until ?? 0) ? own : held;
      if (longest === undefined || longest.until <= now) return;
      await patience.pass(longest, longest.until - now);
    }
  }

  #turnsOf(host: string): HostTurns {
    const known = this.#hosts.get(host);
    const turns = known ?? {
      line: new Line(1),
      answered: Number.NEGATIVE_INFINITY,
      gapMs: 0,
      hold: undefined,
      last: undefined,
    };
    if (known !== undefined) this.#hosts.delete(host);
    this.#hosts.set(host, turns);
    if (known === undefined && this.#hosts.size > this.#mostHosts) this.#forgetOne(host);
    return turns;
  }

  /** The host that was left alone for longest, if nothing has to be known of it any more. */
  #forgetOne(newest: string): void {
    for (const [host, { line, answered, gapMs, hold }] of this.#hosts) {
      const isFree = answered + gapMs < performance.now() && (hold?.until ?? 0) < performance.now();
      if (line.length > 0 || !isFree || host === newest) continue;
      this.#hosts.delete(host);
      return;
    }
  }
}

/** Why nothing was requested, where an error means that: it is no answer of the host. */
export function waitOf(error: unknown): Wait | undefined {
  return error instanceof NotYet || error instanceof RobotsPostponed ? error.wait : undefined;
}

/** Who decides that a host is to be left alone for a moment. */
const TURN: ReasonName = 'host:clock';

/** What an answer without a page has in common, whatever was requested. */
interface Status {
  readonly status: number;
  readonly retryAfterMs?: number | undefined;
}

/** From the monotonic clock to wall time. */
function onWall({ until, by, detail }: Hold, now: number): Wait {
  return { until: now + Math.ceil(until - performance.now()), by, detail };
}

function seconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`;
}

/** The gap that a provider keeps at a URL's host. */
export function gapOf({ pace, robots }: CrawlPolicy, url: string): number {
  return gapAfter(pace, robots.crawlDelay(url), 1, Math.random);
}
