// The parts of a link in Markdown: its label in brackets, its target, its title.
import { decodeTarget } from './plain.ts';

export interface LinkPart {
  readonly text: string;
  /** The offset behind it. */
  readonly end: number;
}

const maxLabel = 999;
const maxParentheses = 32;

/** `[label]`, which holds no bare bracket and is not empty. */
export function labelAt(text: string, at: number): LinkPart | undefined {
  if (text.charAt(at) !== '[') return undefined;
  const last = Math.min(text.length, at + maxLabel + 2);
  for (let end = at + 1; end < last; end++) {
    const code = text.charCodeAt(end);
    if (code === 0x5c) end++;
    else if (code === 0x5b) return undefined;
    else if (code === 0x5d) {
      const label = text.slice(at + 1, end);
      return label.trim() === '' ? undefined : { text: label, end: end + 1 };
    }
  }
  return undefined;
}

/** `<target>` or a target without white space and with balanced parentheses. Escapes and character references are undone. */
export function destinationAt(text: string, at: number): LinkPart | undefined {
  return text.charAt(at) === '<' ? bracketed(text, at) : bare(text, at);
}

function bracketed(text: string, at: number): LinkPart | undefined {
  for (let end = at + 1; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code === 0x5c) end++;
    else if (code === 0x0a || code === 0x3c) return undefined;
    else if (code === 0x3e) return { text: decodeTarget(text.slice(at + 1, end)), end: end + 1 };
  }
  return undefined;
}

function bare(text: string, at: number): LinkPart | undefined {
  let depth = 0;
  let end = at;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code <= 0x20 || code === 0x7f) break;
    if (code === 0x5c) {
      if (text.charCodeAt(end + 1) > 0x20) end++;
    } else if (code === 0x28) {
      if (++depth > maxParentheses) return undefined;
    } else if (code === 0x29 && --depth < 0) break;
  }
  end = Math.min(end, text.length);
  if (end === at || depth > 0) return undefined;
  return { text: decodeTarget(text.slice(at, end)), end };
}

/** The offset behind a title in quotes or parentheses; undefined when there is none. */
export function titleAt(text: string, at: number): number | undefined {
  const open = text.charAt(at);
  if (open !== '"' && open !== "'" && open !== '(') return undefined;
  const close = open === '(' ? ')' : open;
  for (let end = at + 1; end < text.length; end++) {
    const unit = text.charAt(end);
    if (unit === '\\') end++;
    else if (unit === close) return end + 1;
    else if (unit === '(' && open === '(') return undefined;
  }
  return undefined;
}

/** `(target "title")` behind a link's text, whose target may be empty. */
export function resourceAt(text: string, at: number): LinkPart | undefined {
  if (text.charAt(at) !== '(') return undefined;
  const start = skipSpace(text, at + 1);
  if (text.charAt(start) === ')') return { text: '', end: start + 1 };
  const target = destinationAt(text, start);
  if (target === undefined) return undefined;
  let end = skipSpace(text, target.end);
  if (end > target.end) {
    const title = titleAt(text, end);
    if (title !== undefined) end = skipSpace(text, title);
  }
  return text.charAt(end) === ')' ? { text: target.text, end: end + 1 } : undefined;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) <= 0x20) at++;
  return at;
}
