// What every page of one source has: its name, its state, what can be done with it, and its tabs.
import type { Child, FC } from 'hono/jsx';
import type { SourceDetails } from '../../app/providers/sources.ts';
import { printable } from '../../core/printable.ts';
import { framedPage, type SameAs, type View } from './layout.tsx';
import type { PageDocument } from './page-route.ts';
import { SourceActs, SourceBadge, sourcePath } from './sources.tsx';

const LONGEST_TITLE = 120;

/** The tabs of a source that have a page of their own. */
export type SourceTab = 'summary' | 'extraction' | 'limits' | 'settings';

const Tabs: FC<{ view: View; id: string; tab: SourceTab; isConfigurable: boolean }> = ({
  view,
  id,
  tab,
  isConfigurable,
}) => {
  const own = (name: SourceTab, title: string) => ({
    ...{ title, isHere: name === tab },
    path: sourcePath(id, name === 'summary' ? '' : name),
  });
  const list = (place: string, title: string) => ({
    ...{ title, isHere: false },
    path: `/${place}?provider=${encodeURIComponent(id)}`,
  });
  const tabs = [
    own('summary', 'Summary'),
    list('urls', 'URLs'),
    list('runs', 'Runs'),
    list('changes', 'Changes'),
    own('extraction', 'Extraction'),
    ...(isConfigurable ? [own('limits', 'Schedule and limits'), own('settings', 'Settings')] : []),
  ];
  return (
    <nav aria-label="Parts of this source">
      <ul class="tabs">
        {tabs.map(({ title, path, isHere }) => (
          <li>
            <a href={`${view.base}${path}`} aria-current={isHere ? 'page' : undefined}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
};

/** A page of one source, in its frame. */
export function sourceDocument(
  view: View,
  { source, policy }: SourceDetails,
  { tab, same, children }: { readonly tab: SourceTab; readonly same: SameAs; readonly children: Child },
): PageDocument {
  const { id, name } = source;
  return framedPage({
    ...{
      view,
      place: 'sources',
      title: printable(name).slice(0, LONGEST_TITLE),
      same,
      crumbs: [{ title: 'Sources', path: '/sources' }],
    },
    ...(tab === 'summary' && { live: { provider: id } }),
    beside: (
      <>
        <span id="state" data-live>
          <SourceBadge source={source} />
        </span>
        <SourceActs view={view} source={source} isLive />
      </>
    ),
    children: (
      <>
        <Tabs view={view} id={id} tab={tab} isConfigurable={policy !== undefined} />
        {children}
      </>
    ),
  });
}
