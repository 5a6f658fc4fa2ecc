// M3: the summary at the end of a run: what became of its URLs, the figures of its report, and the one command that comes next.
import type { Conclusion } from '../../../app/watch/report-run.ts';
import type { RunResult } from '../../../crawl/run/events.ts';
import { accountingLines } from './accounting.ts';
import type { NextStep } from './next-step.ts';
import { conclusionLines } from './report.ts';
import type { Style } from './terminal.ts';

export interface RunSummary {
  readonly result: RunResult;
  /** The reports of its providers, where the store keeps them. */
  readonly concluded: readonly Conclusion[];
  /** More about what is stored, line by line. */
  readonly remarks: string;
  readonly next: NextStep | undefined;
  readonly timeZone?: string | undefined;
}

/** The summary, a few lines for each provider. */
export function runSummary(
  { result, concluded, remarks, next, timeZone }: RunSummary,
  style: Style,
  columns: number | undefined,
): string {
  const providers = result.providers.map((one) => {
    // Of a run that failed and found nothing stored there are no figures.
    const reports = concluded.filter(
      ({ provider, report }) => provider === one.provider && (one.state !== 'failed' || report.counts.total > 0),
    );
    return (
      accountingLines({ ...result, providers: [one] }, style, { concluded: reports, timeZone }) +
      conclusionLines(reports, style, columns)
    );
  });
  return `${providers.join('')}${remarks}${stepLines(next, style)}`;
}

/** The command that comes next; nothing where there is none. */
export function stepLines(next: NextStep | undefined, style: Style): string {
  return next === undefined ? '' : `  ${next.say}:\n    ${style.bold(next.command)}\n`;
}
