// Two settings of weights beside each other: which pages change places, and by how much.

import type { SearchAnswer, SearchResult } from '../../app/search/search.ts';
import { counted } from '../../core/counted.ts';
import type { View } from './layout.tsx';
import { type Column, RowTable, State } from './parts.tsx';
import { PlaceLink, Title } from './search-parts.tsx';

interface Compared {
  readonly result: SearchResult;
  /** Places from 1; undefined for a page that is not among those that were compared. */
  readonly a: number | undefined;
  readonly b: number | undefined;
  readonly scoreA: number | undefined;
  readonly scoreB: number | undefined;
}

/** The pages of two orders in one table, in the order of the second; those that it has lost are last. */
export function comparison(view: View, a: SearchAnswer, b: SearchAnswer) {
  const rows = comparedPages(a.results, b.results);
  const moved = rows.filter((row) => row.a !== row.b).length;
  return (
    <section>
      <h2>A and B</h2>
      <p class="soft" role="status">
        {moved === 0 ? 'No page changes its place.' : `${moved} of ${counted(rows.length, 'page')} change places.`}
      </p>
      <RowTable columns={columns(view)} rows={rows} />
    </section>
  );
}

function comparedPages(a: readonly SearchResult[], b: readonly SearchResult[]): readonly Compared[] {
  const places = (results: readonly SearchResult[]) =>
    new Map(results.map((result, nth) => [pageOf(result), { result, place: nth + 1 }]));
  const [before, after] = [places(a), places(b)];
  return [...new Set([...after.keys(), ...before.keys()])].flatMap((page) => {
    const [one, other] = [before.get(page), after.get(page)];
    const result = other?.result ?? one?.result;
    return result === undefined
      ? []
      : [{ result, a: one?.place, b: other?.place, scoreA: one?.result.score, scoreB: other?.result.score }];
  });
}

function pageOf({ url, provider }: SearchResult): string {
  return `${provider} ${url.replace(/#.*$/s, '')}`;
}

function columns(view: View): readonly Column<Compared>[] {
  const place = (n: number | undefined) => n ?? 'not listed';
  const score = (n: number | undefined) => n?.toFixed(2) ?? '';
  return [
    {
      title: 'Page',
      kind: 'head',
      cell: ({ result: { url, title } }) => (
        <PlaceLink view={view} url={url}>
          <Title title={title} url={url} />
        </PlaceLink>
      ),
    },
    { title: 'Place with A', kind: 'number', cell: ({ a }) => place(a) },
    { title: 'Place with B', kind: 'number', cell: ({ b }) => place(b) },
    { title: 'Moved', kind: 'tight', cell: movedState },
    { title: 'Score with A', kind: 'number', cell: ({ scoreA }) => score(scoreA) },
    { title: 'Score with B', kind: 'number', cell: ({ scoreB }) => score(scoreB) },
  ];
}

function movedState({ a, b }: Compared) {
  if (a === b) return '';
  if (a === undefined) return <State tone="good">new</State>;
  if (b === undefined) return <State tone="bad">lost</State>;
  return a > b ? <State tone="good">up {a - b}</State> : <State tone="warn">down {b - a}</State>;
}
