// F10: pages that lead elsewhere, found with the pages they lead to; the rules (frontier/decide/move.ts) decide which have moved.
import { decideMoves, idsOf, type LedRow, ledBy, type Said } from '../../../frontier/decide/move.ts';
import type { UrlState } from '../../../frontier/port.ts';
import type { Context } from './context.ts';
import { overlayOf } from './load-facts.ts';
import type { ProviderState } from './state.ts';
import type { Row } from './statements.ts';
import { write } from './write-effects.ts';

/** Removes the copies of pages that have moved; returns how many. */
export function settleMoves(ctx: Context, provider: ProviderState, at: number): number {
  const { id, generation } = provider;
  const away = ctx.sql.ledElsewhere.all(id, generation).map(ledRow);
  const led = ledBy(away, () => ctx.sql.ledTo.iterate(id, generation).map(ledRow));
  const overlay = overlayOf(ctx, provider, idsOf(led));
  const moved = decideMoves(overlay, led, (page) => saidIn(ctx.sql.said.get(page)), at);
  write(ctx, provider, overlay.effects());
  return moved;
}

function ledRow({ id, url, state, detail }: Row): LedRow {
  return { id: Number(id), url: String(url), state: state as UrlState, detail: String(detail) };
}

function saidIn(row: Row | undefined): Said | undefined {
  return row && { words: Number(row.words), fingerprint: String(row.fingerprint) };
}
