// M4: incidents of every run are logged, however it was started and whether or not its events have a listener.
import type { Log } from '../../core/log.ts';
import { isOfFamily } from '../../core/reasons.ts';
import { endOfSpelling } from '../../core/spelling.ts';
import type { CrawlEvent } from './events.ts';

/** How incidents reach the log. */
export interface Incidents {
  readonly log: Log;
  /** The listener prints warnings and notes on the terminal that the log goes to: they are not written there a second time. */
  readonly arePrinted?: boolean | undefined;
}

const NOT_MODIFIED = 304;

/** Logs an event if it is an incident: warnings at WARN; robots refusals, notes and waits for a request budget at INFO; redirects and errors at DEBUG. */
export function logIncident(event: CrawlEvent, { log, arePrinted = false }: Incidents): void {
  if (event.type === 'warning') {
    const { provider, by, url, detail } = event;
    if (!arePrinted) log.warn({ provider, by, ...(url !== undefined && { url }) }, detail);
  } else if (event.type === 'visited') {
    const { provider, by, url, detail, state, status } = event;
    if (status !== undefined && status >= 300 && status !== NOT_MODIFIED)
      log.debug({ provider, status, state, by, url }, 'page.answer');
    const isEnd = state === 'blocked' || state === 'failed';
    // U13: another spelling has its turn; the refusal is logged all the same.
    const endedBy = isEnd ? by : by === 'frontier:spelling' ? endOfSpelling(detail) : '';
    if (isOfFamily(endedBy, 'robots')) log.info({ provider, by, url, detail }, 'robots.refused');
  } else if (event.type === 'note') {
    const { provider, by, detail } = event;
    if (!arePrinted) log.info({ provider, by }, detail);
  } else if (event.type === 'waiting' && isOfFamily(event.by, 'budget')) {
    // The gaps between requests are waits, too, but nothing that an operator has to know.
    const { by, detail, until } = event;
    log.info({ by, until: new Date(until).toISOString() }, detail);
  }
}
