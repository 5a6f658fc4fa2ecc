// Makes text from elsewhere safe to print: nothing in it can move the cursor, change colours or reverse the reading order.

/** Control characters, bidirectional overrides, zero-width and tag characters, lone surrogates. */
const UNSAFE =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]|\p{Surrogate}/gu;

/** The text with every unsafe character written as an escape, such as `\u001b`; two of them, as in JSON, beyond U+FFFF. */
export function printable(text: string): string {
  return text.replace(UNSAFE, (char) =>
    [...Array(char.length).keys()].map((at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  );
}

/** Text of several lines, its line ends and tabs kept. */
export function printableLines(text: string): string {
  return text.replace(/[^\n\t]+/g, printable);
}

/** JSON text, in lines or in one, with unsafe characters escaped: parsed, it yields the same values. */
export function printableJson(json: string): string {
  return json.split('\n').map(printable).join('\n'); // a line end in JSON text is never part of a value
}
