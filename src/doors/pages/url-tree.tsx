// URLs along their addresses: hosts, folders and pages with their counts, one step at a time.
import type { PathStep } from '../../app/read/reading.ts';
import { urlStates } from '../../core/end-states.ts';
import { keyFormOfPath } from '../../core/url/percent.ts';
import type { View } from './layout.tsx';
import { type Column, CountLink, Crawled, Empty, RowTable } from './parts.tsx';

/** A place among the addresses of a source. */
export interface Below {
  /** How the addresses begin, without their scheme: `docs.example.com/guide/`. */
  readonly prefix: string;
  /** Whether only this very address is chosen, with any query. */
  readonly isExact: boolean;
}

/** The steps of one page; those with the most URLs are first. */
export const STEPS = 100;
const LONGEST = 2_000;

/** The place that the address of a page names; undefined where it names none. */
export function belowIn(query: URLSearchParams): Below | undefined {
  const prefix = query.get('below') ?? '';
  if (!/^[^/?#\s]+\//.test(prefix) || prefix.length > LONGEST) return undefined;
  return { prefix, isExact: query.get('exact') === '1' || !prefix.endsWith('/') };
}

/** The filter of lists for a place; `text` is what URLs must have in them besides, and then their host is not looked at. */
export function chosenBelow(
  { prefix, isExact }: Below,
  text: string | undefined,
): { readonly path: string; readonly text: string } {
  const slash = prefix.indexOf('/');
  const path = keyFormOfPath(prefix.slice(slash)).replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return { path: `re:^${path}${isExact ? '(\\?|$)' : ''}`, text: text ?? `://${prefix.slice(0, slash)}/` };
}

/** What lies below a place, each number a link to its URLs. */
export function pathTree(view: View, provider: string, below: Below | undefined, steps: readonly PathStep[]) {
  const states = urlStates.filter((state) => steps.some(({ counts }) => counts[state] > 0));
  const prefixOf = ({ step }: PathStep): string => `${below?.prefix ?? ''}${step}`;
  const listOf = (one: PathStep, state?: string): string =>
    pathTo(provider, {
      ...(one.step === '' ? { below: prefixOf(one), exact: '1' } : { below: prefixOf(one) }),
      ...(state !== undefined && { state }),
    });
  const columns: readonly Column<PathStep>[] = [
    {
      ...{ title: 'Address', kind: 'head' },
      cell: (one) => {
        const isFolder = one.step.endsWith('/');
        return (
          <a href={`${view.base}${isFolder ? pathTo(provider, { show: 'tree', below: prefixOf(one) }) : listOf(one)}`}>
            {one.step === '' ? 'this address itself' : <Crawled text={one.step} most={80} />}
          </a>
        );
      },
    },
    {
      ...{ title: 'URLs', kind: 'number' },
      cell: (one) => <CountLink view={view} path={listOf(one)} n={one.counts.discovered} />,
    },
    ...states.map(
      (state): Column<PathStep> => ({
        ...{ title: state, kind: 'number' },
        cell: (one) =>
          one.counts[state] === 0 ? (
            <span class="soft">0</span>
          ) : (
            <CountLink view={view} path={listOf(one, state)} n={one.counts[state]} />
          ),
      }),
    ),
  ];
  return (
    <section id="tree">
      {below === undefined ? null : wayTo(view, provider, below)}
      {steps.length === 0 ? (
        <Empty title="Nothing lies here">No URL of the latest crawl begins like this.</Empty>
      ) : (
        <RowTable columns={columns} rows={steps} />
      )}
    </section>
  );
}

function pathTo(provider: string, target: Readonly<Record<string, string>>): string {
  return `/urls?${new URLSearchParams({ provider, ...target })}`;
}

/** The way to a place, each step a link to what lies below it. */
export function wayTo(view: View, provider: string, { prefix }: Below) {
  const pieces = prefix.match(/[^/]*\/|[^/]+$/g) ?? [];
  const folders = pieces.map((_, nth) => pieces.slice(0, nth + 1).join('')).filter((one) => one.endsWith('/'));
  return (
    <nav class="crumbs" aria-label="Way to this address">
      <a href={`${view.base}${pathTo(provider, { show: 'tree' })}`}>all hosts</a>{' '}
      {folders.map((folder, nth) => (
        <>
          <a href={`${view.base}${pathTo(provider, { show: 'tree', below: folder })}`}>
            <Crawled text={pieces[nth] ?? ''} most={80} />
          </a>{' '}
        </>
      ))}
      {prefix.endsWith('/') ? null : <Crawled text={pieces.at(-1) ?? ''} most={80} />}
    </nav>
  );
}
