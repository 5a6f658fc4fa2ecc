// The line that adds up: what became of every URL that was discovered.

import type { Accounting } from '../../../app/read/reading.ts';
import { counted } from '../../../core/counted.ts';
import { endStates, type UrlState } from '../../../core/end-states.ts';
import type { RunOutcome } from '../../../core/run-end.ts';
import type { RunResult } from '../../../crawl/run/events.ts';
import type { Style } from './terminal.ts';

/** Every state in the order it is printed: what is stored, what is not and why, what is still to come. */
export const stateWords: readonly UrlState[] = [...endStates, 'waiting'];

/** A line per provider: how it ended, and the sum. */
export function accountingLines(result: RunResult, style: Style): string {
  return result.providers
    .map(({ provider, end, why, counts, mergedByQuery, pagesCut }) => {
      const state = endText(end, why, style);
      const merged =
        mergedByQuery === 0
          ? ''
          : `  ${counted(mergedByQuery, 'URL was', 'URLs were')} taken for another page because only the query differs; "query: keep" (--query keep) distinguishes them\n`;
      const cut =
        pagesCut === 0
          ? ''
          : `  ${style.note(`${counted(pagesCut, 'page was', 'pages were')} too large to be read whole: links or text are missing`)}\n`;
      return `${style.bold(provider)}  ${state}\n  ${sumOf(counts, style)}\n${merged}${cut}`;
    })
    .join('');
}

function endText(end: RunOutcome, why: string, style: Style): string {
  if (end === 'complete') return style.good('complete');
  return end === 'failed' ? style.bad(`failed: ${why}`) : style.note(`not complete: ${why}`);
}

/** F5: 99 discovered = 62 indexed + 5 duplicate + … */
export function sumOf(counts: Accounting, style: Style): string {
  const parts = stateWords
    .filter((word) => counts[word] > 0)
    .map((word) => {
      const text = `${counts[word]} ${word}`;
      if (word === 'failed') return style.bad(text);
      return word === 'indexed' || word === 'unchanged' ? style.good(text) : text;
    });
  return `${counts.discovered} discovered = ${parts.join(' + ') || '0'}`;
}
