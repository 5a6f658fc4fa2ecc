// Operations as routes: values are read by the operation's tables, checked, and its result written by its shape.
import { Hono } from 'hono';
import { withOwnIds } from '../../app/crawl/targets.ts';
import type { Log } from '../../core/log.ts';
import { printableJson } from '../../core/printable.ts';
import { jsonBody } from './body.ts';
import { readBody, readPath, readQuery } from './fields.ts';
import type { Means } from './means.ts';
import type { ApiOperation, Call } from './operation.ts';
import { HttpProblem, problemResponse } from './problem.ts';

/** Texts of pages are data: no browser may take them for a page or a script, and no cache may keep them. */
const HEADERS = Object.freeze({
  'content-type': 'application/json',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
});

/** Responds to one operation; never throws. */
export async function perform(
  operation: ApiOperation,
  request: Request,
  path: Readonly<Record<string, string>>,
  { means, scopes, isStill }: Pick<Call<never, never, never>, 'means' | 'scopes' | 'isStill'>,
): Promise<Response> {
  try {
    const sent = {
      path: readPath(operation.params, path),
      query: readQuery(operation.query, new URL(request.url).searchParams),
      body: await bodyOf(operation, request),
    };
    const call = {
      ...withOwnIds(sent, means.settings()),
      ...{ means, scopes, isStill },
      request,
      signal: request.signal,
      // The values are those of the operation's own tables.
    } as unknown as Call<never, never, never>;
    if (operation.respond !== undefined) {
      const response = await operation.respond(call);
      if (request.method !== 'HEAD') return response;
      // Nobody reads it: a stream of events would stay open for good.
      await response.body?.cancel();
      return new Response(null, response);
    }
    return written(operation, await operation.run?.(call));
  } catch (error) {
    return problemResponse(error, means.log, operation.id);
  }
}

async function bodyOf({ body }: ApiOperation, request: Request): Promise<unknown> {
  if (body === undefined) return undefined;
  const sent = await jsonBody(request);
  return 'fields' in body ? readBody(body.fields, sent) : body.read(sent);
}

function written(
  { returns }: ApiOperation,
  reply: { value: unknown; headers?: object | undefined } | undefined,
): Response {
  const headers = { ...HEADERS, ...reply?.headers };
  if (!('shape' in returns) || returns.shape === undefined) {
    const { 'content-type': _, ...rest } = headers;
    return new Response(null, { status: returns.status, headers: rest });
  }
  // Whoever prints it on a terminal gets no colours and no direction of a page's.
  const text = printableJson(JSON.stringify(returns.shape.write(reply?.value)));
  return new Response(text, { status: returns.status, headers });
}

/** The routes of these operations; a path with another method is a 405 that names those it has. */
export function operationRoutes(
  operations: readonly ApiOperation[],
  means: Means,
  check: (
    request: Request,
    operation: ApiOperation,
    env: unknown,
  ) => Promise<Pick<Call<never, never, never>, 'scopes' | 'isStill'>>,
  log: Log,
): Hono {
  const routes = new Hono();
  const methods = new Map<string, string[]>();
  for (const operation of operations) {
    const path = operation.path.replaceAll(/\{(\w+)\}/g, ':$1');
    methods.set(path, [...(methods.get(path) ?? []), operation.method.toUpperCase()]);
    routes.on(operation.method.toUpperCase(), path, async (context) => {
      const request = context.req.raw;
      try {
        const { scopes, isStill } = await check(request, operation, context.env);
        return await perform(operation, request, context.req.param(), { means, scopes, isStill });
      } catch (error) {
        return problemResponse(error, log, operation.id);
      }
    });
  }
  for (const [path, allowed] of methods)
    routes.all(path, (context) => {
      const { method } = context.req;
      // hono answers HEAD with the handler of GET.
      const problem = new HttpProblem('method_not_allowed', `${method} is not supported here`, {
        allow: allowed.join(', '),
      });
      return problemResponse(problem, log, 'route');
    });
  return routes;
}
