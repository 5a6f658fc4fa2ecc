// A page as it was read, packed, so that it can be cut anew without reading it again.
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import {
  decodeJson,
  type Is,
  isListOf,
  isMap,
  isNumber,
  isOneOf,
  isOptional,
  isShape,
  isString,
  isStrings,
} from '../../core/decode.ts';
import type { Block, CodeBlock, EntryBlock, HeadingBlock, TableBlock, TextBlock } from '../../core/document.ts';

/** The text of a page, before learnt chrome is left out. */
export interface PageDraft {
  readonly title: string;
  readonly description?: string | undefined;
  readonly keywords?: readonly string[] | undefined;
  readonly language?: string | undefined;
  readonly blocks: readonly Block[];
  /** The blocks without the targets of links, where `blocks` keep them. */
  readonly said?: readonly Block[] | undefined;
}

const place = {
  first: isString,
  rest: isString,
  blank: isOptional(isString),
  entryDepth: isNumber,
  ids: isStrings,
  names: isStrings,
};
const maybeText = isOptional(isString);

/** A check for each kind of block. */
const blockKinds: { readonly [Kind in Block['kind']]: Is<Extract<Block, { kind: Kind }>> } = {
  heading: isShape<HeadingBlock>({
    ...place,
    kind: isOneOf({ heading: true }),
    level: isLevel,
    markdown: isString,
    text: isString,
    anchor: maybeText,
  }),
  entry: isShape<EntryBlock>({
    ...place,
    kind: isOneOf({ entry: true }),
    markdown: isString,
    text: isString,
    anchor: isString,
  }),
  text: isShape<TextBlock>({ ...place, kind: isOneOf({ text: true }), markdown: isString }),
  code: isShape<CodeBlock>({ ...place, kind: isOneOf({ code: true }), code: isString, language: maybeText }),
  table: isShape<TableBlock>({
    ...place,
    kind: isOneOf({ table: true }),
    header: isString,
    divider: isString,
    rows: isStrings,
  }),
};

const isBlocks = isListOf(
  (value): value is Block =>
    isMap(value) &&
    isString(value.kind) &&
    Object.hasOwn(blockKinds, value.kind) &&
    blockKinds[value.kind as Block['kind']](value),
);

const isDraft = isShape<PageDraft>({
  title: isString,
  description: maybeText,
  keywords: isOptional(isStrings),
  language: maybeText,
  blocks: isBlocks,
  said: isOptional(isBlocks),
});

function isLevel(value: unknown): value is HeadingBlock['level'] {
  return isNumber(value) && value >= 1 && value <= 6;
}

/** More than any page of allowed size can hold, so that a damaged row cannot fill the memory. */
const MOST_BYTES = 64 * 1024 * 1024;

export function packDraft(draft: PageDraft): Uint8Array {
  const { title, description, keywords, language, blocks, said } = draft;
  const packed = deflateRawSync(JSON.stringify({ title, description, keywords, language, blocks, said }), { level: 1 });
  // Not a Buffer, which another thread would not get as one.
  return new Uint8Array(packed.buffer as ArrayBuffer, packed.byteOffset, packed.byteLength);
}

/** The page that was packed. Throws DamagedValue, or what the decompressor throws, on bytes that are none. */
export function unpackDraft(packed: Uint8Array): PageDraft {
  const json = inflateRawSync(packed, { maxOutputLength: MOST_BYTES }).toString('utf8');
  return decodeJson(json, 'the draft of a page', isDraft);
}
