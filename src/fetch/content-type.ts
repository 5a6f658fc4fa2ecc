// Which content types are kept (H4): judged by the header before the body is read, then by the first bytes.

import { isReadKind, kindOfType, type ReadKind } from '../core/forms.ts';
import { printable } from '../core/printable.ts';
import { type Accepted, type Refused, refuse } from '../core/verdict.ts';

/** Types that are treated like a missing header. */
const unspecific: ReadonlySet<string> = new Set(['*/*', 'unknown/unknown', 'application/unknown']);

/** Without `kind` the bytes decide what it is. */
export type TypeVerdict = (Accepted & { readonly kind?: ReadKind }) | Refused;

/** Judges a Content-Type header before the body is read; refuses by `content:type`. Never throws. */
export function judgeContentType(header: string | undefined): TypeVerdict {
  const essence = (header ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!/^[^\s/,]+\/[^\s/,]+$/.test(essence) || unspecific.has(essence)) return { ok: true, by: 'content:sniffed' };
  const kind = kindOfType(essence);
  if (kind === undefined) return refuse('content:type', printable(essence.slice(0, 100)));
  if (!isReadKind(kind)) return refuse('content:type', `${essence}, which is not enabled`);
  return { ok: true, by: 'content:type', detail: essence, kind };
}

/** The charset label of a Content-Type header as sent, without quotes; undefined when there is none. */
export function charsetLabel(header: string | undefined): string | undefined {
  const found = /;\s*charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;,"']+))/i.exec(header ?? '');
  return (found?.[1] ?? found?.[2] ?? found?.[3])?.trim() || undefined;
}
