// A command as it is typed: words that a shell would change are quoted.

/** What a shell leaves as it is, at any place of a word. */
const PLAIN = /^[\w@%+=:,./-]+$/;

/** The command as one line that a POSIX shell reads as these words. */
export function commandLine(words: readonly string[]): string {
  return words.map(shellWord).join(' ');
}

function shellWord(word: string): string {
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
