// The command line: reads the words, calls a command, turns what goes wrong into one clear line and an exit code.
import { Command, CommanderError } from 'commander';
import { ConfigError, DocentError } from '../../core/errors.ts';
import { hideSecrets } from '../../core/log.ts';
import { printable } from '../../core/printable.ts';
import { version } from '../../core/version.ts';
import { addAlertsCommand } from './alerts-command.ts';
import { addBackupCommands } from './backup-command.ts';
import { addBlocklistCommand } from './blocklist-command.ts';
import { addCrawlCommand } from './crawl-command.ts';
import { addDemoCommand } from './demo-command.ts';
import { addDoctorCommand } from './doctor-command.ts';
import { addExportCommand } from './export-command.ts';
import { addForgetCommand } from './forget-command.ts';
import { addPlanCommand } from './plan-command.ts';
import { addProvidersCommand } from './providers-command.ts';
import { addReadCommand } from './read-command.ts';
import { addRefreshCommand } from './refresh-command.ts';
import { addReportCommand } from './report-command.ts';
import { addRequestsCommand } from './requests-command.ts';
import { addRobotsCommand } from './robots-command.ts';
import { addScheduleCommand } from './schedule-command.ts';
import { addSearchCommand } from './search-command.ts';
import { addUrlsCommand } from './urls-command.ts';
import { addWhyCommand } from './why-command.ts';

/** SPEC F5: 2 is a mistake in the words or the configuration, 1 a failure of what was asked for. */
const EXIT = { failed: 1, usage: 2 } as const;

const USAGE_CODES: ReadonlySet<string> = new Set([
  'DOC_USAGE',
  'DOC_CONFIG',
  'DOC_FILE',
  'DOC_URL',
  'DOC_DIALECT',
  'DOC_PATTERN',
  'DOC_TERMS',
]);

/** The whole command line. */
export function createProgram(): Command {
  const program = new Command('docent')
    .description('Turns documentation sites into a searchable index, politely.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print help for a command')
    .showSuggestionAfterError(true);
  program.configureOutput({ writeErr: () => {}, outputError: () => {} });
  program.exitOverride();
  addDemoCommand(program, process.stdout);
  addPlanCommand(program, process.stdout);
  addCrawlCommand(program, process.stdout);
  addRefreshCommand(program, process.stdout);
  addProvidersCommand(program, process.stdout);
  addSearchCommand(program, process.stdout);
  addReadCommand(program, process.stdout);
  addUrlsCommand(program, process.stdout);
  addWhyCommand(program, process.stdout);
  addReportCommand(program, process.stdout);
  addAlertsCommand(program, process.stdout);
  addScheduleCommand(program, process.stdout);
  addExportCommand(program, process.stdout);
  addBackupCommands(program, process.stdout);
  addBlocklistCommand(program, process.stdout);
  addForgetCommand(program, process.stdout);
  addRequestsCommand(program, process.stdout);
  addRobotsCommand(program, process.stdout);
  addDoctorCommand(program, process.stdout);
  for (const command of program.commands) command.copyInheritedSettings(program);
  return program;
}

async function run(): Promise<void> {
  const program = createProgram();
  try {
    if (process.argv.length <= 2) program.outputHelp();
    else await program.parseAsync(process.argv);
  } catch (error) {
    report(error);
  }
}

function report(error: unknown): void {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return;
    // "docent help nonsense" ends without a message of its own.
    if (error.code === 'commander.help') say(`unknown command '${process.argv.slice(3).join(' ')}'`);
    else say(error.message.replace(/^error: /, '').replace(/\s*\n\s*/g, ' '));
    process.exitCode = EXIT.usage;
  } else if (error instanceof ConfigError) {
    for (const problem of error.problems) say(problem);
    process.exitCode = EXIT.usage;
  } else if (error instanceof DocentError) {
    say(`${error.message}${/[.?!]$/.test(error.message) ? '' : '.'} ${error.hint}`);
    process.exitCode = USAGE_CODES.has(error.code) ? EXIT.usage : EXIT.failed;
  } else {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    for (const line of ['something went wrong inside docent; please report it:', ...text.split('\n')]) say(line);
    process.exitCode = EXIT.failed;
  }
}

/** One line, whatever stands in it: file names, field names and words of the command line may hold anything. */
function say(line: string): void {
  process.stderr.write(`docent: ${printable(hideSecrets(line))}\n`);
}

// A reader that has seen enough (`| head`) ends us quietly.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

await run();
