// H1: which request headers an own site may take from the environment, and how such a list is written.

/** Headers that docent sends itself, or that belong to the connection: they cannot be set. */
const reserved: ReadonlySet<string> = new Set([
  ...[
    'accept',
    'accept-charset',
    'accept-encoding',
    'accept-language',
    'from',
    'host',
    'range',
    'referer',
    'user-agent',
  ],
  ...[
    'connection',
    'date',
    'expect',
    'http2-settings',
    'keep-alive',
    'te',
    'trailer',
    'transfer-encoding',
    'upgrade',
    'via',
  ],
]);
const RESERVED_FAMILIES = /^(?:content|if|proxy|sec)-/;
const HEADER = /^[A-Za-z][A-Za-z0-9-]{0,63}$/;
/** Capitals only: a token that was written in place of its variable is mostly something else, and is refused without being shown. */
const VARIABLE = /^[A-Z_][A-Z0-9_]{0,63}$/;
const MOST_HEADERS = 8;

/** What is written as `headers_from_env`: request headers, each with the environment variable that holds its value. */
export const headerVariablesShape =
  'a mapping of header names to environment variables, such as { Authorization: DOCS_TOKEN }';

/** Why the mapping cannot be used, or undefined; the sentence contains none of its values. */
export function misfitInHeaders(raw: unknown): string | undefined {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return `it must be ${headerVariablesShape}`;
  const entries = Object.entries(raw);
  if (entries.length === 0 || entries.length > MOST_HEADERS) return `it must name 1 to ${MOST_HEADERS} headers`;
  const names = new Set<string>();
  for (const [name, variable] of entries) {
    const lower = name.toLowerCase();
    if (!HEADER.test(name)) return 'each header name must be of letters, digits and dashes, at most 64 of them';
    if (lower === 'cookie')
      return 'Cookie is not sent: a cookie is the session of a browser; use a token that the site issues for programs';
    if (reserved.has(lower) || RESERVED_FAMILIES.test(lower))
      return `${name} is set by docent or belongs to the connection; it cannot come from the environment`;
    if (names.has(lower)) return `${name} is there twice`;
    names.add(lower);
    if (typeof variable !== 'string' || !VARIABLE.test(variable))
      return `${name} must be the name of an environment variable in capitals, such as DOCS_TOKEN, and not the value itself`;
  }
  return undefined;
}

/** `Authorization=DOCS_TOKEN, X-Key=DOCS_KEY` as a mapping; a text of another form is left for the check to refuse. */
export function headersFromText(text: string): unknown {
  const pairs = text.split(',').map((pair) => /^\s*([^=\s]+)\s*=\s*(\S+)\s*$/.exec(pair));
  return pairs.every((pair) => pair !== null)
    ? Object.fromEntries(pairs.map(([, name, variable]) => [name, variable]))
    : text;
}
