// A4: the routes of the page about the robot, open to everybody: its forms are bounded in size and number, and errors name nothing that is stored.
import { Hono } from 'hono';
import type { BotLimits } from '../../app/bot/public-request.ts';
import { type Robot, robotsInUse } from '../../app/bot/robots-in-use.ts';
import { tryRobots } from '../../app/bot/robots-trial.ts';
import { DocentError, type ErrorCode } from '../../core/errors.ts';
import { type RequestKind, requestKinds } from '../../requests/kinds.ts';
import { boundedText } from '../http/body.ts';
import type { Means } from '../http/means.ts';
import { HttpProblem, problemBody, statusOf } from '../http/problem.ts';
import { assetResponse } from './assets.ts';
import { type BotView, botPage, type RefusedForm, receivedPage, TRAP_FIELD } from './bot.tsx';
import type { PageDocument } from './page-route.ts';

export interface BotParts {
  readonly means: Pick<Means, 'settings' | 'log' | 'reads' | 'works'>;
  readonly base: string;
  readonly limits: BotLimits;
  /** The address of whoever sends a request. Rejects with an HttpProblem for a request under another name. */
  readonly addressOf: (request: Request, env: unknown) => Promise<string>;
}

/** Styles and pictures of this server only; no scripts. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";
const HEADERS = Object.freeze({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': POLICY,
  'cache-control': 'no-store',
});
/** A pasted robots.txt, percent-encoded. */
const MOST_BODY = 400_000;
const MOST_REQUEST_BODY = 40_000;
/** Errors that are about what was typed; others are about the server, and stay in its log. */
const TYPED: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['DOC_USAGE', 'DOC_URL', 'DOC_REQUESTS_FULL']);

/** The routes: /bot, /bot/robots, /bot/requests, /bot/received. */
export function botRoutes({ means, base, limits, addressOf }: BotParts): Hono {
  const routes = new Hono({ strict: false });
  const page = async (view: Pick<BotView, 'refused' | 'trial'>, status: number, headers = {}) =>
    written(botPage({ ...view, base, settings: means.settings(), robots: await robots() }), status, headers);
  /** A store that cannot be read is no reason to show nothing. */
  const robots = async (): Promise<readonly Robot[]> => {
    try {
      return await means.reads.run('robotsInUse', undefined);
    } catch (error) {
      means.log.error({ err: error }, 'bot');
      return robotsInUse(means.settings(), []);
    }
  };
  /** The page again, with what is wrong beside the form. */
  const refused = (error: unknown, form: RefusedForm['form'], typed: URLSearchParams): Promise<Response> => {
    const values = Object.fromEntries(typed);
    const trial = form === 'trial' ? { text: values.robots ?? '', path: values.path ?? '' } : undefined;
    const isTyped = error instanceof DocentError && TYPED.has(error.code);
    if (isTyped)
      return page({ refused: { form, problem: error.message, values }, trial }, statusOf[error.code as ErrorCode]);
    const { status, detail } = problemBody(error, means.log, 'bot');
    const isOwn = error instanceof HttpProblem;
    const problem = isOwn ? detail : 'This could not be kept just now. Try again later, or write to the contact above.';
    return page({ refused: { form, problem, values }, trial }, status, isOwn ? error.headers : {});
  };
  const readForm = async (request: Request, most: number): Promise<URLSearchParams> =>
    new URLSearchParams(await boundedText(request, most));

  routes.get('/bot', () => page({}, 200));
  routes.get('/bot/received', ({ req }) => {
    const { number = '', kind = '', until = '' } = req.query();
    if (!isKind(kind) || !/^[1-9]\d{0,14}$/.test(number) || !/^\d{13}$/.test(until))
      return new Response(null, { status: 303, headers: { location: `${base}/bot` } });
    return written(receivedPage({ base, id: Number(number), kind, deadline: Number(until) }), 200);
  });
  routes.post('/bot/robots', async ({ req: { raw }, env }) => {
    let typed = new URLSearchParams();
    try {
      admit(limits.trials.note(await addressOf(raw, env)));
      typed = await readForm(raw, MOST_BODY);
      const [text, path] = [typed.get('robots') ?? '', typed.get('path') ?? ''];
      const result = (await robots()).map((robot) => ({ robot, ...tryRobots(text, path, robot) }));
      return await page({ trial: { text, path, result } }, 200);
    } catch (error) {
      return refused(error, 'trial', typed);
    }
  });
  routes.post('/bot/requests', async ({ req: { raw }, env }) => {
    let typed = new URLSearchParams();
    let kind: RequestKind = 'inquiry';
    try {
      const address = await addressOf(raw, env);
      typed = await readForm(raw, MOST_REQUEST_BODY);
      const sent = typed.get('kind') ?? '';
      if (!isKind(sent)) throw new HttpProblem('invalid', 'this is none of the forms of the page');
      kind = sent;
      if ((typed.get(TRAP_FIELD) ?? '') !== '')
        throw new HttpProblem('invalid', 'A field that has to stay empty was filled in. Nothing was kept.');
      admit(limits.requests.note(address));
      const entry = {
        kind,
        what: typed.get('what') ?? '',
        message: text(typed, 'message'),
        contact: text(typed, 'contact'),
      };
      const { id, deadline } = await means.works.run('addPublicRequest', entry);
      const query = new URLSearchParams({ number: String(id), kind, until: String(deadline) });
      return new Response(null, { status: 303, headers: { location: `${base}/bot/received?${query}` } });
    } catch (error) {
      return refused(error, kind, typed);
    }
  });
  routes.on(
    'GET',
    ['/bot/robots', '/bot/requests'],
    () => new Response(null, { status: 303, headers: { location: `${base}/bot` } }),
  );
  return routes;
}

/** The files that the page loads, for a listener that serves nothing else. */
export function botAssetRoutes(): Hono {
  const routes = new Hono();
  routes.get('/assets/:digest/:name{docent\\.(?:css|svg)}', ({ req, notFound }) => {
    return assetResponse(req.param('digest'), req.param('name')) ?? notFound();
  });
  return routes;
}

function admit(seconds: number | undefined): void {
  if (seconds === undefined) return;
  const minutes = Math.ceil(seconds / 60);
  throw new HttpProblem('too_many', `Too many were sent from your network. Try again in ${minutes} min.`, {
    'retry-after': String(seconds),
  });
}

function text(form: URLSearchParams, name: string): string {
  return form.get(name) ?? '';
}

function isKind(word: string): word is RequestKind {
  return Object.hasOwn(requestKinds, word);
}

async function written(document: PageDocument, status: number, headers = {}): Promise<Response> {
  return new Response(String(await document), { status, headers: { ...HEADERS, ...headers } });
}
