// The signs of changed lines, where the page has them in a class and a style sheet shows them (E3).

export type DiffSign = '+' | '-';

/** The code with a sign or a space before every line; as it is when its lines have their signs already. */
export function withSigns(code: string, signs: ReadonlyMap<number, DiffSign>): string {
  const lines = code.split('\n');
  if (hasSigns(lines, signs)) return code;
  return lines.map((line, at) => (signs.get(at) ?? ' ') + line).join('\n');
}

/**
 * Every changed line begins with its sign. That of a list of YAML does too: so both signs are there, or the other lines
 * are indented as those of a diff are.
 */
function hasSigns(lines: readonly string[], signs: ReadonlyMap<number, DiffSign>): boolean {
  const found = new Set<DiffSign>();
  let areIndented = true;
  for (const [at, line] of lines.entries()) {
    const sign = signs.get(at);
    if (sign === undefined) areIndented &&= /^(?:$|[ @\\])/.test(line);
    else if (line.startsWith(sign) && line.charAt(1) !== sign) found.add(sign);
    else if (line.trim() !== '') return false;
  }
  return found.size === 2 || (found.size === 1 && areIndented);
}
