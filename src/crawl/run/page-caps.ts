// F3, F12: how many pages a run and a provider may store, and what is reported once that is reached.
import { counted, grouped } from '../../core/counted.ts';
import type { ReasonName } from '../../core/reasons.ts';

export interface CapWarning {
  readonly by: ReasonName;
  readonly detail: string;
}

/** The store's counts of a provider's run. */
export interface StoredSoFar {
  /** Pages the run has newly stored. */
  readonly newPages: number;
  /** All of the provider's pages that are stored. */
  readonly stored: number;
}

export class PageCaps {
  readonly #maxRunPages: number;
  readonly #maxPages = new Map<string, number>();
  /** Providers whose first run this is, with a few pages to look at. */
  readonly #trials = new Set<string>();
  readonly #reported = new Set<string>();
  /** By provider: pages that were not stored before, as last reported by the store. */
  readonly #newPages = new Map<string, number>();
  /** Stays true once the cap is reached: a page that turns out to be a duplicate later makes no room. */
  #isReached = false;

  constructor(maxRunPages: number) {
    this.#maxRunPages = maxRunPages;
  }

  open(provider: string, maxPages: number, isTrial: boolean): void {
    this.#maxPages.set(provider, maxPages);
    if (isTrial) this.#trials.add(provider);
  }

  /** Whether the run may store no more. */
  get isReached(): boolean {
    return this.#isReached;
  }

  /** Takes over what the store reports; returns what to report now, everything once. */
  note(provider: string, { newPages, stored }: StoredSoFar): readonly CapWarning[] {
    const warnings: CapWarning[] = [];
    this.#newPages.set(provider, newPages);
    const all = this.#newPages.values().reduce((sum, n) => sum + n, 0);
    if (all >= this.#maxRunPages && !this.#isReached) {
      this.#isReached = true;
      const limit = `the limit is max_run_pages ${grouped(this.#maxRunPages)}`;
      warnings.push({ by: 'cap:run', detail: `${counted(all, 'new page')} stored in this run; ${limit}` });
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
  whyNot(provider: string): ReasonName | undefined {
    if (this.#reported.has(provider)) return this.#trials.has(provider) ? 'trial' : 'cap:pages';
    return this.#isReached ? 'cap:run' : undefined;
  }
}
