// A page as it was read, packed, so that it can be cut anew without reading it again.
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Block } from '../../core/document.ts';

/** What a page says, before learnt chrome is left out. */
export interface PageDraft {
  readonly title: string;
  readonly description?: string | undefined;
  readonly keywords?: readonly string[] | undefined;
  readonly language?: string | undefined;
  readonly blocks: readonly Block[];
  /** The same without the targets of links, where `blocks` keep them. */
  readonly said?: readonly Block[] | undefined;
}

/** More than any page of allowed size can hold, so that a damaged row cannot fill the memory. */
const MOST_BYTES = 64 * 1024 * 1024;

export function packDraft(draft: PageDraft): Uint8Array {
  const { title, description, keywords, language, blocks, said } = draft;
  const packed = deflateRawSync(JSON.stringify({ title, description, keywords, language, blocks, said }), { level: 1 });
  // Not a Buffer, which another thread would not get as one.
  return new Uint8Array(packed.buffer as ArrayBuffer, packed.byteOffset, packed.byteLength);
}

/** The page that was packed. Throws on bytes that are none. */
export function unpackDraft(packed: Uint8Array): PageDraft {
  return JSON.parse(inflateRawSync(packed, { maxOutputLength: MOST_BYTES }).toString('utf8')) as PageDraft;
}
