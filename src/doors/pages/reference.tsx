// The readable reference of the admin API, made from the same operations as its OpenAPI document.
import type { Child, FC } from 'hono/jsx';
import { errorCatalogue } from '../../core/errors.ts';
import { type Field, takes } from '../../core/options/field.ts';
import { API_PATH, anyProblems, namedSchemas, ownProblems } from '../http/openapi.ts';
import type { ApiOperation } from '../http/operation.ts';
import { operations } from '../http/operations/all.ts';
import { serverProblems, statusOf } from '../http/problem.ts';
import type { JsonSchema } from '../http/shape.ts';
import { framedPage, type View } from './layout.tsx';
import type { PageDocument, PageRoute } from './page-route.ts';
import { RowTable } from './parts.tsx';

/** The page, beside the document it is made with. */
export const referencePages = {
  shown: [
    { path: `${API_PATH}/reference`, show: async ({ view }) => referencePage(view) },
  ] satisfies readonly PageRoute[],
};

function referencePage(view: View): PageDocument {
  const groups = Map.groupBy(operations, ({ tag }) => tag);
  return framedPage({
    view,
    title: 'Admin API',
    same: { api: `GET ${API_PATH}/openapi.json` },
    children: (
      <>
        <p>
          {operations.length} operations below <code>{`${view.base}${API_PATH}`}</code>, described by{' '}
          <a href={`${view.base}${API_PATH}/openapi.json`}>an OpenAPI 3.1 document</a>. On this machine reading needs no
          token; changes need <code>Authorization: Bearer …</code> with the scope <code>write</code>. Times are ISO
          8601; errors are <a href="#problems">problems</a>, and any operation can end with {anyProblems.join(', ')}.
        </p>
        <nav aria-label="Operations">
          {[...groups].map(([tag, own]) => (
            <p>
              <strong>{tag}</strong>: <Links operations={own} />
            </p>
          ))}
          <p>
            <a href="#shapes">Shapes</a> of what is returned, and <a href="#problems">problems</a>. Beside the API:{' '}
            <code>/metrics</code> for Prometheus, <code>/healthz</code> (alive) and <code>/readyz</code> (ready, or 503
            with the reasons).
          </p>
        </nav>
        {[...groups].map(([tag, own]) => (
          <section>
            <header>
              <h2>{tag}</h2>
            </header>
            {own.map((operation) => (
              <Described operation={operation} base={view.base} />
            ))}
          </section>
        ))}
        <section id="shapes">
          <header>
            <h2>Shapes</h2>
          </header>
          {[...namedSchemas(operations)].map(([name, schema]) => (
            <section id={shapeId(name)}>
              <h3>
                <code>{name}</code>
              </h3>
              <Properties schema={schema} />
            </section>
          ))}
        </section>
        <section id="problems">
          <header>
            <h2>Problems</h2>
          </header>
          <RowTable
            rows={problems()}
            columns={[
              { title: 'Code', kind: 'head', cell: ({ code }) => <code>{code}</code> },
              { title: 'Status', kind: 'number', cell: ({ status }) => String(status) },
              { title: 'What happened', cell: ({ title }) => title },
              { title: 'What to do', cell: ({ hint }) => hint },
            ]}
          />
        </section>
      </>
    ),
  });
}

const Links: FC<{ operations: readonly ApiOperation[] }> = ({ operations }) => (
  <span>
    {operations.map(({ id }, at) => (
      <span>
        {at > 0 ? ', ' : ''}
        <a href={`#${id}`}>{id}</a>
      </span>
    ))}
  </span>
);

const Described: FC<{ operation: ApiOperation; base: string }> = ({ operation, base }) => {
  const { id, method, path, summary, description, scope, cli, params, query, body, returns } = operation;
  const fields = [
    ...params.map((field) => ({ field, place: 'path' })),
    ...query.map((field) => ({ field, place: 'query' })),
    ...(body !== undefined && 'fields' in body ? body.fields.map((field) => ({ field, place: 'body' })) : []),
  ];
  const own = ownProblems(operation);
  return (
    <section id={id}>
      <h3>
        <code>{`${method.toUpperCase()} ${path}`}</code>
      </h3>
      <p>
        {summary}. <span class="soft">Scope {scope}.</span>
      </p>
      {description === undefined ? null : (
        <p class="soft">
          <Words text={description} />
        </p>
      )}
      {fields.length === 0 ? null : (
        <RowTable
          rows={fields}
          columns={[
            { title: 'Field', kind: 'head', cell: ({ field }) => <code>{field.name}</code> },
            { title: 'In', cell: ({ place, field }) => (field.required ? `${place}, required` : place) },
            { title: 'Takes', cell: ({ field }) => takesOf(field) },
            { title: 'Meaning', cell: ({ field }) => <Words text={field.doc} /> },
          ]}
        />
      )}
      {body === undefined || 'fields' in body ? null : (
        <details>
          <summary>The fields of the body</summary>
          <Properties schema={body.schema} isPartial />
        </details>
      )}
      <p>
        Returns {returns.status}
        {'contentType' in returns ? (
          <span>
            : <code>{returns.contentType}</code>. {returns.description}
          </span>
        ) : returns.shape === undefined ? (
          ', without a body.'
        ) : (
          <span>
            :{' '}
            <code>
              <SchemaText schema={returns.shape.schema} />
            </code>
          </span>
        )}
        {own.length === 0 ? null : <span class="soft"> Can also end with {own.join(', ')}.</span>}
      </p>
      <pre>{curl(operation, base)}</pre>
      {cli === undefined ? null : (
        <p class="soft">
          On the command line: <code>{cli}</code>
        </p>
      )}
    </section>
  );
};

