// The command line: parses the arguments, calls a command, turns errors into one clear line and an exit code.

import { Command, CommanderError } from 'commander';
import { ConfigError, DocentError } from '../../core/errors.ts';
import { hideSecrets } from '../../core/log.ts';
import { isMachineFault, machineFault } from '../../core/machine-fault.ts';
import { printable } from '../../core/printable.ts';
import { shownUrl, withoutUserInfo } from '../../core/url/shown-url.ts';
import { version } from '../../core/version.ts';
import { softWrapped } from './print/soft-wrap.ts';
import { columnsOf, type Output, type Screen, USUAL_COLUMNS } from './print/terminal.ts';

/** SPEC F5: 2 is a mistake on the command line or in the configuration, 1 a failure of the command. */
const EXIT = { failed: 1, usage: 2, unanswered: 3 } as const;
/** Of these 1 says that there is nothing; a failure says nothing about that. */
const LOOKING: ReadonlySet<string | undefined> = new Set(['search', 'answer']);

const USAGE_CODES: ReadonlySet<string> = new Set([
  'DOC_USAGE',
  'DOC_CONFIG',
  'DOC_FILE',
  'DOC_URL',
  'DOC_DIALECT',
  'DOC_PATTERN',
  'DOC_TERMS',
]);

/** The commands in the order of the help. A command is loaded when it is called, or when all are listed. */
const commands: readonly { readonly names: readonly string[]; readonly load: () => Promise<AddCommand> }[] = [
  { names: ['demo'], load: async () => (await import('./commands/demo.ts')).addDemoCommand },
  { names: ['plan'], load: async () => (await import('./commands/plan.ts')).addPlanCommand },
  { names: ['crawl'], load: async () => (await import('./commands/crawl.ts')).addCrawlCommand },
  { names: ['refresh'], load: async () => (await import('./commands/refresh.ts')).addRefreshCommand },
  { names: ['runs'], load: async () => (await import('./commands/runs.ts')).addRunsCommand },
  { names: ['providers'], load: async () => (await import('./commands/providers.ts')).addProvidersCommand },
  { names: ['channels'], load: async () => (await import('./commands/channels.ts')).addChannelsCommand },
  { names: ['suggest'], load: async () => (await import('./commands/suggest.ts')).addSuggestCommand },
  { names: ['search'], load: async () => (await import('./commands/search.ts')).addSearchCommand },
  { names: ['answer'], load: async () => (await import('./commands/answer.ts')).addAnswerCommand },
  { names: ['judged'], load: async () => (await import('./commands/judged.ts')).addJudgedCommand },
  { names: ['read'], load: async () => (await import('./commands/read.ts')).addReadCommand },
  { names: ['urls'], load: async () => (await import('./commands/urls.ts')).addUrlsCommand },
  { names: ['fetches'], load: async () => (await import('./commands/fetches.ts')).addFetchesCommand },
  { names: ['why'], load: async () => (await import('./commands/why.ts')).addWhyCommand },
  { names: ['report'], load: async () => (await import('./commands/report.ts')).addReportCommand },
  { names: ['alerts'], load: async () => (await import('./commands/alerts.ts')).addAlertsCommand },
  { names: ['schedule'], load: async () => (await import('./commands/schedule.ts')).addScheduleCommand },
  { names: ['export'], load: async () => (await import('./commands/export.ts')).addExportCommand },
  { names: ['backup', 'restore'], load: async () => (await import('./commands/backup.ts')).addBackupCommands },
  { names: ['blocklist'], load: async () => (await import('./commands/blocklist.ts')).addBlocklistCommand },
  { names: ['forget'], load: async () => (await import('./commands/forget.ts')).addForgetCommand },
  { names: ['requests'], load: async () => (await import('./commands/requests.ts')).addRequestsCommand },
  { names: ['robots'], load: async () => (await import('./commands/robots.ts')).addRobotsCommand },
  { names: ['serve'], load: async () => (await import('./commands/serve.ts')).addServeCommand },
  { names: ['mcp'], load: async () => (await import('./commands/mcp.ts')).addMcpCommand },
  { names: ['doctor'], load: async () => (await import('./commands/doctor.ts')).addDoctorCommand },
];

type AddCommand = (program: Command, out: Output) => void;

