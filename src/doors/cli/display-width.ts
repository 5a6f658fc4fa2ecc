// How wide text is on a terminal, and where its lines end: Chinese, Japanese and Korean characters take two columns.

const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;
/** Marks, and the vowels and finals of Korean syllables that are written letter by letter, stand on the character before. */
const mark = /[\p{Mn}\p{Me}\u1160-\u11ff\ud7b0-\ud7fb]/u;

function widthOf(char: string): number {
  if (char < '\u0300') return 1;
  return mark.test(char) ? 0 : wide.test(char) ? 2 : 1;
}

/** Columns that a text takes in one line. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const char of text) width += widthOf(char);
  return width;
}

/** The text with spaces behind it, so many columns wide. */
export function padToWidth(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - displayWidth(text)));
}

/** The beginning of a text that fits into so many columns, with a mark where it was cut. */
export function cutToWidth(text: string, columns: number): string {
  if (text.length <= columns / 2 || displayWidth(text) <= columns) return text;
  let used = 0;
  let end = 0;
  for (const char of text) {
    used += widthOf(char);
    if (used > columns - 1) break;
    end += char.length;
  }
  return `${text.slice(0, end).trimEnd()}…`;
}

/** The end of a text that fits into so many columns. */
export function endWithin(text: string, columns: number): string {
  const chars = [...text];
  let used = 0;
  let from = chars.length;
  while (from > 0 && used + widthOf(chars[from - 1] as string) <= columns) used += widthOf(chars[--from] as string);
  return chars.slice(from).join('');
}

/** From where to where the lines of a text go when none is wider than so many columns; the space at a break is in neither. */
export function linesWithin(text: string, columns: number): readonly (readonly [start: number, end: number])[] {
  const lines: [number, number][] = [];
  let start = 0;
  let used = 0;
  /** The last place where the line may end, and where the next would begin. */
  let fit: readonly [end: number, next: number, used: number] | undefined;
  let at = 0;
  for (const char of text) {
    const width = widthOf(char);
    if (char === ' ') fit = [at, at + 1, used + 1];
    else if (width === 2 && at > start) fit = [at, at, used];
    if (used + width > columns && at > start) {
      const [end, next, until] = fit ?? [at, at, used];
      lines.push([start, end]);
      start = next;
      used -= until;
      fit = undefined;
    }
    used += width;
    at += char.length;
  }
  if (start < text.length) lines.push([start, text.length]);
  return lines;
}
