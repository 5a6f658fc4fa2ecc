// How a crawl goes, for people: a line that redraws on a terminal, plain lines in a pipe, JSON lines on request.

import { counted } from '../../../core/counted.ts';
import { stateText } from '../../../core/end-states.ts';
import { hideSecrets } from '../../../core/log.ts';
import { printable, printableJson } from '../../../core/printable.ts';
import type { CrawlEvent } from '../../../crawl/run/events.ts';
import { beginStatus, foldStatus, type RunStatus, visitsPerSecond } from '../../../crawl/run/status.ts';
import { cutToWidth, displayWidth, endWithin } from './display-width.ts';
import { seedFailure } from './seed-failure.ts';
import { canRedraw, columnsOf, type Screen, type Style } from './terminal.ts';
import { timeText } from './times.ts';

export type ProgressMode = 'live' | 'lines' | 'json' | 'quiet';

export interface Progress {
  event(event: CrawlEvent): void;
  /** A remark beside the events. */
  remark(text: string): void;
  /** Clears the display, so that other code can write a line; it is drawn again soon. */
  clear(): void;
  end(): void;
}

const REDRAW_MS = 100;
const ERASE = '\r\u001b[2K';
/** Clears the two lines of the display and leaves the cursor on the first. */
const CLEAR = `${ERASE}\n${ERASE}\u001b[1A\r`;

/** A listener for a run's events that prints to `out`; `live` becomes `lines` where nothing can be drawn over. */
export function createProgress(
  out: Screen,
  style: Style,
  requested: ProgressMode,
  timeZone: string,
  env: NodeJS.ProcessEnv = process.env,
): Progress {
  const mode = requested === 'live' && !canRedraw(out, env) ? 'lines' : requested;
  let status = beginStatus(Date.now());
  let drawn = false;
  const timer = mode === 'live' ? setInterval(draw, REDRAW_MS) : undefined;
  timer?.unref();

  function clear(): void {
    if (drawn) out.write(CLEAR);
    drawn = false;
  }

  function line(text: string): void {
    clear();
    out.write(`${hideSecrets(text)}\n`);
  }

  function draw(): void {
    const now = Date.now();
    const { done, errors, waiting, waitingUntil, waitingAtMost, waitingFor, hosts, current = '' } = status;
    const rate = visitsPerSecond(status, now);
    const width = (columnsOf(out) ?? 80) - 1;
    const parts: [plain: string, styled: string][] = [
      [`${done} done  ${waiting} queued`, `${style.bold(String(done))} done  ${waiting} queued`],
    ];
    const used = (): number => parts.reduce((sum, [text]) => sum + displayWidth(text) + 2, 0);
    const add = (plain: string, styled = plain): void => {
      // A line that wraps would be redrawn in the wrong place, so what does not fit is left out.
      if (used() + displayWidth(plain) <= width) parts.push([plain, styled]);
    };
    if (waitingUntil !== undefined) {
      const until = untilText(waitingUntil, waitingAtMost);
      add(until, style.note(until));
    }
    if (errors > 0) add(counted(errors, 'error'), style.bad(counted(errors, 'error')));
    add(`${rate.toFixed(1)}/s`);
    if (rate > 0 && waiting > 0 && waitingUntil === undefined) add(`about ${duration(waiting / rate)} left`);
    const room = width - used();
    if (room > 12) add(endWithin(current, room), style.dim(endWithin(current, room)));
    const head = parts.map(([, styled]) => styled).join('  ');
    const second = waitingFor === undefined ? hostLine(hosts, width, style) : style.dim(cutToWidth(waitingFor, width));
    out.write(`${ERASE}${head}\n${ERASE}${second}\u001b[1A\r`);
    drawn = true;
  }

  /** How much is kept of texts: noted once there is one. */
  let keptNote: string | undefined;
  let isKeptNoted = false;

  function untilText(until: number, atMost = false): string {
    return `waiting ${atMost ? 'at most ' : ''}until ${timeText(until, timeZone)}`;
  }

  function note(text: string): void {
    line(`${style.dim('note')}     ${style.dim(text)}`);
  }

  function visited(event: Extract<CrawlEvent, { type: 'visited' }>): void {
    if (keptNote !== undefined && !isKeptNoted && event.state === 'indexed') {
      isKeptNoted = true;
      note(keptNote);
    }
    const failure = mode === 'quiet' ? undefined : seedFailure(event);
    if (failure !== undefined) line(`${style.bad('failed')}    ${failure.url}: ${failure.text}`);
    else if (mode === 'lines' && event.state !== 'waiting')
      line(
        `${stateText(event.state, event.by).padEnd(9)} ${event.url}${event.state === 'indexed' ? '' : `  ${event.by}${event.detail && `: ${event.detail}`}`}`,
      );
    else if (mode === 'live' && event.state === 'failed')
      line(`${style.bad('failed')}  ${event.url}  ${style.dim(`${event.by}: ${event.detail}`)}`);
  }

  return {
    event(received) {
      if (mode === 'json') {
        out.write(hideSecrets(printableJson(`${JSON.stringify(received)}\n`)));
        return;
      }
      // Before colours are added: text from a page must not bring its own escape codes.
      const event = safe(received);
      status = foldStatus(status, event, Date.now());
      if (event.type === 'visited') {
        visited(event);
      } else if (event.type === 'started') {
        if (mode !== 'quiet')
          line(
            `${style.bold(event.provider)}  ${STARTED[event.how]}${event.how === 'resumed' ? `, ${event.waiting} waiting` : ''}  ${style.dim(event.scope)}`,
          );
      } else if (event.type === 'warning') {
        // The summary has it, with the command that goes on.
        if (mode === 'live' && event.by === 'cap:pages') return;
        line(`${style.note('warning')}  ${event.url === undefined ? '' : `${event.url}  `}${event.detail}`);
      } else if (event.type === 'note') {
        if (event.by === 'retain:preview') keptNote = event.detail;
        else note(event.detail);
      } else if (event.type === 'handed') {
        if (mode !== 'quiet') line(style.note(handedText(event)));
      } else if (event.type === 'paused' || event.type === 'resumed') {
        line(style.note(event.type === 'paused' ? 'paused; "docent runs resume" goes on with it' : 'goes on'));
      } else if (event.type === 'waiting' && (mode === 'lines' || (mode === 'live' && isLong(event)))) {
        line(`${style.note(untilText(event.until, event.atMost))}: ${event.detail}`);
      }
    },
    // Standard output is for JSON alone.
    remark: (text) => (mode === 'json' ? void process.stderr.write(`docent: ${text}\n`) : line(text)),
    clear,
    end() {
      clearInterval(timer);
      clear();
    },
  };
}

