// The line that adds up: what became of every URL that was discovered.

import type { Accounting } from '../../../app/read/reading.ts';
import type { Conclusion } from '../../../app/watch/report-run.ts';
import { counted } from '../../../core/counted.ts';
import { endStates, type UrlState } from '../../../core/end-states.ts';
import type { RunResult } from '../../../crawl/run/events.ts';
import { checkedText } from '../../../watch/report/change-report.ts';
import { runStateText, type StateOfRun } from '../../../watch/states/run-state.ts';
import type { Style } from './terminal.ts';

/** Every state in the order it is printed: what is stored, what is not and why, what is still to come. */
export const stateWords: readonly UrlState[] = [...endStates, 'waiting'];

/** What is known of a run beside its result. */
type Looked = Pick<Conclusion, 'provider' | 'report'>;

/** A line per provider: how it ended, the sum, and what was not looked at. */
export function accountingLines(
  result: RunResult,
  style: Style,
  {
    concluded = [],
    timeZone = 'UTC',
  }: { readonly concluded?: readonly Looked[]; readonly timeZone?: string | undefined } = {},
): string {
  return result.providers
    .map((one) => {
      const { provider, counts, mergedByQuery, pagesCut } = one;
      const merged =
        mergedByQuery === 0
          ? ''
          : `  ${counted(mergedByQuery, 'URL was', 'URLs were')} taken for another page because only the query differs; "query: keep" (--query keep) distinguishes them\n`;
      const cut =
        pagesCut === 0
          ? ''
          : `  ${style.note(`${counted(pagesCut, 'page was', 'pages were')} too large to be read whole: links or text are missing`)}\n`;
      const report = concluded.find((conclusion) => conclusion.provider === provider)?.report;
      const checked = report && checkedText(report, timeZone);
      const hint = report !== undefined && report.notDue > 0 ? '; --all checks them now' : '';
      const looked = checked === undefined ? '' : `  ${style.note(`${checked}${hint}`)}\n`;
      return `${style.bold(provider)}  ${endText(one, style)}\n  ${sumOf(counts, style, report?.notDue)}\n${looked}${merged}${cut}`;
    })
    .join('');
}

/** How a run ended, and why it is not complete: `incomplete (limit): limit reached: 200 of about 1,170`. */
export function endText(run: StateOfRun, style: Style): string {
  const paint = run.state === 'complete' ? style.good : run.state === 'failed' ? style.bad : style.note;
  return paint(run.why === undefined ? runStateText(run) : `${runStateText(run)}: ${run.why}`);
}

/** F5: 99 discovered = 62 indexed + 5 duplicate + …; those that were not due are counted apart from the unchanged ones. */
export function sumOf(counts: Accounting, style: Style, notDue = 0): string {
  const amounts = new Map<UrlState | 'not due', number>(stateWords.map((word) => [word, counts[word]]));
  if (notDue > 0) amounts.set('unchanged', Math.max(0, counts.unchanged - notDue)).set('not due', notDue);
  const parts = [...amounts]
    .filter(([, n]) => n > 0)
    .map(([word, n]) => {
      const text = `${n} ${word}`;
      if (word === 'failed') return style.bad(text);
      return word === 'indexed' || word === 'unchanged' ? style.good(text) : text;
    });
  return `${counts.discovered} discovered = ${parts.join(' + ') || '0'}`;
}
