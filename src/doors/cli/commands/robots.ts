// `docent robots`: may this URL be fetched, and which line decides it?

import type { Command } from 'commander';
import type { RobotsAnswers, RobotsReport } from '../../../app/probe/robots-questions.ts';
import { counted } from '../../../core/counted.ts';
import { DocentError } from '../../../core/errors.ts';
import { printable, printableJson } from '../../../core/printable.ts';
import { fullUrl } from '../full-urls.ts';
import { placeFrom, withOptions } from '../options.ts';
import { facts, type Output, type Style, styleFor, table } from '../print/terminal.ts';
import { timeText } from '../print/times.ts';

interface RobotsFlags {
  readonly file?: string;
  readonly allDialects?: boolean;
  readonly lint?: boolean;
  readonly json?: boolean;
  readonly exitCode?: boolean;
}

/** Adds the command. */
export function addRobotsCommand(program: Command, out: Output): void {
  const command = program
    .command('robots')
    .description('explain what a robots.txt says about a URL')
    .argument('[url]', 'the URL to decide about; with --lint and --file it may be left out')
    .option('--file <path>', 'read this local robots.txt instead of requesting the host’s')
    .option('--all-dialects', 'answer in every dialect, one row each')
    .option('--lint', 'also list what in the file does not do what it seems to')
    .option('--json', 'print JSON')
    .option('--exit-code', 'exit with 1 when the URL is not allowed or the linter found something');
  withOptions(command, ['robots_dialect', 'user_agent', 'exclude_paths', 'allow_private', 'log_level', 'log_format']);
  command.addHelpText(
    'after',
    '\nExamples:\n  docent robots https://example.com/private/x\n  docent robots --file robots.txt --all-dialects https://example.com/a\n  docent robots --lint --file robots.txt\n',
  );
  command.action(async (word: string | undefined, flags: RobotsFlags) => {
    const place = await placeFrom(flags as Record<string, unknown>);
    const { settings } = place;
    const url = word === undefined ? undefined : await fullUrl(word, settings);
    const question = { ...flags, url: urlOrDefault(url, flags) };
    const { askRobots } = await import('../../../app/probe/robots-questions.ts');
    const { besideOutput, logFor } = await import('../../../app/log-for.ts');
    // The output itself reports what went wrong.
    const quiet = settings.options.respect_robots ? besideOutput(settings) : settings;
    const answers = await askRobots(place, question, logFor(quiet, process.stderr));
    const style = styleFor(out, process.env);
    out.write(
      flags.json
        ? `${printableJson(JSON.stringify(asJson(answers, flags, url !== undefined), null, 2))}\n`
        : asText(answers, flags, url !== undefined, settings.timeZone, style),
    );
    const refused = url !== undefined && answers.reports.some((report) => !report.decision.allowed);
    if (flags.exitCode && (refused || (answers.findings?.length ?? 0) > 0)) process.exitCode = 1;
  });
}

function urlOrDefault(url: string | undefined, flags: RobotsFlags): string {
  if (url === undefined) {
    if (flags.lint && flags.file !== undefined) return 'http://localhost/';
    throw new DocentError('DOC_USAGE', 'docent robots needs a URL');
  }
  const parsed = URL.parse(url);
  if (parsed?.protocol === 'http:' || parsed?.protocol === 'https:') return url;
  throw new DocentError('DOC_URL', `"${printable(url)}" is not an http(s) URL`);
}

function asJson(answers: RobotsAnswers, flags: RobotsFlags, withUrl: boolean): unknown {
  if (!withUrl) return { findings: answers.findings };
  const flat = answers.reports.map(({ decision, ...report }) => ({ ...report, ...decision }));
  const findings = answers.findings === undefined ? {} : { findings: answers.findings };
  return flags.allDialects ? { url: flat[0]?.url, reports: flat, ...findings } : { ...flat[0], ...findings };
}

function asText(answers: RobotsAnswers, flags: RobotsFlags, withUrl: boolean, timeZone: string, style: Style): string {
  let text = '';
  if (withUrl)
    text += flags.allDialects
      ? everyDialect(answers.reports, style)
      : oneDialect(answers.reports[0] as RobotsReport, flags, timeZone, style);
  if (answers.findings === undefined) return text;
  if (withUrl) text += '\n';
  if (answers.findings.length === 0) return `${text}${style.good('The linter found nothing to complain about.')}\n`;
  const rows = answers.findings.map(({ line, rule, message }) => [line === 0 ? 'file' : `line ${line}`, rule, message]);
  return `${text}${style.bold(counted(rows.length, 'finding'))}\n${table(rows, (cell, _, column) => (column === 1 ? style.note(cell) : cell))}`;
}

function oneDialect(
  { url, agent, decision, crawlDelay, sitemaps }: RobotsReport,
  flags: RobotsFlags,
  timeZone: string,
  style: Style,
): string {
  const word = decision.allowed ? style.good('allowed') : style.bad('not allowed');
  const rows: [string, string][] = [
    ['because', decision.reason],
    ['decided by', decision.by],
    ['group', decision.group === null ? 'none' : `User-agent: ${decision.group}`],
    ['agent', agent],
    ['dialect', decision.dialect],
    ['compared', decision.path],
    ['crawl delay', crawlDelay === null ? 'none set' : `${crawlDelay} s`],
    ['source', sourceOf(url, decision.source, flags.file)],
  ];
  if (decision.retryAt !== undefined) rows.push(['try after', timeText(decision.retryAt, timeZone)]);
  if (sitemaps.length > 0) rows.push(['sitemaps', sitemaps.join(' ')]);
  return `${style.bold(word)}  ${printable(url)}\n${facts(rows, style)}`;
}

function sourceOf(url: string, source: RobotsReport['decision']['source'], file: string | undefined): string {
  if (file !== undefined) return file;
  if (source === null) return 'not requested';
  const age = source.fromCache ? `cached ${source.ageSec} s ago` : 'fetched now';
  const status = source.status === 0 ? 'no answer' : `status ${source.status}`;
  return `${new URL(url).origin}/robots.txt, ${status}, ${counted(source.bytes, 'byte')}, ${age}`;
}

function everyDialect(reports: readonly RobotsReport[], style: Style): string {
  const rows = reports.map(({ agent, decision, crawlDelay }) => [
    decision.dialect,
    decision.allowed ? 'allowed' : 'not allowed',
    decision.reason,
    crawlDelay === null ? '–' : `${crawlDelay} s`,
    agent,
  ]);
  const header = ['dialect', 'verdict', 'because', 'delay', 'agent'];
  const paint = (cell: string, row: number, column: number): string => {
    if (row === 0) return style.dim(cell);
    if (column !== 1) return cell;
    return cell.trim() === 'allowed' ? style.good(cell) : style.bad(cell);
  };
  return `${printable(reports[0]?.url ?? '')}\n${table([header, ...rows], paint)}`;
}
