// Inline code: a fence longer than any inside, and what a table's cell needs.

/** The Markdown of a piece of inline code, which holds no line ends. */
export function codeSpan(code: string, inCell: boolean): string {
  // There is no way to write a backslash before a pipe in the code of a cell.
  if (inCell && code.includes('\\|')) return `<code>${htmlText(code)}</code>`;
  const text = inCell && code.includes('|') ? code.replaceAll('|', '\\|') : code;
  if (!code.includes('`')) {
    const padded = (code.startsWith(' ') || code.endsWith(' ')) && code.trim() !== '';
    return padded ? `\` ${text} \`` : `\`${text}\``;
  }
  const fence = '`'.repeat(shortestFence(code));
  const edge = /^[` ]|[` ]$/.test(code) ? ' ' : '';
  return fence + edge + text + edge + fence;
}

// One backtick unless the code holds such a run, else one more than its longest.
function shortestFence(code: string): number {
  let longest = 0;
  for (const [run] of code.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest + 1;
}

function htmlText(code: string): string {
  return code.replace(/[&<>|*_`\\[\]~:.@]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Whether inline code is the name of something rather than a sentence or a sign. */
export function looksLikeName(code: string): boolean {
  const { length } = code;
  if (length > 100) return false;
  let hasLetter = false;
  for (let at = 0; at < length; at++) {
    const unit = code.charCodeAt(at);
    if (unit <= 0x20 || unit >= 0x80) return /^\S*\p{L}\S*$/u.test(code);
    const lower = unit | 0x20;
    hasLetter ||= lower >= 0x61 && lower <= 0x7a;
  }
  return hasLetter;
}
