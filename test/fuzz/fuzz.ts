// npm run test:fuzz: reads 100,000 damaged pages in a thread of this process; none may throw, stall or return bad text.
// node test/fuzz/fuzz.ts [count] [--seed N] [--from N] [--pages FOLDER]: FOLDER's HTML files are damaged as well;
// a count of 1 and --from repeat one input.
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { campaign, type Outcome, type Tried } from './campaign.ts';
import { inputOf } from './inputs.ts';
import { type SeedPage, seedPages } from './seeds.ts';

interface Orders {
  readonly seed: number;
  readonly from: number;
  readonly count: number;
  readonly folder: string | undefined;
  /** The number of the input that is being read. */
  readonly at: Int32Array<SharedArrayBuffer>;
}

/** An input that is still being read after this never ends. */
const stalledMs = 30_000;
const progressMs = 10_000;
const batch = 500;
/** Of the operator's own pages, those that are small enough to be read often. */
const longestPage = 60_000;
const mostPages = 300;

if (isMainThread) await lead();
else await work(workerData as Orders);

async function work({ seed, from, count, folder, at }: Orders): Promise<void> {
  const pages = allPages(folder);
  for (let done = 0; done < count; done += batch) {
    const part = { pages, seed, from: from + done, count: Math.min(batch, count - done) };
    const watched = { starting: (nth: number) => Atomics.store(at, 0, nth), clock: () => performance.now() };
    parentPort?.postMessage(await campaign({ ...part, ...watched }));
  }
}

function allPages(folder: string | undefined): readonly SeedPage[] {
  if (folder === undefined) return seedPages();
  const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.x?html?$/.test(name))
    .toSorted()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .filter(({ length }) => length <= longestPage);
  const step = Math.max(1, Math.floor(texts.length / mostPages));
  return [
    ...seedPages(),
    ...texts.filter((_, nth) => nth % step === 0).map((text) => ({ form: 'html', text }) as const),
  ];
}

async function lead(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { seed: { type: 'string' }, from: { type: 'string' }, pages: { type: 'string' } },
  });
  const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
  const from = Number(values.from ?? 0);
  const count = Number(positionals[0] ?? 100_000);
  if (![seed, from, count].every(Number.isSafeInteger)) throw new Error('count, --seed and --from are whole numbers');
  const at = new Int32Array(new SharedArrayBuffer(4));
  console.log(`${count} inputs, --seed ${seed}${values.pages === undefined ? '' : `, --pages ${values.pages}`}`);
  const failed: Tried[] = [];
  let slowest: readonly Tried[] = [];
  let tried = 0;
  let bytes = 0;
  const started = performance.now();
  const orders: Orders = { seed, from, count, folder: values.pages, at };
  const end = await follow(orders, (outcome) => {
    tried += outcome.tried;
    bytes += outcome.bytes;
    failed.push(...outcome.failed);
    slowest = [...slowest, ...outcome.slowest].toSorted((a, b) => b.ms - a.ms).slice(0, 10);
    return `${tried} of ${count}, ${failed.length} failed, slowest ${Math.round(slowest[0]?.ms ?? 0)} ms`;
  });
  const seconds = (performance.now() - started) / 1_000;
  console.log(`${tried} inputs, ${Math.round(bytes / Math.max(1, tried))} bytes each, in ${seconds.toFixed(0)} s`);
  console.log('slowest:');
  for (const one of slowest) console.log(`  ${Math.round(one.ms)} ms  ${nameOf(one)}`);
  if (failed.length === 0 && end === undefined) return console.log('none failed');
  process.exitCode = 1;
  if (end !== undefined)
    failed.push({ nth: at[0] ?? 0, problems: [end], ms: Number.NaN, form: '?', bytes: Number.NaN });
  report(failed, orders);
}

/** Starts the thread and listens until it ends; returns the error of the thread itself, or undefined. */
function follow(orders: Orders, take: (outcome: Outcome) => string): Promise<string | undefined> {
  const worker = new Worker(new URL(import.meta.url), { workerData: orders });
  return new Promise((resolve) => {
    let line = '';
    let last = { nth: -1, since: performance.now() };
    const timer = setInterval(() => console.log(line), progressMs);
    const watched = setInterval(() => {
      const nth = orders.at[0] ?? 0;
      if (nth !== last.nth) last = { nth, since: performance.now() };
      else if (performance.now() - last.since > stalledMs) stop(`is still being read after ${stalledMs / 1_000} s`);
    }, 1_000);
    const stop = (why: string | undefined): void => {
      clearInterval(timer);
      clearInterval(watched);
      resolve(why);
      void worker.terminate();
    };
    worker.on('message', (outcome: Outcome) => {
      line = take(outcome);
    });
    worker.on('error', (error) => stop(`ended the thread: ${error.message}`));
    worker.on('exit', (code) => stop(code === 0 ? undefined : `ended the thread with ${code}`));
  });
}

function report(failed: readonly Tried[], { seed, folder: pagesFolder }: Orders): void {
  const folder = mkdtempSync(join(tmpdir(), 'docent-fuzz-'));
  const pages = allPages(pagesFolder);
  for (const one of failed) {
    writeFileSync(join(folder, `${seed}-${one.nth}`), inputOf(pages, seed, one.nth).body);
    console.error(`  ${nameOf(one)}: ${one.problems.slice(0, 3).join('; ').slice(0, 500)}`);
  }
  console.error(
    `${failed.length} failed; the inputs are in ${folder}, to repeat one: --seed ${seed} --from <its number> 1`,
  );
}

function nameOf({ nth, form, bytes }: Tried): string {
  return `input ${nth} (${form}, ${bytes} bytes)`;
}
