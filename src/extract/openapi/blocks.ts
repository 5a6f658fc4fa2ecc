// An OpenAPI or Swagger document as blocks (E7): one section per operation, in the order of its tags, and one per schema.
import type { Block } from '../../core/document.ts';
import { markdownPart } from '../markdown-source/blocks.ts';
import { escapeLine, escapeWholeLine } from '../markdown-source/escape.ts';
import type { InlineOptions } from '../markdown-source/inline.ts';
import { plainInline, Slugs } from '../markdown-source/plain.ts';
import { cutText, foldLine } from '../text.ts';
import type { ApiDocument } from './api-document.ts';
import { methods, type Operation, writeOperation } from './operation.ts';
import { readDocument } from './read-document.ts';
import { References } from './references.ts';
import { writeNamedSchema } from './schema.ts';
import { maxOutput, SectionWriter } from './section-writer.ts';
import { writeSchemes } from './security.ts';
import { entriesOf, type Fields, fieldsOf, listOf, textValueOf } from './values.ts';

/** An API's document as a page. */
export interface ApiPage {
  readonly title: string;
  readonly description?: string;
  /** The API's own version; empty when it names none. */
  readonly version: string;
  readonly blocks: readonly Block[];
  /** References that lead nowhere, out of the document or in a circle, and what was left out. At most 50. */
  readonly problems: readonly string[];
}

export interface ApiOptions extends InlineOptions {
  /** The most that is written, in UTF-16 code units. */
  readonly maxOutput: number;
}

const defaults: ApiOptions = Object.freeze({
  keepLinks: false,
  imageLabel: 'image',
  resolve: () => undefined,
  maxOutput,
});

/**
 * Reads Swagger 2.0 and OpenAPI 3, JSON or YAML: `#` the API, then for each tag that is described `##` the tag, `##` each
 * of its operations, operations without a tag last; then webhooks, security schemes and schemas. Nothing is fetched.
 * Undefined when the text is no such document. Never throws.
 */
export function openapiBlocks(source: string, options: Partial<ApiOptions> = {}): ApiPage | undefined {
  const document = readDocument(source);
  if (document === undefined) return undefined;
  const { root } = document;
  const info = fieldsOf(root.info) ?? {};
  const title = cutText(foldLine(cutText(textValueOf(info.title) ?? '', 5_000)), 500);
  const version = cutText(foldLine(cutText(textValueOf(info.version) ?? '', 1_000)), 100);
  const description = summaryOf(textValueOf(info.summary) ?? textValueOf(info.description) ?? '', defaults);
  const all = { ...defaults, ...options };
  const writer = new SectionWriter(all, all.maxOutput);
  const references = new References(root);
  new ApiWriter(document, references, writer).write(title, version);
  if (writer.full) {
    references.report('the document is too large: the rest is left out');
    writer.end('*The rest of this document is left out: it is too large.*');
  }
  return {
    title,
    ...(description === '' ? {} : { description }),
    version,
    blocks: writer.blocks,
    problems: references.problems,
  };
}

/** The first paragraph of a description as plain text. */
function summaryOf(markdown: string, options: InlineOptions): string {
  const first = markdownPart(cutText(markdown, 10_000), options).find(({ kind }) => kind === 'text');
  return first?.kind === 'text' ? cutText(foldLine(plainInline(first.markdown)), 2_000) : '';
}

class ApiWriter {
  readonly #root: Fields;
  readonly #dialect: ApiDocument['dialect'];
  readonly #references: References;
  readonly #writer: SectionWriter;
  readonly #slugs = new Slugs();
  readonly #anchors = new Set<string>();

  constructor({ root, dialect }: ApiDocument, references: References, writer: SectionWriter) {
    this.#root = root;
    this.#dialect = dialect;
    this.#references = references;
    this.#writer = writer;
  }

