// npm run test:histories: plays 10,000 random histories on the engine of an earlier commit and on the present one; every answer,
// and everything that is kept, must be the same.
// --count N, --first N (the first history), --seed N (only this one), --commit C; --memory compares with the ledger in memory instead;
// --record writes recorded.json from the commit's engine; --coverage FILE... prints what the histories do not reach of these files.
import { fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect, parseArgs } from 'node:util';
import { root } from '../support/repository.ts';
import { besideMemory } from './beside-memory.ts';
import { comparable, type Difference, differenceOf, hashOf, shrunk, tracesOf } from './compare.ts';
import { unreached } from './coverage.ts';
import { type Engine, loadEngine } from './engine.ts';
import { type History, historyOf } from './history.ts';
import { BEFORE, sourcesOf } from './old-engine.ts';
import type { Recorded } from './recorded.ts';
import { Folders } from './subjects.ts';
import { addTo, counting, type Tally, tallyLines } from './tally.ts';

const RECORDED = 300;
const PROCESSES = 2;
const PROGRESS_MS = 10_000;
const present = join(root, 'src');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '10000' },
    first: { type: 'string', default: '1' },
    step: { type: 'string', default: '1' },
    seed: { type: 'string' },
    commit: { type: 'string', default: BEFORE },
    memory: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
    coverage: { type: 'boolean', default: false },
  },
});

/** The report of a process about its part. */
interface Part {
  readonly done: number;
  readonly tally: Tally;
  readonly failed: readonly number[];
}

const folders = new Folders();
process.on('exit', () => folders.remove());
if (values.coverage) await cover();
else if (values.record) await record();
else if (values.seed !== undefined) await repeat(Number(values.seed));
else if (process.send !== undefined) await work(process.send.bind(process));
else await lead();

/** Where two ledgers differ in one history; undefined where they do not, or where memory promises nothing. */
type Compare = (history: History, tally?: Tally) => Promise<Difference | undefined>;

async function comparison(): Promise<Compare> {
  const ours = await loadEngine(present);
  if (values.memory)
    return async (history) =>
      history.world.isPlain ? (await besideMemory(history, ours, folders)).difference : undefined;
  const before = await loadEngine(sourcesOf(values.commit));
  return async (history, tally = {}) => {
    const [one = []] = await tracesOf(history, before, folders, { listener: counting(tally) });
    const [other = []] = await tracesOf(history, ours, folders);
    return differenceOf(...comparable(one, other));
  };
}

/** Plays a part of the histories, and reports now and then. */
async function work(send: (part: Part) => void): Promise<void> {
  const compare = await comparison();
  const [count, first, step] = [Number(values.count), Number(values.first), Number(values.step)];
  let part: { done: number; tally: Tally; failed: number[] } = { done: 0, tally: {}, failed: [] };
  for (let seed = first; seed < first + count; seed += step) {
    if ((await compare(historyOf(seed), part.tally)) !== undefined) part.failed.push(seed);
    part.done++;
    if (part.done < 100 && part.failed.length === 0) continue;
    send(part);
    part = { done: 0, tally: {}, failed: [] };
  }
  send(part);
  process.disconnect();
}

async function lead(): Promise<void> {
  const [count, first] = [Number(values.count), Number(values.first)];
  if (!values.memory) sourcesOf(values.commit);
  console.log(
    `${count} histories from --first ${first}, ${values.memory ? 'in memory' : values.commit} against the present`,
  );
  const tally: Tally = {};
  const failed: number[] = [];
  let done = 0;
  const started = performance.now();
  const progress = setInterval(() => console.log(`${done} of ${count}, ${failed.length} differ`), PROGRESS_MS);
  const ends = Array.from({ length: PROCESSES }, (_, nth) => {
    const part = ['--first', String(first + nth), '--count', String(count - nth), '--step', String(PROCESSES)];
    const child = fork(import.meta.filename, [
      '--commit',
      values.commit,
      ...(values.memory ? ['--memory'] : []),
      ...part,
    ]);
    child.on('message', (report: Part) => {
      done += report.done;
      failed.push(...report.failed);
      addTo(tally, report.tally);
    });
    return new Promise<number | null>((resolve) => child.on('exit', resolve));
  });
  const codes = await Promise.all(ends);
  clearInterval(progress);
  const seconds = (performance.now() - started) / 1_000;
  for (const line of tallyLines(tally)) console.log(line);
  console.log(`${done} histories in ${seconds.toFixed(0)} s, ${failed.length} differ`);
  if (codes.some((code) => code !== 0)) process.exitCode = 1;
  const [seed] = failed.toSorted((a, b) => a - b);
  if (seed === undefined) return;
  console.log(
    `differ: ${failed
      .toSorted((a, b) => a - b)
      .slice(0, 50)
      .join(' ')}; the first of them:`,
  );
  await repeat(seed);
}

