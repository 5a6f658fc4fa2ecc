// The server's routes: the admin API, MCP, Context7's API, signing in, health.
import { Hono } from 'hono';
import type { BotLimits } from '../../app/bot/public-request.ts';
import { openProcessMetrics } from '../../app/server/process-metrics.ts';
import type { Sessions } from '../../app/server/sessions.ts';
import type { Log } from '../../core/log.ts';
import { botRoutes } from '../pages/bot-routes.ts';
import { notFoundPage, pageRoutes, problemPage } from '../pages/routes.tsx';
import { type Admission, type AssistantHandlers, assistantRoutes, withSingleSlashes } from './assistants.ts';
import { connectionOf } from './caller.ts';
import type { Admitted, Guard } from './guard.ts';
import { healthRoutes } from './health.ts';
import type { Fetch } from './listen.ts';
import type { Means } from './means.ts';
import { API_PATH, openapiDocument } from './openapi.ts';
import { operations } from './operations/all.ts';
import { HttpProblem, isReadByPeople, problemBody, problemResponse } from './problem.ts';
import { operationRoutes } from './routes.ts';
import { withSafeHeaders } from './safe-headers.ts';
import { signInRoutes } from './sign-in.ts';

export interface ServerParts extends AssistantHandlers {
  readonly means: Means;
  readonly guard: Guard;
  readonly sessions: Sessions;
  readonly log: Log;
  /** What strangers may do on the page about the robot. */
  readonly botLimits: BotLimits;
  /** Before every path: `/docent`; empty at the root. */
  readonly base: string;
}

/** The server as a handler. */
export function createServer(parts: ServerParts): Fetch {
  const { means, guard, sessions, log, botLimits: limits, base, ...assistants } = parts;
  const app = new Hono({ strict: false });
  const check = (request: Request, scope: Parameters<Guard['check']>[1], env: unknown): Promise<Admitted> =>
    guard.check(request, scope, connectionOf(env));
  const refused = async (
    request: Request,
    scope: Parameters<Guard['check']>[1],
    env: unknown,
  ): Promise<Response | undefined> => {
    try {
      await check(request, scope, env);
      return undefined;
    } catch (error) {
      return problemResponse(error, log, 'guard');
    }
  };
  const admitAssistant = async (request: Request, env: unknown): Promise<Admission> => {
    try {
      const { scopes, session } = await check(request, 'ask', env);
      // A session changes things with a form token only.
      return { mayWrite: session === undefined && scopes.includes('write') };
    } catch (error) {
      return { refusal: problemResponse(error, log, 'guard') };
    }
  };
  const site = new Hono({ strict: false });
  const metrics = openProcessMetrics();
  site.route('/', healthRoutes({ means, metrics, refused: (request, env) => refused(request, 'read', env) }));
  site.route('/', signInRoutes({ guard, sessions, log, base }));
  site.get(
    `${API_PATH}/openapi.json`,
    async (context) =>
      (await refused(context.req.raw, 'read', context.env)) ?? context.json(openapiDocument(operations, base)),
  );
  site.route(
    API_PATH,
    operationRoutes(operations, means, (request, operation, env) => check(request, operation.scope, env), log),
  );
  site.route('/', assistantRoutes(assistants, admitAssistant));
  const addressOf = async (request: Request, env: unknown): Promise<string> =>
    (await check(request, 'open', env)).caller.address;
  site.route('/', botRoutes({ means, base, limits, addressOf }));
  const admitOwn = (request: Request, env: unknown): Promise<Admitted> =>
    guard.checkOwnPage(request, connectionOf(env));
  site.route('/', pageRoutes({ means, base, admit: check, admitOwn }));
  app.route(base === '' ? '/' : base, site);
  const isInside = (path: string): boolean => path === base || path.startsWith(`${base}/`);
  const areaAt = (path: string): string => areaOf(isInside(path) ? path.slice(base.length) : path);
  app.notFound(({ req: { path } }) => {
    if (areaAt(path) === 'pages') return notFoundPage(base);
    const advice = isInside(path) ? '' : `: this server is below ${base}`;
    return problemResponse(new HttpProblem('not_found', `nothing is at ${path}${advice}`), log, 'route');
  });
  app.onError((error) => problemResponse(error, log, 'route'));
  return async (received, env) => {
    const began = performance.now();
    const request = withSingleSlashes(received);
    const { pathname, search } = new URL(request.url);
    const area = areaAt(pathname);
    const response =
      (await refusedAtAll(request, area, env)) ??
      // The cookie of a session is for what lies below the base.
      (base !== '' && pathname === base ? sentTo(`${base}/${search}`) : await app.fetch(request, env as object));
    metrics.note({ area, status: response.status, seconds: (performance.now() - began) / 1_000 });
    return withSafeHeaders(response);
  };

  /** Names and origins count for every path, also one that does not exist; people get a page about it. */
  async function refusedAtAll(request: Request, area: string, env: unknown): Promise<Response | undefined> {
    try {
      await check(request, 'open', env);
      return undefined;
    } catch (error) {
      if (!PEOPLE.has(area) || !isReadByPeople(request)) return problemResponse(error, log, 'guard');
      return problemPage(base, problemBody(error, log, 'guard'));
    }
  }
}

function sentTo(location: string): Response {
  return new Response(null, { status: 308, headers: { location } });
}

/** The parts of the server that metrics distinguish; pages are the rest. */
const AREAS = new Set(['admin', 'api', 'assets', 'bot', 'healthz', 'mcp', 'metrics', 'readyz']);

/** Where people look. */
const PEOPLE = new Set(['bot', 'pages']);

function areaOf(path: string): string {
  const [, first = ''] = path.split('/', 2);
  return AREAS.has(first) ? first : 'pages';
}
