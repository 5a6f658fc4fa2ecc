// How requests that people filed are shown: a table, and one of them with its message.
import type { ListedRequest } from '../../../app/requests/requests.ts';
import { printableLines } from '../../../core/printable.ts';
import type { RequestKind } from '../../../requests/kinds.ts';
import { cutToWidth } from './display-width.ts';
import { facts, type Style, table } from './terminal.ts';
import { dayText, timeText } from './times.ts';

/** Columns that the table takes besides what a request is about and the contact. */
const OTHER_COLUMNS = 44;
const LEAST_ROOM = 24;
/** The most of what a request is about that the table shows, however wide the output is. */
const LONGEST_ABOUT = 120;

/** What to do about a request, by its kind. */
const HANDLED_BY = {
  deletion: '"docent requests do <id>" forgets what a deletion names',
  inquiry: '"docent requests show <id>" shows an inquiry, "answer" and "block" close it',
  proposal: '"docent requests accept <id>" adds a proposed site, "refuse" closes it',
} as const satisfies Readonly<Record<RequestKind, string>>;

/** The table of requests, and which commands handle those that are overdue. */
export function requestTable(
  requests: readonly ListedRequest[],
  columns: number | undefined,
  timeZone: string,
  style: Style,
): string {
  const room = Math.max((columns ?? Number.POSITIVE_INFINITY) - OTHER_COLUMNS, LEAST_ROOM);
  const rows = requests.map((request) => [
    ...[String(request.id), request.kind, dayText(request.askedAt, timeZone), stateText(request)],
    cutToWidth(aboutText(request), Math.min(Math.ceil(room * 0.6), LONGEST_ABOUT)),
    cutToWidth(request.contact, Math.floor(room * 0.4)),
  ]);
  const head = ['id', 'kind', 'received', 'state', 'what', 'contact'];
  const overdue = requests.filter((request) => request.overdue);
  const shown = table([head, ...rows], (cell, row, column) => {
    if (row === 0) return style.dim(cell);
    return column === 3 && requests[row - 1]?.overdue ? style.bad(cell) : cell;
  });
  if (overdue.length === 0) return shown;
  const kinds = new Set(overdue.map(({ kind }) => kind));
  return `${shown}${style.bad(`${overdue.length} overdue`)}: ${[...kinds].map((kind) => HANDLED_BY[kind]).join('; ')}.\n`;
}

/** One request with all that is kept of it. */
export function shownRequest(request: ListedRequest, timeZone: string, style: Style): string {
  const { id, kind, what, message, contact, note, state, askedAt, deadline, left, closedAt, closedNote } = request;
  const time = (at: number): string => timeText(at, timeZone);
  const rows: [string, string][] = [
    ['what', what],
    ['received', time(askedAt)],
    ['deadline', `${time(deadline)}${left === '' ? '' : `, ${left}`}`],
    ['contact', contact],
    ['note', note],
    ['closed', closedAt === undefined ? '' : `${time(closedAt)}, ${stateText(request)}`],
    ['because', closedNote ?? ''],
  ];
  const kept = rows.filter(([, value]) => value !== '');
  const words = message === '' ? '' : `\n${printableLines(message).replace(/^(?=.)/gm, '  ')}\n`;
  const stateWord = request.overdue ? style.bad('overdue') : state;
  return `${style.bold(`request ${id}`)}  ${kind}, ${stateWord}\n${facts(kept, style)}${words}`;
}

function stateText({ state, left, receipt }: ListedRequest): string {
  if (state === 'open') return left;
  return receipt === undefined ? state : `${state} #${receipt}`;
}

function aboutText({ what, message }: ListedRequest): string {
  return [what, message.replace(/\s+/g, ' ')].filter((text) => text !== '').join(': ');
}
