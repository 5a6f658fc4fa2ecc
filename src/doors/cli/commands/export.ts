// `docent export`: stored pages as Markdown files, JSON lines, llms.txt or llms-full.txt, as far as retention allows.

import { type Command, Option } from 'commander';
import type { ExportResult } from '../../../app/export/export.ts';
import { counted } from '../../../core/counted.ts';
import { type ExportFormat, exportFormats } from '../../../core/export-formats.ts';
import { hideSecrets } from '../../../core/log.ts';
import { printable, printableJson } from '../../../core/printable.ts';
import { collect, crawledPlaceFrom, withOptions } from '../options.ts';
import { sizeText } from '../print/size.ts';
import { type Output, type Style, styleFor } from '../print/terminal.ts';

interface ExportFlags {
  readonly format: ExportFormat;
  readonly out: string;
  readonly provider?: readonly string[];
  readonly path?: readonly string[];
  readonly force?: boolean;
  readonly json?: boolean;
}

/** Adds the command. */
export function addExportCommand(program: Command, out: Output): void {
  const command = program
    .command('export')
    .description('write stored pages as Markdown files, JSON lines, llms.txt or llms-full.txt; also while a crawl runs')
    .addOption(new Option('--format <format>', 'what to write').choices([...exportFormats]).default('markdown'))
    .requiredOption('--out <place>', 'a folder for markdown, a file for the others')
    .option('--provider <id>', 'only pages of this provider (may be repeated)', collect)
    .option('--path <part>', 'only pages with this in their address (may be repeated)', collect)
    .option('--force', 'replace an earlier export; files changed by hand, or not from docent, stay')
    .option('--json', 'print JSON');
  withOptions(command, ['data']);
  command.addHelpText(
    'after',
    `
Formats:
  markdown   a folder with one file for each page, front matter above its text
  jsonl      one line for each chunk, with its text or what is kept of it
  llms       titles, links and descriptions of all pages, as llms.txt has them
  llms-full  the text of all pages in one file

What pages forbid (noarchive, nosnippet) is never written out, and of other
people's sites there is only what retain: preview keeps. The exit code is 1 when
there was nothing to write.

Examples:
  docent export --out docs-copy
  docent export --format jsonl --out chunks.jsonl --provider django --path /ref/
  docent export --format llms --out llms.txt --force
`,
  );
  command.action(async (flags: ExportFlags) => {
    const place = await crawledPlaceFrom(flags as unknown as Record<string, unknown>);
    const { format, provider, path, force } = flags;
    const { exportStored } = await import('../../../app/export/export.ts');
    const result = await exportStored(place, { format, out: flags.out, provider, path, force });
    const style = styleFor(out, process.env);
    const text = flags.json ? printableJson(`${JSON.stringify(result, null, 2)}\n`) : resultText(result, style);
    out.write(hideSecrets(text));
    if (result.pages === 0) process.exitCode = 1;
  });
}

const ITEMS: Readonly<Record<ExportFormat, readonly [one: string, many: string]>> = Object.freeze({
  markdown: ['file', 'files'],
  jsonl: ['chunk', 'chunks'],
  llms: ['link', 'links'],
  'llms-full': ['page', 'pages'],
});

const RETAIN = '"retain: full" keeps the text of sites you own or whose terms allow it';
const TERMS =
  'the text stays in the data; "tos.verdict: allowed" or "own_site: true" of the provider would change that';
const NOW_FULL = 'the text stays in the data; "retain: full" of the provider in the configuration would change that';
const OWN_SITE = 'only on a site you own does "respect_robots: false" change that';

function resultText(result: ExportResult, style: Style): string {
  const { format, out, pages, items, bytes, previews, heldBack, removed, kept, noted } = result;
  const of = (n: number, [one, several]: readonly [string, string] = ['page', 'pages']): string =>
    counted(n, one, several);
  const lines: string[] = [];
  if (pages === 0) lines.push(style.note('Nothing to export.'));
  else {
    const what = format === 'llms-full' ? of(pages) : `${of(pages)} as ${of(items, ITEMS[format])}`;
    lines.push(`${style.good('exported')}  ${what}, ${sizeText(bytes)}`, `  into ${style.bold(printable(out))}`);
  }
  const held = format === 'llms' ? 'without description' : 'held back';
  const note = (label: string, text: string, change?: string): void => {
    lines.push(`  ${style.note(label)}  ${text}`, ...(change === undefined ? [] : [`    ${style.dim(change)}`]));
  };
  if (previews > 0) note('previews only', `${of(previews)}, of which no more is kept (retain: preview)`, RETAIN);
  if (heldBack.preview > 0) note(held, `${of(heldBack.preview)}, whose text is not kept (retain: preview)`, RETAIN);
  const short = format === 'jsonl' ? 'previews only' : held;
  if (heldBack.terms > 0)
    note(short, `${of(heldBack.terms)}, whose text the provider’s terms do not let be kept now`, TERMS);
  if (heldBack.retain > 0)
    note(short, `${of(heldBack.retain)}, whose provider keeps previews now (retain: preview)`, NOW_FULL);
  const wishes = (['noarchive', 'nosnippet'] as const).filter((wish) => heldBack[wish] > 0);
  if (wishes.length > 0) {
    const sum = wishes.reduce((all, wish) => all + heldBack[wish], 0);
    const which = wishes.map((wish) => `${heldBack[wish]} ${wish}`).join(', ');
    note(held, `${of(sum, ['page that requests', 'pages that request'])} it (${which})`, OWN_SITE);
  }
  if (removed > 0) note('removed', `${of(removed, ITEMS.markdown)} of pages that are not in it any more`);
  if (kept > 0) note('left alone', `${of(kept, ITEMS.markdown)} changed since docent wrote them, or not from docent`);
  if (!noted) note('not noted', 'the data folder cannot be written: "docent forget" will not name this export');
  return lines.map((line) => `${line}\n`).join('');
}
