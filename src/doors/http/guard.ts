// Who may call: names, origins, tokens and sessions are checked before anything is read.
import { countFailures } from '../../app/server/failures.ts';
import { formTokenOf, isFormToken, type Sessions } from '../../app/server/sessions.ts';
import type { SignInCodes } from '../../app/server/sign-in-code.ts';
import type { Tokens, TokenView } from '../../app/server/tokens.ts';
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { Options } from '../../core/options/table.ts';
import { boundedText } from './body.ts';
import { type Caller, type CallerRules, type Connection, callers } from './caller.ts';
import type { Permission } from './operation.ts';
import { HttpProblem } from './problem.ts';
import { sessionKeyIn } from './session-cookie.ts';

/** A caller that may pass. */
export interface Admitted {
  readonly caller: Caller;
  /** What it may do. */
  readonly scopes: readonly Permission[];
  /** The token it has sent, or signed in with. */
  readonly token?: TokenView | undefined;
  /** Of a browser that has signed in. */
  readonly session?: AdmittedSession | undefined;
  /** Whether the token or session that it was admitted with has not ended; without one, always. */
  readonly isStill: () => boolean;
}

export interface AdmittedSession {
  readonly expiresAt: number;
  /** What its forms must send with a change, in the field form_token or the header x-docent-form. */
  readonly formToken: string;
}

/** Checks requests before they reach a handler. */
export interface Guard {
  /**
   * Rejects with an HttpProblem for a request that may not pass with this scope; `open` is for whoever names the server rightly.
   * A body is read only where a form token is looked for, and stays readable.
   */
  check(request: Request, scope: Permission | 'open', connection: Connection): Promise<Admitted>;
  /** The token that a page of this server sends to sign in. Rejects with an HttpProblem for any other page, and any other token. */
  checkSignIn(request: Request, token: string, connection: Connection): Promise<SignedIn>;
  /** As `checkSignIn`, with the code of a link, which is void from then on. */
  checkCode(request: Request, code: string, connection: Connection): Promise<SignedIn>;
  /** What a page of this server sends from this machine, without a token; from elsewhere as `check` with `write`. */
  checkOwnPage(request: Request, connection: Connection): Promise<Admitted>;
}

export interface SignedIn {
  readonly caller: Caller;
  readonly token: TokenView;
}

export interface GuardOptions {
  readonly tokens: Tokens;
  readonly sessions: Sessions;
  /** The codes of links that sign in; left out: there are none. */
  readonly codes?: Pick<SignInCodes, 'take'> | undefined;
  readonly log: Log;
  /** The address it listens on. */
  readonly bound: CallerRules['bound'];
  /** The options in force now, which may change while the server runs; the same object as long as they are the same. */
  readonly options: () => Pick<Options, 'server_hosts' | 'trusted_proxy'>;
  readonly clock?: Clock | undefined;
}

/** What needs no token on a server for this machine alone. */
const LOCAL: readonly Permission[] = ['read', 'ask'];
const always = (): boolean => true;
const FORM_HEADER = 'x-docent-form';
const FORM_FIELD = 'form_token';
const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;

/** The guard of a server. */
export function createGuard({ tokens, sessions, codes, log, bound, options, clock }: GuardOptions): Guard {
  const failures = countFailures(log, clock);
  let compiled: { readonly by: unknown; readonly callerOf: ReturnType<typeof callers> } | undefined;

  function callerOf({ headers, url }: Request, connection: Connection): Caller {
    const { protocol, host } = new URL(url);
    // A target may name a host of its own (GET http://other/ …).
    if (URL.parse(`${protocol}//${headers.get('host')}`)?.host !== host)
      throw new HttpProblem('wrong_host', `the request is for ${host.slice(0, 200)} and ${headers.get('host')}`);
    const now = options();
    if (compiled?.by !== now)
      compiled = { by: now, callerOf: callers({ bound, hosts: now.server_hosts, proxies: now.trusted_proxy }) };
    return compiled.callerOf(headers, connection);
  }

  function validToken(text: string, { address }: Caller): TokenView {
    const checked = tokens.check(text);
    if (checked.kind === 'valid') return checked.view;
    throw wrong(
      address,
      checked.kind === 'expired' ? `the token ${checked.view.id} has expired` : 'there is no such token',
    );
  }

  /** Counts what was wrong; the problem of one too many. */
  function wrong(address: string, detail: string): HttpProblem {
    const seconds = failures.note(address);
    if (seconds === undefined) return unauthorized(detail, 'invalid_token');
    return new HttpProblem('too_many', 'too many wrong tokens were sent from this address', {
      'retry-after': String(seconds),
    });
  }

  function signedIn(caller: Caller, key: string | undefined): Admitted {
    const session = key === undefined ? undefined : sessions.find(key);
    if (key === undefined || session === undefined) return { caller, scopes: [], isStill: always };
    const { token, scopes, expiresAt } = session;
    const isStill = (): boolean => sessions.isOpen(key);
    return { caller, scopes, token, session: { expiresAt, formToken: formTokenOf(key) }, isStill };
  }

  function withToken(caller: Caller, token: TokenView): Admitted {
    return { caller, scopes: token.scopes, token, isStill: () => tokens.valid(token.id) !== undefined };
  }

  const guard: Guard = {
    async check(request, scope, connection) {
      const { headers } = request;
      const caller = callerOf(request, connection);
      refuseOtherSites(request, caller, scope);
      if (scope === 'open') return { caller, scopes: [], isStill: always };
      const isFree = caller.isLocal && LOCAL.includes(scope);
      const bearer = bearerIn(headers, isFree);
      const key = bearer === undefined ? sessionKeyIn(headers.get('cookie')) : undefined;
      const token = bearer === undefined ? undefined : validToken(bearer, caller);
      const who = token === undefined ? signedIn(caller, key) : withToken(caller, token);
      const scopes = [...new Set([...who.scopes, ...(caller.isLocal ? LOCAL : [])])];
      if (!scopes.includes(scope)) throw lacking(scope, who, key !== undefined);
      // Anybody may come without one.
      if (who.token !== undefined) connection.hold?.();
      if (scope === 'write' && who.session !== undefined) {
        requireOwnOrigin(request, caller);
        await requireFormToken(request, key as string);
      }
      return { ...who, scopes };
    },
    async checkSignIn(request, token, connection) {
      const caller = callerOf(request, connection);
      requireOwnOrigin(request, caller);
      return { caller, token: validToken(token, caller) };
    },
    async checkCode(request, code, connection) {
      const caller = callerOf(request, connection);
      requireOwnOrigin(request, caller);
      const token = codes?.take(code);
      if (token === undefined) throw wrong(caller.address, USED_LINK);
      return { caller, token };
    },
    async checkOwnPage(request, connection) {
      const caller = callerOf(request, connection);
      if (!caller.isLocal) return guard.check(request, 'write', connection);
      requireOwnOrigin(request, caller);
      return { caller, scopes: LOCAL, isStill: always };
    },
  };
  return guard;
}

