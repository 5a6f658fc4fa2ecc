// What would begin a heading, a list, a quotation or a rule at the start of a line, and end a heading at its end (E3).

const tab = 0x09;

/** Where a line of prose begins. */
export interface LinePlace {
  /** The first line of its block: not below other text, which some marks need. */
  readonly isFirst: boolean;
  /** Nothing but this text is on the line. */
  readonly isWhole: boolean;
  /** Whether it begins a list's item, where `[ ]` would be a task. */
  readonly opensItem: boolean;
}

const lineMarks = /^[-+*#>=_~|:[\d]/;
const number = /^\d{1,9}(?=[.)](?: |$))/;

/** Escapes what would begin something at the start of a line. The text is escaped already. */
export function escapeLineStart(text: string, place: LinePlace): string {
  const first = text.charCodeAt(0);
  // A letter begins no block mark.
  if (first > 0x40 && first < 0x5b) return text;
  if ((first > 0x60 && first < 0x7b) || !lineMarks.test(text)) return text;
  const digits = number.exec(text)?.[0];
  if (digits !== undefined) {
    return text.length > digits.length + 1 || place.isWhole ? `${digits}\\${text.slice(digits.length)}` : text;
  }
  return beginsBlock(text, place) ? `\\${text}` : text;
}

function beginsBlock(text: string, { isFirst, isWhole, opensItem }: LinePlace): boolean {
  const line = isWhole ? text.trimEnd() : `${text}.`;
  switch (text.charAt(0)) {
    case '>':
      return true;
    case '#':
      return /^#{1,6}(?: |$)/.test(line);
    case '+':
      return /^\+(?: |$)/.test(line);
    case '*':
      return /^\*(?: |$)|^\*[* ]*$/.test(line);
    case '_':
      return /^_[_ ]*$/.test(line);
    case '-':
      return /^-(?: |$)|^-[- ]*$/.test(line) || (!isFirst && /^[-:| ]+$/.test(line));
    case '=':
      return !isFirst && /^=+$/.test(line);
    case '~':
      return text.startsWith('~~~');
    case '[':
      return /^\[[^\]]{1,999}\]:/.test(text) || (opensItem && /^\[[ xX]\](?: |$)/.test(text));
    default:
      return !isFirst && /^[-:| ]+$/.test(line);
  }
}

/** Escapes number signs at the end of a heading, which would be taken for its closing marks. */
export function escapeHeadingEnd(markdown: string): string {
  if (!markdown.endsWith('#')) return markdown;
  let at = markdown.length;
  while (at > 0 && markdown.charAt(at - 1) === '#') at--;
  const before = at === 0 ? tab : markdown.charCodeAt(at - 1);
  return before === 0x20 || before === tab ? `${markdown.slice(0, at)}\\${markdown.slice(at)}` : markdown;
}
