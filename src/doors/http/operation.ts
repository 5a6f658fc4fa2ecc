// An operation of the admin API: one value is its route, its validation and its place in the OpenAPI document.
import type { Field } from '../../core/options/field.ts';
import type { ValuesOf } from './fields.ts';
import type { Means } from './means.ts';
import type { DataShape, JsonSchema } from './shape.ts';

/** `read`: looks. `ask`: searches and answers. `write`: changes something or sends requests to sites. */
export type Permission = 'read' | 'ask' | 'write';

/** What a handler gets. */
export interface Call<P, Q, B> {
  readonly path: P;
  readonly query: Q;
  readonly body: B;
  readonly means: Means;
  /** What the caller may do; the operation's own scope is among it. */
  readonly scopes: readonly Permission[];
  /** Whether the caller would still be admitted; for what lasts longer than a moment. */
  readonly isStill: () => boolean;
  readonly request: Request;
  /** Aborts when the client leaves. */
  readonly signal: AbortSignal;
}

/** What a handler returns: the value, which its shape writes, with headers of its own. */
export interface Reply<T> {
  readonly value: T;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

type Fields = readonly Field[];

/** How the body is read where it is no table of fields: by the handler's own rules, which the schema describes. */
export interface OwnBody<T> {
  readonly schema: JsonSchema;
  /** Throws an HttpProblem or a DocentError. */
  read(body: unknown): T;
}

interface Common {
  /** The operationId: a verb and its object, `listRuns`. */
  readonly id: string;
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Below /admin/v1, with the names of `path` in braces: `/runs/{id}`. */
  readonly path: string;
  /** The group it is listed under. */
  readonly tag: string;
  readonly summary: string;
  readonly description?: string | undefined;
  readonly scope: Permission;
  /** The statuses of problems it can end with beside those every operation has (400, 401, 403, 500, 503). */
  readonly problems?: readonly number[] | undefined;
  /** The same on the command line. */
  readonly cli?: string | undefined;
}

/** An operation as it is written down. */
export interface OperationOf<P extends Fields, Q extends Fields, B, T> extends Common {
  readonly params?: P | undefined;
  readonly query?: Q | undefined;
  readonly body?: BodyOf<B> | undefined;
  /** The status and shape of success; without a shape there is no body. */
  readonly returns: { readonly status: 200 | 201 | 202 | 204; readonly shape?: DataShape<T> | undefined };
  run(call: Call<ValuesOf<P>, ValuesOf<Q>, B>): Promise<Reply<T>>;
}

type BodyOf<B> = { readonly fields: Fields } | OwnBody<B>;

/** An operation that responds with something else than JSON: a stream, a page, metrics. */
export interface RawOperation<P extends Fields, Q extends Fields> extends Common {
  readonly params?: P | undefined;
  readonly query?: Q | undefined;
  readonly returns: { readonly status: 200; readonly contentType: string; readonly description: string };
  respond(call: Call<ValuesOf<P>, ValuesOf<Q>, undefined>): Promise<Response>;
}

/** Any operation, as the router and the document see it. */
export interface ApiOperation extends Common {
  readonly params: Fields;
  readonly query: Fields;
  readonly body?: BodyOf<unknown> | undefined;
  readonly returns:
    | { readonly status: number; readonly shape?: DataShape<unknown> | undefined }
    | { readonly status: number; readonly contentType: string; readonly description: string };
  readonly run?: ((call: Call<never, never, never>) => Promise<Reply<unknown>>) | undefined;
  readonly respond?: ((call: Call<never, never, never>) => Promise<Response>) | undefined;
}

/** An operation whose body is a table of fields, or has none. */
export function operation<const P extends Fields, const Q extends Fields, const F extends Fields, T>(
  one: Omit<OperationOf<P, Q, ValuesOf<F>, T>, 'body'> & { readonly body?: { readonly fields: F } },
): ApiOperation {
  return widened(one);
}

/** An operation whose body is read by rules of its own. */
export function operationWithBody<const P extends Fields, const Q extends Fields, B, T>(
  one: Omit<OperationOf<P, Q, B, T>, 'body'> & { readonly body: OwnBody<B> },
): ApiOperation {
  return widened(one);
}

/** An operation that responds with something else than JSON. */
export function rawOperation<const P extends Fields, const Q extends Fields>(one: RawOperation<P, Q>): ApiOperation {
  return widened(one);
}

/** The router reads values by the operation's own tables before it calls it. */
function widened(one: object): ApiOperation {
  return { params: [], query: [], ...one } as unknown as ApiOperation;
}

/** The first page of a list, and how far one may go. */
export const pageFields = [
  { name: 'limit', kind: 'integer', min: 1, max: 1_000, default: 50, doc: 'At most this many.' },
  { name: 'cursor', kind: 'text', doc: 'Where the list goes on: `next` of the page before.' },
] as const satisfies Fields;

/** The number in a path. */
export const numberParam = {
  name: 'id',
  kind: 'integer',
  min: 1,
  max: Number.MAX_SAFE_INTEGER,
  required: true,
  doc: 'Its number.',
} as const satisfies Field;
