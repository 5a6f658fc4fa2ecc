// Which content types are kept (H4): judged by the header before the body is read, then by the first bytes.

import { printable } from '../core/printable.ts';
import { type Accepted, type Refused, refuse } from '../core/verdict.ts';

/** What a page can be. */
export type ContentKind = 'html' | 'xhtml' | 'text' | 'markdown' | 'json' | 'yaml' | 'pdf';

/** Everything that is kept; JSON and YAML only as OpenAPI documents, PDF only when enabled. */
export const contentTypes = Object.freeze({
  'text/html': 'html',
  'application/xhtml+xml': 'xhtml',
  'text/plain': 'text',
  'text/markdown': 'markdown',
  'text/x-markdown': 'markdown',
  'application/json': 'json',
  'text/json': 'json',
  'application/openapi+json': 'json',
  'application/vnd.oai.openapi+json': 'json',
  'application/yaml': 'yaml',
  'application/x-yaml': 'yaml',
  'text/yaml': 'yaml',
  'text/x-yaml': 'yaml',
  'text/vnd.yaml': 'yaml',
  'application/openapi+yaml': 'yaml',
  'application/vnd.oai.openapi': 'yaml',
  'application/vnd.oai.openapi+yaml': 'yaml',
  'application/pdf': 'pdf',
  'application/x-pdf': 'pdf',
} as const satisfies Record<string, ContentKind>);

/** Headers that say as little as none. */
const unsaid: ReadonlySet<string> = new Set(['*/*', 'unknown/unknown', 'application/unknown']);

export interface TypeOptions {
  /** Whether PDF is kept. Default: false. */
  readonly pdf?: boolean | undefined;
}

/** Without `kind` the bytes have to say what it is. */
export type TypeVerdict = (Accepted & { readonly kind?: ContentKind }) | Refused;

/** Judges a Content-Type header before the body is read; refuses by `content:type`. Never throws. */
export function judgeContentType(header: string | undefined, options: TypeOptions = {}): TypeVerdict {
  const essence = (header ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!/^[^\s/,]+\/[^\s/,]+$/.test(essence) || unsaid.has(essence)) return { ok: true, by: 'content:sniffed' };
  const kind = Object.hasOwn(contentTypes, essence) ? contentTypes[essence as keyof typeof contentTypes] : undefined;
  if (kind === undefined) return refuse('content:type', printable(essence.slice(0, 100)));
  if (kind === 'pdf' && !options.pdf) return refuse('content:type', `${essence}, which is not enabled`);
  return { ok: true, by: 'content:type', detail: essence, kind };
}

/** The charset label of a Content-Type header as sent, without quotes; undefined when there is none. */
export function charsetOf(header: string | undefined): string | undefined {
  const found = /;\s*charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;,"']+))/i.exec(header ?? '');
  return (found?.[1] ?? found?.[2] ?? found?.[3])?.trim() || undefined;
}
