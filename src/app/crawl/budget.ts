// F4: the operator's bounds on requests, the same for crawls and for looks.
import type { Budget, SpendBounds } from '../../frontier/port-requests.ts';
import type { Settings } from '../../settings.ts';

/** The bound of `politeness: careful` on requests to one host in one run. */
const CAREFUL_REQUESTS = 500;

/** The bounds on requests; `careful` is the old etiquette. */
export function budgetOf({ options }: Pick<Settings, 'options'>): Budget {
  return {
    perHour: options.requests_per_hour,
    perDay: options.requests_per_day,
    hostPerHour: options.host_requests_per_hour,
    hostPerDay: options.host_requests_per_day,
    hostPerRun: options.politeness === 'careful' ? CAREFUL_REQUESTS : undefined,
  };
}

/** The bounds on requests that belong to no run: what holds for a host in one run holds for it in one day. */
export function lookBounds(settings: Pick<Settings, 'options'>): SpendBounds {
  const { hostPerRun, ...budget } = budgetOf(settings);
  const most = Math.min(budget.hostPerDay ?? Number.POSITIVE_INFINITY, hostPerRun ?? Number.POSITIVE_INFINITY);
  return { budget: { ...budget, hostPerDay: Number.isFinite(most) ? most : undefined } };
}
