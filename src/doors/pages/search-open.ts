// How browsers search here from their address bar: the description of the search (OpenSearch 1.1), and suggestions while one types.
import { Hono } from 'hono';
import { problemResponse } from '../http/problem.ts';
import { assetPath } from './assets.ts';
import type { PagesParts } from './page-route.ts';
import { openedSearch } from './search-query.ts';

const SUGGESTED = 8;

/** The routes: /opensearch.xml, /search/suggest. */
export function openSearchRoutes({ means, base, admit }: Omit<PagesParts, 'admitOwn'>): Hono {
  const routes = new Hono({ strict: false });
  // Browsers read it without the cookie of a session; it names nothing that is stored.
  routes.get('/opensearch.xml', async ({ req, env }) => {
    try {
      const { caller } = await admit(req.raw, 'open', env);
      return new Response(description(`${caller.origin}${base}`, `${caller.origin}${assetPath(base, 'docent.svg')}`), {
        headers: { 'content-type': 'application/opensearchdescription+xml; charset=utf-8' },
      });
    } catch (error) {
      return problemResponse(error, means.log, '/opensearch.xml');
    }
  });
  routes.get('/search/suggest', async ({ req, env }) => {
    try {
      await admit(req.raw, 'ask', env);
      const typed = req.query('q') ?? '';
      const search = await openedSearch(means);
      const suggested = (await search?.suggest(typed, { limit: SUGGESTED })) ?? [];
      return new Response(JSON.stringify([typed, suggested]), {
        headers: { 'content-type': 'application/x-suggestions+json; charset=utf-8', 'cache-control': 'no-store' },
      });
    } catch (error) {
      return problemResponse(error, means.log, '/search/suggest');
    }
  });
  return routes;
}

function description(address: string, picture: string): string {
  const at = escaped(address);
  return `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
  <ShortName>docent</ShortName>
  <Description>Searches the documentation that docent has read</Description>
  <InputEncoding>UTF-8</InputEncoding>
  <Image type="image/svg+xml">${escaped(picture)}</Image>
  <Url type="text/html" method="get" template="${at}/search?q={searchTerms}"/>
  <Url type="application/x-suggestions+json" method="get" template="${at}/search/suggest?q={searchTerms}"/>
  <Url type="application/opensearchdescription+xml" rel="self" template="${at}/opensearch.xml"/>
</OpenSearchDescription>
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
