// The handlers for assistants, MCP at /mcp and Context7's API below /api/, as routes of any server.
import { Hono } from 'hono';

/** A handler that another door provides. */
export interface Mounted {
  /** Responds to one request; never throws. */
  fetch(request: Request): Promise<Response>;
}

export interface AssistantHandlers {
  readonly mcp: Mounted;
  /** The same with the tools that crawl. Default: nobody gets them here. */
  readonly writingMcp?: Mounted | undefined;
  readonly context7: Mounted;
}

/** A response in place of a handler's, or whether the caller may change things. */
export type Admission = { readonly refusal: Response } | { readonly mayWrite: boolean };

/** The routes; `admit` looks at each caller. */
export function assistantRoutes(
  { mcp, writingMcp = mcp, context7 }: AssistantHandlers,
  admit: (request: Request, env: unknown) => Promise<Admission> = async () => ({ mayWrite: false }),
): Hono {
  const routes = new Hono({ strict: false });
  for (const [path, reading, writing] of [
    ['/mcp', mcp, writingMcp],
    ['/api/*', context7, context7],
  ] as const)
    routes.all(path, async ({ req: { raw }, env }) => {
      const admission = await admit(raw, env);
      if ('refusal' in admission) return admission.refusal;
      return (admission.mayWrite ? writing : reading).fetch(raw);
    });
  return routes;
}

/** The request with single slashes in its path: a base URL that ends with a slash leads to two. */
export function withSingleSlashes(request: Request): Request {
  const url = new URL(request.url);
  if (!url.pathname.includes('//')) return request;
  url.pathname = url.pathname.replace(/\/{2,}/g, '/');
  const { method, headers, body, signal } = request;
  return new Request(url, { method, headers, signal, ...(body !== null && { body, duplex: 'half' }) } as RequestInit);
}
