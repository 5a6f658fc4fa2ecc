// `docent mcp`: the interface for AI assistants, over standard input and output, or over HTTP on this machine.
import { setFlagsFromString } from 'node:v8';
import type { Command } from 'commander';
import type { Context7Answers } from '../../../app/context7/answers.ts';
import { DocentError } from '../../../core/errors.ts';
import type { Log } from '../../../core/log.ts';
import { placeFrom, withOptions } from '../options.ts';
import type { Output } from '../print/terminal.ts';

interface McpFlags {
  readonly http?: string;
  readonly allowWrite?: boolean;
}

/** Adds the command. Standard output belongs to the protocol: everything else is written to standard error. */
export function addMcpCommand(program: Command, _out: Output): void {
  const command = program
    .command('mcp')
    .description('serve the index to AI assistants (Model Context Protocol) over standard input and output')
    .option(
      '--http <port>',
      'serve it on http://127.0.0.1:<port>/mcp instead, and to Context7 clients at /api; 0 takes a free port',
    )
    .option('--allow-write', 'also offer add_source and refresh_source, which crawl');
  withOptions(command, ['data', 'mcp_results', 'allow_private']);
  command.addHelpText(
    'after',
    '\nIn an assistant:\n  claude mcp add docent -- docent mcp --data "$PWD/.docent"\n\ndocs/assistants.md has the others.\n',
  );
  command.action(async (flags: McpFlags) => {
    // It lives as long as an editor, several of them beside each other: with a nursery that does not grow it takes 220 MB in
    // place of 330 after thousands of calls. The threads that search have a larger one from the start.
    setFlagsFromString('--semi-space-growth-factor=1');
    setFlagsFromString('--min-semi-space-size=8');
    const port = portOf(flags.http);
    const place = await placeFrom(flags as Record<string, unknown>);
    const { settings } = place;
    const { logFor } = await import('../../../app/log-for.ts');
    const { isCrawled } = await import('../../../app/read/is-crawled.ts');
    const log = logFor(settings, process.stderr);
    if (!(await isCrawled(place)))
      log.warn({}, `nothing was crawled into ${settings.options.data} yet; questions are answered once something is`);
    if (port === undefined && process.stdin.isTTY)
      process.stderr.write(
        'docent: this is a server for an assistant to start, and it waits for one here; Ctrl-C ends it.\n',
      );
    const [{ createMcpServer }, { openAssistant }, { createContext7Answers }] = await Promise.all([
      import('../../mcp/server.ts'),
      import('../../../app/assistant/assistant.ts'),
      import('../../../app/context7/answers.ts'),
    ]);
    const assistant = openAssistant(place, log);
    const context7 = createContext7Answers(assistant);
    const create: Create = () =>
      createMcpServer({
        ...{ assistant, context7, results: settings.options.mcp_results, log },
        ...{ write: flags.allowWrite === true, connectors: port !== undefined },
      });
    try {
      await (port === undefined ? overStdio(create, log) : overHttp(create, context7, log, port));
    } finally {
      await assistant.close();
    }
  });
}

type Create = () => ReturnType<typeof import('../../mcp/server.ts')['createMcpServer']>;

/** Resolves when the client has closed our standard input, or a signal came. */
async function overStdio(create: Create, log: Log): Promise<void> {
  const { serveStdio } = await import('@modelcontextprotocol/server/stdio');
  // Several hundred responses may wait for a slow client at once.
  process.stdout.setMaxListeners(0);
  const handle = serveStdio(create, { onerror: (error) => log.warn({}, `mcp: ${error.message}`) });
  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve);
    process.stdin.once('close', resolve);
  });
  await Promise.race([ended, signalled()]);
  await handle.close();
}

async function overHttp(create: Create, context7: Context7Answers, log: Log, port: number): Promise<void> {
  const [{ createMcpHttp }, { createContext7Http }, { assistantRoutes, withSingleSlashes }, { listen }] =
    await Promise.all([
      import('../../mcp/http.ts'),
      import('../../context7/http.ts'),
      import('../../http/assistants.ts'),
      import('../../http/listen.ts'),
    ]);
  const handler = createMcpHttp(create, log);
  const routes = assistantRoutes({ mcp: handler, context7: createContext7Http(context7, log) });
  const message = 'docent serves MCP at /mcp and the API of Context7 below /api/';
  routes.notFound((context) => context.json({ error: 'not_found', message }, 404));
  const listening = await listen((request) => routes.fetch(withSingleSlashes(request)), { address: '127.0.0.1', port });
  process.stderr.write(
    `docent: MCP at ${listening.origin}/mcp and Context7's API at ${listening.origin}/api (Ctrl-C ends it)\n`,
  );
  await signalled();
  await handler.close();
  await listening.close();
}

function signalled(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
  });
}

function portOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new DocentError('DOC_USAGE', `--http is "${text}": it must be a port, 0 to 65535`);
  return Number(text);
}
