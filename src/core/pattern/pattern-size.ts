// How large a list of patterns is once it is compiled, estimated from its text: compiling it to find out is what takes the time.
import { counted } from '../counted.ts';

/** What one list of patterns may have. */
export const patternLimits = { mostPatterns: 500, mostSteps: 20_000 } as const;

/** What a class such as \p{L} is counted as: it stands for hundreds of ranges. */
const CLASS_STEPS = 50;

/** What is wrong with the size of a list, in words; undefined where it fits. */
export function oversize(patterns: readonly string[]): string | undefined {
  const { mostPatterns, mostSteps } = patternLimits;
  if (patterns.length > mostPatterns) return `it may have at most ${mostPatterns} patterns, and has ${patterns.length}`;
  let steps = 0;
  for (const pattern of patterns) if (pattern.startsWith('re:')) steps += stepsOf(pattern.slice('re:'.length));
  if (steps <= mostSteps) return undefined;
  return `its re: patterns are too large: at most ${counted(mostSteps, 'character')} together, repetitions such as {1,100} written out`;
}

/** The characters of an expression with its repetitions written out. */
function stepsOf(expression: string): number {
  const outer: number[] = [];
  let sum = 0;
  let last = 0;
  const add = (steps: number): void => {
    sum += steps;
    last = steps;
  };
  for (const [piece, , most] of expression.matchAll(PIECE)) {
    if (piece === '(') {
      outer.push(sum);
      sum = 0;
    } else if (piece === ')') {
      const inner = sum + 1;
      sum = outer.pop() ?? 0;
      add(inner);
    } else if (most !== undefined) sum += last * Math.max(0, Number(most) - 1);
    else add(/^\\p/i.test(piece) ? CLASS_STEPS : piece.length);
  }
  return outer.reduce((all, steps) => all + steps, sum);
}

/** A repetition with its larger number, a class, an escape, or one character. */
const PIECE = /\{(?:(\d+),)?(\d+),?\}|\[\^?\]?(?:\\.|[^\]\\])*\]|\\[pP]\{[^}]*\}|\\[pP].|\\.|./gsu;
