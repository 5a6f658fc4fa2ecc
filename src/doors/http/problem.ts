// Errors as RFC 9457 problems: what happened, to which field, what to do.
import { UnusableConfig } from '../../app/providers/config-file.ts';
import { ConfigError, DocentError, type ErrorCode, errorCatalogue } from '../../core/errors.ts';
import { hideSecrets, type Log } from '../../core/log.ts';
import { printableJson, printableLines } from '../../core/printable.ts';
import { count, list, named, type Of, object, optional, text } from './shape.ts';

/** The body of every error. */
export const problemShape = named(
  'Problem',
  object({
    type: text('A name of the kind of problem, as a URN.'),
    title: text('The kind of problem.'),
    status: count('The HTTP status.'),
    detail: text('What happened, and to what.'),
    code: text('One of docent’s error codes, or one of the server’s own.'),
    hint: optional(text('What to do about it.')),
    problems: optional(list(text(), 'Each wrong field, with what it must be.')),
  }),
);

/** The body of an error. */
export type ErrorBody = Of<typeof problemShape>;

/** The problems of the server itself, beside those of the catalogue. */
export const serverProblems = {
  invalid: {
    status: 400,
    title: 'A value does not fit',
    hint: 'Correct what is named; openapi.json lists what each operation takes.',
  },
  not_found: { status: 404, title: 'There is no such thing', hint: 'GET the list it belongs to for what there is.' },
  unauthorized: {
    status: 401,
    title: 'A token is needed',
    hint: 'Send "Authorization: Bearer <token>"; "docent serve token new" makes one.',
  },
  forbidden: { status: 403, title: 'This token may not do that', hint: 'Use a token with the scope that is named.' },
  wrong_host: {
    status: 421,
    title: 'This server does not answer to that name',
    hint: 'Add the name to server_hosts, or use the address it listens on.',
  },
  wrong_origin: {
    status: 403,
    title: 'The request comes from another site',
    hint: 'Send it from the server’s own pages, or from a program with a token.',
  },
  method_not_allowed: { status: 405, title: 'This method is not supported here', hint: 'See the Allow header.' },
  conflict: { status: 409, title: 'It is in another state', hint: 'GET it for the state it is in.' },
  backups_full: {
    status: 409,
    title: 'There are as many backups as are kept',
    hint: 'Move away or remove those that are not needed; the server removes none.',
  },
  changed: {
    status: 412,
    title: 'It was changed meanwhile',
    hint: 'GET it again, and send If-Match with the ETag you got.',
  },
  etag_needed: {
    status: 428,
    title: 'If-Match is needed',
    hint: 'Send If-Match with the ETag of what you read, or "If-Match: *" to overwrite whatever is there.',
  },
  too_large: { status: 413, title: 'The body is too large', hint: 'Send less at once.' },
  not_json: {
    status: 415,
    title: 'The body is not of the type that is needed',
    hint: 'Send Content-Type: application/json.',
  },
  cut_off: { status: 400, title: 'The body did not arrive', hint: 'Send it again, all of it.' },
  bad_json: { status: 400, title: 'The body is not JSON', hint: 'Send one JSON object.' },
  too_many: { status: 429, title: 'Too many requests', hint: 'Wait as long as Retry-After says.' },
  busy: { status: 503, title: 'The server is busy or ending', hint: 'Try again in a moment.' },
} as const satisfies Record<string, { status: number; title: string; hint: string }>;

export type ServerProblem = keyof typeof serverProblems;

/** A problem that a handler throws. */
export class HttpProblem extends Error {
  override readonly name = 'HttpProblem';
  readonly problem: ServerProblem;
  readonly headers: Readonly<Record<string, string>>;
  /** Each wrong value, where there may be several. */
  readonly problems: readonly string[] | undefined;

  constructor(
    problem: ServerProblem,
    detail: string | readonly string[],
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(typeof detail === 'string' ? detail : detail.join('\n'));
    this.problem = problem;
    this.headers = headers;
    this.problems = typeof detail === 'string' ? undefined : detail;
  }
}

