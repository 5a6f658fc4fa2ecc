// The process behind commands.ts: runs docent's command line again and again, with what it has loaded before.
import { writeSync } from 'node:fs';

/** A command to run. */
export interface Order {
  readonly main: string;
  readonly words: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Written to both streams after what the command has printed; no command prints it. */
  readonly end: string;
}

let count = 0;

process.on('message', async ({ main, words, cwd, env, end }: Order) => {
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.argv.splice(1, Number.POSITIVE_INFINITY, main, ...words);
  process.exitCode = undefined;
  // Another query makes it another module: it runs anew, while all that it imports is there.
  await import(`${main}?${++count}`);
  const code = process.exitCode ?? 0;
  process.exitCode = undefined;
  // Listeners of the output, one for each start, are no leak here.
  for (const stream of [process.stdout, process.stderr]) stream.removeAllListeners('error');
  writeSync(1, `${end}${code}\n`);
  writeSync(2, end);
});
process.on('disconnect', () => process.exit());
