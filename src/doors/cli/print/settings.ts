// The configuration in effect, as a table.
import type { SettingRow, SettingValue } from '../../../app/server/effective-settings.ts';
import { cutToWidth } from './display-width.ts';
import { type Style, table } from './terminal.ts';

/** The widest value on a terminal; a list of paths would push its origin out of sight. */
const WIDEST = 40;

/** One line for each option; what somebody set stands out. */
export function settingsTable(rows: readonly SettingRow[], columns: number | undefined, style: Style): string {
  const cell = (value: SettingValue): string =>
    columns === undefined ? valueText(value) : cutToWidth(valueText(value), WIDEST);
  const body = rows.map(({ name, value, origin }) => [name, cell(value), origin]);
  return table([['option', 'value', 'from'], ...body], (text, at) => (rows[at - 1]?.isSet ? text : style.dim(text)));
}

function valueText(value: SettingValue): string {
  if (value === null || value === '') return '–';
  if (typeof value !== 'object') return String(value);
  return value.length === 0 ? '–' : value.join(', ');
}
