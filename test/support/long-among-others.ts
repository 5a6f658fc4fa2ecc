// The order of test files: those that take long are spread over the first part of a run, so that none is left alone at the end.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Small files that take long; where vitest has no times of an earlier run it would put them last. */
const LONG = [
  ...[
    'crawl/politeness',
    'server/rough-requests',
    'kill/kill',
    'crawl/stop',
    'server/service',
    'crawl/hand-over',
    'histories/histories',
  ],
  ...['server/serve-kill', 'crawl/spellings', 'data/restore-kill', 'crawl/queries', 'mcp/process', 'crawl/pause-kill'],
  ...['server/auth', 'data/backup', 'crawl/machine-limits', 'house/package', 'crawl/disk', 'crawl/one-pace'],
].map((name) => `/test/${name}.test.ts`);

/** The part of a run that they are spread over. */
const PART = 0.7;

const placeOf = ({ moduleId }: TestSpecification): number => LONG.findIndex((name) => moduleId.endsWith(name));

/** As vitest orders files, with the long ones among the others: side by side they would take each other the processor. */
export class LongAmongOthers extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const long = sorted.filter((file) => placeOf(file) >= 0).toSorted((one, other) => placeOf(one) - placeOf(other));
    const others = sorted.filter((file) => placeOf(file) < 0);
    const step = Math.max(1, Math.floor((others.length * PART) / Math.max(1, long.length)));
    return [
      ...others.flatMap((file, at) => (at % step === 0 ? [...long.splice(0, 1), file] : [file])),
      ...long.splice(0),
    ];
  }
}
