// The order of test files: those that take long are spread over the first part of a run, so that none is left alone at the end.
import { statSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take long, the longest first: they start processes and wait for servers, which no size of a file shows. */
export const LONG = [
  ...[
    'crawl/one-pace',
    'cli/search',
    'server/auth',
    'crawl/context7',
    'crawl/hand-over',
    'server/service',
    'server/api',
  ],
  ...['crawl/machine-limits', 'histories/histories', 'mcp/process', 'crawl/github', 'cli/refresh', 'kill/kill'],
  ...['crawl/politeness', 'crawl/webhooks', 'server/serve-kill', 'crawl/listeners', 'crawl/stop'],
].map((name) => `test/${name}.test.ts`);

/** The part of a run that they are spread over. */
const PART = 0.7;

/** What decides the order of files. */
interface OrderedFile {
  readonly moduleId: string;
  readonly size: number;
  /** Of its project; a later group runs after the others. */
  readonly group: number;
}

const placeOf = ({ moduleId }: OrderedFile): number => LONG.findIndex((name) => moduleId.endsWith(`/${name}`));

/**
 * Larger files first, as they take longer on the whole, and the long ones among the others: side by side they would take each other the
 * processor. The same files have the same order in every run, whatever the last one took.
 */
export function inOrder<T extends OrderedFile>(files: readonly T[]): readonly T[] {
  const sorted = files.toSorted(
    (a, b) => a.group - b.group || b.size - a.size || (a.moduleId < b.moduleId ? -1 : Number(a.moduleId > b.moduleId)),
  );
  const long = sorted.filter((file) => placeOf(file) >= 0).toSorted((a, b) => placeOf(a) - placeOf(b));
  const others = sorted.filter((file) => placeOf(file) < 0);
  const step = Math.max(1, Math.floor((others.length * PART) / Math.max(1, long.length)));
  return [
    ...others.flatMap((file, at) => (at % step === 0 ? [...long.splice(0, 1), file] : [file])),
    ...long.splice(0),
  ];
}

/** The order for vitest. */
export class LongAmongOthers extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const ordered = inOrder(
      files.map((file) => ({
        file,
        moduleId: file.moduleId,
        size: statSync(file.moduleId).size,
        group: file.project.config.sequence.groupOrder,
      })),
    );
    return ordered.map(({ file }) => file);
  }
}
