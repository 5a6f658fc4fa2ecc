// JSON from elsewhere, parsed within bounds: an octet of it may cost a hundred in memory.
import { grouped } from './counted.ts';
import { DocentError } from './errors.ts';

export interface JsonBounds {
  readonly octets: number;
  /** How many lists and objects may lie in each other. */
  readonly depth: number;
  /** Everything that stands for itself: members, items, lists, objects. */
  readonly values: number;
}

const [QUOTE, BACKSLASH, COMMA, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [...'"\\,[]{}'].map((char) =>
  char.charCodeAt(0),
);

/**
 * The value of a JSON text in UTF-8. What is beyond the bounds is not parsed at all. Throws DOC_TOO_LARGE for that, saying which, and a
 * SyntaxError for what is no JSON.
 */
export function parseBoundedJson(octets: Uint8Array, bounds: JsonBounds): unknown {
  const excess = excessOf(octets, bounds);
  if (excess !== undefined) throw new DocentError('DOC_TOO_LARGE', excess);
  return JSON.parse(new TextDecoder().decode(octets));
}

/** One look at each octet; octets of other letters than these are none of them in UTF-8. */
function excessOf(
  octets: Uint8Array,
  { octets: most, depth: deepest, values: mostValues }: JsonBounds,
): string | undefined {
  if (octets.length > most) return `it has more than ${grouped(most)} octets`;
  let [depth, values, at] = [0, 1, 0];
  while (at < octets.length) {
    const octet = octets[at++];
    if (octet === QUOTE) at = endOfText(octets, at);
    else if (octet === COMMA) values++;
    else if (octet === CLOSE_LIST || octet === CLOSE_OBJECT) depth--;
    else if (octet === OPEN_LIST || octet === OPEN_OBJECT) {
      values++;
      if (++depth > deepest) return `lists and objects lie more than ${deepest} deep in each other`;
    }
    if (values > mostValues) return `it holds more than ${grouped(mostValues)} values`;
  }
  return undefined;
}

/** Behind the quote that ends a text; the end of all where none does. */
function endOfText(octets: Uint8Array, from: number): number {
  for (let at = from; at < octets.length; at++) {
    if (octets[at] === BACKSLASH) at++;
    else if (octets[at] === QUOTE) return at + 1;
  }
  return octets.length;
}
