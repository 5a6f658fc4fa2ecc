// F5: what nobody answered is forgotten, of hosts and of the URLs that wait for them.

import { withoutUnanswered } from '../../../frontier/decide/host-memory.ts';
import { retryUnanswered } from '../../../frontier/decide/retry-unanswered.ts';
import { encodeClosing } from '../../../frontier/port-decode.ts';
import type { Context } from './context.ts';
import { overlayOf } from './load-facts.ts';
import type { LoadedHost, ProviderState } from './state.ts';
import { write } from './write-effects.ts';

/** Forgets of a host what nobody answered. */
export function forgetOf({ sql, tx }: Context, host: LoadedHost): void {
  const { recent, parkedUntil, parkedBy, closing } = withoutUnanswered(host);
  tx.set(host, 'recent', recent);
  tx.set(host, 'parkedUntil', parkedUntil);
  tx.set(host, 'parkedBy', parkedBy);
  tx.set(host, 'closing', closing);
  sql.remember.run(recent, parkedUntil, parkedBy, ...encodeClosing(closing), host.id);
}

/** Lets URLs of a provider at these hosts wait for a first request; returns how many. */
export function retryAtHosts(ctx: Context, provider: ProviderState, hosts: readonly string[], now: number): number {
  const ids = ctx.sql.unanswered
    .all(provider.id, provider.generation, JSON.stringify(hosts))
    .map(({ id }) => Number(id));
  const overlay = overlayOf(ctx, provider, ids);
  const retried = retryUnanswered(overlay, ids, now);
  write(ctx, provider, overlay.effects());
  return retried;
}