/** Plays one history, and prints the fewest acts that make a difference. */
async function repeat(seed: number): Promise<void> {
  const compare = await comparison();
  const history = historyOf(seed);
  if ((await compare(history)) === undefined) return console.log(`--seed ${seed}: no difference`);
  const fewest = await shrunk(history, async (shorter) => (await compare(shorter)) !== undefined);
  const difference = await compare(fewest);
  if (difference === undefined) throw new Error('a difference that comes and goes');
  process.exitCode = 1;
  console.log(`--seed ${seed}, ${fewest.moments.length} of ${history.moments.length} acts, ${inspect(history.world)}`);
  for (const { call, args, answer } of difference.calls.slice(0, -1)) {
    const shown = inspect(args, { depth: 6, breakLength: 150, compact: 6, maxStringLength: 200 });
    console.log(`${call} ${shown}\n  => ${answer.slice(0, 300)}`);
  }
  const last = difference.calls.at(-1);
  console.log(`${last?.call} ${inspect(last?.args, { depth: 6, breakLength: 150, compact: 6 })}`);
  const [one, other] = values.memory ? ['embedded', 'in memory'] : [values.commit, 'present'];
  console.log(`  ${one}: ${difference.first}\n  ${other}: ${difference.second}`);
}

/** Writes what the commit's engine returns in a few hundred histories, for the test that runs without it. */
async function record(): Promise<void> {
  const before = await loadEngine(sourcesOf(values.commit));
  const ours = await loadEngine(present);
  const hashes: string[] = [];
  const mended: string[] = [];
  for (let seed = 1; seed <= RECORDED; seed++) {
    const history = historyOf(seed);
    const [then, now] = [await playBeside(history, before), await playBeside(history, ours)].map(({ trace }) =>
      hashOf(trace),
    );
    hashes.push(then as string);
    if (now !== then) mended.push(`${seed} ${now}`);
  }
  const recorded: Recorded = { commit: values.commit, mended, hashes };
  const fields = Object.entries(recorded).map(([name, value]) => `  "${name}": ${listed(value)}`);
  writeFileSync(join(import.meta.dirname, 'recorded.json'), `{\n${fields.join(',\n')}\n}\n`);
  console.log(`${hashes.length} histories recorded; ${mended.length} of them go otherwise since`);
}

/** As the formatter writes it: a long list has a line for each item. */
function listed(value: string | readonly unknown[]): string {
  if (typeof value === 'string' || value.length < 10) return JSON.stringify(value).replaceAll(',', ', ');
  return `[\n${value.map((item) => `    ${JSON.stringify(item)}`).join(',\n')}\n  ]`;
}

async function playBeside(history: History, engine: Engine): ReturnType<typeof besideMemory> {
  if (history.world.isPlain) return besideMemory(history, engine, folders);
  const [trace = []] = await tracesOf(history, engine, folders);
  return { trace, difference: undefined };
}

async function cover(): Promise<void> {
  const [count, first] = [Number(values.count), Number(values.first)];
  const reached = await unreached(positionals, async () => {
    const ours = await loadEngine(present);
    for (let seed = first; seed < first + count; seed++) await playBeside(historyOf(seed), ours);
  });
  for (const [file, blocks] of reached) {
    console.log(`${file}: ${blocks.length === 0 ? 'all of it is reached' : `${blocks.length} blocks are not reached`}`);
    for (const block of blocks) console.log(`  ${block}`);
  }
}
