// `docent demo`: crawls the bundled documentation site on loopback, so that a newcomer sees everything at work without a network.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { Place } from '../../../app/place.ts';
import type { Reading } from '../../../app/read/reading.ts';
import { counted } from '../../../core/counted.ts';
import { printable, printableLines } from '../../../core/printable.ts';
import { settingsFrom, withOptions } from '../options.ts';
import { accountingLines } from '../print/accounting.ts';
import { createProgress } from '../print/progress.ts';
import { printResults } from '../print/search.ts';
import { columnsOf, type Screen, type Style, styleFor, table } from '../print/terminal.ts';

/** Adds the command. */
export function addDemoCommand(program: Command, out: Screen): void {
  const command = program
    .command('demo')
    .description('crawl and search the bundled documentation site on this machine; needs no network');
  withOptions(command, ['data']);
  command.action(async (flags: Record<string, unknown>) => {
    process.exitCode = await demo(flags, out);
  });
}

async function demo(flags: Record<string, unknown>, out: Screen): Promise<number> {
  const style = styleFor(out, process.env);
  const kept = typeof flags.data === 'string';
  const signals = onSignals();
  const folder = kept ? (flags.data as string) : temporaryFolder();
  const base = settingsFrom({
    ...flags,
    data: folder,
    delay: '0',
    concurrency: '4',
    perHost: '4',
    maxDepth: '3',
    retain: 'full',
  });
  const settings = { ...base, options: { ...base.options, retry_base_ms: 1_000 } };
  const { startDemoSite } = await import('../../../app/demo/site.ts');
  const site = await startDemoSite();
  try {
    out.write(`${style.bold('docent demo')}: a made-up documentation site at ${site.seed}\n\n`);
    const { openDocent } = await import('../../library/docent.ts');
    const run = openDocent({ settings }).crawl(site.seed);
    signals.whenStopped(() => run.stop());
    const progress = createProgress(out, style, out.isTTY === true ? 'live' : 'quiet', settings.timeZone);
    for await (const event of run) progress.event(event);
    progress.end();
    const result = await run.result;
    out.write(accountingLines(result, style));
    if (signals.stopped) {
      out.write(`interrupted${kept ? '' : '; nothing is kept'}\n`);
      return INTERRUPTED;
    }
    const { openPlace } = await import('../../../app/place.ts');
    const { openReading } = await import('../../../app/read/reading.ts');
    const place = openPlace(settings);
    const reading = await openReading(place);
    const provider = result.providers[0]?.provider ?? '';
    out.write(await storedLines(reading, provider, style));
    const reasons = (await reading.reasons(provider)).filter(
      ({ state }) => state !== 'indexed' && state !== 'unchanged',
    );
    out.write(
      `\n${style.bold('What was not stored, and why')}\n${table(
        reasons.map(({ state, by, count }) => [String(count), state, by]),
        (cell, _, column) => (column === 2 ? style.dim(cell) : cell),
      )}`,
    );
    const blocked = (await reading.list({ provider, state: 'blocked', limit: 1 }))[0];
    await reading.close();
    await searchIt(place, out, style);
    out.write(`\n${nextSteps(kept ? folder : undefined, blocked?.url, style)}`);
    return 0;
  } finally {
    await site.close();
    signals.release();
    if (!kept) rmSync(folder, { recursive: true, force: true });
  }
}

/** How much was stored, and one chunk to look at. */
async function storedLines(reading: Reading, provider: string, style: Style): Promise<string> {
  const { pages, chunks, tokens: total, fidelity } = await reading.content(provider);
  const found = await reading.urls({ provider, state: 'indexed', limit: 100 });
  let shown = '';
  for (const { id, url, page } of found) {
    const chunk = (await reading.chunks(id)).find(({ code, tokens }) => code > 0 && tokens > 60 && tokens < 160);
    if (chunk?.text === undefined) continue;
    const path = [page?.title, ...chunk.headings].filter(Boolean).join(' › ');
    const link = chunk.anchor === undefined ? url : `${url}#${chunk.anchor}`;
    const text = chunk.text
      .split('\n')
      .map((line) => `  │ ${line}`.trimEnd())
      .join('\n');
    shown = `\n${style.bold('One of the chunks')}\n  ${printable(path)}\n  ${style.dim(`${link} · ${counted(chunk.tokens, 'token')}`)}\n${printableLines(text)}\n`;
    break;
  }
  return `  ${counted(pages, 'page')} as Markdown in ${counted(chunks, 'chunk')}, ${counted(total, 'token')}; ${(fidelity * 100).toFixed(1)} % of code, tables, headings and words kept\n${shown}`;
}

/** An identifier, a question, and a word with its particle: each is found in another way. */
const QUERIES = Object.freeze(['LANTERN_MAX_RETRIES', 'how do I stop a worker without losing jobs', '임대가 만료되면']);

async function searchIt(place: Place, out: Screen, style: Style): Promise<void> {
  const { searchIn } = await import('../../../app/search/search.ts');
  const search = searchIn(place);
  try {
    for (const query of QUERIES) {
      const answer = await search.search(query, { limit: 1 });
      const columns = columnsOf(out);
      const { pages } = answer.found;
      const found = style.dim(`${counted(pages, 'page')}, ${answer.tookMs.toFixed(0)} ms; the first:`);
      out.write(`\n${style.bold(`docent search ${query}`)}  ${found}\n`);
      out.write(printResults(answer, { style, columns, now: Date.now(), withProvider: false }));
    }
  } finally {
    await search.close();
  }
}

const INTERRUPTED = 130;

/** A folder that does not outlive the process, however it ends; only kill -9 leaves it. */
function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'docent-demo-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

interface Signals {
  readonly stopped: boolean;
  /** What the first signal does, also when it has come already. */
  whenStopped(stop: () => void): void;
  release(): void;
}

/** The first Ctrl-C finishes what is in flight, the second ends at once. */
function onSignals(): Signals {
  const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  let stopped = false;
  let stop = (): void => {};
  const onSignal = (): void => {
    if (stopped) process.exit(INTERRUPTED);
    stopped = true;
    stop();
  };
  for (const name of names) process.on(name, onSignal);
  return {
    get stopped() {
      return stopped;
    },
    whenStopped(action) {
      stop = action;
      if (stopped) stop();
    },
    release() {
      for (const name of names) process.off(name, onSignal);
    },
  };
}

function nextSteps(folder: string | undefined, url: string | undefined, style: Style): string {
  const data = folder ?? 'my-demo';
  const steps: [string, string][] = [
    ...(folder === undefined ? [['Keep it', 'docent demo --data my-demo'] as [string, string]] : []),
    ['Search it', `docent search --data ${data} <words>`],
    ['List what was left out', `docent urls --data ${data} --state skipped`],
    ['All about one of them', `docent why --data ${data} ${folder === undefined ? '<url>' : (url ?? '<url>')}`],
    ['Your own site', 'docent plan https://your.docs.site/'],
  ];
  const width = Math.max(...steps.map(([what]) => what.length));
  return steps.map(([what, command]) => `${what.padEnd(width)}  ${style.bold(printable(command))}\n`).join('');
}
