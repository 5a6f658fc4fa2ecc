// npm run test:histories: plays random histories, and compares the hash of each with recorded.json: every answer, and everything that is
// kept at the end and after each kill.
//   -- --record [--to FILE]   writes the hashes anew; do so when a change is meant to change them, and say in the commit why they change
//   -- --from FILE            compares with this file: 10,000 histories (--count N) recorded at an earlier commit prove a change that
//                             should change nothing
//   -- --seed N               prints the history of this number, call by call: at two commits, and compared with diff, it shows the difference
//   -- --coverage FILE...     prints what the histories do not reach of these files
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect, parseArgs } from 'node:util';
import { EmptyFolders } from '../support/empty-folders.ts';
import { unreached } from './coverage.ts';
import { historyOf } from './history.ts';
import { counting, type Tally, tallyLines } from './tally.ts';
import { hashOf, traceOf } from './trace.ts';

const RECORDED = join(import.meta.dirname, 'recorded.json');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '300' },
    seed: { type: 'string' },
    record: { type: 'boolean', default: false },
    to: { type: 'string', default: RECORDED },
    from: { type: 'string', default: RECORDED },
    coverage: { type: 'boolean', default: false },
  },
});

const folders = new EmptyFolders();
process.on('exit', () => folders.remove());
if (values.seed !== undefined) await print(Number(values.seed));
else if (values.coverage) await cover();
else if (values.record)
  writeFileSync(values.to, `${JSON.stringify(await played(Number(values.count)), undefined, 2)}\n`);
else await compare();

/** The hashes of the first histories. */
async function played(count: number, tally: Tally = {}): Promise<readonly string[]> {
  const hashes: string[] = [];
  for (let seed = 1; seed <= count; seed++) {
    hashes.push(hashOf(await traceOf(historyOf(seed), folders, counting(tally))));
    if (seed % 500 === 0) console.log(`${seed} of ${count}`);
  }
  return hashes;
}

async function compare(): Promise<void> {
  const recorded = JSON.parse(readFileSync(values.from, 'utf8')) as readonly string[];
  const tally: Tally = {};
  const hashes = await played(recorded.length, tally);
  for (const line of tallyLines(tally)) console.log(line);
  const others = hashes.flatMap((hash, nth) => (hash === recorded[nth] ? [] : [nth + 1]));
  console.log(
    `${hashes.length} histories, ${others.length} differ${others.length === 0 ? '' : `: ${others.join(' ')}`}`,
  );
  if (others.length > 0) process.exitCode = 1;
}

async function print(seed: number): Promise<void> {
  for (const { call, args, answer } of await traceOf(historyOf(seed), folders))
    console.log(`${call} ${inspect(args, { depth: 9, breakLength: Number.POSITIVE_INFINITY })}\n  => ${answer}`);
}

async function cover(): Promise<void> {
  const reached = await unreached(positionals, async () => void (await played(Number(values.count))));
  for (const [file, blocks] of reached) {
    console.log(`${file}: ${blocks.length === 0 ? 'all of it is reached' : `${blocks.length} blocks are not reached`}`);
    for (const block of blocks) console.log(`  ${block}`);
  }
}
