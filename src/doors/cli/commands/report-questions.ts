// `docent report --questions`: questions that found nothing, how often, and when last.
import type { Place } from '../../../app/place.ts';
import type { KeptQuestion, QuestionList } from '../../../app/read/questions.ts';
import { counted } from '../../../core/counted.ts';
import { printable, printableJson } from '../../../core/printable.ts';
import type { Settings } from '../../../settings.ts';
import { cutToWidth, displayWidth, linesWithin, padToWidth } from '../print/display-width.ts';
import { columnsOf, type Screen, type Style, styleFor } from '../print/terminal.ts';
import { isoText, minuteText } from '../print/times.ts';
import { wrappedText } from '../print/wrapped.ts';

export interface QuestionFlags {
  readonly questions?: boolean;
  readonly clear?: boolean;
  readonly all?: boolean;
  readonly json?: boolean;
}

/** Without --all, at most this many are listed, with at most this many lines each. */
const SHOWN = 20;
const LINES = 3;
const ALL = 100_000;
/** Below this many columns a time is its day, and a library its beginning. */
const NARROW = 80;
const LEAST_ROOM = 20;
const LIBRARY = { narrow: 12, wide: 24 } as const;

/** Lists the questions, or clears them. Throws as `questions` and `clearQuestions`. */
export async function reportQuestions(
  word: string | undefined,
  flags: QuestionFlags,
  { settings, store }: Place,
  out: Screen,
): Promise<void> {
  const { providerIdOf } = await import('../../../app/crawl/targets.ts');
  const { questions, clearQuestions } = await import('../../../app/read/questions.ts');
  const library = word === undefined ? undefined : providerIdOf(word, settings, 'operator');
  if (flags.clear) {
    const cleared = await clearQuestions(store, { library });
    out.write(flags.json ? `${JSON.stringify({ cleared }, null, 2)}\n` : `removed ${counted(cleared, 'question')}\n`);
    return;
  }
  const list = await questions({ settings, store }, { library, limit: flags.all || flags.json ? ALL : SHOWN });
  if (flags.json) out.write(printableJson(`${JSON.stringify(asJson(list), null, 2)}\n`));
  else out.write(shown(list, library, settings, flags, out));
}

function asJson({ isOn, questions }: QuestionList): object {
  return {
    keep_questions: isOn,
    questions: questions.map(({ text, library, times, firstAt, lastAt, found }) => ({
      ...{
        text,
        ...(library !== undefined && { library }),
        times,
        firstAt: isoText(firstAt),
        lastAt: isoText(lastAt),
        found,
      },
    })),
  };
}

function shown(
  { isOn, total, questions }: QuestionList,
  library: string | undefined,
  settings: Settings,
  { all }: QuestionFlags,
  out: Screen,
): string {
  const style = styleFor(out, process.env);
  const columns = columnsOf(out);
  const paragraph = (text: string): string =>
    wrappedText(text, columns, { first: '', indent: 0, paint: isOn ? (line) => line : style.note });
  const held = library === undefined ? '' : ` held to ${library}`;
  if (total === 0)
    return isOn
      ? paragraph(`No question${held} that found nothing has been counted yet.`)
      : paragraph(
          'keep_questions is off: questions that find nothing are not counted. "keep_questions: true" in docent.yml, or DOCENT_KEEP_QUESTIONS=true, counts them in the data folder; nothing leaves the machine.',
        );
  const rows = questionRows(questions, { style, columns, timeZone: settings.timeZone, isWhole: all === true });
  const left = total - questions.length;
  const more = left > 0 ? `  ${style.dim(`and ${left} more; --all lists them`)}\n` : '';
  const off = isOn
    ? ''
    : paragraph('keep_questions is off: these were counted before, and no more are. --clear removes them.');
  return `${rows}${more}${off}`;
}

interface View {
  readonly style: Style;
  /** The width of the terminal; undefined in a pipe, where nothing is cut. */
  readonly columns: number | undefined;
  readonly timeZone: string;
  /** No question is cut on a terminal either. */
  readonly isWhole: boolean;
}

/** A table whose last column, the question, takes several lines. */
export function questionRows(questions: readonly KeptQuestion[], { style, columns, timeZone, isWhole }: View): string {
  const isNarrow = columns !== undefined && columns < NARROW;
  const mostOfLibrary = columns === undefined ? Number.POSITIVE_INFINITY : LIBRARY[isNarrow ? 'narrow' : 'wide'];
  const isHeld = questions.some(({ library }) => library !== undefined);
  const isFoundSince = questions.some(({ found }) => found > 0);
  const cells = questions.map(({ times, lastAt, library = '', found }) => [
    String(times),
    minuteText(lastAt, timeZone).slice(...(isNarrow ? [5, 10] : [0, 16])),
    ...(isHeld ? [cutToWidth(printable(library), mostOfLibrary)] : []),
    ...(isFoundSince ? [found === 0 ? '' : String(found)] : []),
  ]);
  const head = ['times', 'last', ...(isHeld ? ['library'] : []), ...(isFoundSince ? ['pages'] : [])];
  const widths = head.map((label, column) =>
    Math.max(...[head, ...cells].map((row) => displayWidth(row[column] ?? label))),
  );
  const indent = widths.reduce((sum, width) => sum + width + 2, 2);
  const room = columns === undefined ? Number.POSITIVE_INFINITY : Math.max(LEAST_ROOM, columns - indent);
  const row = (values: readonly string[]): string =>
    `  ${values.map((value, column) => (column === 0 ? padBefore(value, widths[0] ?? 0) : padToWidth(value, widths[column] ?? 0))).join('  ')}  `;
  const lines = questions.map(({ text }, n) => {
    const [first = '', ...more] = questionLines(printable(text), room, isWhole ? Number.POSITIVE_INFINITY : LINES);
    const start = style.dim(row(cells[n] ?? []));
    return [`${start}${first}\n`, ...more.map((line) => `${' '.repeat(indent)}${line}\n`)].join('');
  });
  return `${style.dim(`${row(head)}question`)}\n${lines.join('')}`;
}

function padBefore(text: string, columns: number): string {
  return ' '.repeat(Math.max(0, columns - displayWidth(text))) + text;
}

/** At most `most` lines; the last marks where the rest was left out. */
function questionLines(text: string, room: number, most: number): readonly string[] {
  if (room === Number.POSITIVE_INFINITY) return [text];
  const places = linesWithin(text, room);
  const lines = places.map(([start, end]) => text.slice(start, end));
  if (lines.length <= most) return lines;
  const [start] = places[most - 1] ?? [0];
  return [...lines.slice(0, most - 1), cutToWidth(text.slice(start), room)];
}
