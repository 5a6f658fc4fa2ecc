// F4: the requests an in-memory ledger remembers, for the rolling budgets.
import type { CountedRequests } from '../../frontier/port-requests.ts';
import type { MemoryData } from './records.ts';

const DAY_MS = 86_400_000;

/** Requests after a time, over all hosts or to one, and the first of them. */
export function requestsSince({ requests }: MemoryData, since: number, host?: string): CountedRequests {
  const times = requests
    .filter((request) => request.at > since && (host === undefined || request.host === host))
    .map(({ at }) => at);
  return { count: times.length, oldest: times.length === 0 ? undefined : Math.min(...times) };
}

/** Counts a request, and forgets those of more than a day ago. */
export function countRequest(data: MemoryData, host: string, at: number): void {
  data.requests = [...data.requests.filter((request) => request.at >= at - DAY_MS), { at, host }];
}
