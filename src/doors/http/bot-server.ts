// The second listener: the page about the robot, its forms and the files it loads, and nothing else.
import { Hono } from 'hono';
import type { BotLimits } from '../../app/bot/public-request.ts';
import { botAssetRoutes, botRoutes } from '../pages/bot-routes.ts';
import { notFoundPage, problemPage } from '../pages/routes.tsx';
import { connectionOf } from './caller.ts';
import type { Guard } from './guard.ts';
import type { Fetch } from './listen.ts';
import type { Means } from './means.ts';
import { isReadByPeople, problemBody, problemResponse } from './problem.ts';
import { withSafeHeaders } from './safe-headers.ts';

export interface BotServerParts {
  readonly means: Means;
  /** Of this listener's address. */
  readonly guard: Guard;
  readonly limits: BotLimits;
  /** Before every path; empty at the root. */
  readonly base: string;
}

/** The listener as a handler; every other path is a 404. */
export function createBotServer({ means, guard, limits, base }: BotServerParts): Fetch {
  const { log } = means;
  const addressOf = async (request: Request, env: unknown): Promise<string> =>
    (await guard.check(request, 'open', connectionOf(env))).caller.address;
  const site = new Hono({ strict: false });
  site.route('/', botRoutes({ means, base, limits, addressOf }));
  site.route('/', botAssetRoutes());
  const app = new Hono({ strict: false });
  app.route(base === '' ? '/' : base, site);
  app.notFound(() => notFoundPage(base, { path: '/bot', title: 'The page about the robot' }));
  app.onError((error) => problemResponse(error, log, 'bot'));
  return async (request, env) => {
    try {
      await addressOf(request, env);
    } catch (error) {
      return withSafeHeaders(
        isReadByPeople(request)
          ? await problemPage(base, problemBody(error, log, 'bot'))
          : problemResponse(error, log, 'bot'),
      );
    }
    return withSafeHeaders(await app.fetch(request, env as object));
  };
}
