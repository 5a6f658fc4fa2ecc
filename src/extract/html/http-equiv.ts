// `<meta http-equiv>`: headers that a page carries in its own text (U12).

export interface HttpEquiv {
  /** The header it names, as written. */
  readonly httpEquiv: string;
  readonly content: string;
}

export interface Refresh {
  readonly delaySec: number;
  /** The target as written; absent when the page only reloads itself. */
  readonly url?: string;
}

/** The only headers a page may speak for; cookies, policies and locations stay the server's. */
export const overridableHeaders = ['content-type', 'content-language', 'refresh'] as const;

/**
 * The headers as the page sets them: names in lower case, `metas` winning over what the server sent. Like in a
 * browser, the first of several metas counts and an empty one is ignored. Changes none of its arguments, never throws.
 */
export function applyHttpEquiv<T>(
  headers: Readonly<Record<string, T>>,
  metas: readonly HttpEquiv[],
): Record<string, T | string> {
  const merged = new Map<string, T | string>(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  for (const name of overridableHeaders) {
    const meta = metas.find(
      ({ httpEquiv, content }) => httpEquiv.trim().toLowerCase() === name && content.trim() !== '',
    );
    if (meta !== undefined) merged.set(name, meta.content.trim());
  }
  return Object.fromEntries(merged);
}

const delayPart = /^\s*(\d*)[\d.]*/;
const separator = /^(?:\s*[;,]\s*|\s+)/;
const urlPrefix = /^url\s*=\s*/i;

/**
 * Reads a refresh (`5`, `5; url=/x`, `0;URL='/x'`, `3,/x`) by the rules of the HTML standard; a fraction of a second is
 * dropped. `undefined` when a browser would ignore it too. Never throws.
 */
export function parseRefresh(content: string): Refresh | undefined {
  const [head, digits = ''] = delayPart.exec(content) ?? [''];
  if (head.trim() === '') return undefined;
  const delaySec = Math.min(Number(digits), Number.MAX_SAFE_INTEGER);
  const rest = content.slice(head.length);
  const gap = separator.exec(rest)?.[0];
  if (gap === undefined) return rest === '' ? { delaySec } : undefined;
  const url = unquote(rest.slice(gap.length).replace(urlPrefix, ''));
  return url === '' ? { delaySec } : { delaySec, url };
}

function unquote(text: string): string {
  const quote = text.charAt(0);
  if (quote !== '"' && quote !== "'") return text.trim();
  const end = text.indexOf(quote, 1);
  return text.slice(1, end < 0 ? text.length : end).trim();
}
