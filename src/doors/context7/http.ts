// X3: Context7's endpoints over our own index, as a handler that any web server can mount at /api.

import type { Context7Answers, Context7Problem, DocSnippet } from '../../app/context7/answers.ts';
import { counted, grouped } from '../../core/counted.ts';
import { DocentError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { foreignCaller } from '../foreign-caller.ts';
import { errorText } from '../to-assistants.ts';
import { librariesShape, snippetsShape, snippetsText } from './shapes.ts';

export interface Context7Http {
  /** Responds to one request; never throws. Every error has a `message`; nothing is a 202 or a redirect, which clients take for documentation. */
  fetch(request: Request): Promise<Response>;
}

const NOT_FOUND = 404;
const BAD_REQUEST = 400;

const STATUS = Object.freeze({
  invalid_library_id: BAD_REQUEST,
  library_not_found: NOT_FOUND,
  tag_not_found: NOT_FOUND,
  no_snippets_found: NOT_FOUND,
  no_libraries_found: NOT_FOUND,
} as const satisfies Record<Context7Problem['error'], number>);

const LONGEST_VALUE = 1_000;

type Parameters = (name: string) => string;

/** The handler. It supports GET alone, and only callers on this machine by name and origin, unless the server has checked them. */
export function createContext7Http(answers: Context7Answers, log: Log, isRefused = isForeign): Context7Http {
  const routes: Readonly<Record<string, (parameter: Parameters) => Promise<Response>>> = {
    '/api/v2/libs/search': async (parameter) => {
      const found = await answers.libraries(parameter('libraryName'), parameter('query'));
      return found.kind === 'problem' ? problem(found) : json(librariesShape(found.libraries));
    },
    '/api/v2/context': async (parameter) => {
      const [id, query, type] = [required(parameter, 'libraryId'), required(parameter, 'query'), parameter('type')];
      if (!['', 'txt', 'json'].includes(type))
        throw new DocentError('DOC_USAGE', 'type must be txt or json; the default is txt');
      const isJson = type === 'json';
      const found = await answers.snippets(id, query, isJson ? jsonText : snippetsText);
      if (found.kind === 'problem') return problem(found);
      return isJson ? json(snippetsShape(found.snippets)) : text(snippetsText(found.snippets));
    },
    // Requested by `ctx7 setup` before it writes our address into an editor: no sign-in is needed.
    '/api/auth/mcp': async () => json({ enabled: false }),
  };

  async function answer(request: Request): Promise<Response> {
    if (isRefused(request)) return refusal(403, 'forbidden', 'only programs on this machine may connect');
    const { pathname, searchParams } = new URL(request.url);
    const path = pathname.replace(/\/{2,}/g, '/').replace(/\/$/, '');
    const route = Object.hasOwn(routes, path) ? routes[path] : undefined;
    if (route === undefined)
      return refusal(NOT_FOUND, 'not_found', `docent serves only ${Object.keys(routes).join(', ')}`);
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return refusal(405, 'method_not_allowed', 'only GET is supported here', { allow: 'GET, HEAD' });
    return route((name) => {
      const value = (searchParams.get(name) ?? '').trim();
      if (value.length > LONGEST_VALUE)
        throw new DocentError(
          'DOC_USAGE',
          `${name} has ${counted(value.length, 'character')}; at most ${grouped(LONGEST_VALUE)} are read`,
        );
      return value;
    });
  }

  return {
    async fetch(request) {
      try {
        return await answer(request);
      } catch (error) {
        return failure(error, log);
      }
    },
  };
}

/** A browser sends no Origin for a picture or a script that a page embeds, but it does send Sec-Fetch-Site. */
function isForeign(request: Request): boolean {
  return foreignCaller(request) !== undefined || request.headers.get('sec-fetch-site') === 'cross-site';
}

function required(parameter: Parameters, name: string): string {
  const value = parameter(name);
  if (value === '') throw new DocentError('DOC_USAGE', `${name} is missing`);
  return value;
}

function jsonText(snippets: readonly DocSnippet[]): string {
  return JSON.stringify(snippetsShape(snippets));
}

/** Texts of pages are data: no browser may take them for a page or a script. */
const HEADERS = Object.freeze({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });

function json(body: object, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json(body, { status, headers: { ...HEADERS, ...headers } });
}

function text(body: string): Response {
  return new Response(body, { headers: { ...HEADERS, 'content-type': 'text/plain; charset=utf-8' } });
}

function problem({ error, message }: Context7Problem): Response {
  return refusal(STATUS[error], error, message);
}

function refusal(status: number, error: string, message: string, headers?: Readonly<Record<string, string>>): Response {
  return json({ error, message }, status, headers);
}

function failure(error: unknown, log: Log): Response {
  const message = errorText(error, log, 'context7');
  if (!(error instanceof DocentError)) return refusal(500, 'internal_error', message);
  if (error.code === 'DOC_USAGE') return refusal(BAD_REQUEST, 'validation_error', message);
  return refusal(503, error.code === 'DOC_SEARCH' ? 'search_failed' : 'internal_error', message);
}
