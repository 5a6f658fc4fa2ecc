// X1: with `context7.ask` off no question leaves, whatever is called: every command of the real binary, every tool, every endpoint.
// Commands and files: SQLite alone.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectStdio, startHttp } from '../mcp/client.ts';
import { runCommand } from '../support/commands.ts';
import { type Context7StandIn, startContext7 } from '../support/context7-server.ts';
import { more } from '../support/how-long.ts';
import { type LocalServer, startServer } from '../support/local-server.ts';
import type { Finished } from '../support/process.ts';

const KEY = 'ctx7sk-ofThisTest';
const QUESTION = 'how do refunds work';

let folder: string;
let site: LocalServer;
let standIn: Context7StandIn;

const page = (title: string): string =>
  `<title>${title}</title><main><h1>${title}</h1><p>${`How ${title} work in this shop, in a few words. `.repeat(8)}</p></main>`;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docent-silence-'));
  standIn = await startContext7();
  // Context7 lacks the library: a provider that it would supply is crawled.
  standIn.search({ json: { results: [] } });
  site = await startServer((request, response) => {
    const isPage = request.url?.startsWith('/docs/') === true;
    response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html' }).end(isPage ? page('Refunds') : '');
  });
  const provider = (id: string, channel: string): string =>
    `  - provider_id: ${id}\n    seed_urls: ['${site.origin}/docs/${id}']\n    allowed_path_patterns: [/docs/**]\n    own_site: true\n    request_delay_ms: 0\n    retain: full\n    channel: ${channel}\n    tos: { verdict: allowed }\n`;
  writeFileSync(
    join(folder, 'docent.yml'),
    `data: .docent\ncontext7_url: ${standIn.origin}\nallow_private: ['127.0.0.1']\nkeep_questions: true\nproviders:\n${provider('kettle', 'context7-first')}${provider('pot', 'crawl-unless-context7')}`,
  );
});
afterAll(async () => {
  await site[Symbol.asyncDispose]();
  await standIn[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

const docent = (...words: readonly string[]): Promise<Finished> =>
  runCommand(words, { cwd: folder, env: { CONTEXT7_API_KEY: KEY } });

/** Every command with arguments that make it do its work; `check` commands come last. */
const calls: readonly (readonly string[])[] = [
  ['plan', 'kettle'],
  ['crawl', 'kettle', 'pot', '--yes'],
  ['crawl', 'pot'],
  ['refresh'],
  ['runs'],
  ['providers', 'list'],
  ['providers', 'show', 'kettle'],
  ['providers', 'check', 'kettle', '--pages', '1'],
  ['channels'],
  ['suggest'],
  ['search', QUESTION],
  ['answer', QUESTION],
  ['answer', QUESTION, '--library', 'kettle', '--json'],
  ['read', 'SITE/docs/kettle'],
  ['judged', 'add', QUESTION, 'SITE/docs/kettle'],
  ['judged', 'measure'],
  ['urls'],
  ['fetches'],
  ['why', 'SITE/docs/kettle'],
  ['report', 'kettle'],
  ['report', '--questions'],
  ['alerts'],
  ['schedule'],
  ['schedule', 'run', '--once'],
  ['export', '--format', 'jsonl', '--out', 'out.jsonl'],
  ['backup', 'copy'],
  ['restore', 'copy', '--force'],
  ['blocklist'],
  ['requests'],
  ['robots', 'SITE/docs/kettle'],
  ['demo', '--help'],
  ['serve', 'token', 'list'],
  ['mcp', '--help'],
  ['doctor'],
  // A preset with a channel of Context7; there is no terminal to prompt.
  ['providers', 'add', 'stripe'],
  ['channels', 'check'],
  ['forget', 'provider:pot', '--yes'],
];

it('X1: a listener in the place of Context7 sees names of libraries, from checks, and nothing else', more, async () => {
  const outputs: string[] = [];
  for (const words of calls) {
    const end = await docent(...words.map((word) => word.replace('SITE', site.origin)));
    outputs.push(end.stdout, end.stderr);
    // The commands do their work here: one that ends at once would send nothing anyway.
    expect(end.code, `docent ${words.join(' ')}: ${end.stderr}`).toBeLessThan(2);
  }
  const help = (await docent('--help')).stdout;
  const commands = [...help.matchAll(/^ {2}([a-z]+)(?=[ |])/gm)].map(([, name]) => name);
  const called = new Set(calls.map(([name]) => name));
  expect(commands.length).toBeGreaterThan(20);
  const missing = commands.filter((name) => name !== 'help' && !called.has(name));
  expect(missing, 'commands without a row in `calls`').toEqual([]);

  const { client, close } = await connectStdio(join(folder, '.docent'), [
    ...['--config', join(folder, 'docent.yml'), '--allow-write'],
  ]);
  try {
    const { tools } = await client.listTools();
    expect(tools.length).toBeGreaterThan(7);
    const values: Readonly<Record<string, string>> = {
      ...{ question: QUESTION, query: QUESTION, url: `${site.origin}/docs/kettle`, name: 'kettle', library: 'kettle' },
      ...{ libraryName: 'kettle', libraryId: '/docs/kettle' },
    };
    for (const { name, inputSchema } of tools) {
      const names = Object.keys(inputSchema.properties ?? {}).filter((one) => values[one] !== undefined);
      const args = Object.fromEntries(names.map((one) => [one, values[one]]));
      outputs.push(JSON.stringify(await client.callTool({ name, arguments: args })));
    }
  } finally {
    await close();
  }
  const http = await startHttp(join(folder, '.docent'), ['--config', join(folder, 'docent.yml')]);
  try {
    for (const path of ['libs/search?libraryName=kettle', 'context?libraryId=/docs/kettle'])
      outputs.push(await (await fetch(new URL(`/api/v2/${path}&query=${QUESTION}`, http.url))).text());
  } finally {
    await http.close();
  }

  // One check of each provider by `channels check`; stripe was added on the way. Runs have nothing to find out.
  expect(standIn.requests).toEqual(['search kettle kettle', 'search pot pot', 'search Stripe Stripe']);
  for (const { headers } of standIn.server.requests) expect(headers.authorization).toBe(`Bearer ${KEY}`);
  expect(outputs.join('\n')).not.toContain(KEY);
  expect(site.requests.every(({ headers }) => headers.authorization === undefined)).toBe(true);
});
