// `docent serve`: one process that refreshes on schedule, and one address for people, programs and assistants.
import type { Command } from 'commander';
import { DocentError } from '../../../core/errors.ts';
import { listenAtPort } from '../../../core/listen-address.ts';
import type { Log } from '../../../core/log.ts';
import { loadSettings, type SettingsInput } from '../../../settings.ts';
import type { OpenServer } from '../../http/open-server.ts';
import { settingsInput, wholeNumber, withOptions } from '../options.ts';
import type { Output } from '../print/terminal.ts';
import type { Demo } from './serve-demo.ts';
import { addTokenCommands, showToken } from './serve-token.ts';

type Flags = Readonly<Record<string, unknown>>;

/** Adds the command. */
export function addServeCommand(program: Command, out: Output): void {
  const command = program
    .command('serve')
    .description('run the schedule, the admin API and the assistants’ interfaces on one address, until stopped');
  withOptions(command, [
    ...(['data', 'listen', 'server_hosts', 'base_path', 'trusted_proxy', 'tls_cert', 'tls_key', 'bot_listen'] as const),
    ...(['mcp_results', 'allow_private', 'log_level', 'log_format'] as const),
  ]);
  command.option('--port <n>', 'another port of the address it listens on', wholeNumber('--port', 0, 65_535));
  command.option('--demo', 'serve the bundled site, crawled into a temporary folder; needs no network');
  command.addHelpText('after', '\nExamples:\n  docent serve\n  docent serve --demo\n  docent serve --port 8080\n');
  command.action((flags: Flags) => serve(flags));
  addTokenCommands(command, out);
}

async function serve(flags: Flags): Promise<void> {
  const demo = flags.demo === true ? await demoOf(flags) : undefined;
  const { readPipeOnce } = await import('../../../app/server/live-settings.ts');
  const input = atPort(flags, demo?.input ?? readPipeOnce(settingsInput(flags)));
  const settings = loadSettings(input);
  const [{ logFor }, { openServer }, { untilSignal }] = await Promise.all([
    import('../../../app/log-for.ts'),
    import('../../http/open-server.ts'),
    import('../../../app/server/until-signal.ts'),
  ]);
  const log = logFor(settings, process.stderr, { service: true });
  const server = await openServer({ input, log, demo });
  process.stderr.write(`docent: listening on ${server.address} (Ctrl-C ends it)\n`);
  if (server.botAddress !== undefined) process.stderr.write(`docent: about the robot: ${server.botAddress}\n`);
  await firstToken(server, settings.timeZone, log);
  showLink(server);
  await untilSignal(() => {
    process.stderr.write('docent: stopping after what is in flight; press Ctrl-C again to stop at once\n');
    return server.close();
  });
  // What still ends by itself, such as a request that did not land in time, is not waited for.
  process.exit(0);
}

/** With the port of the flag in place of that of `listen`, wherever that is written. Throws DOC_USAGE for two flags about one port. */
function atPort({ port, listen }: Flags, input: SettingsInput): SettingsInput {
  if (typeof port !== 'number') return input;
  if (listen !== undefined) throw new DocentError('DOC_USAGE', '--listen has a port already: leave --port out');
  const { options } = loadSettings(input);
  return { ...input, flags: { ...input.flags, listen: listenAtPort(options.listen, port) } };
}

/** Throws DOC_USAGE where a data folder is passed too: the demo has its own. */
async function demoOf(flags: Flags): Promise<Demo> {
  if (flags.data !== undefined) throw new DocentError('DOC_USAGE', '--demo has a folder of its own: leave --data out');
  const { openDemo } = await import('./serve-demo.ts');
  return openDemo(settingsInput(flags));
}

/** A link that signs in, for the person who looks: it goes into no pipe, no file and no log. */
function showLink(server: OpenServer): void {
  const link = process.stdout.isTTY === true ? server.signInLink() : undefined;
  if (link !== undefined) process.stdout.write(`Open ${link}\ndocent: the link signs in once, within ten minutes\n`);
}

/** Shows the first token. Without one the server reads and responds, and changes nothing. */
async function firstToken(server: OpenServer, timeZone: string, log: Log): Promise<void> {
  try {
    const made = await server.firstToken(process.stdout.isTTY === true);
    if (made !== undefined) showToken(made, timeZone);
  } catch (error) {
    if (!(error instanceof DocentError)) throw error;
    log.warn({}, `no token was made, so nothing can be changed through the server: ${error.message}`);
  }
}
