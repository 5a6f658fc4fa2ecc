// Raw HTML in Markdown: where a tag, a comment or an instruction ends, by CommonMark's rules, and its attributes.

const openName = /[A-Za-z][A-Za-z0-9-]*/y;
const attributeName = /[A-Za-z_:][\w:.-]*/y;
const unquoted = /[^\s"'=<>`]+/y;
const space = /\s*/y;

/** Ends that were looked for and are not there: nothing is searched twice to the end of a text. */
export type MissingEnds = Set<string>;

/** The offset behind the tag, comment, instruction, declaration or CDATA that starts at `at`; -1 when there is none. */
export function endOfHtml(text: string, at: number, missing: MissingEnds): number {
  if (text.startsWith('<!--', at)) {
    if (text.startsWith('>', at + 4)) return at + 5;
    if (text.startsWith('->', at + 4)) return at + 6;
    return endAfter(text, '-->', at + 4, missing);
  }
  if (text.startsWith('<?', at)) return endAfter(text, '?>', at + 2, missing);
  if (text.startsWith('<![CDATA[', at)) return endAfter(text, ']]>', at + 9, missing);
  if (text.startsWith('<!', at)) return isLetter(text.charCodeAt(at + 2)) ? endAfter(text, '>', at + 3, missing) : -1;
  return endOfTag(text, at, missing);
}

/** The offset behind the opening or closing tag that starts at `at`; -1 when there is none. */
export function endOfTag(text: string, at: number, missing: MissingEnds): number {
  const closing = text.startsWith('</', at);
  const named = run(openName, text, at + (closing ? 2 : 1));
  if (named < 0) return -1;
  let end = named;
  for (;;) {
    const spaced = run(space, text, end);
    if (text.startsWith('>', spaced)) return spaced + 1;
    if (closing) return -1;
    if (text.startsWith('/>', spaced)) return spaced + 2;
    if (spaced === end) return -1;
    const key = run(attributeName, text, spaced);
    if (key < 0) return -1;
    end = endOfValue(text, key, missing);
    if (end < 0) return -1;
  }
}

/** The offset behind an attribute's value, or `at` when it has none. */
function endOfValue(text: string, at: number, missing: MissingEnds): number {
  const equals = run(space, text, at);
  if (!text.startsWith('=', equals)) return at;
  const value = run(space, text, equals + 1);
  const quote = text.charAt(value);
  if (quote === '"' || quote === "'") return endAfter(text, quote, value + 1, missing);
  return run(unquoted, text, value);
}

function endAfter(text: string, end: string, from: number, missing: MissingEnds): number {
  if (missing.has(end)) return -1;
  const at = text.indexOf(end, from);
  if (at < 0) missing.add(end);
  return at < 0 ? -1 : at + end.length;
}

function run(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

function isLetter(code: number): boolean {
  return (code | 32) >= 97 && (code | 32) <= 122;
}

// A name starts where no name goes on: a long word is looked at once.
const attributes = /(?<![\w:.-])([A-Za-z_:][\w:.-]*)=(?:"([^"]*)"|'([^']*)'|\{["'`]([^"'`]*)["'`]\}|([^\s"'=<>`{]+))/g;

/** The attributes of a tag that have a value, by their lower-case names; the first of several counts. */
export function attributesOf(tag: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  if (!tag.includes('=')) return found;
  for (const [, name = '', double, single, braced, bare] of tag.matchAll(attributes)) {
    const key = name.toLowerCase();
    if (!found.has(key)) found.set(key, double ?? single ?? braced ?? bare ?? '');
  }
  return found;
}
