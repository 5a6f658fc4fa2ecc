// The pages as routes: who looks is checked, forms lead to pages, and every error is a page with what to do.

import { Hono } from 'hono';
import type { FC } from 'hono/jsx';
import { ownId, withOwnIds } from '../../app/crawl/targets.ts';
import { boundedText } from '../http/body.ts';
import { type ErrorBody, HttpProblem, problemBody, type ServerProblem } from '../http/problem.ts';
import { assetResponse } from './assets.ts';
import { changePages } from './changes.tsx';
import { channelPages } from './channels.tsx';
import { fetchPages } from './fetches.tsx';
import { hostPage } from './host.tsx';
import { hostRequestPages } from './host-requests.tsx';
import { hostPages } from './hosts.tsx';
import { labPages } from './lab.tsx';
import { framedPage, places, plainPage, type View } from './layout.tsx';
import { overviewPages } from './overview.tsx';
import {
  type FormRoute,
  ownPath,
  type PageDocument,
  type PageRoute,
  type PagesParts,
  type PageVisitor,
} from './page-route.ts';
import { placeCounts } from './place-counts.ts';
import { qualityPages } from './quality.tsx';
import { qualitySource } from './quality-source.tsx';
import { referencePages } from './reference.tsx';
import { requestPages } from './requests.tsx';
import { runPage } from './run.tsx';
import { runPages } from './runs.tsx';
import { searchPages } from './search.tsx';
import { openSearchRoutes } from './search-open.ts';
import { settingsPages } from './settings.tsx';
import { sourcePage } from './source.tsx';
import { extractionPages } from './source-extraction.tsx';
import { limitPages } from './source-limits.tsx';
import { sourceSettingsPages } from './source-settings.tsx';
import { sourcePages } from './sources.tsx';
import { urlPage } from './url.tsx';
import { urlPages } from './urls.tsx';
import { wizardPages } from './wizard.tsx';

const pages: readonly PageRoute[] = [
  ...overviewPages.shown,
  ...searchPages.shown,
  ...labPages.shown,
  ...runPages.shown,
  ...runPage.shown,
  ...fetchPages.shown,
  ...requestPages.shown,
  ...settingsPages.shown,
  ...qualityPages.shown,
  ...channelPages.shown,
  ...qualitySource.shown,
  ...urlPages.shown,
  ...referencePages.shown,
  ...urlPage.shown,
  ...sourcePages.shown,
  ...wizardPages.shown,
  ...sourcePage.shown,
  ...extractionPages.shown,
  ...changePages.shown,
  ...limitPages.shown,
  ...sourceSettingsPages.shown,
  ...hostPages.shown,
  ...hostPage.shown,
  ...hostRequestPages.shown,
];
const forms: readonly FormRoute[] = [
  ...overviewPages.forms,
  ...runPages.forms,
  ...labPages.forms,
  ...runPage.forms,
  ...requestPages.forms,
  ...settingsPages.forms,
  ...qualityPages.forms,
  ...channelPages.forms,
  ...urlPages.forms,
  ...urlPage.forms,
  ...sourcePages.forms,
  ...wizardPages.forms,
  ...sourcePage.forms,
  ...extractionPages.forms,
  ...limitPages.forms,
  ...sourceSettingsPages.forms,
  ...hostPages.forms,
];

