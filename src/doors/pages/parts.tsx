// Parts that several pages have: states, times, figures, tables, pagers, forms of one button.
import type { Child, FC } from 'hono/jsx';
import { oneDecimal } from '../../core/figures.ts';
import { printable } from '../../core/printable.ts';
import { shownUrl } from '../../core/url/shown-url.ts';
import type { View } from './layout.tsx';

export type Tone = 'good' | 'warn' | 'bad' | 'live' | 'plain';

/** A state with its tone: never by colour alone. */
export const State: FC<{ tone: Tone; children?: Child }> = ({ tone, children }) => (
  <span class={tone === 'plain' ? 'state' : `state ${tone}`}>{children}</span>
);

const UNITS = [
  ['year', 365 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always', style: 'short' });

/** A time in words: `3 hr. ago`. */
export function inWords(at: number, now: number): string {
  const difference = at - now;
  const [unit, ms] = UNITS.find(([, size]) => Math.abs(difference) >= size) ?? UNITS[4];
  const n = Math.round(difference / ms);
  return n === 0 ? 'now' : relative.format(n, unit);
}

/** A moment: relative, with the exact time on hover. */
export const When: FC<{ at: number | null | undefined; now?: number }> = ({ at, now = Date.now() }) =>
  at === undefined || at === null ? (
    <span class="soft">never</span>
  ) : (
    <time
      datetime={new Date(at).toISOString()}
      title={new Date(at).toISOString().replace('T', ' ').slice(0, 19).concat(' UTC')}
    >
      {inWords(at, now)}
    </time>
  );

/** Moments of a log, to the second, in the time zone of the settings. */
export function logClock(timeZone: string): (at: number) => Child {
  const clock = new Intl.DateTimeFormat('en-GB', {
    ...{ month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit', timeZone },
  });
  return (at) => <time datetime={new Date(at).toISOString()}>{clock.format(at)}</time>;
}

const whole = new Intl.NumberFormat('en');

/** A whole number with separators. */
export function number(n: number): string {
  return whole.format(n);
}

/** Bytes in the unit that fits. */
export function size(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return `${(bytes / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`;
}

/** A share as a percentage: with one decimal, as every report and alert has it, save none and all. */
export function percent(share: number): string {
  return share === 0 || share === 1 ? `${share * 100} %` : `${oneDecimal(share * 100)} %`;
}

/** A time span in one or two units: `2 h 5 min`. */
export function span(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const [h, min, sec] = [Math.floor(whole / 3_600), Math.floor((whole % 3_600) / 60), whole % 60];
  if (h >= 48) return `${Math.floor(h / 24)} d ${h % 24} h`;
  if (h > 0) return `${h} h ${min} min`;
  return min > 0 ? `${min} min ${sec} s` : `${sec} s`;
}

/** A rate: two digits below ten. */
export function rate(perSecond: number): string {
  return `${perSecond >= 9.95 ? number(Math.round(perSecond)) : perSecond.toFixed(1)}/s`;
}

/** A number that leads to the list of what it counts, which has that length, or whose column `column` adds up to it. */
export const CountLink: FC<{ view: View; path: string; n: number; column?: string }> = ({ view, path, n, column }) => (
  <a href={`${view.base}${path}`} data-count={n} data-column={column}>
    {number(n)}
  </a>
);

/** Text that was crawled: unsafe characters are written as escapes, and very long text is cut, with the whole of it on hover. */
export const Crawled: FC<{ text: string; most?: number }> = ({ text, most = 300 }) => {
  const shown = printable(text);
  return shown.length <= most ? (
    <span>{shown}</span>
  ) : (
    <span title={shown.slice(0, 2_000)}>{`${shown.slice(0, most)}…`}</span>
  );
};

const LONGEST_ADDRESS = 300;

/** An address that is broken into lines behind its slashes, where it is too long for one. */
const Address: FC<{ url: string }> = ({ url }) => {
  const shown = printable(shownUrl(url));
  const cut = shown.length <= LONGEST_ADDRESS ? shown : `${shown.slice(0, LONGEST_ADDRESS)}…`;
  return (
    <span title={cut === shown ? undefined : shown.slice(0, 2_000)}>
      {cut.split(/(?<=[^/]\/)(?=[^/])/).map((part, nth) => (nth === 0 ? part : [<wbr />, part]))}
    </span>
  );
};

/** A crawled address: a link to its inspector, never to the address itself. */
export const UrlLink: FC<{ view: View; url: string }> = ({ view, url }) => (
  <a href={`${view.base}/url?url=${encodeURIComponent(url)}`}>
    <Address url={url} />
  </a>
);

/** A link out, to the site itself: only http and https become one. */
export const Outside: FC<{ url: string; children?: Child }> = ({ url, children }) =>
  /^https?:\/\//i.test(url) ? (
    <a href={url} rel="noreferrer noopener nofollow">
      {children ?? <Crawled text={shownUrl(url)} />}
    </a>
  ) : (
    <span>{children ?? <Crawled text={shownUrl(url)} />}</span>
  );

export interface Figure {
  readonly name: string;
  readonly value: Child;
  /** The list behind it. */
  readonly path?: string | undefined;
  /** The figure as a number: the length of that list, or the sum of its column `column`. */
  readonly count?: number | undefined;
  readonly column?: string | undefined;
  readonly note?: Child;
}

/** Figures in a strip, each a link to what it counts. */
export const Figures: FC<{ view: View; figures: readonly Figure[] }> = ({ view, figures }) => (
  <dl class="figures">
    {figures.map(({ name, value, path, count, column, note }) => (
      <div>
        <dt>{name}</dt>
        <dd>
          {path === undefined ? (
            value
          ) : (
            <a href={`${view.base}${path}`} data-count={count} data-column={column}>
              {value}
            </a>
          )}
          {note === undefined ? null : <small>{note}</small>}
        </dd>
      </div>
    ))}
  </dl>
);

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => Child;
  /** `head`: names the row. `number`: figures, at the right. `tight`: is not broken into lines. */
  readonly kind?: 'head' | 'number' | 'tight' | undefined;
}

/** One child, so that a narrow screen can set it against its name; nothing for nothing. */
const Value: FC<{ content: Child }> = ({ content }) =>
  content === '' || content === null || content === undefined || content === false ? null : <div>{content}</div>;

/** Whether nothing of it is seen: a form that this visitor does not get, for example. */
function isBlank(content: Child): boolean {
  const html: unknown = (<div>{content}</div>).toString();
  return (
    typeof html === 'string' &&
    !/<(?:input|button|meter|progress|svg|img)\b/.test(html) &&
    /^(?:\s|<[^>]*>)*$/.test(html)
  );
}

/** A table, without columns that are empty in every row; on narrow screens each row becomes a list of named values. */
export function RowTable<Row>({
  columns: all,
  rows,
  caption,
  total,
}: {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly caption?: string;
  /** Where it is the list that numbers of other pages lead to: its length, or '' where only its pages together show it. */
  readonly total?: number | '';
}) {
  const columns = all.filter(
    ({ kind, cell }) => kind === 'head' || rows.length === 0 || rows.some((row) => !isBlank(cell(row))),
  );
  return (
    <table class="rows" data-total={total}>
      {caption === undefined ? null : <caption>{caption}</caption>}
      <thead>
        <tr>
          {columns.map(({ title, kind }) => (
            <th scope="col" class={kind === 'number' ? 'number' : undefined}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr>
            {columns.map(({ title, cell, kind }) =>
              kind === 'head' ? (
                <th scope="row">{cell(row)}</th>
              ) : (
                <td data-label={title} class={kind}>
                  <Value content={cell(row)} />
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A labelled choice of a filter form: its values with their names, and what stands first for no choice at all, where that is possible. */
export const ChoiceField: FC<{
  name: string;
  label: string;
  none?: string;
  values: readonly (readonly [value: string, name: string])[];
  chosen: string | undefined;
}> = ({ name, label, none, values, chosen }) => (
  <div class="field">
    <label for={name}>{label}</label>
    <select id={name} name={name}>
      {none === undefined ? null : <option value="">{none}</option>}
      {values.map(([value, shown]) => (
        <option value={value} selected={value === chosen}>
          {shown}
        </option>
      ))}
    </select>
  </div>
);

/** What is shown where there is nothing yet: what would be here, and how to get it. */
export const Empty: FC<{ title: string; children?: Child }> = ({ title, children }) => (
  <div class="empty">
    <strong>{title}</strong>
    <p>{children}</p>
  </div>
);

/** A button that changes something, as a form; not shown to visitors who may not. */
export const ActButton: FC<{
  view: View;
  /** Below the base. */
  path: string;
  title: string;
  fields?: Readonly<Record<string, string>>;
  tone?: 'main' | 'danger' | undefined;
}> = ({ view, path, title, fields = {}, tone }) =>
  view.formToken === undefined ? null : (
    <form method="post" action={`${view.base}${path}`}>
      <input type="hidden" name="form_token" value={view.formToken} />
      {Object.entries(fields).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <button type="submit" class={tone}>
        {title}
      </button>
    </form>
  );

/** Links to the first and the next page of a list. */
export const Pager: FC<{ view: View; next: string | undefined; isFirst: boolean }> = ({ view, next, isFirst }) => {
  const at = new URL(view.at, 'http://docent.invalid');
  const to = (cursor: string | undefined): string => {
    const target = new URL(at);
    if (cursor === undefined) target.searchParams.delete('cursor');
    else target.searchParams.set('cursor', cursor);
    return `${view.base}${target.pathname}${target.search}`;
  };
  if (isFirst && next === undefined) return null;
  return (
    <nav class="pager" aria-label="Pages of this list">
      {isFirst ? <span /> : <a href={to(undefined)}>First page</a>}
      {next === undefined ? <span /> : <a href={to(next)}>Next page</a>}
    </nav>
  );
};
