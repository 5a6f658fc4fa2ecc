// Finds the requirement ids that a text cites, for the test that compares them with docs/requirements.md.

/** An id by itself: not part of a word, a path, an escape or a number. */
const ID = /(?<![\w%./#:@\\-])((?:AC|[A-Z])\d{1,3})(?:–((?:AC|[A-Z])\d{1,3}))?(?![\w./-])/g;

/** A whole string that only looks like an id is data of a test. */
const DATA = /(['"`])[A-Z]{1,2}\d{1,3}\1/g;

/** Rows of the fault catalogue: `FAULTS 7`, `FAULTS 42, 43`, `FAULTS 1–31, 33`. */
const FAULTS = /\bFAULTS (\d+(?:(?:, |–)\d+(?![\w%]))*)/g;

/** Names that have the shape of an id and mean something else. */
const OTHER_NAMES: ReadonlySet<string> = new Set(['V8']);

/** The letters of lists of findings, whose numbers are no requirements. */
const FINDING = /^[NVW]\d/;

/** Whose acceptance the AC ids are: to cite one is to cite it too. */
const ACCEPTANCE = 'A8';

/** The ids cited in a text, ranges spelled out. */
export function citedIds(text: string): ReadonlySet<string> {
  const prose = text.replace(DATA, '');
  const ids = idsIn(prose).filter((id) => !FINDING.test(id));
  const accepted = ids.some((id) => id.startsWith('AC')) ? [ACCEPTANCE] : [];
  const faults = [...prose.matchAll(FAULTS)].flatMap(([, rows]) => (rows as string).split(', ').flatMap(faultRows));
  return new Set([...ids, ...accepted, ...faults]);
}

/** The numbers of findings in a text, as `N5`: each of them is a case of some requirement, which is to be cited instead. */
export function findingsIn(text: string): ReadonlySet<string> {
  return new Set(idsIn(text.replace(DATA, '')).filter((id) => FINDING.test(id)));
}

function idsIn(prose: string): readonly string[] {
  return [...prose.matchAll(ID)]
    .flatMap(([, first, last]) => span(first as string, last))
    .filter((id) => !OTHER_NAMES.has(id));
}

/** The letters and the number of an id. */
export function partsOf(id: string): readonly [letters: string, number: number] {
  const [, letters, digits] = /^([A-Z]+) ?(\d+)$/.exec(id) as RegExpExecArray;
  return [letters as string, Number(digits)];
}

function span(first: string, last = first): readonly string[] {
  const [letters, from] = partsOf(first);
  return numbers(from, partsOf(last)[1]).map((number) => `${letters}${number}`);
}

function faultRows(rows: string): readonly string[] {
  const [from, to] = rows.split('–').map(Number) as [number, number | undefined];
  return numbers(from, to ?? from).map((row) => `FAULTS ${row}`);
}

function numbers(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}