function handedText({ pid, providers }: Extract<CrawlEvent, { type: 'handed' }>): string {
  const what = providers.join(', ');
  if (pid === undefined) return `the other process has left ${what}; it goes on here`;
  return `process ${pid} crawls into this folder and works on ${what} as well; its warnings are in its log`;
}

/** Whether a wait is worth a line beside the display: for a host that does not answer, or a bound, and not for the gap after a request. */
function isLong({ by }: Extract<CrawlEvent, { type: 'waiting' }>): boolean {
  return by !== 'host:clock' && by !== 'host:silent';
}

/** The event with every text in it made printable. */
function safe(event: CrawlEvent): CrawlEvent {
  const texts = Object.entries(event).map(([name, value]) => [
    name,
    typeof value === 'string' ? printable(value) : value,
  ]);
  return Object.fromEntries(texts) as CrawlEvent;
}

/** The busiest hosts and what each is waiting for, as far as the line reaches. */
function hostLine(hosts: RunStatus['hosts'], width: number, style: Style): string {
  const now = Date.now();
  const parts: string[] = [];
  let used = 0;
  for (const { host, waiting, nextAt, parkedUntil, parkedBy, closing } of hosts) {
    if (waiting === 0) continue;
    const parked = parkedUntil !== undefined && parkedUntil > now;
    const next = Math.max(nextAt, closing?.until ?? 0);
    const state = parked
      ? `parked (${parkedBy ?? ''})`
      : next > now
        ? `next in ${((next - now) / 1000).toFixed(1)}s`
        : 'now';
    const text = `${printable(host)} ${waiting} queued, ${state}`;
    const columns = displayWidth(text) + 3;
    if (used + columns > width) break;
    used += columns;
    parts.push(text);
  }
  return style.dim(parts.join(' · '));
}

const STARTED = { first: 'first crawl', resumed: 'goes on where it stopped', again: 'crawled again' } as const;

/** Seconds in words: 4m 32s. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole}s`;
  if (whole < 3600) return `${Math.floor(whole / 60)}m ${whole % 60}s`;
  return `${Math.floor(whole / 3600)}h ${Math.floor((whole % 3600) / 60)}m`;
}