/** Scripts, styles and connections of this server only, and no inline ones. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";
const HEADERS = Object.freeze({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': POLICY,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
});
const MOST_FORM = 200_000;

/** The routes of all pages, below the base. */
export function pageRoutes({ means, base, admit, admitOwn }: PagesParts): Hono {
  const routes = new Hono({ strict: false });
  routes.get('/assets/:digest/:name', ({ req }) => {
    const found = assetResponse(req.param('digest'), req.param('name'));
    return found ?? new Response(null, { status: 404 });
  });
  const counts = placeCounts(means);
  const view = async (request: Request, visitor: PageVisitor | undefined): Promise<View> => {
    const { pathname, search } = new URL(request.url);
    const { session, scopes = [], caller } = visitor ?? {};
    // A session that may only look gets no forms.
    const formToken = scopes.includes('write') ? session?.formToken : undefined;
    return {
      ...{ base, at: `${pathname.slice(base.length)}${search}`, formToken, isSignedIn: session !== undefined },
      isLocal: caller?.isLocal,
      counts: scopes.includes('read') ? await counts.read() : undefined,
    };
  };
  const failed = async (error: unknown, request: Request, visitor: PageVisitor | undefined): Promise<Response> => {
    const isUnknown = error instanceof HttpProblem && error.problem === 'unauthorized';
    if (isUnknown && visitor === undefined) return toSignIn(request, base);
    const problem = problemBody(error, means.log, new URL(request.url).pathname);
    const from = request.method === 'POST' ? pageBefore(request, base) : undefined;
    return written(errorPage(await view(request, visitor), problem, from), problem.status);
  };
  for (const { path, scope = 'read', takesPost = false, show } of pages)
    routes.on(takesPost ? ['GET', 'POST'] : ['GET'], colons(path), async ({ req, env }) => {
      const { raw } = req;
      let visitor: PageVisitor | undefined;
      try {
        visitor = await admit(raw, scope, env);
        const isPosted = raw.method === 'POST';
        const sent = isPosted ? new URLSearchParams(await boundedText(raw, MOST_FORM)) : new URL(raw.url).searchParams;
        const [path, query] = [withOwnIds(req.param(), means.settings()), ownWords(sent, means)];
        const call = { view: await view(raw, visitor), means, path, query, isPosted, signal: raw.signal };
        const shown = await show(call);
        const { document, status } =
          typeof shown === 'object' && 'status' in shown ? shown : { document: shown, status: 200 };
        return await written(document, status);
      } catch (error) {
        return failed(error, raw, visitor);
      }
    });
  routes.route('/', openSearchRoutes({ means, base, admit }));
  for (const { path, isOfDemo = false, act } of forms)
    routes.post(colons(path), async ({ req, env }) => {
      const { raw } = req;
      let visitor: PageVisitor | undefined;
      try {
        const isFree = isOfDemo && means.demo !== undefined;
        visitor = await (isFree ? admitOwn(raw, env) : admit(raw, 'write', env));
        const form = ownWords(new URLSearchParams(await boundedText(raw, MOST_FORM)), means);
        const query = ownWords(new URL(raw.url).searchParams, means);
        const path = withOwnIds(req.param(), means.settings());
        const call = { view: await view(raw, visitor), means, path, query, signal: raw.signal, form };
        const next = await act(call).finally(counts.forget);
        if (typeof next !== 'string') return await written(next.page, next.status);
        // 303: the page that follows is read, and reading it again does not send the form again.
        return new Response(null, { status: 303, headers: { location: `${base}${next}` } });
      } catch (error) {
        return failed(error, raw, visitor);
      }
    });
  return routes;
}

/** Ids among the words as they are configured. */
function ownWords(words: URLSearchParams, { settings }: PagesParts['means']): URLSearchParams {
  return new URLSearchParams([...words].map(([name, word]): [string, string] => [name, ownId(word, settings())]));
}

