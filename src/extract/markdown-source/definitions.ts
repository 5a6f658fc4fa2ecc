// Link definitions, `[label]: target "title"`: taken from the front of paragraphs, looked up by label.
import { destinationAt, labelAt, titleAt } from './link-parts.ts';

/** The targets of all links that are written by a label; the first definition of a label counts. */
export class LinkDefinitions {
  readonly #targets = new Map<string, string>();

  /** The target of a label as it is written between its brackets. */
  target(label: string): string | undefined {
    return this.#targets.size === 0 ? undefined : this.#targets.get(keyOf(label));
  }

  /** Takes the definitions off the front of a paragraph and returns the number of lines they took. */
  take(lines: readonly string[]): number {
    if (!lines[0]?.trimStart().startsWith('[')) return 0;
    const text = lines.join('\n');
    let taken = 0;
    for (;;) {
      const found = definitionAt(text, taken);
      if (found === undefined) break;
      const key = keyOf(found.label);
      if (!this.#targets.has(key)) this.#targets.set(key, found.target);
      taken = found.end;
    }
    if (taken === 0) return 0;
    if (taken >= text.length) return lines.length;
    let count = 0;
    for (let at = text.indexOf('\n'); at >= 0 && at < taken; at = text.indexOf('\n', at + 1)) count++;
    return count;
  }
}

interface Definition {
  readonly label: string;
  readonly target: string;
  /** The offset behind its line end. */
  readonly end: number;
}

function definitionAt(text: string, from: number): Definition | undefined {
  let start = from;
  while (isBlank(text.charCodeAt(start))) start++;
  const label = labelAt(text, start);
  if (label === undefined || label.text.startsWith('^') || text.charAt(label.end) !== ':') return undefined;
  const target = destinationAt(text, skipSpace(text, label.end + 1));
  if (target === undefined) return undefined;
  const title = skipSpace(text, target.end);
  const titled = title > target.end ? titleAt(text, title) : undefined;
  const end = (titled === undefined ? undefined : lineEnd(text, titled)) ?? lineEnd(text, target.end);
  return end === undefined ? undefined : { label: label.text, target: target.text, end };
}

/** White space with at most one line end in it; a paragraph has no two in a row. */
function skipSpace(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) <= 0x20) at++;
  return at;
}

function lineEnd(text: string, from: number): number | undefined {
  let at = from;
  while (isBlank(text.charCodeAt(at))) at++;
  if (at >= text.length) return text.length;
  return text.charAt(at) === '\n' ? at + 1 : undefined;
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}

// Case is folded both ways because some letters have two lower-case forms.
function keyOf(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase();
}
