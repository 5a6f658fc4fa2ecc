// The command and the API call that a page names: with what the page was requested with, so that they do the same.
import { printable } from '../../core/printable.ts';

type Values = Readonly<Record<string, string | undefined>>;

/** A call with its query, those values left out that are undefined: `GET /urls?state=failed`. */
export function apiCall(call: string, values: Values = {}): string {
  const query = filled(values).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return query.length === 0 ? call : `${call}?${query.join('&')}`;
}

/** A command with its words and flags, each as one word of a shell: `docent urls docs --state failed`. */
export function shellCommand(command: string, words: readonly (string | undefined)[], flags: Values = {}): string {
  const named = words.flatMap((word) => (word === undefined ? [] : [shellWord(word)]));
  return [command, ...named, ...filled(flags).map(([name, value]) => `--${name} ${shellWord(value)}`)].join(' ');
}

/** A text as one word of a shell: in single quotes unless it is plain. */
export function shellWord(text: string): string {
  const word = printable(text);
  return /^[\w./:@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function filled(values: Values): readonly [string, string][] {
  return Object.entries(values).filter((one): one is [string, string] => one[1] !== undefined);
}
