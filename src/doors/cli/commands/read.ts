// `docent read`: one page as Markdown on standard output.

import type { Command } from 'commander';
import type { ReadOne } from '../../../app/probe/read-one.ts';
import { counted } from '../../../core/counted.ts';
import { hideSecrets } from '../../../core/log.ts';
import { printable, printableJson, printableLines } from '../../../core/printable.ts';
import { fullUrl } from '../full-urls.ts';
import { collect, placeFrom, withOptions } from '../options.ts';
import { leftOutWords } from '../print/left-out.ts';
import { type Output, styleFor } from '../print/terminal.ts';

interface ReadFlags {
  readonly json?: boolean;
  readonly chunks?: boolean;
  readonly links?: boolean;
  readonly readability?: boolean;
  readonly selector?: string;
  readonly remove?: readonly string[];
}

/** Adds the command. */
export function addReadCommand(program: Command, out: Output): void {
  const command = program
    .command('read')
    .description('print one page as Markdown: of the web, politely, or of a file; nothing is kept')
    .argument('<page>', 'a URL, a file (HTML, Markdown, text, OpenAPI), or - for standard input')
    .option('--json', 'print everything that is known of the page as JSON')
    .option('--chunks', 'print it in chunks, each with its heading path, link and size')
    .option('--links', 'keep the targets of links')
    .option('--selector <css>', 'where the content is (default: the provider’s selector, else found)')
    .option('--remove <css>', 'what is removed from it (may be repeated)', collect)
    .option('--readability', 'let Readability look for the content of a page that marks none');
  withOptions(command, [
    'request_delay_ms',
    'robots_dialect',
    'user_agent',
    'exclude_paths',
    'allow_private',
    'own_site',
    'learn_chrome',
    'data',
  ]);
  command.addHelpText(
    'after',
    '\nExamples:\n  docent read https://docs.example.com/guide\n  docent read page.html --selector "main article"\n  docent read openapi.yaml --chunks\n',
  );
  command.action(async (word: string, flags: ReadFlags) => {
    const place = await placeFrom(flags as Record<string, unknown>);
    const { settings } = place;
    const { selector, remove, links: keepLinks, readability } = flags;
    const { readOne } = await import('../../../app/probe/read-one.ts');
    const { logFor } = await import('../../../app/log-for.ts');
    const read = await readOne(place, logFor(settings, process.stderr), await fullUrl(word, settings), {
      ...{ selector, remove, keepLinks, readability },
    });
    if (selector !== undefined && read.page.rule !== 'selector')
      process.stderr.write(`docent: nothing matches --selector; the content was found by "${read.page.rule}"\n`);
    const { leftOut } = read.page;
    if (leftOut.length > 0 && !flags.json) {
      const words = leftOutWords(
        leftOut.map(({ text }) => text),
        `most pages of ${read.learntOf ?? 'the site'}`,
      );
      process.stderr.write(`docent: left out ${printable(words)}; --no-learn-chrome keeps them\n`);
    }
    if (read.shell !== undefined) {
      process.stderr.write(`docent: ${printable(hideSecrets(`${read.shell.by}: ${read.shell.detail}`))}.\n`);
      if (read.page.shell !== undefined) process.exitCode = 1;
    }
    if (flags.json) out.write(`${printableJson(JSON.stringify(jsonOf(read, flags.chunks ?? false), null, 2))}\n`);
    else if (flags.chunks) writeChunks(read, out);
    // A pipe gets the Markdown as it is; a terminal nothing that could move its cursor.
    else if (read.page.markdown !== '')
      out.write(`${out.isTTY ? printableLines(read.page.markdown) : read.page.markdown}\n`);
  });
}

function jsonOf({ page, chunks, provider, status, shell }: ReadOne, withChunks: boolean): object {
  const { blocks: _, metas: __, ...facts } = page;
  return {
    ...facts,
    ...(shell && { needsBrowser: shell }),
    provider,
    status,
    tokens: sumOf(chunks),
    ...(withChunks && { chunks }),
  };
}

function sumOf(chunks: ReadOne['chunks']): number {
  return chunks.reduce((sum, { tokens }) => sum + tokens, 0);
}

function writeChunks({ page, chunks }: ReadOne, out: Output): void {
  const style = styleFor(out, process.env);
  const base = page.url.startsWith('http') ? page.url : '';
  for (const { seq, headings, anchor, tokens, text } of chunks) {
    const where = anchor === undefined ? base : `${base}#${anchor}`;
    const path = [page.title, ...headings].filter(Boolean).join(' › ');
    const facts = [`${seq + 1}/${chunks.length}`, counted(tokens, 'token'), where].filter(Boolean).join(' · ');
    out.write(
      `${style.bold(printableLines(path))}\n${style.dim(printableLines(facts))}\n\n${printableLines(text)}\n\n`,
    );
  }
}
