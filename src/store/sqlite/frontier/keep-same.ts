// Unchanged supplied URLs: ended in one act, without visits.
import type { UrlState } from '../../../frontier/port.ts';
import type { ListedUrl, SameOptions } from '../../../frontier/port-supplied.ts';
import { digestOf } from '../digest.ts';
import { type Context, tally } from './context.ts';
import { add } from './run-record.ts';
import type { ProviderState } from './state.ts';
import type { Row } from './statements.ts';
import { takeOut } from './waiting.ts';

/** Ends unchanged URLs; returns for each listed URL whether it ended. */
export function keepListed(
  ctx: Context,
  provider: ProviderState,
  listed: readonly ListedUrl[],
  { by, isWhole }: SameOptions,
  now: number,
): readonly boolean[] {
  if (provider.fresh) return listed.map(() => false);
  const rows = listed.map(({ key, stamp }) => {
    const row = ctx.sql.stamped.get(provider.id, digestOf(key));
    return row?.stamp === stamp ? row : undefined;
  });
  const same = rows.map((row) => row?.state === 'waiting' && endSame(ctx, provider, row, by, now));
  // A duplicate is read again where the page it repeats may have changed.
  const isQuiet = ctx.sql.storedWaits.get(provider.id, provider.generation) === undefined;
  const kept = rows.map((row, nth) => same[nth] === true || (row !== undefined && carry(ctx, provider, row, isQuiet)));
  if (isWhole && kept.includes(true))
    carryRest(
      ctx,
      provider,
      listed.filter((_, nth) => !kept[nth]),
    );
  return kept;
}

/** Ends a stored page that waits, unless it must be fetched again. */
function endSame(ctx: Context, provider: ProviderState, row: Row, by: string, now: number): boolean {
  const lane = ctx.lanes.get(Number(row.lane));
  const id = Number(row.id);
  if (lane === undefined || row.asks_again !== 0 || row.generation !== provider.generation) return false;
  const place = { host: lane.host.name, rank: Number(row.depth), notBefore: Number(row.not_before) };
  if (takeOut(ctx, lane, place, id) === undefined) return false;
  ctx.sql.endSame.run(by, now, id);
  ctx.sql.verifySame.run(now, id);
  tally(ctx, provider, 'waiting', -1);
  tally(ctx, provider, 'unchanged', 1);
  add(ctx, provider, 'unchanged', 1);
  return true;
}

/** Carries over a URL that was read and not stored; `true` as well where it has ended in this generation. */
function carry(ctx: Context, provider: ProviderState, { id, state, generation }: Row, isQuiet: boolean): boolean {
  if (state === 'waiting') return false;
  if (generation === provider.generation) return true;
  if (generation !== provider.generation - 1 || state === 'deleted' || (state === 'duplicate' && !isQuiet))
    return false;
  ctx.sql.carry.run(provider.generation, Number(id));
  tally(ctx, provider, state as UrlState, 1);
  return true;
}

/** Carries over what has no stamp, save what is listed and is to be visited. */
function carryRest(ctx: Context, provider: ProviderState, toVisit: readonly ListedUrl[]): void {
  const { id, generation } = provider;
  const before = generation - 1;
  const except = JSON.stringify(toVisit.map(({ key }) => Buffer.from(digestOf(key)).toString('hex')));
  for (const { state, n } of ctx.sql.restStates.all(id, before, except))
    tally(ctx, provider, state as UrlState, Number(n));
  ctx.sql.carryRest.run(id, before, except);
}
