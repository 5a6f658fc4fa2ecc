// `docent answer`: the best passages of several pages within a token budget, as Markdown with numbered sources.
import type { Command } from 'commander';
import { tokenBudget } from '../../../app/search/budget.ts';
import type { Answer, AnswerOptions } from '../../../app/search/search.ts';
import { DocentError } from '../../../core/errors.ts';
import { printable, printableJson } from '../../../core/printable.ts';
import { collect, crawledPlaceFrom, wholeNumber, withOptions } from '../options.ts';
import { asMarkdown, asNamedJson, terminalAnswer } from '../print/answer.ts';
import { columnsOf, type Screen, styleFor } from '../print/terminal.ts';
import { chosenLines } from './chosen-library.ts';

/** On a terminal, where no budget is named. */
const PASSAGES = 3;

interface AnswerFlags {
  readonly maxTokens?: number;
  readonly provider?: readonly string[];
  readonly library?: readonly string[];
  readonly path?: readonly string[];
  readonly lang?: readonly string[];
  readonly cursor?: string;
  readonly json?: boolean;
}

/** Adds the command. */
export function addAnswerCommand(program: Command, out: Screen): void {
  const { least, most, usual } = tokenBudget;
  const command = program
    .command('answer')
    .description('print the passages that answer a question, within a token budget, with numbered sources')
    .argument('<question...>', 'words as for search, or a sentence')
    .option(
      '--max-tokens <n>',
      `the most tokens that are printed, ${least} to ${most} (default ${usual}; on a terminal three passages)`,
      wholeNumber('--max-tokens', least, most),
    )
    .option('--provider <id>', 'only pages of this provider (may be repeated)', collect)
    .option('--library <name>', 'only this library: name, name@version, or a range (may be repeated)', collect)
    .option('--path <part>', 'only pages with this in their address (may be repeated)', collect)
    .option('--lang <code>', 'only pages in this language: ko is ko-KR too (may be repeated)', collect)
    .option('--cursor <text>', 'go on where an earlier answer to the same question ended')
    .option('--json', 'print JSON');
  withOptions(command, ['data']);
  command.addHelpText(
    'after',
    '\nExamples:\n  docent answer "how do I run several coroutines at once"\n  docent answer asyncio.gather --library python@3.11 --max-tokens 1500\n\nThe exit code is 1 when nothing is found, 3 when the search failed or took too long.\n',
  );
  command.action(async (words: readonly string[], flags: AnswerFlags) => {
    const question = words.join(' ').trim();
    if (question === '') throw new DocentError('DOC_USAGE', 'answer needs a question');
    const place = await crawledPlaceFrom(flags as Record<string, unknown>);
    const { searchIn } = await import('../../../app/search/search.ts');
    const { libraryNames } = await import('../../../app/read/libraries.ts');
    const search = searchIn(place);
    try {
      const columns = flags.json ? undefined : columnsOf(out);
      // What somebody reads is short; what is piped on is as much as was wished for.
      const few = columns !== undefined && flags.maxTokens === undefined ? { maxPassages: PASSAGES } : {};
      const options = { ...optionsOf(flags), ...few };
      const nameOf = await libraryNames(place);
      const names = { timeZone: place.settings.timeZone, nameOf };
      const writing = flags.json ? asNamedJson(nameOf) : asMarkdown(names);
      const { answer } = await search.answerAs(question, options, writing);
      if (flags.json) out.write(printableJson(`${writing.answer(answer)}\n`));
      else if (columns !== undefined)
        out.write(terminalAnswer(answer, { ...names, style: styleFor(out, process.env), columns }));
      else if (answer.passages.length > 0) out.write(writing.answer(answer));
      if (!flags.json) process.stderr.write(remarks(question, answer));
      if (answer.passages.length === 0) process.exitCode = 1;
    } finally {
      await search.close();
    }
  });
}

function optionsOf({ maxTokens, provider, library, path, lang, cursor }: AnswerFlags): AnswerOptions {
  return { maxTokens, provider, library, path, lang, cursor };
}

/** Remarks for standard error, so that standard output holds the answer only. */
function remarks(question: string, answer: Answer): string {
  const { passages, cursor, didYouMean, found, libraries = [], absent = [], tooSmall, channels = [] } = answer;
  const style = styleFor(process.stderr, process.env);
  const lines = chosenLines(libraries).map((line) => style.note(printable(line)));
  if (passages.length === 0 && found.pages === 0) lines.push(`Nothing found for ${printable(question)}`);
  if (tooSmall) lines.push('A passage does not fit into so few tokens; raise --max-tokens.');
  if (absent.length > 0) lines.push(`No page holds: ${absent.map(printable).join(', ')}`);
  if (didYouMean !== undefined) lines.push(`Did you mean ${style.bold(printable(didYouMean))}?`);
  // One quiet line: where the index alone has answered although Context7 comes first.
  const alone = channels.filter(({ source }) => source === 'crawl');
  if (alone.length > 0)
    lines.push(style.dim(printable(alone.map(({ provider, detail }) => `${provider}: ${detail}`).join('; '))));
  if (cursor !== undefined) lines.push(style.dim(`There is more: --cursor ${cursor}`));
  return lines.map((line) => `${line}\n`).join('');
}
