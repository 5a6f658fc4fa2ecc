// Prints `N passed, N failed` as the very last line of a run, for programs that read nothing else.
import type { Reporter, SerializedError, TestModule, TestRunEndReason } from 'vitest/node';
import './browser-at.ts';
import { isTaken } from './how-long.ts';

export interface Summary {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Tests that only the other command runs: `npm run test:more`, or there `npm test`. */
  readonly left: number;
  /** Why browser tests were skipped. */
  readonly noBrowser?: string | undefined;
}

/** The counts of a run; a file that cannot be loaded, a broken hook and an unhandled error count as one failure each. */
export function summarise(modules: readonly TestModule[], unhandled: number, reason: TestRunEndReason): Summary {
  let passed = 0;
  let failed = unhandled;
  let skipped = 0;
  let left = 0;
  let noBrowser: string | undefined;
  for (const module of modules) {
    if (module.errors().length > 0) failed++;
    const { browser } = module.project.getProvidedContext();
    if (browser !== undefined && 'missing' in browser) noBrowser = browser.missing;
    for (const suite of module.children.allSuites()) if (suite.errors().length > 0) failed++;
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (state === 'passed') passed++;
      else if (state !== 'skipped')
        failed++; // a test still pending when the run was stopped proves nothing
      else if (isTaken(test.tags)) skipped++;
      else left++;
    }
  }
  return { passed, failed: failed === 0 && reason !== 'passed' ? 1 : failed, skipped, left, noBrowser };
}

/** The last lines of a run: what the other command has, and the counts. */
export function summaryLines({ passed, failed, skipped, left, noBrowser }: Summary, others: string): string {
  const before = left === 0 ? '' : `${left} ${left === 1 ? 'test' : 'tests'} left to ${others}\n`;
  const counts = `${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`;
  return `${before}${counts}${noBrowser === undefined ? '' : ` (browser tests: no Chromium; ${noBrowser})`}\n`;
}

// vitest takes a reporter from a file by its default export.
// biome-ignore lint/style/noDefaultExport: see above
export default class SummaryReporter implements Reporter {
  /** A run that never ends properly has failed. */
  #summary: Summary = { passed: 0, failed: 1, skipped: 0, left: 0 };

  onInit(): void {
    const others = isTaken(['more']) ? 'npm test' : 'npm run test:more';
    // Other reporters and vitest itself still print after the run has ended, so we wait for the process to.
    process.once('exit', () => process.stdout.write(summaryLines(this.#summary, others)));
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[], reason: TestRunEndReason): void {
    this.#summary = summarise(modules, unhandled.length, reason);
  }
}
