// F3, F12: how many pages a run and a provider may store, and what is said once that is reached.
import { counted, grouped } from '../core/counted.ts';
import type { ReasonName } from '../core/reasons.ts';

export interface CapWarning {
  readonly by: ReasonName;
  readonly detail: string;
}

export class PageCaps {
  readonly #maxRunPages: number;
  readonly #maxPages = new Map<string, number>();
  /** Providers whose first run this is, with a few pages to look at. */
  readonly #trials = new Set<string>();
  readonly #reported = new Set<string>();
  #isRunReported = false;
  /** Pages that were not stored before. */
  #newlyStored = 0;

  constructor(maxRunPages: number) {
    this.#maxRunPages = maxRunPages;
  }

  open(provider: string, maxPages: number, isTrial: boolean): void {
    this.#maxPages.set(provider, maxPages);
    if (isTrial) this.#trials.add(provider);
  }

  countNew(): void {
    this.#newlyStored++;
  }

  /** Whether the run may store no more. */
  get isReached(): boolean {
    return this.#newlyStored >= this.#maxRunPages;
  }

  /** What to report now that so many pages of a provider are stored; everything once. */
  report(provider: string, stored: number): readonly CapWarning[] {
    const warnings: CapWarning[] = [];
    if (this.isReached && !this.#isRunReported) {
      this.#isRunReported = true;
      const limit = `the limit is max_run_pages ${grouped(this.#maxRunPages)}`;
      const detail = `${counted(this.#newlyStored, 'new page')} stored in this run; ${limit}`;
      warnings.push({ by: 'cap:run', detail });
    }
    const maxPages = this.#maxPages.get(provider) ?? 0;
    if (this.#reported.has(provider) || stored < maxPages) return warnings;
    this.#reported.add(provider);
    const pages = counted(maxPages, 'page is', 'pages are');
    const detail = this.#trials.has(provider)
      ? `the trial is over, ${pages} stored; the next run crawls the whole site`
      : `${pages} stored; the limit is max_pages ${maxPages}`;
    return [...warnings, { by: 'cap:pages', detail }];
  }

  /** Which cap kept a provider from being complete, if one did. */
  whyNot(provider: string): string | undefined {
    if (this.#reported.has(provider)) return this.#trials.has(provider) ? 'the trial is over' : 'max_pages reached';
    return this.#isRunReported ? 'run limit reached' : undefined;
  }
}
