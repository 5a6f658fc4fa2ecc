// Signing in and out: a browser sends the token once and gets a session in its place.
import { Hono } from 'hono';
import type { Sessions } from '../../app/server/sessions.ts';
import type { Log } from '../../core/log.ts';
import { ownPath } from '../pages/page-route.ts';
import { problemPage } from '../pages/routes.tsx';
import { type SignInView, signInPage } from '../pages/sign-in.tsx';
import { boundedText } from './body.ts';
import { connectionOf } from './caller.ts';
import type { Guard } from './guard.ts';
import { HttpProblem, problemBody } from './problem.ts';
import { endedCookie, sessionCookie, sessionKeyIn } from './session-cookie.ts';

export interface SignInParts {
  readonly guard: Guard;
  readonly sessions: Sessions;
  readonly log: Log;
  /** Before every path; empty at the root. */
  readonly base: string;
}

const MOST_BODY = 10_000;
const UNKEPT = { 'cache-control': 'no-store' } as const;
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/** The routes: /sign-in takes the form fields `token`, or the `code` of a link, and `next`; /sign-out none. After either a browser is sent on. */
export function signInRoutes({ guard, sessions, log, base }: SignInParts): Hono {
  const routes = new Hono({ strict: false });
  routes.get('/sign-in', ({ req }) =>
    page({ base, next: ownPath(req.query('next') ?? null), isLost: req.query('lost') === '1' }, 200),
  );
  routes.post('/sign-in', async ({ req: { raw }, env }) => {
    let next = '/';
    try {
      const form = new URLSearchParams(await boundedText(raw, MOST_BODY));
      next = ownPath(form.get('next'));
      const code = form.get('code');
      const { caller, token } =
        code === null
          ? await guard.checkSignIn(raw, (form.get('token') ?? '').trim(), connectionOf(env))
          : await guard.checkCode(raw, code, connectionOf(env));
      // A session of its own for each time, whoever had this browser before.
      await sessions.end(sessionKeyIn(raw.headers.get('cookie')) ?? '');
      const key = await sessions.begin(token);
      return sentOn(`${base}${next}`, sessionCookie(key, { base, isSecure: caller.isSecure }));
    } catch (error) {
      const { status, detail } = problemBody(error, log, 'sign-in');
      return page({ base, next, problem: detail }, status, error instanceof HttpProblem ? error.headers : {});
    }
  });
  routes.post('/sign-out', async ({ req: { raw }, env }) => {
    try {
      const { caller } = await guard.check(raw, 'open', connectionOf(env));
      await sessions.end(sessionKeyIn(raw.headers.get('cookie')) ?? '');
      return sentOn(`${base}/sign-in`, endedCookie({ base, isSecure: caller.isSecure }));
    } catch (error) {
      return problemPage(base, problemBody(error, log, 'sign-out'));
    }
  });
  return routes;
}

function sentOn(location: string, cookie: string): Response {
  return new Response(null, { status: 303, headers: { location, 'set-cookie': cookie, ...UNKEPT } });
}

async function page(view: SignInView, status: number, headers: HttpProblem['headers'] = {}): Promise<Response> {
  const own = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': POLICY, ...UNKEPT };
  return new Response(String(await signInPage(view)), { status, headers: { ...own, ...headers } });
}
