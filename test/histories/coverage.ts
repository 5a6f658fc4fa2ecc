// Which lines of some files a task does not reach, as V8 counts them block by block.
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Runs a task; returns for each file the blocks that were never entered, by their lines. The files must not be loaded before. */
export async function unreached(
  files: readonly string[],
  task: () => Promise<void>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  await task();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  const found = new Map<string, readonly string[]>();
  for (const file of files) {
    const script = result.find(({ url }) => url === pathToFileURL(resolve(file)).href);
    const text = readFileSync(file, 'utf8');
    const ranges = script?.functions.flatMap(({ ranges }) => ranges.filter(({ count }) => count === 0));
    found.set(relative('.', file), ranges === undefined ? ['never loaded'] : blocksOf(text, ranges));
  }
  return found;
}

interface Range {
  readonly startOffset: number;
  readonly endOffset: number;
}

function blocksOf(text: string, ranges: readonly Range[]): readonly string[] {
  const outer = ranges.filter(
    (one) =>
      !ranges.some(
        (other) => other !== one && other.startOffset <= one.startOffset && other.endOffset >= one.endOffset,
      ),
  );
  return outer
    .toSorted((one, other) => one.startOffset - other.startOffset)
    .flatMap(({ startOffset, endOffset }) => {
      const code = text.slice(startOffset, endOffset).trim();
      // Nothing but brackets between a return and the end of its block.
      if (/^[;})\]\s]*$/.test(code)) return [];
      const line = text.slice(0, startOffset + text.slice(startOffset).search(/\S/)).split('\n').length;
      return [`${line}: ${code.replaceAll(/\s+/g, ' ').slice(0, 160)}`];
    });
}
