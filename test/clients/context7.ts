// X3: Context7's own clients, unchanged, against docent: its MCP server, its command line, and what that writes into an editor.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startDemoSite } from '../../src/app/demo/site.ts';
import { type Connected, connectHttp, connectProgram, startHttp } from '../mcp/client.ts';
import { run } from '../support/process.ts';
import { root } from '../support/repository.ts';

/** Reports one line; the output is shown where it is wrong. */
export type Report = (what: string, isRight: boolean, output?: string) => void;

export interface Context7Clients {
  /** Where the clients are installed. */
  readonly packages: string;
  /** An empty folder, also the home of the files they write. */
  readonly folder: string;
  readonly report: Report;
}

type Client = Connected['client'];

const LIBRARY = '/docs/lantern';
const QUESTION = 'how long should the drain timeout be';
const ANSWER = 'terminationGracePeriodSeconds';

/** Crawls the demo, serves it, and drives the clients. */
export async function context7Clients({ packages, folder, report }: Context7Clients): Promise<void> {
  const site = await startDemoSite();
  const data = join(folder, 'demo');
  try {
    const binary = join(root, 'bin/docent.js');
    const flags = ['--data', data, '--delay', '0', '--retain', 'full', '--library', 'lantern@2.4'];
    const crawled = await run(process.execPath, [binary, 'crawl', site.seed, ...flags], { cwd: folder });
    if (crawled.code !== 0) throw new Error(crawled.stderr);
  } finally {
    await site.close();
  }
  const server = await startHttp(data);
  try {
    const { origin } = new URL(server.url);
    for (const base of [`${origin}/api`, `${origin}/api/`]) await mcpServer(packages, base, report);
    for (const base of [origin, `${origin}/`]) await commandLine(packages, folder, base, report);
    await editor(packages, folder, origin, report);
  } finally {
    await server.close();
  }
}

/** `@upstash/context7-mcp`, started as an editor starts it. */
async function mcpServer(packages: string, base: string, report: Report): Promise<void> {
  const program = join(packages, '@upstash/context7-mcp/dist/index.js');
  const { client, close } = await connectProgram([program], { CONTEXT7_API_URL: base, OTEL_SDK_DISABLED: 'true' });
  await twoTools(client, `context7-mcp with ${base}`, report);
  const unknown = await textOf(client, 'query-docs', { libraryId: '/a/b', query: 'x' });
  report(`context7-mcp with ${base}: an error is shown`, unknown.includes('there is no library "/a/b" here'), unknown);
  await close();
}

async function twoTools(client: Client, who: string, report: Report): Promise<void> {
  const found = await textOf(client, 'resolve-library-id', { libraryName: 'Lantern', query: QUESTION });
  const isFound = [LIBRARY, '2.4', 'whole passages'].every((words) => found.includes(words));
  report(`${who}: resolve-library-id`, isFound && !found.includes('undefined'), found);
  for (const libraryId of [LIBRARY, `${LIBRARY}/2.4`, '/owner/lantern']) {
    const docs = await textOf(client, 'query-docs', { libraryId, query: QUESTION });
    report(`${who}: query-docs of ${libraryId}`, docs.includes(ANSWER) && docs.includes('Source: http'), docs);
  }
}

async function textOf(client: Client, name: string, args: Readonly<Record<string, string>>): Promise<string> {
  const { content } = await client.callTool({ name, arguments: args });
  return (content as { text?: string }[]).map(({ text }) => text).join('\n');
}

/** `ctx7 library` and `ctx7 docs`. */
async function commandLine(packages: string, folder: string, base: string, report: Report): Promise<void> {
  const calls: readonly (readonly [args: readonly string[], code: number, holds: string])[] = [
    [['library', 'lantern'], 0, LIBRARY],
    [['library', 'lantern', QUESTION, '--json'], 0, `"id": "${LIBRARY}"`],
    [['library', 'nothing-like-it'], 1, 'no library here is called "nothing-like-it"'],
    [['docs', LIBRARY, QUESTION], 0, ANSWER],
    [['docs', `${LIBRARY}/2.4`, QUESTION, '--json'], 0, '"infoSnippets"'],
    [['docs', `${LIBRARY}/9`, QUESTION], 1, 'there is no such version'],
    [['docs', LIBRARY, 'zzyzx'], 1, 'no page of'],
  ];
  for (const [args, code, holds] of calls) {
    const ended = await ctx7(packages, folder, ['--base-url', base, ...args]);
    const text = ended.stdout + ended.stderr;
    report(`ctx7 --base-url ${base} ${args.join(' ')}`, ended.code === code && text.includes(holds), text);
  }
}

function ctx7(packages: string, folder: string, args: readonly string[]): ReturnType<typeof run> {
  return run(process.execPath, [join(packages, 'ctx7/dist/index.js'), ...args], {
    cwd: folder,
    env: { HOME: folder, CTX7_TELEMETRY_DISABLED: '1', NO_COLOR: '1' },
  });
}

/** `ctx7 setup`, and then what an editor does with the address it finds in its settings. */
async function editor(packages: string, folder: string, origin: string, report: Report): Promise<void> {
  const ended = await ctx7(packages, folder, ['setup', '--mcp', '--base-url', origin, '--cursor', '-y']);
  const settings = join(folder, '.cursor/mcp.json');
  const written = existsSync(settings) ? readFileSync(settings, 'utf8') : '';
  const url = /"url":\s*"([^"]+)"/.exec(written)?.[1];
  report('ctx7 setup --mcp --cursor -y', ended.code === 0 && url === `${origin}/mcp`, ended.stdout + ended.stderr);
  if (url === undefined) return;
  const { client, close } = await connectHttp(url);
  await twoTools(client, 'the editor that ctx7 has set up', report);
  await close();
}