/** The program with the command that the first word names, or with all of them. */
async function createProgram(first: string | undefined): Promise<Command> {
  const called = commands.filter(({ names }) => first !== undefined && names.includes(first));
  const needed = called.length > 0 ? called : commands;
  const program = new Command('docent')
    .description('Turns documentation sites into a searchable index, politely.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print help for a command')
    .showSuggestionAfterError(true)
    // `serve` has commands and options of its own: what comes after a command is the command's.
    .enablePositionalOptions();
  // JSON and Markdown are read by other programs: they are not wrapped.
  const isForPrograms = first === 'read' || first === 'answer' || process.argv.includes('--json');
  const plain = isForPrograms ? process.stdout : softWrapped(process.stdout);
  // Page text is printed unchanged; everything else may hold URLs, whose secrets are hidden.
  const out = first === 'read' || first === 'search' || first === 'answer' ? plain : withoutSecrets(plain);
  program.configureOutput({
    writeOut: (text) => void out.write(text),
    writeErr: () => {},
    outputError: () => {},
    getOutHelpWidth: () => columnsOf(process.stdout) ?? USUAL_COLUMNS,
  });
  program.exitOverride();
  for (const add of await Promise.all(needed.map(({ load }) => load()))) add(program, out);
  for (const command of program.commands) command.copyInheritedSettings(program);
  return program;
}

async function run(): Promise<void> {
  const program = await createProgram(process.argv[2]);
  try {
    if (process.argv.length <= 2) program.outputHelp();
    else await program.parseAsync(process.argv.map(withoutCredentials));
  } catch (error) {
    report(error, LOOKING.has(process.argv[2]) ? EXIT.unanswered : EXIT.failed);
  }
}

/** H1: removes user name and password from a URL, whichever command it is for. */
function withoutCredentials(word: string): string {
  const clean = /^https?:/i.test(word) ? withoutUserInfo(word) : word;
  if (clean !== word)
    printError(`warning: the user name and password of ${shownUrl(clean)} are left out; docent sends no credentials`);
  return clean;
}

function withoutSecrets(out: Screen): Screen {
  return {
    ...(out.isTTY !== undefined && { isTTY: out.isTTY }),
    get columns() {
      return out.columns;
    },
    write: (text) => out.write(hideSecrets(text)),
  };
}

function report(thrown: unknown, failed: number): void {
  const isMachines = !(thrown instanceof DocentError) && isMachineFault(thrown);
  const error = isMachines ? machineFault('this machine does not let docent go on', thrown) : thrown;
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return;
    // "docent help nonsense" ends without a message of its own.
    if (error.code === 'commander.help') printError(`unknown command '${process.argv.slice(3).join(' ')}'`);
    else printError(error.message.replace(/^error: /, '').replace(/\s*\n\s*/g, ' '));
    process.exitCode = EXIT.usage;
  } else if (error instanceof ConfigError) {
    for (const problem of error.problems) printError(problem);
    process.exitCode = EXIT.usage;
  } else if (error instanceof DocentError) {
    printError(`${error.message}${/[.?!]$/.test(error.message) ? '' : '.'} ${error.hint}`);
    process.exitCode = USAGE_CODES.has(error.code) ? EXIT.usage : failed;
  } else {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    for (const line of ['something went wrong inside docent; please report it:', ...text.split('\n')]) printError(line);
    process.exitCode = failed;
  }
}

/** One line, whatever it contains: file names, field names and command-line words may hold any character. */
function printError(line: string): void {
  softWrapped(process.stderr).write(`docent: ${printable(hideSecrets(line))}\n`);
}

const UNWRITABLE: Readonly<Record<string, string>> = Object.freeze({
  ENOSPC: 'no space is left on the device',
  EDQUOT: 'the quota is used up',
  EFBIG: 'the file has become too large',
  EIO: 'the device reports an error',
});

// A pipe that was closed (`| head`) ends the process quietly. Any other error means that the output is incomplete.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  printError(`cannot write to standard output: ${UNWRITABLE[error.code ?? ''] ?? error.message}.`);
  process.exit(EXIT.failed);
});
// The error cannot be printed anywhere; the exit code still reports how it ended.
process.stderr.on('error', () => {});

await run();
