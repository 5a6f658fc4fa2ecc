// The part of TOML that front matter uses: `key = value` lines with strings, numbers, dates and lists of strings.

const pair = /^[ \t]*(?:"([^"]{1,100})"|([\w-]{1,100}))[ \t]*=[ \t]*(\S.*)$/;
const quoted = /"((?:[^"\\]|\\.)*)"|'([^']*)'/g;

/** The top-level pairs of a TOML text; what is more than a pair on one line is skipped. */
export function readToml(text: string): Readonly<Record<string, unknown>> {
  const pairs: [string, unknown][] = [];
  for (const line of text.split('\n')) {
    if (line.trimStart().startsWith('[')) break;
    const [, long, short, value] = pair.exec(line) ?? [];
    const key = long ?? short;
    if (key !== undefined && value !== undefined) pairs.push([key, readValue(value.trim())]);
  }
  return Object.fromEntries(pairs);
}

function readValue(value: string): unknown {
  if (value.startsWith('[')) return stringsIn(value);
  if (value.startsWith('"') || value.startsWith("'")) return stringsIn(value)[0] ?? '';
  return value.split('#')[0]?.trim() ?? '';
}

function stringsIn(value: string): readonly string[] {
  return Array.from(value.matchAll(quoted), ([, basic, literal]) =>
    basic === undefined ? (literal ?? '') : basic.replace(/\\(.)/g, (_, unit) => escapes.get(unit) ?? unit),
  );
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
]);
