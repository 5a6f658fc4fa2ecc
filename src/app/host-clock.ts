// F4: whose turn it is at each host, for requests that no ledger leads: one at a time, with the host's gap between them.
import type { ReasonName } from '../core/reasons.ts';
import { hostKey } from '../core/url/host.ts';
import type { CrawlPolicy } from '../crawl/policy.ts';
import type { Http } from '../fetch/http.ts';
import type { PageFetch, PageReply } from '../fetch/page.ts';
import { gapAfter } from '../frontier/politeness.ts';
import type { Wait } from '../frontier/port-requests.ts';
import { type RobotsGet, RobotsPostponed } from '../robots/get.ts';
import { Line, NotYet, Patience } from './host-clock-line.ts';

/** What a request passes before it is made, beside the gap of its host. */
export interface Manners {
  readonly patience: Patience;
  /** Why nobody may ask the host now, and until when; asked whenever the turn has come, until there is no reason. */
  readonly hold?: ((host: string) => Promise<Wait | undefined>) | undefined;
  /** Told of the answer to a page before the host's next turn. */
  readonly answered?: ((url: string, reply: PageReply, policy: CrawlPolicy) => void) | undefined;
  /** Makes the request, at last. */
  readonly start?: (<T>(host: string, request: () => Promise<T>) => Promise<T>) | undefined;
}

/** As long as it takes, and nothing else in the way. */
const patient: Manners = Object.freeze({ patience: new Patience() });

interface HostTurns {
  readonly line: Line;
  /** When the last answer ended, on the monotonic clock. */
  answered: number;
  /** The gap that was kept last. */
  gapMs: number;
  hold: Hold | undefined;
}

interface Hold {
  /** On the monotonic clock. */
  readonly until: number;
  readonly by: ReasonName;
  readonly detail: string;
}

export class HostClock {
  readonly #mostHosts: number;
  /** The host that was asked last is the last. */
  readonly #hosts = new Map<string, HostTurns>();

  constructor(mostHosts = 1_000) {
    this.#mostHosts = mostHosts;
  }

  /** How many hosts are remembered. */
  get size(): number {
    return this.#hosts.size;
  }

  /**
   * Makes a request when its host's turn has come. Throws NotYet where that takes longer than the caller waits: at once, as far as
   * it can be told.
   */
  async request<T>(url: string, gap: () => number, manners: Manners, task: () => Promise<T>): Promise<T> {
    const host = hostKey(url);
    const turns = this.#turnsOf(host);
    const { patience, start = (_, request) => request() } = manners;
    const ahead = turns.line.length;
    const inLine = (): Wait => {
      const detail = `${host} is asked one thing at a time, and others come first`;
      return { until: Date.now() + Math.max(ahead, 1) * gap(), by: TURN, detail };
    };
    // Each of those before it is followed by a gap.
    if (ahead > 0 && ahead * gap() > patience.leftMs) throw new NotYet(inLine());
    return turns.line.run(
      async () => {
        await this.#wait(host, turns, gap(), manners);
        return start(host, async () => {
          try {
            return await task();
          } finally {
            turns.answered = performance.now();
          }
        });
      },
      patience,
      inLine,
    );
  }

  /** Nobody asks the host for so long. */
  hold(url: string, ms: number, by: ReasonName, detail: string): void {
    const turns = this.#turnsOf(hostKey(url));
    const until = performance.now() + ms;
    if (ms > 0 && until > (turns.hold?.until ?? 0)) turns.hold = { until, by, detail };
  }

  /** robots.txt, in the hosts' own time; throws RobotsPostponed where that is too late. */
  robotsGet(http: Pick<Http, 'get'>, gap: (url: string) => number, manners: Manners = patient): RobotsGet {
    return async (url, request) => {
      try {
        return await this.request(
          url,
          () => gap(url),
          manners,
          () => {
            // The time that was spent waiting is not the host's.
            const timeout = AbortSignal.timeout(request.connectMs + request.readMs);
            const { signal: stop } = manners.patience;
            const signal = stop === undefined ? timeout : AbortSignal.any([stop, timeout]);
            return http.get(url, { ...request, signal, onTooLarge: 'cut' });
          },
        );
      } catch (error) {
        throw error instanceof NotYet ? new RobotsPostponed(error.wait) : error;
      }
    };
  }

  /** The policy's own requests, in the hosts' own time. */
  paced(policy: CrawlPolicy, manners: Manners = patient): PageFetch {
    const { signal } = manners.patience;
    const inTurn = <T>(url: string, task: () => Promise<T>): Promise<T> =>
      this.request(url, () => gapOf(policy, url), manners, task);
    return {
      page: (url, ask) =>
        inTurn(url, async () => {
          const reply = await policy.fetch.page(url, { signal, ...ask });
          manners.answered?.(url, reply, policy);
          return reply;
        }),
      sitemap: (url, ask) => inTurn(url, () => policy.fetch.sitemap(url, { signal, ...ask })),
    };
  }

  async #wait(host: string, turns: HostTurns, gapMs: number, { patience, hold }: Manners): Promise<void> {
    turns.gapMs = gapMs;
    const gap: Hold = {
      until: turns.answered + gapMs,
      by: TURN,
      detail: `${host} is asked again ${seconds(gapMs)} after it answered`,
    };
    for (;;) {
      const now = Date.now();
      const own = [gap, turns.hold].flatMap((it) =>
        it ? [{ ...it, until: now + Math.ceil(it.until - performance.now()) }] : [],
      );
      const others = await hold?.(host);
      const longest = [...own, ...(others === undefined ? [] : [others])].reduce((one, other) =>
        other.until > one.until ? other : one,
      );
      if (longest.until <= now) return;
      await patience.pass(longest, longest.until - now);
    }
  }

  #turnsOf(host: string): HostTurns {
    const known = this.#hosts.get(host);
    const turns = known ?? { line: new Line(1), answered: Number.NEGATIVE_INFINITY, gapMs: 0, hold: undefined };
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

/** Who decides that a host is to be left alone for a moment. */
const TURN: ReasonName = 'host:clock';

function seconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`;
}

/** The gap that a provider keeps at a URL's host. */
export function gapOf({ pace, robots }: CrawlPolicy, url: string): number {
  return gapAfter(pace, robots.crawlDelay(url), 1, Math.random);
}
