// The figures beside places of the menu, kept for two seconds: every page shows them, and none waits for them for long.
import type { Means } from '../http/means.ts';
import type { View } from './layout.tsx';

const KEPT_MS = 2_000;

export interface PlaceCounts {
  /** Undefined where they cannot be read: the page itself says what is wrong. */
  read(): Promise<View['counts']>;
  /** After a change they are read anew. */
  forget(): void;
}

/** Nothing is read before the first page. */
export function placeCounts({ reads, log }: Pick<Means, 'reads' | 'log'>): PlaceCounts {
  let kept: { readonly counts: Promise<View['counts']>; readonly at: number } | undefined;
  const fresh = async (): Promise<View['counts']> => {
    try {
      const { alerts, runs, requests } = await reads.run('openThings', undefined);
      return { quality: alerts, runs, requests };
    } catch (error) {
      log.debug({ err: error }, 'pages.counts');
      return undefined;
    }
  };
  return {
    read() {
      const now = performance.now();
      if (kept === undefined || now - kept.at > KEPT_MS) kept = { counts: fresh(), at: now };
      return kept.counts;
    },
    forget() {
      kept = undefined;
    },
  };
}