function colons(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

async function written(document: PageDocument, status: number, headers = {}): Promise<Response> {
  return new Response(String(await document), { status, headers: { ...HEADERS, ...headers } });
}

/** The page that a form was on, below the base. */
function pageBefore(request: Request, base: string): string | undefined {
  const from = URL.parse(request.headers.get('referer') ?? '');
  return from?.pathname.startsWith(`${base}/`)
    ? ownPath(`${from.pathname.slice(base.length)}${from.search}`)
    : undefined;
}

function toSignIn(request: Request, base: string): Response {
  const { pathname, search } = new URL(request.url);
  const isForm = request.method !== 'GET';
  // What was sent with a form is lost, and its page can send it again.
  const next = isForm ? (pageBefore(request, base) ?? '/') : ownPath(`${pathname.slice(base.length)}${search}`);
  const query = new URLSearchParams({ next, ...(isForm && { lost: '1' }) });
  return new Response(null, {
    status: 303,
    headers: { location: `${base}/sign-in?${query}`, 'cache-control': 'no-store' },
  });
}

/** A problem as a page: in the frame, so that one can go on from there. */
function errorPage(view: View, problem: ErrorBody, from: string | undefined): PageDocument {
  const [, first = ''] = view.at.split(/[/?]/);
  const place =
    first === 'url' ? places.find(({ id }) => id === 'urls') : places.find(({ path }) => path === `/${first}`);
  return framedPage({
    ...{ view, title: titleOf(problem), place: place?.id },
    children: (
      <>
        <ProblemNote problem={problem} />
        {problem.status === 404 && place !== undefined ? (
          <p>
            <a href={`${view.base}${place.path}`}>{place.title}</a> has all there are.
          </p>
        ) : null}
        <p>
          {from !== undefined ? (
            <a href={`${view.base}${from}`}>Back to the form</a>
          ) : problem.status !== 404 && place !== undefined ? (
            <a href={`${view.base}${place.path}`}>{place.title}</a>
          ) : null}{' '}
          <a href={`${view.base}/`}>Overview</a>
        </p>
      </>
    ),
  });
}

/** What to do about the server's own problems, for someone with a browser; the API's own hints speak of requests. */
const pageHints: Readonly<Record<string, string>> = Object.freeze({
  invalid: 'Go back, correct it, and send it again.',
  not_found: 'It may have been removed, or its address may be mistyped.',
  unauthorized: 'Sign in with a token.',
  forbidden: 'Sign in with a token of that scope.',
  wrong_origin: 'Load the page again, and send it from there.',
  conflict: 'Go back and load the page again: it shows the state it is in.',
  changed: 'Go back and load the page again, then make your change once more.',
  too_many: 'Wait a minute, then try again.',
} satisfies Partial<Record<ServerProblem, string>>);

function titleOf({ status }: ErrorBody): string {
  return status === 404 ? 'Not found' : 'This did not work';
}

const ProblemNote: FC<{ problem: ErrorBody }> = ({ problem: { title, detail, hint, status, code, problems } }) => (
  <div class={status >= 500 ? 'note bad' : 'note warn'} role="alert">
    <p>
      <strong>{`${detail[0]?.toUpperCase() ?? ''}${detail.slice(1)}`}</strong>
    </p>
    {problems === undefined || problems.length < 2 ? null : (
      <ul>
        {problems.map((one) => (
          <li>{one}</li>
        ))}
      </ul>
    )}
    {(pageHints[code] ?? hint) === undefined ? null : <p>{pageHints[code] ?? hint}</p>}
    <p class="soft">{`${title} (${code}, ${status})`}</p>
  </div>
);

/** A problem as a page for whoever is not known: without the frame. */
export function problemPage(base: string, problem: ErrorBody, headers: HttpProblem['headers'] = {}): Promise<Response> {
  const document = plainPage({
    view: { base, at: '/' },
    title: titleOf(problem),
    children: (
      <>
        <h1>{titleOf(problem)}</h1>
        <ProblemNote problem={problem} />
      </>
    ),
  });
  return written(document, problem.status, headers);
}

/** The page for an address that has none; `start` is where one can go on from. */
export function notFoundPage(
  base: string,
  start: { readonly path: string; readonly title: string } = { path: '/', title: 'The overview' },
): Promise<Response> {
  const document = plainPage({
    view: { base, at: start.path },
    title: 'Not found',
    children: (
      <>
        <h1>There is no such page</h1>
        <p>
          <a href={`${base}${start.path}`}>{start.title}</a> leads to all there are.
        </p>
      </>
    ),
  });
  return written(document, 404);
}
