// `docent demo`: crawls the bundled documentation site on loopback, so that a newcomer sees everything at work without a network.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { openDocent, openReading } from '../../app.ts';
import { accountingLines } from './accounting.ts';
import { startDemoSite } from './demo-site.ts';
import { settingsFrom, withOptions } from './options.ts';
import { createProgress } from './progress.ts';
import { type Output, styleFor, table } from './terminal.ts';

/** Adds the command. */
export function addDemoCommand(program: Command, out: Output): void {
  const command = program
    .command('demo')
    .description('crawl the bundled documentation site on this machine and report; needs no network');
  withOptions(command, ['data']);
  command.action(async (flags: Record<string, unknown>) => {
    process.exitCode = await demo(flags, out);
  });
}

async function demo(flags: Record<string, unknown>, out: Output): Promise<number> {
  const style = styleFor(out, process.env);
  const kept = typeof flags.data === 'string';
  const folder = kept ? (flags.data as string) : mkdtempSync(join(tmpdir(), 'docent-demo-'));
  const given = settingsFrom({ ...flags, data: folder, delay: '0', concurrency: '4', perHost: '4', maxDepth: '3' });
  const settings = { ...given, options: { ...given.options, retry_base_ms: 1_000 } };
  const site = await startDemoSite();
  try {
    out.write(`${style.bold('docent demo')}: the documentation of an invented product, served at ${site.seed}\n\n`);
    const run = openDocent({ settings }).crawl(site.seed);
    const progress = createProgress(out, style, out.isTTY === true ? 'live' : 'quiet');
    for await (const event of run) progress.event(event);
    progress.end();
    const result = await run.result;
    out.write(accountingLines(result, style));
    const reading = openReading(settings);
    const provider = result.providers[0]?.provider ?? '';
    const reasons = (await reading.reasons(provider)).filter(
      ({ state }) => state !== 'indexed' && state !== 'unchanged',
    );
    out.write(
      `\n${style.bold('What was not stored, and why')}\n${table(
        reasons.map(({ state, by, count }) => [String(count), state, by]),
        (cell, _, column) => (column === 2 ? style.dim(cell) : cell),
      )}`,
    );
    const blocked = (await reading.urls({ provider, state: 'blocked', limit: 1 }))[0];
    await reading.close();
    const say = kept
      ? `docent why --data ${folder} ${blocked?.url ?? ''}`
      : `docent demo --data my-demo && docent why --data my-demo <url>`;
    out.write(
      `\nEvery one of these can be explained: ${style.bold(say)}\nNext: ${style.bold('docent plan https://your.docs.site/')}, then ${style.bold('docent crawl')} it.\n`,
    );
    return result.exitCode === 130 ? 130 : 0;
  } finally {
    await site.close();
    if (!kept) rmSync(folder, { recursive: true, force: true });
  }
}
