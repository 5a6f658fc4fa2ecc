// Places that have no page yet: each names the command and the API call that show the same.
import { framedPage, type PlaceId, places } from './layout.tsx';
import type { PageRoute } from './page-route.ts';
import { Empty } from './parts.tsx';

/** How each place is reached without a page. */
const ways: Readonly<Record<PlaceId, { readonly cli: string; readonly api: string }>> = Object.freeze({
  overview: { cli: 'docent report', api: 'GET /runs' },
  search: { cli: 'docent search "…"', api: 'GET /search?q=…' },
  sources: { cli: 'docent providers list', api: 'GET /providers' },
  runs: { cli: 'docent runs', api: 'GET /runs' },
  urls: { cli: 'docent urls', api: 'GET /urls' },
  hosts: { cli: 'docent robots <url>', api: 'GET /urls/counts' },
  changes: { cli: 'docent report', api: 'GET /runs' },
  quality: { cli: 'docent alerts', api: 'GET /metrics' },
  lab: { cli: 'docent search --explain "…"', api: 'GET /search?q=…&explain=true' },
  channels: { cli: 'docent channels', api: 'GET /providers' },
  requests: { cli: 'docent requests', api: 'GET /receipts' },
  settings: { cli: 'docent doctor --settings', api: 'GET /providers' },
});

/** Routes for the places that none of these pages shows, and for what lies below them. */
export function placesElsewhere(pages: readonly PageRoute[]): readonly PageRoute[] {
  const missing = places.filter(({ path }) => !pages.some((one) => one.path === path));
  return missing.flatMap(({ id, path, title }) =>
    [path, `${path}/{rest}`].map((at) => ({
      path: at,
      show: async ({ view }) =>
        framedPage({
          ...{ view, place: id, title, same: ways[id] },
          children: (
            <Empty title="There is no page for this yet">The command and the API call below show the same.</Empty>
          ),
        }),
    })),
  );
}
