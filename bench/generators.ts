// How docent reads what real generators write: a kit of pages built by each, and Debian's documentation packages, beside Readability + turndown.

import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { installed } from './generators/cache.ts';
import { loadParser } from './generators/judge/tree.ts';
import { judgeFile, measureSite, type SiteResult, type Tools } from './generators/measure.ts';
import { loadPeer } from './generators/peer.ts';
import { missed, printPage, printWorst, tableHead, tableRow, totals } from './generators/report.ts';
import { allSites, type Site } from './generators/sites.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    worst: { type: 'string' },
    show: { type: 'boolean' },
    markdown: { type: 'boolean' },
    list: { type: 'boolean' },
    json: { type: 'boolean' },
    all: { type: 'boolean' },
  },
});

const toolsFolder = installed(fileURLToPath(new URL('generators/tools', import.meta.url)), 'tools', 120_000);
const tools: Tools = { parse: await loadParser(toolsFolder), peer: loadPeer(toolsFolder) };

if (values.show) await show(positionals[0] ?? '', positionals[1] ?? '');
else if (values.list) list();
else await run();

/** One page's losses; without a page, the names of the site's pages. */
async function show(name: string, page: string): Promise<void> {
  const site = allSites().find((one) => one.name === name);
  if (site === undefined) throw new Error(`There is no site ${name}; --list names them.`);
  const { folder, paths } = site.pages();
  const path = paths.find((one) => relative(folder, one) === page);
  if (path === undefined)
    return console.log([`pages of ${folder}:`, ...paths.map((one) => relative(folder, one))].join('\n'));
  console.log(path);
  const result = await judgeFile(path, site, tools);
  if (result === undefined)
    console.log('not judged: a redirect, too large, or without the content element of its generator');
  else printPage(result.judged, values.markdown === true);
}

function list(): void {
  for (const { name, truth } of allSites()) console.log(`${name}: ${truth.content}`);
}

function chosenSites(): readonly Site[] {
  const chosen = values.only?.split(',');
  const sites = allSites().filter(({ name }) => chosen === undefined || chosen.some((one) => name.startsWith(one)));
  if (sites.length === 0) throw new Error(`No site is named ${values.only}; --list names them.`);
  return sites;
}

async function run(): Promise<void> {
  const results: SiteResult[] = [];
  const failures: string[] = [];
  const print = values.json ? () => undefined : (line: string) => console.log(line);
  print(tableHead());
  for (const site of chosenSites()) {
    try {
      const result = await measureSite(site, tools, values.all === true);
      results.push(result);
      print(tableRow(result));
    } catch (error) {
      failures.push(
        `${site.name}: not built: ${error instanceof Error ? error.message.split('\n').slice(0, 3).join(' ') : error}`,
      );
    }
  }
  if (values.worst !== undefined) for (const result of results) printWorst(result, Number(values.worst));
  const lines = [...failures, ...missed(results)];
  if (values.json) console.log(JSON.stringify({ totals: totals(results), missed: lines, results }));
  else summarise(results, lines);
  process.exitCode = lines.length > 0 ? 1 : 0;
}

function summarise(results: readonly SiteResult[], lines: readonly string[]): void {
  const all = totals(results);
  const pages = results.reduce((sum, { pages: { length } }) => sum + length, 0);
  const seconds = results.reduce((sum, { ms }) => sum + ms, 0) / 1000;
  console.log(
    `\n${results.length} sites, ${pages} pages, ${seconds.toFixed(0)} s; means: ${Object.entries(all)
      .map(([measure, share]) => `${measure} ${share.toFixed(2)} %`)
      .join(', ')}`,
  );
  if (lines.length > 0) console.log(`\nMissed:\n${lines.map((line) => `- ${line}`).join('\n')}`);
}
