// Shapes of what the API returns: one value is the TypeScript type, the JSON schema and the writer that lets nothing else out.

/** A JSON schema as OpenAPI 3.1 writes it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** How a value of type T is described and written. */
export interface DataShape<T> {
  /** The schema; shapes with a name are references to it. */
  readonly schema: JsonSchema;
  /** The value as JSON data: only what the schema lists, times as text. */
  write(value: T): unknown;
  /** The schemas that this one refers to, by name, its own included. */
  readonly named: ReadonlyMap<string, JsonSchema>;
}

/** A property that may be absent. */
export interface Optional<T> extends DataShape<T> {
  readonly isOptional: true;
}

/** The type of the values that a shape writes. */
export type Of<S> = S extends DataShape<infer T> ? T : never;

type Properties = Readonly<Record<string, DataShape<never>>>;
type OptionalNames<P extends Properties> = { [K in keyof P]: P[K] extends Optional<never> ? K : never }[keyof P];
type Written<P extends Properties> = { readonly [K in Exclude<keyof P, OptionalNames<P>>]: Of<P[K]> } & {
  readonly [K in OptionalNames<P>]?: Of<P[K]> | undefined;
};

const NONE: ReadonlyMap<string, JsonSchema> = new Map();

function plain<T>(schema: JsonSchema): DataShape<T> {
  return { schema, write: (value) => value, named: NONE };
}

function described(schema: JsonSchema, description: string | undefined): JsonSchema {
  return description === undefined ? schema : { ...schema, description };
}

/** A text. */
export function text(description?: string): DataShape<string> {
  return plain(described({ type: 'string' }, description));
}

/** An address, as it is shown: without user names and secrets. */
export function url(description?: string): DataShape<string> {
  return plain(described({ type: 'string', format: 'uri-reference' }, description));
}

/** A whole number from 0. */
export function count(description?: string): DataShape<number> {
  return plain(described({ type: 'integer', minimum: 0 }, description));
}

/** A number. */
export function figure(description?: string): DataShape<number> {
  return plain(described({ type: 'number' }, description));
}

/** true or false. */
export function flag(description?: string): DataShape<boolean> {
  return plain(described({ type: 'boolean' }, description));
}

/** One of these words. */
export function oneOf<const W extends readonly string[]>(words: W, description?: string): DataShape<W[number]> {
  return plain(described({ type: 'string', enum: words }, description));
}

/** A moment: milliseconds inside, ISO 8601 outside. */
export function time(description?: string): DataShape<number> {
  return {
    schema: described({ type: 'string', format: 'date-time' }, description),
    write: (value) => new Date(value).toISOString(),
    named: NONE,
  };
}

/** Whatever JSON can hold; for values whose form depends on their name, such as settings. */
export function anything(description?: string): DataShape<unknown> {
  return plain(described({}, description));
}

/** A value that may be null. */
export function nullable<T>(shape: DataShape<T>): DataShape<T | null> {
  return {
    schema: { anyOf: [shape.schema, { type: 'null' }] },
    write: (value) => (value === null ? null : shape.write(value)),
    named: shape.named,
  };
}

/** A property that may be absent. */
export function optional<T>(shape: DataShape<T>): Optional<T> {
  return { ...shape, isOptional: true };
}

/** A list. */
export function list<T>(of: DataShape<T>, description?: string): DataShape<readonly T[]> {
  return {
    schema: described({ type: 'array', items: of.schema }, description),
    write: (values) => values.map((value) => of.write(value)),
    named: of.named,
  };
}

/** A mapping from names to values of one shape. */
export function record<T>(of: DataShape<T>, description?: string): DataShape<Readonly<Record<string, T | undefined>>> {
  return {
    schema: described({ type: 'object', additionalProperties: of.schema }, description),
    write: (values) =>
      Object.fromEntries(
        Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, of.write(value)]])),
      ),
    named: of.named,
  };
}

/** An object with these properties; others of the value are not written. */
export function object<P extends Properties>(properties: P, description?: string): DataShape<Written<P>> {
  const entries = Object.entries(properties) as unknown as readonly (readonly [string, DataShape<unknown>])[];
  const required = entries.flatMap(([name, shape]) => ('isOptional' in shape ? [] : [name]));
  return {
    schema: described(
      {
        type: 'object',
        properties: Object.fromEntries(entries.map(([name, { schema }]) => [name, schema])),
        ...(required.length > 0 && { required }),
      },
      description,
    ),
    write(value) {
      const from = value as Readonly<Record<string, unknown>>;
      return Object.fromEntries(
        entries.flatMap(([name, shape]) => (from[name] === undefined ? [] : [[name, shape.write(from[name])]])),
      );
    },
    named: new Map(entries.flatMap(([, shape]) => [...shape.named])),
  };
}

/** A value of one of several shapes, distinguished by the value of one property; others are an error of ours. */
export function variants<T>(property: string, shapes: Readonly<Record<string, DataShape<never>>>): DataShape<T> {
  const all = Object.values(shapes) as unknown as readonly DataShape<unknown>[];
  return {
    schema: { oneOf: all.map(({ schema }) => schema) },
    write(value) {
      const shape = shapes[(value as Readonly<Record<string, string>>)[property] ?? ''];
      if (shape === undefined)
        throw new TypeError(`no shape for ${property} of ${JSON.stringify(value)?.slice(0, 80)}`);
      return (shape as unknown as DataShape<unknown>).write(value);
    },
    named: new Map(all.flatMap((shape) => [...shape.named])),
  };
}

/** A shape with a name of its own in the document. */
export function named<T>(name: string, shape: DataShape<T>): DataShape<T> {
  return {
    schema: { $ref: `#/components/schemas/${name}` },
    write: (value) => shape.write(value),
    named: new Map([...shape.named, [name, shape.schema]]),
  };
}
