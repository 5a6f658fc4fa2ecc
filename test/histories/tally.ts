// How often each kind of call, outcome and end occurred, so that a campaign shows what it has tried.
import type { BeginAnswer, OfferAnswer, SettleAnswer, Settlement } from '../../src/frontier/port.ts';
import type { Listener } from './caller.ts';

export type Tally = Record<string, number>;

/** Counts into a tally. */
export function counting(tally: Tally): Listener {
  const count = (what: string): void => {
    tally[what] = (tally[what] ?? 0) + 1;
  };
  return (call, args, answer) => {
    count(`call ${call}`);
    if (typeof answer === 'object' && answer !== null && 'threw' in answer) return count(`threw ${call}`);
    if (call === 'begin') count(`begin ${(answer as BeginAnswer).how}`);
    if (call === 'offer') for (const one of answer as readonly OfferAnswer[]) count(`offer ${one}`);
    if (call !== 'settle') return;
    const { outcome } = args[1] as Settlement;
    const settled = answer as SettleAnswer;
    count(`outcome ${outcome.kind}`);
    count(settled === 'stale' ? 'end stale' : `end ${settled.state} ${settled.by}`);
  };
}

export function addTo(tally: Tally, more: Tally): void {
  for (const [what, n] of Object.entries(more)) tally[what] = (tally[what] ?? 0) + n;
}

/** A line for each kind, with its counts. */
export function tallyLines(tally: Tally): readonly string[] {
  const kinds = Map.groupBy(Object.entries(tally).toSorted(), ([what]) => what.slice(0, what.indexOf(' ')));
  return [...kinds].map(([kind, counts]) => {
    const parts = counts.map(([what, n]) => `${what.slice(kind.length + 1)} ${n}`);
    return `${kind}: ${parts.join(', ')}`;
  });
}
