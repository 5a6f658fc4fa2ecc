// The frame of every page: places, title, content, and the command and API call that do the same.
import { html } from 'hono/html';
import type { Child, FC } from 'hono/jsx';
import { printable } from '../../core/printable.ts';
import { version } from '../../core/version.ts';
import { type AssetName, assetPath } from './assets.ts';

/** The places of the navigation, in groups; `key` leads there after `g`. */
export const places = [
  { id: 'overview', key: 'o', path: '/', title: 'Overview', group: '' },
  { id: 'search', key: 'f', path: '/search', title: 'Search', group: '' },
  { id: 'sources', key: 's', path: '/sources', title: 'Sources', group: 'Crawl' },
  { id: 'runs', key: 'r', path: '/runs', title: 'Runs', group: 'Crawl' },
  { id: 'urls', key: 'u', path: '/urls', title: 'URLs', group: 'Crawl' },
  { id: 'hosts', key: 'h', path: '/hosts', title: 'Hosts', group: 'Crawl' },
  { id: 'changes', key: 'c', path: '/changes', title: 'Changes', group: 'Content' },
  { id: 'quality', key: 'q', path: '/quality', title: 'Quality and alerts', group: 'Content' },
  { id: 'lab', key: 'l', path: '/lab', title: 'Search lab', group: 'Content' },
  { id: 'channels', key: 'n', path: '/channels', title: 'Channels', group: 'Operate' },
  { id: 'requests', key: 'e', path: '/requests', title: 'Requests', group: 'Operate' },
  { id: 'settings', key: 't', path: '/settings', title: 'Settings', group: 'Operate' },
] as const;

export type PlaceId = (typeof places)[number]['id'];

/** Who looks at a page, and where it is. */
export interface View {
  /** Before every path of the server. */
  readonly base: string;
  /** Path and query of the page, below the base. */
  readonly at: string;
  /** What forms of this visitor send with a change; undefined: only reading is allowed. */
  readonly formToken?: string | undefined;
  /** Whether the visitor has signed in, also with a token that may change nothing. */
  readonly isSignedIn?: boolean | undefined;
  /** A browser of this machine, on a server that listens for it alone. */
  readonly isLocal?: boolean | undefined;
  /** Figures beside places: open alerts, requests, runs under way. */
  readonly counts?: Readonly<Partial<Record<PlaceId, number>>> | undefined;
}

/** How the same is done without the page. */
export interface SameAs {
  readonly cli?: string | undefined;
  /** Method and path below /admin/v1. */
  readonly api?: string | undefined;
}

export interface PageProps {
  readonly view: View;
  readonly title: string;
  /** Before the title in the browser's own bars: what the page is about just now. */
  readonly about?: string | undefined;
  readonly place?: PlaceId | undefined;
  readonly crumbs?: readonly { readonly title: string; readonly path: string }[] | undefined;
  /** Beside the title: a state, buttons. */
  readonly beside?: Child;
  readonly same?: SameAs | undefined;
  /** Its parts with `data-live` follow the events of this source, or of all. Default: nothing on it changes by itself. */
  readonly live?: { readonly provider?: string | undefined } | undefined;
  readonly children?: Child;
}

/** A whole document. */
export function framedPage(props: PageProps): ReturnType<typeof html> {
  return html`<!doctype html>${<Document {...props} />}`;
}

/** A document without the frame: for visitors who do not operate the server. */
export function plainPage(
  props: Pick<PageProps, 'view' | 'title' | 'children'> & { readonly script?: AssetName | undefined },
): ReturnType<typeof html> {
  const { view, title, script, children } = props;
  return html`<!doctype html>${(
    <html lang="en">
      <Head view={view} title={title} />
      <body class="plain">
        <main id="content">{children}</main>
        {script === undefined ? null : <script type="module" src={assetPath(view.base, script)} />}
      </body>
    </html>
  )}`;
}

const Head: FC<{ view: View; title: string; isLive?: boolean }> = ({ view: { base }, title, isLive }) => (
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>{title === 'Overview' ? 'docent' : `${title} · docent`}</title>
    <meta name="robots" content="noindex" />
    <link rel="icon" href={assetPath(base, 'docent.svg')} type="image/svg+xml" />
    <link rel="stylesheet" href={assetPath(base, 'docent.css')} />
    {isLive ? (
      <>
        <link
          rel="search"
          type="application/opensearchdescription+xml"
          title="docent"
          href={`${base}/opensearch.xml`}
        />
        <script type="module" src={assetPath(base, 'docent.js')} />
      </>
    ) : null}
  </head>
);

