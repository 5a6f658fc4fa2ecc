// What bytes are by the look of them (H4, FAULTS 49): for answers without a type, and for types that do not fit.

import { type ContentKind, formOfKind, forms, isReadKind } from '../core/forms.ts';
import { type Refused, refuse } from '../core/verdict.ts';
import { isOpenApi } from './openapi.ts';

export interface Sniffed {
  readonly kind: ContentKind | 'binary';
  /** Set when the bytes are not what was declared, or nothing that is kept. Fit to be printed. */
  readonly mismatch?: string;
}

/** How far in the look goes; beyond this a page's declared type is believed. */
const sampleSize = 1024;

/** Bytes that no text has; tab, line ends, form feed and ESC (ISO-2022-JP) are text. */
const isBinary = (byte: number): boolean =>
  byte < 0x09 || byte === 0x0b || (byte > 0x0d && byte < 0x1b) || (byte > 0x1b && byte < 0x20);

const htmlStart =
  /^<(?:!doctype html|html|head|body|title|meta|link|base|script|style|iframe|h[1-6]|div|p|br|font|table|a|b|main|article|section|nav|header|ul|ol|pre)[\s>/]/i;

/**
 * Returns what the bytes are. A declared kind is believed unless the bytes contradict it: HTML declared as text stays text,
 * a PDF declared as HTML does not. `charset` keeps UTF-16, which is full of NULs, from being taken for binary.
 */
export function sniffContent(bytes: Uint8Array, declared?: ContentKind, charset?: string): Sniffed {
  const sample = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, sampleSize));
  const text = sample.toString('latin1');
  const wide = /^utf-?(?:16|32)/i.test(charset ?? '') || /^(?:\xff\xfe|\xfe\xff)/.test(text);
  const start = (wide ? text.replaceAll('\0', '') : text)
    .replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '')
    .trimStart();
  if (start.startsWith('%PDF-')) {
    return declared === undefined || declared === 'pdf'
      ? { kind: 'pdf' }
      : { kind: 'pdf', mismatch: mismatch('PDF', declared) };
  }
  const html = looksLikeHtml(start);
  // A stray NUL in a page is the page's fault and stripped later (FAULTS 48).
  if (!wide && !html && tooBinary(sample, declared)) {
    return { kind: 'binary', mismatch: mismatch('binary data', declared) };
  }
  if (declared === 'pdf') {
    const kind = html ? 'html' : 'text';
    return { kind, mismatch: mismatch(html ? 'HTML' : 'text', declared) };
  }
  return declared === undefined ? sniffText(start, html) : { kind: declared };
}

/** The final decision about a body that was read: undefined when it is kept, else why not. */
export function refuseContent(bytes: Uint8Array, sniffed: Sniffed): Refused | undefined {
  const { kind, mismatch: what } = sniffed;
  if (what !== undefined) return refuse('content:type', what);
  if (!isReadKind(kind)) return refuse('content:type', `looks like ${kind.toUpperCase()}, which is not enabled`);
  if (forms[formOfKind(kind)].reader === 'openapi' && !isOpenApi(bytes)) {
    return refuse('content:type', `${kind.toUpperCase()}, but not an OpenAPI document`);
  }
  return undefined;
}

function sniffText(start: string, html: boolean): Sniffed {
  if (/^<\?xml\s/.test(start)) {
    if (/<html[\s>]/i.test(start)) return { kind: 'xhtml' };
    return { kind: 'binary', mismatch: mismatch('XML') };
  }
  if (html) return { kind: 'html' };
  if (/^\{\s*"/.test(start)) return { kind: 'json' };
  if (isOpenApi(Buffer.from(start, 'latin1'))) return { kind: 'yaml' };
  return { kind: 'text' };
}

/** Comments and an XML declaration may precede the first tag. */
function looksLikeHtml(start: string): boolean {
  if (/^<!--/.test(start)) return true;
  if (/^<\?xml\s/.test(start)) return /<html[\s>]/i.test(start);
  return htmlStart.test(start);
}

/** Nothing declared: one NUL decides. Something declared: more than one byte in fifty has to speak against it. */
function tooBinary(sample: Uint8Array, declared: ContentKind | undefined): boolean {
  if (declared === undefined && sample.includes(0)) return true;
  let count = 0;
  for (const byte of sample) if (isBinary(byte)) count += 1;
  return count > sample.length / 50;
}

function mismatch(what: string, declared?: ContentKind): string {
  return declared === undefined ? `looks like ${what}` : `declared as ${declared}, looks like ${what}`;
}