function takesOf(field: Field): string {
  const preset = field.default === undefined ? '' : `; default ${JSON.stringify(field.default)}`;
  const isUnbounded = field.kind === 'integer' && field.max === Number.MAX_SAFE_INTEGER;
  return `${isUnbounded ? `a whole number from ${field.min}` : takes(field)}${preset}`;
}

/** A description with its words in backticks as code. */
const Words: FC<{ text: string }> = ({ text }) => (
  <>{text.split('`').map((part, at) => (at % 2 === 0 ? part : <code>{part}</code>))}</>
);

function shapeId(name: string): string {
  return `shape-${name}`;
}

/** The properties of an object, each with what it is and what it means; of anything else what it is. Partial: each may be absent. */
const Properties: FC<{ schema: JsonSchema; isPartial?: boolean }> = ({ schema, isPartial = false }) => {
  const { properties } = schema as { readonly properties?: Readonly<Record<string, JsonSchema>> };
  if (properties === undefined)
    return (
      <p>
        <code>
          <SchemaText schema={schema} />
        </code>
      </p>
    );
  const required = requiredOf(schema);
  return (
    <RowTable
      rows={Object.entries(properties)}
      columns={[
        { title: 'Property', kind: 'head', cell: ([name]) => <code>{name}</code> },
        {
          title: 'Is',
          cell: ([name, own]) => (
            <>
              <code>
                <SchemaText schema={own} />
              </code>
              {isPartial || required.has(name) ? null : <span class="soft"> may be absent</span>}
            </>
          ),
        },
        {
          title: 'Meaning',
          cell: ([, own]) => <Words text={typeof own.description === 'string' ? own.description : ''} />,
        },
      ]}
    />
  );
};

/** A schema on one line, with links to named ones: `{ runs: [Run], next? }`. */
const SchemaText: FC<{ schema: JsonSchema }> = ({ schema }) => {
  const { $ref, type, format, items, properties, additionalProperties, anyOf, oneOf, enum: words } = schema;
  if (typeof $ref === 'string') {
    const name = $ref.split('/').at(-1) ?? '';
    return <a href={`#${shapeId(name)}`}>{name}</a>;
  }
  const several = anyOf ?? oneOf;
  if (Array.isArray(several)) return <Joined parts={several.map(textOf)} between=" | " />;
  if (Array.isArray(words)) return <>{words.join(' | ')}</>;
  if (type === 'array') return <>[{textOf(items)}]</>;
  if (properties === undefined && typeof additionalProperties === 'object')
    return (
      <>
        {'{ name: '}
        {textOf(additionalProperties)}
        {' }'}
      </>
    );
  if (properties === undefined) return <>{plainText(type, format)}</>;
  const required = requiredOf(schema);
  const listed = Object.entries(properties as Readonly<Record<string, JsonSchema>>).map(([name, own]) => (
    <>
      {`${name}${required.has(name) ? '' : '?'}`}
      {own.type === 'string' && own.enum === undefined ? '' : <>: {textOf(own)}</>}
    </>
  ));
  return (
    <>
      {'{ '}
      <Joined parts={listed} between=", " />
      {' }'}
    </>
  );
};

const Joined: FC<{ parts: readonly Child[]; between: string }> = ({ parts, between }) => (
  <>
    {parts.map((part, at) => (
      <>
        {at > 0 ? between : ''}
        {part}
      </>
    ))}
  </>
);

function textOf(schema: unknown): Child {
  return <SchemaText schema={schema as JsonSchema} />;
}

function plainText(type: unknown, format: unknown): string {
  if (format === 'date-time') return 'time';
  return typeof type === 'string' ? type : 'any';
}

function requiredOf({ required }: JsonSchema): ReadonlySet<string> {
  return new Set(Array.isArray(required) ? (required as readonly string[]) : []);
}

function curl({ method, path, scope, body, query }: ApiOperation, base: string): string {
  const needed = query.filter(({ required }) => required).map(({ name }) => `${name}=…`);
  const target = `http://127.0.0.1:7411${base}${API_PATH}${path}${needed.length > 0 ? `?${needed.join('&')}` : ''}`;
  const verb = method === 'get' ? [] : [`-X ${method.toUpperCase()}`];
  const token = scope === 'write' ? ['-H "Authorization: Bearer $TOKEN"'] : [];
  const sent = body === undefined ? [] : ["-H 'content-type: application/json'", `-d '${exampleOf(body)}'`];
  const line = ['curl', ...verb, `'${target}'`].join(' ');
  return [line, ...[...token, ...sent].map((part) => `  ${part}`)].join(' \\\n');
}

/** A body with the fields that are needed. */
function exampleOf(body: NonNullable<ApiOperation['body']>): string {
  if (!('fields' in body)) return '{ … }';
  const values = body.fields.flatMap((field) => (field.required ? [[field.name, exampleValue(field)]] : []));
  return JSON.stringify(Object.fromEntries(values));
}

function exampleValue(field: Field): unknown {
  switch (field.kind) {
    case 'boolean':
      return true;
    case 'integer':
      return field.min;
    case 'choice':
      return field.choices[0];
    case 'url':
      return 'https://docs.example.com/';
    case 'list':
      return [field.of === 'url' ? 'https://docs.example.com/' : '…'];
    default:
      return '…';
  }
}

interface ProblemRow {
  readonly code: string;
  readonly status: number;
  readonly title: string;
  readonly hint: string;
}

function problems(): readonly ProblemRow[] {
  return [
    ...Object.entries(serverProblems).map(([code, { status, title, hint }]) => ({ code, status, title, hint })),
    ...Object.entries(errorCatalogue).map(([code, { means: title, hint }]) => ({
      ...{ code, title, hint, status: statusOf[code as keyof typeof statusOf] },
    })),
  ];
}