/** The statuses of the catalogue's codes. */
export const statusOf: Readonly<Record<ErrorCode, number>> = Object.freeze({
  DOC_USAGE: 400,
  DOC_CONFIG: 422,
  DOC_FILE: 422,
  DOC_URL: 422,
  DOC_DIALECT: 422,
  DOC_PATTERN: 422,
  DOC_ADDRESS: 422,
  DOC_DNS: 502,
  DOC_CONNECT: 502,
  DOC_TIMEOUT: 504,
  DOC_TLS: 502,
  DOC_PROTOCOL: 502,
  DOC_HEADERS: 502,
  DOC_TOO_LARGE: 502,
  DOC_TRUNCATED: 502,
  DOC_ENCODING: 502,
  DOC_BLOCKED: 422,
  DOC_BUDGET: 429,
  DOC_TERMS: 422,
  DOC_ANSWER: 502,
  DOC_EXTRACT: 502,
  DOC_MACHINE: 503,
  DOC_STORE: 503,
  DOC_STORE_DAMAGED: 503,
  DOC_STORE_VERSION: 503,
  DOC_STORE_FULL: 507,
  DOC_STORE_BUSY: 409,
  DOC_REQUESTS_FULL: 507,
  DOC_SEARCH: 503,
  DOC_BUSY: 503,
  DOC_INTERNAL: 500,
});

/** Errors quote what a caller sent, which may be long. */
const LONGEST_DETAIL = 2_000;
const RETRY_SECONDS = '1';
/** The catalogue's is for a terminal. */
const USAGE_HINT = 'GET openapi.json lists what each operation takes.';

/** The response for an error. What is not the caller's mistake is logged; its text stays in the log. */
export function problemResponse(error: unknown, log: Log, act: string): Response {
  const body = problemBody(error, log, act);
  const own = error instanceof HttpProblem ? error.headers : {};
  const retry = body.status === 503 ? { 'retry-after': RETRY_SECONDS } : {};
  return new Response(printableJson(JSON.stringify(problemShape.write(body))), {
    status: body.status,
    // What is not there now may be there in a moment: no cache keeps it.
    headers: { 'content-type': 'application/problem+json', 'cache-control': 'no-store', ...retry, ...own },
  });
}

/** Whether a browser shows the response to a person. */
export function isReadByPeople({ headers }: Request): boolean {
  return /\btext\/html\b/.test(headers.get('accept') ?? '');
}

/** What an error says to a caller; logged as `problemResponse` does. */
export function problemBody(error: unknown, log: Log, act: string): ErrorBody {
  if (error instanceof HttpProblem) {
    const { status, title, hint } = serverProblems[error.problem];
    const problems = error.problems?.map(shown);
    return { ...kindOf(error.problem, title, status), detail: shown(error.message), hint, problems };
  }
  if (error instanceof DocentError) {
    const { code, message, hint } = error;
    if (error instanceof UnusableConfig) return unusableBody(error);
    if (error.isOurs) log.warn({ act, code }, message);
    const problems = error instanceof ConfigError ? error.problems.map(shown) : undefined;
    const advice = code === 'DOC_USAGE' ? USAGE_HINT : hint;
    return {
      ...kindOf(code, errorCatalogue[code].means, statusOf[code]),
      detail: shown(message),
      hint: advice,
      problems,
    };
  }
  if (!isAbort(error))
    log.error({ act, err: error instanceof Error ? error : new Error(String(error)) }, 'http.failed');
  const { means, hint } = errorCatalogue.DOC_INTERNAL;
  return { ...kindOf('DOC_INTERNAL', means, 500), detail: 'something went wrong inside docent; see its log', hint };
}

/** docent.yml on the disk is not the one in force: a change would be lost, or take back what was written by hand. */
function unusableBody({ problems }: UnusableConfig): ErrorBody {
  const { status, title } = serverProblems.conflict;
  const detail = `docent.yml is not in force as it is, so nothing is written into it: ${problems.join('\n')}`;
  const hint = 'Put the file right first; GET settings shows what is wrong with it.';
  return { ...kindOf('conflict', title, status), detail: shown(detail), hint, problems: problems.map(shown) };
}

function kindOf(code: string, title: string, status: number): Pick<ErrorBody, 'type' | 'title' | 'status' | 'code'> {
  return { type: `urn:docent:problem:${code}`, title, status, code };
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

function shown(message: string): string {
  return printableLines(hideSecrets(message.slice(0, LONGEST_DETAIL)));
}
