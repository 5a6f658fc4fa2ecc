// `docent why`: every decision about one URL, in order, with who took it.

import type { Command } from 'commander';
import type { Reading } from '../../../app/read/reading.ts';
import type { Visited } from '../../../app/watch/metrics.ts';
import { counted } from '../../../core/counted.ts';
import { endedBy, stateText } from '../../../core/end-states.ts';
import { DocentError } from '../../../core/errors.ts';
import { hideSecrets } from '../../../core/log.ts';
import { printable, printableJson } from '../../../core/printable.ts';
import { reasonOf } from '../../../core/reasons.ts';
import { parsePageUrl } from '../../../core/url/host.ts';
import { fullUrl } from '../full-urls.ts';
import { placeFrom, withOptions } from '../options.ts';
import { facts, type Output, type Style, styleFor } from '../print/terminal.ts';
import { timeText } from '../print/times.ts';

type WhyRecord = Awaited<ReturnType<Reading['why']>>[number];
type Foreseen = Awaited<ReturnType<Reading['foresee']>>[number];

/** Adds the command. */
export function addWhyCommand(program: Command, out: Output): void {
  const command = program
    .command('why')
    .description('show every decision about a URL, and which rule made it')
    .argument('<url>', 'the URL, as it was linked to or as it was requested')
    .option('--json', 'print JSON');
  withOptions(command, ['data']);
  command.action(async (word: string, flags: { readonly json?: boolean }) => {
    const place = await placeFrom(flags as Record<string, unknown>);
    const { settings } = place;
    const url = await fullUrl(word, settings);
    if (parsePageUrl(url) === undefined) throw new DocentError('DOC_URL', `"${printable(url)}" is not an http(s) URL`);
    const time = (at: number): string => timeText(at, settings.timeZone);
    const { checkCrawled } = await import('../../../app/place.ts');
    const { openReading } = await import('../../../app/read/reading.ts');
    await checkCrawled(place.store);
    const reading = await openReading(place);
    try {
      const records = await reading.why(url);
      const { historyOf } = await import('../../../app/watch/metrics.ts');
      const history = await historyOf(place.store, url);
      const style = styleFor(out, process.env);
      if (flags.json) {
        const withHistory = records.map((record) => ({ ...record, history: history.filter(isOf(record)) }));
        out.write(hideSecrets(printableJson(`${JSON.stringify(withHistory, null, 2)}\n`)));
      } else if (records.length === 0) out.write(neverSeen(url, reading.folder, await reading.foresee(url), style));
      else
        out.write(
          records
            .map(
              (record) => `${describe(record, time, style)}${historyLines(history.filter(isOf(record)), time, style)}`,
            )
            .join('\n'),
        );
      if (records.length === 0) process.exitCode = 1;
    } finally {
      await reading.close();
    }
  });
}

function isOf({ provider }: WhyRecord): (visit: Visited) => boolean {
  return (visit) => visit.provider === provider;
}

/** M4: what each run made of it; the steps of the last run are printed already. */
function historyLines(history: readonly Visited[], time: (at: number) => string, style: Style): string {
  if (history.length < 2) return '';
  const lines = history.map(({ at, run, state, status, by, ms }) => {
    const answer = status === undefined ? by : `${status} ${by}${ms === undefined ? '' : `, ${ms} ms`}`;
    return `    ${style.dim(time(at))}  ${`run ${run}`.padEnd(8)} ${state.padEnd(9)} ${printable(answer)}\n`;
  });
  return hideSecrets(`  ${style.dim('history')}\n${lines.join('')}`);
}

/** For a URL that is not stored: where it was looked for, and what a crawl would decide. */
function neverSeen(url: string, folder: string, foreseen: readonly Foreseen[], style: Style): string {
  const would = foreseen.map(({ target, verdict: { ok, by, detail } }) => {
    const reason = `${by}${detail ? `: ${detail}` : ''}`;
    return ok
      ? `"docent crawl ${target}" would take it (${reason}) if a page linked to it and robots.txt agreed.`
      : `"docent crawl ${target}" would leave it out, by ${reason}.`;
  });
  const advice = would.length > 0 ? would : ['"docent crawl" it, or look for it with another spelling.'];
  const lines = [`No crawl in ${folder} has found a link to it.`, ...advice];
  return hideSecrets(
    `${style.note('never seen')}  ${printable(url)}\n${lines.map((line) => `  ${printable(line)}\n`).join('')}`,
  );
}

/** What the reason means, in a line below it; nothing where its detail repeats it, or for a reason of an older version. */
function meaningOf({ by, detail }: WhyRecord): readonly [label: string, value: string][] {
  const means = reasonOf(by)?.means;
  const isRepeated = means === undefined || detail.toLowerCase().includes(means.slice(0, -1).toLowerCase());
  return isRepeated ? [] : [['', means]];
}

function describe(record: WhyRecord, time: (at: number) => string, style: Style): string {
  const good = record.state === 'indexed' || record.state === 'unchanged';
  const paint = good ? style.good : record.state === 'failed' ? style.bad : style.note;
  const word = paint(stateText(record.state, record.by));
  const rows: [string, string][] = [
    ['because', `${record.by}${record.detail && `: ${record.detail}`}`],
    ...meaningOf(record),
    ...(record.kind === 'sitemap' ? [['kind', 'sitemap'] as [string, string]] : []),
    ['provider', record.provider],
    ['depth', String(record.depth)],
    [
      'found',
      record.foundOn.length === 0
        ? `${time(record.foundAt)} ${record.kind === 'sitemap' ? 'named by the provider' : 'as a seed'}`
        : `${time(record.foundAt)} on ${record.foundOn.at(-1)}`,
    ],
  ];
  if (record.foundOn.length > 1) rows.push(['way there', record.foundOn.join(' → ')]);
  if (record.attempt > 0) rows.push(['retries', String(record.attempt)]);
  if (record.notBefore > 0) rows.push(['not before', time(record.notBefore)]);
  if (record.page !== undefined) {
    rows.push(['title', record.page.title || '(none)']);
    rows.push([
      'stored',
      `${time(record.page.fetchedAt)}, status ${record.page.status}, ${counted(record.page.bytes, 'byte')}, ${counted(record.page.words, 'word')}`,
    ]);
    const { leftOut = [] } = record.page.facts;
    if (leftOut.length > 0) {
      rows.push(['left out', `${counted(leftOut.length, 'block')} that most pages of the site repeat:`]);
      for (const { text } of leftOut) rows.push(['', `“${text}”`]);
    }
  }
  for (const { url, state, by, detail } of record.spellings)
    rows.push([
      'also as',
      state === 'waiting' ? `${url}, not requested` : `${url}, ${endedBy(state, by)}${detail && `: ${detail}`}`,
    ]);
  const steps = record.steps.map(
    ({ at, step, by, detail }) =>
      `    ${style.dim(time(at))}  ${step.padEnd(13)} ${printable([by, detail].filter(Boolean).join('  '))}\n`,
  );
  return hideSecrets(
    `${style.bold(word)}  ${printable(record.url)}\n${facts(rows, style)}${steps.length > 0 ? `  ${style.dim('steps')}\n${steps.join('')}` : ''}`,
  );
}