const USED_LINK =
  'this link was used already, or is older than ten minutes; "docent serve" prints another when it starts, and a token signs in, too';

/** Throws wrong_origin for what a page of another site makes a browser send; a link to a page of ours is none of it. */
function refuseOtherSites({ method, headers }: Request, { origin: own }: Caller, scope: Permission | 'open'): void {
  const origin = headers.get('origin');
  const site = headers.get('sec-fetch-site') ?? 'none';
  const isForeign = site !== 'none' && site !== 'same-origin';
  if (method === 'GET' || method === 'HEAD') {
    if (scope === 'open') return;
    if (origin !== null && origin !== own) throw wrongOrigin(origin, own);
    // A picture or a script that a page embeds has no Origin.
    if (!isForeign || headers.get('sec-fetch-mode') === 'navigate') return;
    throw new HttpProblem('wrong_origin', 'a page of another site has embedded or requested this');
  }
  if (origin !== null && origin !== own) throw wrongOrigin(origin, own);
  if (origin === null && isForeign) throw new HttpProblem('wrong_origin', 'a page of another site has sent this');
}

/** Throws wrong_origin unless the browser reports that a page of this server sends the request. */
function requireOwnOrigin({ headers }: Request, { origin: own }: Caller): void {
  const origin = headers.get('origin');
  if (origin !== null && origin !== own) throw wrongOrigin(origin, own);
  if (origin === null && headers.get('sec-fetch-site') !== 'same-origin')
    throw new HttpProblem('wrong_origin', 'a change by a session needs the Origin header of this server’s pages');
}

function wrongOrigin(origin: string, own: string): HttpProblem {
  const isProxied = origin === own.replace(/^http:/, 'https:');
  const advice = isProxied ? '; list the proxy that speaks TLS in trusted_proxy' : '';
  return new HttpProblem(
    'wrong_origin',
    `the request comes from ${origin.slice(0, 200)}, and this server is ${own}${advice}`,
  );
}

async function requireFormToken(request: Request, key: string): Promise<void> {
  const { headers } = request;
  // Of a known length, as browsers send them: whoever stops reading one of two copies waits for the other.
  const isForm = FORM_TYPE.test(headers.get('content-type') ?? '') && headers.has('content-length');
  const sent =
    headers.get(FORM_HEADER) ??
    (isForm ? new URLSearchParams(await boundedText(request.clone())).get(FORM_FIELD) : null);
  if (sent === null || !isFormToken(key, sent))
    throw new HttpProblem(
      'forbidden',
      `a change by a session needs its form token, in the header ${FORM_HEADER} or the form field ${FORM_FIELD}`,
    );
}

/**
 * The token that a request has sent. Other schemes belong to a proxy in front. Where none is needed, one of another form is none:
 * clients of Context7 send the key they have there.
 */
function bearerIn(headers: Headers, isFree: boolean): string | undefined {
  const sent = /^bearer +(\S.*)$/i.exec(headers.get('authorization') ?? '')?.[1];
  return isFree && sent?.startsWith('dct_') === false ? undefined : sent;
}

function lacking(scope: Permission, { caller, token }: Admitted, hasCookie: boolean): HttpProblem {
  if (token !== undefined)
    return new HttpProblem(
      'forbidden',
      `this needs the scope ${scope}, and the token ${token.id} has ${token.scopes.join(', ')}`,
      { 'www-authenticate': `Bearer realm="docent", error="insufficient_scope", scope="${scope}"` },
    );
  if (hasCookie) return unauthorized('the session has ended; sign in again');
  return unauthorized(caller.isLocal ? 'a change needs a token' : 'a request needs a token');
}

function unauthorized(detail: string, error?: string): HttpProblem {
  const challenge = error === undefined ? '' : `, error="${error}"`;
  return new HttpProblem('unauthorized', detail, { 'www-authenticate': `Bearer realm="docent"${challenge}` });
}
