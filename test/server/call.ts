// Calls of the API by operation, as the OpenAPI document describes them, and what is wrong with their responses.
import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { TestServer } from './open.ts';

/** One call of an operation, and the status it must end with. */
export interface ExampleCall {
  /** What it shows, as the end of a sentence. */
  readonly shows: string;
  /** The operationId. */
  readonly operation: string;
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number | readonly string[]>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status: number;
  /** Looks at the value of the response; may throw. */
  readonly check?: (value: never, response: Response) => void | Promise<void>;
}

/** Calls that are made one after the other; later ones may use what earlier ones made. */
export type ExampleCalls = (server: TestServer) => readonly ExampleCall[];

interface Described {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly responses: Readonly<Record<string, { content?: Readonly<Record<string, { schema?: object }>> }>>;
}

/** The document of a running server. */
export interface ApiDocument {
  readonly text: string;
  readonly operations: ReadonlyMap<
    string,
    {
      readonly method: string;
      readonly path: string;
      /** The names of what its query takes. */
      readonly query: readonly string[];
      readonly responses: Described['responses'];
    }
  >;
  /** Makes the call and returns its response with everything that does not fit the document. */
  perform(
    call: ExampleCall,
  ): Promise<{ readonly response: Response; readonly value: unknown; readonly problems: readonly string[] }>;
}

/** Reads the server's document. */
export async function readDocument(server: TestServer): Promise<ApiDocument> {
  const text = await (await fetch(`${server.address}/admin/v1/openapi.json`)).text();
  const document = JSON.parse(text) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
    readonly components: { readonly schemas: object };
  };
  const operations = new Map(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId, parameters = [], responses }]) => {
        const query = parameters.flatMap((one) => (one.in === 'query' ? [one.name] : []));
        return [operationId, { method, path, query, responses }];
      }),
    ),
  );
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  const compiled = new Map<object, ValidateFunction>();
  const validate = (schema: object, value: unknown): readonly ErrorObject[] => {
    // A response may have nothing that the document does not list.
    const check = compiled.get(schema) ?? ajv.compile(closed({ ...schema, components: document.components }) as object);
    compiled.set(schema, check);
    return check(value) ? [] : (check.errors ?? []);
  };

  return {
    text,
    operations,
    async perform({ operation, path = {}, query = {}, body, headers = {}, status }) {
      const described = operations.get(operation);
      if (described === undefined) throw new Error(`the document has no operation ${operation}`);
      const target = described.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
      const search = new URLSearchParams(
        Object.entries(query).flatMap(([name, value]) =>
          [value].flat().map((one): [string, string] => [name, String(one)]),
        ),
      );
      const response = await fetch(`${server.address}/admin/v1${target}${search.size > 0 ? `?${search}` : ''}`, {
        method: described.method.toUpperCase(),
        headers: {
          authorization: `Bearer ${server.token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const problems: string[] = [];
      if (response.status !== status) problems.push(`its status is ${response.status}, not ${status}`);
      const promised = described.responses[response.status];
      if (promised === undefined) problems.push(`the document has no status ${response.status} for ${operation}`);
      const type = response.headers.get('content-type')?.split(';', 1)[0] ?? '';
      if (type === 'text/event-stream') {
        await response.body?.cancel();
        return { response, value: undefined, problems };
      }
      const received = await response.text();
      const media = promised?.content?.[type];
      if (received === '' && promised?.content !== undefined) problems.push('its body is empty');
      if (received !== '' && media === undefined)
        problems.push(`the document has no ${type} for status ${response.status}`);
      const value: unknown = /json$/.test(type) && received !== '' ? JSON.parse(received) : received;
      if (media?.schema !== undefined)
        problems.push(
          ...validate(media.schema, value).map(({ instancePath, message }) => `${instancePath}: ${message}`),
        );
      if (problems.length > 0) problems.push(received.slice(0, 600));
      return { response, value, problems };
    },
  };
}

/** The schema with every object closed: what it does not list is an error. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value)]));
  const isOpen = inner.type === 'object' && inner.properties !== undefined && inner.additionalProperties === undefined;
  return isOpen ? { ...inner, additionalProperties: false } : inner;
}
