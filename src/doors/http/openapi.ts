// The OpenAPI 3.1 document of the admin API, made from its operations.
import { isDeepStrictEqual } from 'node:util';
import type { Field } from '../../core/options/field.ts';
import { version } from '../../core/version.ts';
import { fieldSchema, fieldsSchema } from './fields.ts';
import type { ApiOperation } from './operation.ts';
import { problemShape } from './problem.ts';
import type { JsonSchema } from './shape.ts';

/** Where the API is, below the server's base path. */
export const API_PATH = '/admin/v1';

/** The statuses of problems that any operation can end with. */
export const anyProblems: readonly number[] = [400, 401, 403, 421, 422, 429, 500, 503];

/** The document. `base` is the server's base path. */
export function openapiDocument(operations: readonly ApiOperation[], base: string): JsonSchema {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations)
    paths[operation.path] = { ...paths[operation.path], [operation.method]: described(operation) };
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  return {
    openapi: '3.1.0',
    info: {
      title: 'docent',
      version,
      summary: 'Operates a docent server: sources, runs, URLs, reports, search.',
      description:
        'Reading needs no token on the machine itself; changes need a bearer token with the scope `write`. Times are ISO 8601, errors are RFC 9457 problems.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: `${base}${API_PATH}` }],
    tags: tags.map((name) => ({ name })),
    security: [{ token: [] }, { session: [] }, {}],
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: '`docent serve token new` makes one.' },
        session: { type: 'apiKey', in: 'cookie', name: 'docent_session', description: 'Of a browser that signed in.' },
      },
      schemas: Object.fromEntries(namedSchemas(operations)),
    },
  };
}

/** The schemas that have names, in the order of these. Throws a TypeError where two differ that have the same. */
export function namedSchemas(operations: readonly ApiOperation[]): ReadonlyMap<string, JsonSchema> {
  const schemas = new Map(problemShape.named);
  const shapes = operations.flatMap(({ returns }) => ('shape' in returns && returns.shape ? [returns.shape] : []));
  for (const [name, schema] of shapes.flatMap((shape) => [...shape.named])) {
    if (!isDeepStrictEqual(schemas.get(name) ?? schema, schema))
      throw new TypeError(`two shapes of the API have the name ${name}`);
    schemas.set(name, schema);
  }
  return new Map([...schemas].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function described(operation: ApiOperation): object {
  const { id, tag, summary, description, scope, cli, params, query, body } = operation;
  const text = [description, `Scope: ${scope}.`, cli === undefined ? undefined : `Command line: \`${cli}\`.`];
  return {
    ...{ operationId: id, tags: [tag], summary },
    description: text.filter((line) => line !== undefined).join('\n\n'),
    ...(scope === 'write' && { security: [{ token: [] }, { session: [] }] }),
    parameters: [
      ...params.map((field) => parameter(field, 'path')),
      ...query.map((field) => parameter(field, 'query')),
    ],
    ...(body !== undefined && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: 'fields' in body ? fieldsSchema(body.fields) : body.schema } },
      },
    }),
    responses: responsesOf(operation),
  };
}

function parameter(field: Field, place: 'path' | 'query'): object {
  const { description, ...schema } = fieldSchema(field) as { readonly description: string };
  return {
    ...{ name: field.name, in: place, description, schema },
    required: place === 'path' || field.required === true,
    ...(field.kind === 'list' && { style: 'form', explode: true }),
  };
}

/** The statuses of problems that an operation can end with, beside those that any can; in their order. */
export function ownProblems({ problems = [], params, body }: ApiOperation): readonly number[] {
  const own = [...(params.length > 0 ? [404] : []), ...(body === undefined ? [] : [413, 415]), ...problems];
  return [...new Set(own)].filter((status) => !anyProblems.includes(status)).toSorted((a, b) => a - b);
}

function responsesOf(operation: ApiOperation): object {
  const { returns } = operation;
  const failures = [...anyProblems, ...ownProblems(operation)].toSorted((a, b) => a - b);
  return {
    [returns.status]:
      'contentType' in returns
        ? { description: returns.description, content: { [returns.contentType]: {} } }
        : {
            description: 'Done.',
            ...(returns.shape !== undefined && { content: { 'application/json': { schema: returns.shape.schema } } }),
          },
    ...Object.fromEntries(
      failures.map((status) => [
        status,
        { description: 'A problem.', content: { 'application/problem+json': { schema: problemShape.schema } } },
      ]),
    ),
  };
}
