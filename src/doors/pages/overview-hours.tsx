// What became of page requests in the last 24 hours: as a chart where scripts run, and as a table.
import type { HourCounts } from '../../app/watch/overview.ts';
import { assetPath } from './assets.ts';
import { fetchesPath } from './fetches.tsx';
import type { View } from './layout.tsx';
import { type Column, CountLink, Empty, number, RowTable } from './parts.tsx';

/** Each line of the chart with the token of its colour. */
const series = [
  { name: 'fetched', title: 'Fetched', token: 'accent' },
  { name: 'unchanged', title: 'Unchanged', token: 'soft' },
  { name: 'changed', title: 'New or changed', token: 'good' },
  { name: 'failed', title: 'Failed', token: 'bad' },
] as const;

const HOUR_MS = 3_600_000;

/** The hours, the earliest first, in the time zone of the settings. */
export function hoursSection(view: View, hours: readonly HourCounts[], timeZone: string) {
  const sum = (name: (typeof series)[number]['name']): number => hours.reduce((all, hour) => all + hour[name], 0);
  const busy = hours.filter(({ fetched }) => fetched > 0).toReversed();
  return (
    <section id="hours" data-live>
      <h2>Requests of the last 24 hours</h2>
      {busy.length === 0 ? (
        <Empty title="No page was requested">
          Each request is counted here by its hour, and by what came of it: unchanged, new or changed, failed.
        </Empty>
      ) : (
        <>
          <ul class="legend" data-legend>
            {series.map(({ name, title, token }) => (
              <li class={token}>
                {title}{' '}
                <b>
                  <CountLink view={view} path={hoursPath(name, hours[0]?.at ?? 0)} n={sum(name)} />
                </b>
              </li>
            ))}
          </ul>
          <div
            class="chart"
            hidden
            role="img"
            aria-label={`Requests by the hour; the table below has the numbers: ${series.map(({ name }) => `${number(sum(name))} ${name}`).join(', ')}`}
            data-chart={chartOf(hours, timeZone)}
            data-script={assetPath(view.base, 'uplot.js')}
            data-style={assetPath(view.base, 'uplot.css')}
          />
          <details open>
            <summary>As a table</summary>
            <RowTable columns={columns(view, timeZone)} rows={busy} />
          </details>
        </>
      )}
    </section>
  );
}

/** As assets/chart.js draws it. The last hour lasts until its end, so that its line can be seen. */
function chartOf(hours: readonly HourCounts[], zone: string): string {
  const last = hours.at(-1);
  const shown = last === undefined ? hours : [...hours, { ...last, at: last.at + HOUR_MS }];
  const data = [shown.map(({ at }) => at / 1_000), ...series.map(({ name }) => shown.map((hour) => hour[name]))];
  return JSON.stringify({ data, series: series.map(({ token }) => token), zone });
}

/** The requests of a line of the chart, of one hour or of all since then. */
function hoursPath(name: (typeof series)[number]['name'], since: number, until?: number): string {
  const iso = (at: number): string => new Date(at).toISOString();
  return fetchesPath({
    since: iso(since),
    ...(until !== undefined && { until: iso(until) }),
    ...(name !== 'fetched' && { result: name }),
  });
}

function columns(view: View, timeZone: string): readonly Column<HourCounts>[] {
  const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone });
  const day = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone });
  return [
    {
      ...{ title: `Hour (${timeZone})`, kind: 'head' },
      cell: ({ at }) => (
        <time datetime={new Date(at).toISOString()}>
          {day.format(at)} {clock.format(at)}
        </time>
      ),
    },
    ...series.map(({ name, title }) => ({
      title,
      kind: 'number' as const,
      cell: (hour: HourCounts) =>
        hour[name] === 0 ? (
          '0'
        ) : (
          <CountLink view={view} path={hoursPath(name, hour.at, hour.at + HOUR_MS)} n={hour[name]} />
        ),
    })),
  ];
}
