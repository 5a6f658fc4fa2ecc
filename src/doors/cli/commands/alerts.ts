// `docent alerts`: what is out of bounds, since when, why probably, which command shows the URLs; and a test of where they are sent.
import type { Command } from 'commander';
import type { Judged, KnownAlert, NotJudged } from '../../../app/watch/alerts.ts';
import { counted } from '../../../core/counted.ts';
import { hideSecrets } from '../../../core/log.ts';
import { printable, printableJson } from '../../../core/printable.ts';
import { boundsOf, excessText } from '../../../watch/alerts/alerts.ts';
import { crawledPlaceFrom, settingsFrom, withOptions } from '../options.ts';
import { withoutKeys } from '../print/report.ts';
import { columnsOf, type Screen, type Style, styleFor } from '../print/terminal.ts';
import { timeText } from '../print/times.ts';
import { wrappedFacts, wrappedText } from '../print/wrapped.ts';

const CLOSED = 100;

/** Adds the command. */
export function addAlertsCommand(program: Command, out: Screen): void {
  const command = program
    .command('alerts')
    .description('list what is out of bounds by its likely cause, with the command that shows the URLs')
    .argument('[provider]', 'only this provider’s')
    .option('--all', `also the last ${CLOSED} that are over`)
    .option('--json', 'print JSON');
  withOptions(command, ['data']);
  command.action(async (word: string | undefined, flags: { readonly all?: boolean; readonly json?: boolean }) => {
    const place = await crawledPlaceFrom(flags as Record<string, unknown>);
    const { settings, store } = place;
    const { providerIdOf } = await import('../../../app/crawl/targets.ts');
    const { readAlerts, readJudged } = await import('../../../app/watch/alerts.ts');
    const provider = word === undefined ? undefined : providerIdOf(word, settings, 'operator');
    const alerts = await readAlerts(place, { provider, closed: flags.all ? CLOSED : 0 });
    const style = styleFor(out, process.env);
    const columns = columnsOf(out);
    if (flags.json) out.write(hideSecrets(printableJson(`${JSON.stringify(alerts, withoutKeys, 2)}\n`)));
    else if (alerts.length === 0) out.write(silence(await readJudged(store, provider), columns, style));
    else out.write(hideSecrets(alerts.map((alert) => describe(alert, settings.timeZone, columns, style)).join('')));
  });
  const test = command
    .command('test')
    .description('send a test message to slack_webhook and to every entry of webhooks')
    .option('--json', 'print JSON');
  withOptions(test, []);
  test.action(async (_: object, called: Command) =>
    sendTest(called.optsWithGlobals<Readonly<Record<string, unknown>>>(), out),
  );
}

async function sendTest(flags: Readonly<Record<string, unknown>>, out: Screen): Promise<void> {
  const { sendTests } = await import('../../../app/watch/test-messages.ts');
  const results = await sendTests(settingsFrom(flags));
  if (results.some(({ ok }) => !ok)) process.exitCode = 1;
  const style = styleFor(out, process.env);
  if (flags.json) out.write(printableJson(`${JSON.stringify(results, null, 2)}\n`));
  else
    for (const { to, ok, problem } of results) {
      const first = ok ? `${style.good('sent')}    ` : `${style.bad('failed')}  `;
      out.write(wrappedText(problem === undefined ? to : `${to}: ${problem}`, columnsOf(out), { first, indent: 8 }));
    }
}

const reasons: Readonly<Record<NotJudged, string>> = Object.freeze({
  'never run': 'no run yet, so nothing was judged',
  'under way': 'the last run is under way, and is judged when it ends',
  'cut off': 'the last run was cut off, and is judged once it is resumed and has ended',
  'too small': 'the last run made fewer than five page requests, too few to judge it by rates',
});
const MOST_NAMES = 5;

/** What no alerts mean: only what was judged is within the bounds that raise them. */
function silence({ judged, notJudged }: Judged, columns: number | undefined, style: Style): string {
  const lines = [...notJudged].map(([why, providers]) => {
    const more = providers.length - MOST_NAMES;
    const names = `${providers.slice(0, MOST_NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
    return wrappedText(`${names}: ${reasons[why]}`, columns, { first: '  ', indent: 4, paint: style.note });
  });
  const [first, ...others] = judged;
  const within =
    first === undefined
      ? 'no last run was held against all bounds'
      : others.length === 0
        ? `the last run of ${printable(first)} was within the bounds that raise alerts`
        : `the last runs of ${counted(judged.length, 'provider')} were within the bounds that raise alerts`;
  return `${first === undefined ? style.note('no alerts') : style.good('no alerts')}  ${within}\n${lines.join('')}`;
}

function describe(alert: KnownAlert, timeZone: string, columns: number | undefined, style: Style): string {
  const { provider, cause, command, since, endedAt } = alert;
  const isOver = endedAt !== undefined;
  const rows: [string, string][] = [
    ['measured', boundsOf(alert).map(excessText).join('; ')],
    [
      isOver ? 'was open' : 'since',
      `${timeText(since, timeZone)}${isOver ? ` to ${timeText(endedAt, timeZone)}` : ''}`,
    ],
    ['look closer', command],
  ];
  const first = `${isOver ? style.good('over') : style.bad('open')}  `;
  const title = wrappedText(`${provider}: ${cause}`, columns, { first, indent: 6, paint: style.bold });
  return `${title}${wrappedFacts(rows, columns, style)}`;
}
