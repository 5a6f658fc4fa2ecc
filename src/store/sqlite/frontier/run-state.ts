// What the embedded engine keeps in memory of a run under way.
import type { RunKind } from '../../../frontier/port.ts';
import type { RunWish } from '../../../frontier/port-runs.ts';
import type { PageChangeKind } from '../../../watch/port.ts';
import type { Row } from './statements.ts';

/** A run's counters in memory, as its row has them. */
export interface RunTally extends Record<PageChangeKind | 'unchanged', number> {
  readonly id: number;
  readonly kind: RunKind;
  /** The operator's wish for it, as last read. */
  wish: RunWish;
  /** Time under way, and the last moment of it. */
  activeMs: number;
  at: number;
  requests: number;
  ok: number;
  notModified: number;
  clientErrors: number;
  serverErrors: number;
  retried: number;
  read: number;
  empty: number;
  bytes: number;
  selectorPages: number;
  selectorHits: number;
  pagesCut: number;
  /** F3: how many of `new` were stored before the run was last opened, where it had been finished and goes on. */
  readonly newBefore: number;
}

/** The placeholder of a provider's run until it is begun. */
export const noRun: RunTally = Object.freeze(runStateOf({ id: 0, kind: 'crawl', wish: 'go' }));

/** The wish in a row of `runs`; `stop` where there is no row. */
export function wishIn(row: Row | undefined): RunWish {
  return row?.wish === 'go' || row?.wish === 'pause' ? row.wish : 'stop';
}

/** The counters in a row of `runs`. */
export function runStateOf(row: Row, newBefore = 0): RunTally {
  const n = (name: string): number => Number(row[name] ?? 0);
  return {
    id: n('id'),
    kind: row.kind as RunTally['kind'],
    wish: wishIn(row),
    ...{ activeMs: n('active_ms'), at: n('at'), requests: n('requests'), ok: n('ok'), notModified: n('not_modified') },
    ...{ clientErrors: n('client_errors'), serverErrors: n('server_errors'), retried: n('retried'), read: n('read') },
    ...{ empty: n('empty'), bytes: n('bytes'), selectorPages: n('selector_pages'), selectorHits: n('selector_hits') },
    ...{ new: n('new'), updated: n('updated'), deleted: n('deleted'), unreachable: n('unreachable') },
    ...{ excluded: n('excluded'), unchanged: n('unchanged'), pagesCut: n('pages_cut') },
    newBefore,
  };
}

/** F3: pages the run has newly stored since it was opened; one of them may have turned out to be another's duplicate. */
export function newPagesOf({ new: all, newBefore }: RunTally): number {
  return Math.max(0, all - newBefore);
}
