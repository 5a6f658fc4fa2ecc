// Lines of JavaScript in MDX: imports and exports, which are no part of the text.

const statements: readonly RegExp[] = Object.freeze([
  /^import\s+["'][^"']+["'];?\s*$/,
  /^import\s+(?:type\s+)?[\w$*{][^;"']*\sfrom\s+["'][^"']+["'];?\s*$/,
  /^import\s+(?:[\w$]+\s*,\s*)?\{[^}"']*$/,
  /^export\s+(?:const|let|var|type|interface)\s+[\w$]+[^=]{0,200}=/,
  /^export\s+(?:default\s+)?(?:async\s+)?(?:function|class)\b.*[({]/,
  /^export\s+default\s*(?:\(|\{|[\w$.]+(?:\(.*\))?;?\s*$)/,
  /^export\s+(?:\{|\*\s+(?:as\s+[\w$]+\s+)?from\s)/,
]);

/** Whether a line that starts a paragraph is a JavaScript statement of an MDX page. */
export function isStatement(line: string): boolean {
  return (line.startsWith('import') || line.startsWith('export')) && statements.some((form) => form.test(line));
}

const maxLines = 400;

/** The line behind a statement: the next blank one, or as far as its brackets are open when they close soon. */
export function endOfStatement(lines: readonly string[], start: number): number {
  let depth = 0;
  for (let line = start; line < lines.length && line - start < maxLines; line++) {
    const text = lines[line] ?? '';
    if (text.trim() === '' && depth <= 0) return line;
    for (const unit of text) {
      if (unit === '{' || unit === '(' || unit === '[') depth++;
      else if (unit === '}' || unit === ')' || unit === ']') depth--;
    }
    if (line === lines.length - 1 && depth <= 0) return lines.length;
  }
  let line = start;
  while (line < lines.length && lines[line]?.trim() !== '') line++;
  return line;
}
