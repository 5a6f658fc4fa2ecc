// One operation of an API as a section: what it does, what it takes, what it returns.
import { escapeLine, escapeWholeLine } from '../markdown-source/escape.ts';
import { type MediaContent, mediaContentOf, mediaTypesText, writeContent, writeExamples } from './body.ts';
import type { References } from './references.ts';
import { limitsOf, typeOf } from './schema-type.ts';
import { codeCell, inlineCode, joinCells, type SectionWriter, textCell } from './section-writer.ts';
import { securityOf } from './security.ts';
import { entriesOf, type Fields, fieldsOf, listOf, textValueOf } from './values.ts';

/** Where an operation is in its document. */
export interface Operation {
  /** `GET`, in capital letters. */
  readonly method: string;
  /** The path, or the name of a webhook. */
  readonly path: string;
  readonly webhook: boolean;
  readonly fields: Fields;
  /** Parameters of all operations of the path. */
  readonly shared: readonly unknown[];
}

const maxParameters = 300;
const maxResponses = 100;

/** Writes the section. `root` holds what applies to all operations. */
export function writeOperation(
  operation: Operation,
  anchor: string,
  root: Fields,
  references: References,
  writer: SectionWriter,
): void {
  const { method, path, fields, webhook } = operation;
  const id = textValueOf(fields.operationId);
  const names = [id, path].filter((name) => name !== undefined && name.length <= 100).map(String);
  writer.heading(2, `${webhook ? 'Webhook ' : ''}${method} ${path}`, { anchor, names });
  if (fields.deprecated === true) writer.note('Deprecated');
  const summary = textValueOf(fields.summary);
  const description = textValueOf(fields.description);
  if (summary !== undefined) writer.text(escapeWholeLine(summary.replace(/\s+/g, ' ')));
  if (description !== summary) writer.markdown(description, 3);
  if (id !== undefined) writer.text(`Operation: ${inlineCode(id)}`);
  const parameters = parametersOf(operation, references);
  writeParameters(
    parameters.filter(({ in: place }) => place !== 'body'),
    references,
    writer,
  );
  writeRequest(
    fields,
    parameters.find(({ in: place }) => place === 'body'),
    root,
    references,
    writer,
  );
  writeResponses(fields, root, references, writer);
  writeCallbacks(fields.callbacks, references, writer);
  const security = securityOf(fields.security ?? root.security);
  if (security !== undefined) writer.text(`Security: ${security}`);
}

/** The operation's own parameters, and those of its path that it does not replace. */
function parametersOf({ fields, shared }: Operation, references: References): readonly Fields[] {
  const found = new Map<string, Fields>();
  for (const value of [...shared.slice(0, maxParameters), ...listOf(fields.parameters).slice(0, maxParameters)]) {
    const { fields: parameter, name } = references.follow(value);
    const known = parameter ?? { name, in: '' };
    found.set(`${String(known.in)} ${String(known.name)}`, known);
  }
  return [...found.values()];
}

function writeParameters(parameters: readonly Fields[], references: References, writer: SectionWriter): void {
  if (parameters.length === 0) return;
  const names = parameters.map(({ name }) => textValueOf(name)).filter((name) => name !== undefined);
  writer.text('**Parameters**');
  const rows = parameters.map((parameter) => {
    // Swagger 2 writes the type beside the name, and OpenAPI 3 may write it inside a content type.
    const [content] = mediaContentOf(parameter.content);
    const schema =
      fieldsOf(parameter.schema) ??
      fieldsOf(content?.[1].schema) ??
      (parameter.type === undefined ? undefined : parameter);
    const own = schema === undefined ? undefined : references.follow(schema).fields;
    const limits = limitsOf({ ...(own === undefined || own === parameter ? {} : pick(own)), ...pick(parameter) });
    return [
      codeCell(textValueOf(parameter.name) ?? ''),
      textCell(textValueOf(parameter.in) ?? ''),
      schema === undefined ? '' : textCell(typeOf(schema, references)),
      parameter.required === true ? 'yes' : '',
      joinCells(writer.cell(textValueOf(parameter.description)), limits),
    ];
  });
  writer.table(['Name', 'In', 'Type', 'Required', 'Description'], rows, names.slice(0, 200));
}

