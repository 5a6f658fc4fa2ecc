// Prints `N passed, N failed` as the very last line of a run, for programs that read nothing else.
import type { Reporter, SerializedError, TestModule, TestRunEndReason } from 'vitest/node';
import './browser-at.ts';

export interface Summary {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Why browser tests were skipped. */
  readonly noBrowser?: string | undefined;
  /** Tests of time that met their bound only when they were tried again. */
  readonly again: readonly string[];
}

/** The counts of a run; a file that cannot be loaded, a broken hook and an unhandled error count as one failure each. */
export function summarise(modules: readonly TestModule[], unhandled: number, reason: TestRunEndReason): Summary {
  let passed = 0;
  let failed = unhandled;
  let skipped = 0;
  let noBrowser: string | undefined;
  const again: string[] = [];
  for (const module of modules) {
    if (module.errors().length > 0) failed++;
    const { browser } = module.project.getProvidedContext();
    if (browser !== undefined && 'missing' in browser) noBrowser = browser.missing;
    for (const suite of module.children.allSuites()) if (suite.errors().length > 0) failed++;
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (test.diagnostic()?.flaky === true) again.push(`${module.relativeModuleId}: ${test.name}`);
      if (state === 'passed') passed++;
      else if (state === 'skipped') skipped++;
      else failed++; // a test still pending when the run was stopped proves nothing
    }
  }
  return { passed, failed: failed === 0 && reason !== 'passed' ? 1 : failed, skipped, noBrowser, again };
}

/** What is worth knowing before the summary: which tests needed more than one try. */
export function againLines({ again }: Pick<Summary, 'again'>): string {
  return again.map((name) => `met its bound of time at a later try: ${name}\n`).join('');
}

/** The summary in words. */
export function summaryLine({ passed, failed, skipped, noBrowser }: Omit<Summary, 'again'>): string {
  const counts = `${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`;
  return noBrowser === undefined ? counts : `${counts} (browser tests: no Chromium; ${noBrowser})`;
}

// vitest takes a reporter from a file by its default export.
// biome-ignore lint/style/noDefaultExport: see above
export default class SummaryReporter implements Reporter {
  /** A run that never ends properly has failed. */
  #summary: Summary = { passed: 0, failed: 1, skipped: 0, again: [] };

  onInit(): void {
    // Other reporters and vitest itself still print after the run has ended, so we wait for the process to.
    process.once('exit', () => process.stdout.write(`${againLines(this.#summary)}${summaryLine(this.#summary)}\n`));
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[], reason: TestRunEndReason): void {
    this.#summary = summarise(modules, unhandled.length, reason);
  }
}
