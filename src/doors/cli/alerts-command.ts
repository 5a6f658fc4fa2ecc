// `docent alerts`: what is out of bounds, since when, why probably, and which command looks closer.
import type { Command } from 'commander';
import { boundText, type KnownAlert, meaning, providerIdOf, valueText, watchCommands } from '../../app.ts';
import { hideSecrets } from '../../core/log.ts';
import { printableJson } from '../../core/printable.ts';
import { settingsFrom, withOptions } from './options.ts';
import { withoutKeys } from './report-print.ts';
import { type Output, type Style, styleFor } from './terminal.ts';
import { timeText } from './times.ts';
import { wrappedFacts, wrappedText } from './wrapped.ts';

const CLOSED = 100;

/** Adds the command. */
export function addAlertsCommand(program: Command, out: Output & { readonly columns?: number }): void {
  const command = program
    .command('alerts')
    .description('list what is out of bounds, with the likely cause and the command to look closer')
    .argument('[provider]', 'only this provider’s')
    .option('--all', `also the last ${CLOSED} that are over`)
    .option('--json', 'print JSON');
  withOptions(command, ['data']);
  command.action(async (word: string | undefined, flags: { readonly all?: boolean; readonly json?: boolean }) => {
    const settings = settingsFrom(flags as Record<string, unknown>);
    const { readAlerts } = await watchCommands();
    const provider = word === undefined ? undefined : providerIdOf(word, settings);
    const alerts = readAlerts(settings, { provider, closed: flags.all ? CLOSED : 0 });
    const style = styleFor(out, process.env);
    const columns = out.isTTY === true ? (out.columns ?? 80) : undefined;
    if (flags.json) out.write(hideSecrets(printableJson(`${JSON.stringify(alerts, withoutKeys, 2)}\n`)));
    else if (alerts.length === 0) out.write(`${style.good('no alerts')}  the last runs were within their bounds\n`);
    else out.write(hideSecrets(alerts.map((alert) => describe(alert, settings.timeZone, columns, style)).join('')));
  });
}

function describe(alert: KnownAlert, timeZone: string, columns: number | undefined, style: Style): string {
  const { provider, bound, of, value, limit, cause, command, since, endedAt } = alert;
  const isOver = endedAt !== undefined;
  const rows: [string, string][] = [
    ['measured', `${valueText(bound, value, limit)}, bound ${boundText(bound, limit)}`],
    [
      isOver ? 'was open' : 'since',
      `${timeText(since, timeZone)}${isOver ? ` to ${timeText(endedAt, timeZone)}` : ''}`,
    ],
    ['likely cause', cause],
    ['look closer', command],
  ];
  const first = `${isOver ? style.good('over') : style.bad('open')}  `;
  const title = wrappedText(`${provider}: ${meaning(bound, of)}`, columns, { first, indent: 6, paint: style.bold });
  return `${title}${wrappedFacts(rows, columns, style)}`;
}
