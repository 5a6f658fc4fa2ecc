// E5: addresses that are written so that programs do not see them, or split by marks: `a%40b.io`, `a(at)b(dot)io`, `a@**b.io**`.
import { spelledAt, spelledDot, topDomains } from './emails-words.ts';

/** A text as an address would be written in it, and where each of its characters was. */
export interface Plain {
  readonly text: string;
  /** Where the character at this place begins, and ends, in the text as it was written. */
  readonly startOf: (at: number) => number;
  readonly endOf: (at: number) => number;
  /** The marks of Markdown and tags that were left out between two places of the text as it was written. */
  readonly marksIn: (from: number, to: number) => readonly string[];
}

const open = '(?:\\\\?[(\\[{<（［【]|\\\\?&lt;) ?';
const close = ' ?(?:\\\\?[)\\]}>）］】]|\\\\?&gt;)';
/** A word in brackets, with spaces on both sides or on none: `get(at) io.x` is a call. */
const inBrackets = (words: readonly string[]): string => {
  const word = `${open}(?:${words.join('|')})${close}`;
  return ` ${word} |${word}`;
};
const host = '[\\p{L}\\d-]{1,63}';
const at = [
  '%(?:25){0,4}40|\\\\?&(?:#0{0,4}64|#x0{0,4}40|commat);|\\\\u0040|\\\\x40|\\\\u\\{40\\}|﹫',
  inBrackets([...spelledAt, '[@＠]']),
  `(?<=[\\p{L}\\d]) (?:at|AT) (?=${host}(?: (?:dot|DOT) ${host}){0,3} (?:dot|DOT) (?:${topDomains.join('|')})(?![\\p{L}\\d]))`,
].join('|');
const dot = `%(?:25){0,4}2[eE]|\\\\?&(?:#0{0,4}46|#x0{0,4}2e|period);|｡|${inBrackets([...spelledDot, '[.．]'])}| (?:dot|DOT) `;
const tag = '<\\/?(?:strong|em|b|i|u|s|del|code|sub|sup)>';
const fullWidth = '[！-～]';

const forms = `(?<at>${at})|(?<dot>${dot})|(?<wide>${fullWidth})`;
/** Code has no marks of Markdown. */
const formsIn = {
  prose: new RegExp(`\\\\[*~\`]|(?<mark>\\*+|~~|${tag})|${forms}`, 'giu'),
  code: new RegExp(forms, 'giu'),
} as const;
const anySpan = /`+/g;
const spelledSign = new RegExp(`＠|${at}`, 'iu');
const besideSign = { prose: new RegExp(`[*~<]|${dot}`, 'iu'), code: new RegExp(dot, 'iu') } as const;

// What every form of the at sign begins with, or has beside it, and the sign itself: found many times as fast as the forms.
const rare =
  /[@＠﹫]| (?:dot|DOT|Dot) |%(?:25){0,4}40|&(?:#|commat)|\\[ux]|[([{<（［【;] ?(?:[aA] ?[tT] ?[\\)\]}>）］】&]|[äÄ]|[aA]rr|[골앳アあ])/;

/** Whether a text may hold an address in any form: nearly none does, and nothing else need be looked for then. */
export function mayHoldAddress(text: string): boolean {
  return rare.test(text);
}

/** The text without what hides or splits addresses; undefined for nearly every text. */
export function plainOf(text: string, where: 'prose' | 'code'): Plain | undefined {
  const mayHold = spelledSign.test(text) || (text.includes('@') && besideSign[where].test(text));
  return mayHold ? folded(text, formsIn[where]) : undefined;
}

/** The text without the marks of code spans, which may begin or end within an address: `` a@`b.io` ``. */
export function withoutSpans(text: string): Plain | undefined {
  return text.includes('@') && /[@.]`|`[@.]/.test(text) ? folded(text, anySpan) : undefined;
}

function folded(text: string, leftOut: RegExp): Plain {
  const starts: number[] = [];
  const ends: number[] = [];
  const marks: { readonly at: number; readonly mark: string }[] = [];
  let plain = '';
  let done = 0;
  const keep = (to: number): void => {
    plain += text.slice(done, to);
    for (; done < to; done++) {
      starts.push(done);
      ends.push(done + 1);
    }
  };
  const put = (char: string, length: number): void => {
    plain += char;
    starts.push(done);
    done += length;
    ends.push(done);
  };
  for (const { 0: form, index, groups } of text.matchAll(leftOut)) {
    keep(index);
    if (groups?.at !== undefined) put('@', form.length);
    else if (groups?.dot !== undefined) put('.', form.length);
    else if (groups?.wide !== undefined) put(String.fromCharCode(form.charCodeAt(0) - 0xfee0), 1);
    else if (groups !== undefined && groups.mark === undefined) keep(index + form.length);
    else {
      marks.push({ at: index, mark: form });
      done = index + form.length;
    }
  }
  keep(text.length);
  return {
    text: plain,
    startOf: (place) => starts[place] ?? text.length,
    endOf: (place) => ends[place] ?? text.length,
    marksIn: (from, to) => marks.slice(firstFrom(marks, from), firstFrom(marks, to)).map(({ mark }) => mark),
  };
}

/** The number of the first mark at this place or behind it. */
function firstFrom(marks: readonly { readonly at: number }[], place: number): number {
  let [low, high] = [0, marks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((marks[middle]?.at ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The marks that are left open when both of a pair are taken away; those of a tag are pairs of their own. */
export function unpaired(marks: readonly string[]): readonly string[] {
  const open: string[] = [];
  for (const mark of marks) {
    const last = open.at(-1);
    if (last !== undefined && (last === mark || last === mark.replace('/', ''))) open.pop();
    else open.push(mark);
  }
  return open;
}