const Document: FC<PageProps> = ({ view, title, about = '', place, crumbs = [], beside, same, live, children }) => (
  <html lang="en" data-base={view.base}>
    <Head view={view} title={about === '' ? title : `${printable(about)} · ${title}`} isLive />
    <body>
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <div class="frame">
        <Side view={view} place={place} />
        <main id="content" data-events={live === undefined ? undefined : eventsPath(view.base, live.provider)}>
          {crumbs.length > 0 ? (
            <nav class="crumbs" aria-label="Breadcrumb">
              {crumbs.map(({ title: name, path }, nth) => (
                <>
                  {nth === 0 ? '' : ' / '}
                  <a href={`${view.base}${path}`}>{name}</a>
                </>
              ))}
            </nav>
          ) : null}
          <header class="title">
            <h1>{title}</h1>
            {beside}
            {live === undefined ? null : <span class="soft live-state" data-live-state role="status" />}
          </header>
          {children}
          <Same base={view.base} same={same} />
        </main>
      </div>
    </body>
  </html>
);

function eventsPath(base: string, provider: string | undefined): string {
  return `${base}/admin/v1/events${provider === undefined ? '' : `?provider=${encodeURIComponent(provider)}`}`;
}

const Side: FC<{ view: View; place: PlaceId | undefined }> = ({ view, place }) => {
  const groups = Map.groupBy(places, ({ group }) => group);
  const here = places.find(({ id }) => id === place);
  return (
    <div class="side">
      <a class="brand" href={`${view.base}/`}>
        <BrandMark /> docent
      </a>
      <details class="inner" open data-menu>
        <summary>
          <span>docent{here === undefined ? '' : ` · ${here.title}`}</span>
          <span aria-hidden="true">☰</span>
        </summary>
        <SearchBox base={view.base} />
        <nav aria-label="Places">
          <ul class="places">
            {[...groups].map(([group, own]) => (
              <>
                {group === '' ? null : <li class="group">{group}</li>}
                {own.map(({ id, key, path, title }) => (
                  <li>
                    <a
                      href={`${view.base}${path}`}
                      aria-current={id === place ? 'page' : undefined}
                      data-key={key}
                      data-title={title}
                    >
                      {title}
                      <Count n={view.counts?.[id]} what={counted[id]} />
                    </a>
                  </li>
                ))}
              </>
            ))}
          </ul>
        </nav>
        <footer>
          <SignedIn view={view} />
          <p class="keys" data-keys hidden>
            <kbd>?</kbd> for keys
          </p>
          docent {version}
        </footer>
      </details>
    </div>
  );
};

/** Leads to the search page. */
const SearchBox: FC<{ base: string }> = ({ base }) => (
  <search aria-label="From every page">
    <form class="search-box" method="get" action={`${base}/search`}>
      <input
        type="search"
        name="q"
        aria-label="Search the documentation"
        placeholder="Search  /"
        enterkeyhint="search"
      />
    </form>
  </search>
);

/** What the figures beside places count. */
const counted: Readonly<Partial<Record<PlaceId, string>>> = Object.freeze({
  runs: 'under way',
  quality: 'open alerts',
  requests: 'open',
});

const Count: FC<{ n: number | undefined; what: string | undefined }> = ({ n, what }) =>
  n === undefined || n === 0 ? null : (
    <span class="count" title={what}>
      {n} <span class="hidden">{what}</span>
    </span>
  );

const SignedIn: FC<{ view: View }> = ({ view: { base, at, formToken, isSignedIn } }) => (
  <>
    {formToken === undefined ? (
      <p>
        <a href={`${base}/sign-in?next=${encodeURIComponent(at)}`}>Sign in</a>{' '}
        {isSignedIn ? 'with a token of the scope write to change things' : 'to change things'}
      </p>
    ) : null}
    {isSignedIn ? (
      <form method="post" action={`${base}/sign-out`}>
        {formToken === undefined ? null : <input type="hidden" name="form_token" value={formToken} />}
        <button type="submit">Sign out</button>
      </form>
    ) : null}
  </>
);

const Same: FC<{ base: string; same: SameAs | undefined }> = ({ base, same }) =>
  same === undefined ? null : (
    <dl class="same">
      {same.cli === undefined ? null : (
        <>
          <dt>On the command line</dt>
          <dd>
            <code>{same.cli}</code>
          </dd>
        </>
      )}
      {same.api === undefined ? null : (
        <>
          <dt>
            With the <a href={`${base}/admin/v1/reference`}>API</a>
          </dt>
          <dd>
            <code>{same.api}</code>
          </dd>
        </>
      )}
    </dl>
  );

/** The mark of docent: a page that is read. */
export const BrandMark: FC = () => (
  <svg viewBox="0 0 20 20" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2">
    <path d="M4 2h9l4 4v12H4z" />
    <path d="M 7 8h6M 7 11h7M 7 14h4" />
  </svg>
);