/** What `limitsOf` reads, so that nothing larger is copied. */
function pick(fields: Fields): Fields {
  const {
    enum: values,
    default: preset,
    minimum,
    maximum,
    minLength,
    maxLength,
    pattern,
    example,
    deprecated,
  } = fields;
  const all = { enum: values, default: preset, minimum, maximum, minLength, maxLength, pattern, example, deprecated };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

function writeRequest(
  fields: Fields,
  body: Fields | undefined,
  root: Fields,
  references: References,
  writer: SectionWriter,
): void {
  const own = references.follow(fields.requestBody);
  const request = body ?? own.fields;
  if (request === undefined) {
    if (own.name !== undefined) writer.text(`**Request body**: ${escapeLine(own.name)}`);
    return;
  }
  writer.text(`**Request body**${request.required === true ? ' (required)' : ''}`);
  writer.markdown(textValueOf(request.description), 3);
  const content: MediaContent =
    body === undefined
      ? mediaContentOf(request.content)
      : mediaOf(fields.consumes ?? root.consumes, { schema: body.schema });
  writeContent(content, references, writer);
}

/** Swagger 2 lists content types in one place and the schema in another. */
function mediaOf(types: unknown, media: Fields): MediaContent {
  const listed = listOf(types)
    .map(textValueOf)
    .filter((type) => type !== undefined);
  return (listed.length === 0 ? ['application/json'] : listed.slice(0, 5)).map((type) => [type, media]);
}

function writeResponses(fields: Fields, root: Fields, references: References, writer: SectionWriter): void {
  const responses = entriesOf(fields.responses)
    .slice(0, maxResponses)
    .filter(([status]) => !status.startsWith('x-'));
  if (responses.length === 0) return;
  const read = responses.map(([status, value]) => {
    const { fields: found, name } = references.follow(value);
    const response = found ?? { description: name };
    const content =
      response.schema === undefined
        ? mediaContentOf(response.content)
        : mediaOf(fields.produces ?? root.produces, { schema: response.schema });
    return { status, response, content };
  });
  writer.text('**Responses**');
  const rows = read.map(({ status, response, content }) => {
    const headers = entriesOf(response.headers)
      .slice(0, 20)
      .map(([name]) => codeCell(name));
    const parts = [
      writer.cell(textValueOf(response.description)),
      headers.length === 0 ? '' : `Headers: ${headers.join(', ')}.`,
    ];
    return [
      codeCell(status),
      parts.filter((part) => part !== '').join(' '),
      content.map(([type]) => codeCell(type)).join('<br>'),
      textCell(mediaTypesText(content, references)),
    ];
  });
  writer.table(['Status', 'Description', 'Content', 'Type'], rows);
  for (const { status, response, content } of read) writeAnswer(status, response, content, references, writer);
}

/** Examples of an answer, and the properties of one whose schema has no name. */
function writeAnswer(
  status: string,
  response: Fields,
  content: MediaContent,
  references: References,
  writer: SectionWriter,
): void {
  const [type, media] = content[0] ?? [];
  const schema = fieldsOf(media?.schema);
  if (
    type !== undefined &&
    schema !== undefined &&
    schema.$ref === undefined &&
    fieldsOf(schema.items)?.$ref === undefined &&
    hasProperties(schema)
  ) {
    writer.text(`**Response ${escapeLine(status)}**`);
    writeContent([[type, media ?? {}]], references, writer);
  } else if (type !== undefined) writeExamples(type, media?.example, media?.examples, references, writer);
  // Swagger 2: one example per content type.
  if (response.schema !== undefined || response.content === undefined) {
    for (const [kind, example] of entriesOf(response.examples).slice(0, 5))
      writeExamples(kind, example, undefined, references, writer);
  }
}

function hasProperties(schema: Fields): boolean {
  return (
    schema.properties !== undefined ||
    fieldsOf(schema.items)?.properties !== undefined ||
    listOf(schema.allOf).length > 0
  );
}

function writeCallbacks(callbacks: unknown, references: References, writer: SectionWriter): void {
  const lines: string[] = [];
  for (const [name, value] of entriesOf(callbacks).slice(0, 50)) {
    for (const [url, item] of entriesOf(references.follow(value).fields).slice(0, 20)) {
      const { fields = {} } = references.follow(item);
      for (const method of methods) {
        const called = fieldsOf(fields[method]);
        if (called === undefined) continue;
        const summary = textValueOf(called.summary) ?? textValueOf(called.description) ?? '';
        lines.push(
          `- ${inlineCode(name)}: ${inlineCode(`${method.toUpperCase()} ${url}`)} ${escapeLine(summary.slice(0, 500).replace(/\s+/g, ' '))}`.trimEnd(),
        );
      }
    }
  }
  if (lines.length === 0) return;
  writer.text('**Callbacks**');
  writer.text(lines.join('\n'));
}

/** The methods of a path in the order they are written. */
export const methods = Object.freeze([
  'get',
  'put',
  'post',
  'delete',
  'options',
  'head',
  'patch',
  'trace',
  'query',
] as const);