  write(title: string, version: string): void {
    const writer = this.#writer;
    const info = fieldsOf(this.#root.info) ?? {};
    writer.heading(1, title === '' ? 'API' : title);
    if (version !== '') writer.text(`Version ${escapeLine(version)}`);
    if (textValueOf(info.summary) !== undefined)
      writer.text(escapeWholeLine(foldLine(textValueOf(info.summary) ?? '')));
    writer.markdown(textValueOf(info.description), 2);
    const servers = this.#servers();
    if (servers.length > 0) writer.text(`Servers: ${servers.map(escapeLine).join(', ')}`);
    this.#operations();
    const components = fieldsOf(this.#root.components) ?? {};
    writeSchemes(components.securitySchemes ?? this.#root.securityDefinitions, this.#references, writer);
    for (const [name, schema] of entriesOf(components.schemas ?? this.#root.definitions)) {
      if (writer.full) return;
      writeNamedSchema(name, schema, this.#anchor(undefined, `schema ${name}`), this.#references, writer);
    }
  }

  #servers(): readonly string[] {
    if (this.#dialect === 'openapi') {
      return listOf(this.#root.servers)
        .slice(0, 10)
        .map((server) => textValueOf(fieldsOf(server)?.url))
        .filter((url) => url !== undefined);
    }
    const host = textValueOf(this.#root.host);
    if (host === undefined) return [];
    const schemes = listOf(this.#root.schemes)
      .slice(0, 4)
      .map(textValueOf)
      .filter((scheme) => scheme !== undefined);
    return (schemes.length === 0 ? ['https'] : schemes).map(
      (scheme) => `${scheme}://${host}${textValueOf(this.#root.basePath) ?? ''}`,
    );
  }

  #operations(): void {
    const groups = new Map<string, Operation[]>();
    const described = new Map<string, string>();
    for (const value of listOf(this.#root.tags)) {
      const name = textValueOf(fieldsOf(value)?.name);
      if (name === undefined || groups.has(name)) continue;
      groups.set(name, []);
      described.set(name, textValueOf(fieldsOf(value)?.description) ?? '');
    }
    const untagged: Operation[] = [];
    for (const operation of this.#found()) {
      const tag = textValueOf(listOf(operation.fields.tags)[0]);
      if (tag === undefined) untagged.push(operation);
      else if (groups.has(tag)) groups.get(tag)?.push(operation);
      else groups.set(tag, [operation]);
    }
    for (const [tag, operations] of [...groups, ['', untagged] as const]) {
      const description = described.get(tag) ?? '';
      if (description !== '') {
        this.#writer.heading(2, tag, { anchor: this.#anchor(undefined, `tag ${tag}`) });
        this.#writer.markdown(description, 3);
      }
      for (const operation of operations) {
        if (this.#writer.full) return;
        const anchor = this.#anchor(textValueOf(operation.fields.operationId), `${operation.method} ${operation.path}`);
        writeOperation(operation, anchor, this.#root, this.#references, this.#writer);
      }
    }
  }

  /** Every operation of every path, then of every webhook. */
  #found(): readonly Operation[] {
    const found: Operation[] = [];
    const webhooks = entriesOf(this.#root.webhooks ?? this.#root['x-webhooks']);
    for (const [webhook, items] of [
      [false, entriesOf(this.#root.paths)],
      [true, webhooks],
    ] as const) {
      for (const [path, item] of items) {
        if (path.startsWith('x-') && !webhook) continue;
        const { fields } = this.#references.follow(item);
        if (fields === undefined) continue;
        for (const method of methods) {
          const operation = fieldsOf(fields[method]);
          if (operation === undefined) continue;
          found.push({
            method: method.toUpperCase(),
            path,
            webhook,
            fields: operation,
            shared: listOf(fields.parameters),
          });
        }
      }
    }
    return found;
  }

  /** The operation's own id when it has one that is free, else one made of words. */
  #anchor(id: string | undefined, words: string): string {
    let anchor = id !== undefined && id.length <= 200 && !/\s/.test(id) ? id : undefined;
    if (anchor === undefined || this.#anchors.has(anchor)) {
      do
        anchor =
          this.#slugs.of(
            words
              .replace(/[/{}]+/g, ' ')
              .trim()
              .replace(/\s+/g, ' '),
          ) ??
          this.#slugs.of('section') ??
          'section';
      while (this.#anchors.has(anchor));
    }
    this.#anchors.add(anchor);
    return anchor;
  }
}
