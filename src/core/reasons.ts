// What a reason means and what follows from it, by its name; only this file parses the names of reasons.
import { type ErrorCode, errorCatalogue } from './errors.ts';
import { type ReasonFlags, type ReasonRow, reasonTable } from './reasons-table.ts';

/** The values a parameter may have. */
interface Parameters {
  readonly dialect: string;
  readonly n: number;
  readonly status: number;
}

type Filled<Name extends string> =
  Name extends `${infer Before}<${infer Parameter extends keyof Parameters}>${infer After}`
    ? `${Before}${Parameters[Parameter]}${Filled<After>}`
    : Name;

type TableKey = keyof typeof reasonTable;

/** Every reason there is, parameters filled in: a name that the table does not have is a compile error. */
export type ReasonName = Filled<TableKey> | ErrorCode;

type FamilyOf<Name extends string> = Name extends `${infer Family}:${string}` ? Family : never;

/** The part before the first colon: reasons of one family are decided by one rule or one room. */
export type ReasonFamily = FamilyOf<TableKey>;

/** A row of the table with its name and its family. */
export interface Reason extends ReasonRow {
  /** The name in the table: `http:<status>` for `http:500`. */
  readonly name: string;
  readonly family: string;
}

const reasonByForm: ReadonlyMap<string, Reason> = new Map([
  ...Object.entries(errorCatalogue).map(([code, { means }]) =>
    entryOf(code, { kind: 'failed', means, unusable: true }),
  ),
  ...Object.entries<ReasonRow>(reasonTable).map(([name, row]) => entryOf(name, row)),
]);

/** The row of a reason; undefined for a name that no row has. Takes one look, or two where a reason has a parameter. */
export function reasonOf(by: string): Reason | undefined {
  return reasonByForm.get(by) ?? reasonByForm.get(formOf(by));
}

/** Whether a text, as a store has kept it, is the name of a reason. */
export function isReason(by: string): by is ReasonName {
  return reasonOf(by) !== undefined;
}

/** Whether a flag is set for a reason. */
export function reasonHas(by: string, flag: keyof ReasonFlags): boolean {
  return reasonOf(by)?.[flag] !== undefined;
}

/** Whether a reason is one of a family: `robots`, `scope`, `budget`. */
export function isOfFamily(by: string, family: ReasonFamily): boolean {
  return reasonOf(by)?.family === family;
}

/** The names of the reasons that a rule picks, for a store that keeps them as text; only for those without parameters. */
export function reasonsWhere(picks: (flags: ReasonFlags) => boolean): readonly string[] {
  const names = [...reasonByForm.values()].filter(picks).map(({ name }) => name);
  const open = names.find((name) => name.includes('<'));
  if (open !== undefined) throw new Error(`${open} has a parameter: it cannot be listed`);
  return names;
}

function entryOf(name: string, row: ReasonRow): readonly [form: string, reason: Reason] {
  const colon = name.indexOf(':');
  return [
    name.replace(/<[a-z]+>/g, '<>'),
    Object.freeze({ ...row, name, family: colon < 0 ? '' : name.slice(0, colon) }),
  ];
}

/** A reason with its parameters left out: the part between the first colon and the last, and the number at the end. */
function formOf(by: string): string {
  const first = by.indexOf(':');
  if (first < 0) return by;
  const last = by.lastIndexOf(':');
  let end = by.length;
  while (end > last + 1 && isDigit(by.charCodeAt(end - 1))) end--;
  const tail = end === by.length ? by.slice(last) : `${by.slice(last, end)}<>`;
  return last > first ? `${by.slice(0, first)}:<>${tail}` : `${by.slice(0, first)}${tail}`;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
