// Finds what makes a test depend on the speed of a machine: elapsed time that is read, waits with an end, limits of its own.

/** A way of depending on time, and what to write instead. */
export interface TimeRule {
  readonly name: string;
  readonly instead: string;
  readonly pattern: RegExp;
}

const WALL = 'Date\\.now\\(\\)';

export const timeRules: readonly TimeRule[] = [
  {
    name: 'a clock of elapsed time',
    instead:
      'Visits (test/support/visits.ts) for bounds from below; for hostile input a size that hangs the quadratic form',
    pattern: /\bperformance\.(?:now|mark|measure)\b|\bcpuUsage\b|\bthreadCpuUsage\b|\bhrtime\b|\bresourceUsage\b/,
  },
  {
    name: 'the wall clock compared',
    instead: 'Moment (test/support/visits.ts)',
    pattern: new RegExp(
      `${WALL} - [a-z]|- ${WALL}|(?<!=)[<>]=? ${WALL}|${WALL}\\s*[<>]|(?:Less|Greater)Than(?:OrEqual)?\\([^;]*${WALL}`,
    ),
  },
  {
    name: 'a wait that ends by time',
    instead: 'until or untilPasses (test/support/until.ts)',
    pattern: /\bvi\.wait(?:For|Until)\(|\.poll\(/,
  },
  {
    name: 'a limit of its own',
    instead: 'the limit for what hangs, which vitest.config.ts sets for all',
    pattern: /^\s*\}, [\d_]+\);$|\bit(?:\.\w+)*\([^;]*\{ timeout: [\d_]+/m,
  },
];

/** The lines of a test that depend on time, as `line: text (what instead)`. */
export function timeIn(source: string): readonly string[] {
  const found = source
    .split('\n')
    .flatMap((line, index) =>
      timeRules
        .filter(({ pattern }) => pattern.test(line))
        .map(({ name, instead }) => `${index + 1}: ${line.trim()} (${name}; instead: ${instead})`),
    );
  return [...found, ...comparedNames(source)];
}

/** Names that hold the wall clock and are compared with something, or subtracted from it. */
function comparedNames(source: string): readonly string[] {
  const names = [...source.matchAll(/(?:const|let) (\w+) = Date\.now\(\);/g)].map(([, name]) => name as string);
  return source.split('\n').flatMap((line, index) => {
    const compared = names.find((name) =>
      new RegExp(
        `- ${name}\\b(?! [*+])|(?:Less|Greater)Than(?:OrEqual)?\\(${name}\\b|(?<!=)[<>]=? ${name}\\b|Math\\.abs\\(${name}\\b`,
      ).test(line),
    );
    return compared === undefined ? [] : [`${index + 1}: ${line.trim()} (the wall clock compared; instead: Moment)`];
  });
}
