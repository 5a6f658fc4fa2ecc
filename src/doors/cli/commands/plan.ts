// `docent plan`: what a crawl would do and cost, before it does it.

import type { Command } from 'commander';
import type { Plan } from '../../../app/probe/plan.ts';
import { counted } from '../../../core/counted.ts';
import { printable, printableJson } from '../../../core/printable.ts';
import { policyLimits, ranCommand } from '../ended-runs.ts';
import { fullUrls } from '../full-urls.ts';
import { placeFrom, targetOptions, withOptions, withTargets } from '../options.ts';
import { type NextStep, planStep } from '../print/next-step.ts';
import { duration } from '../print/progress.ts';
import { facts, type Output, type Style, styleFor } from '../print/terminal.ts';

/** Adds the command. */
export function addPlanCommand(program: Command, out: Output): void {
  const command = withTargets(program.command('plan'))
    .description('look at a site with a handful of requests: robots verdict, scope, sitemaps, estimate')
    .option('--notice', 'print a short notice for your own network administrators')
    .option('--json', 'print JSON');
  withOptions(command, ['data', ...targetOptions]);
  command.addHelpText('after', '\nThe exit code is 1 when a seed cannot be used: refused, not reached, or no page.\n');
  command.action((targets: readonly string[], flags: PlanFlags) => planAndReport(targets, flags, out));
}

interface PlanFlags {
  readonly allow?: readonly string[];
  readonly block?: readonly string[];
  readonly library?: string;
  readonly provider?: string;
  readonly notice?: boolean;
  readonly json?: boolean;
  readonly data?: string;
  readonly config?: string;
}

/** Plans and prints; the exit code is that of a crawl whose seeds fail. */
export async function planAndReport(targets: readonly string[], flags: PlanFlags, out: Output): Promise<void> {
  const place = await placeFrom(flags as Record<string, unknown>);
  const { settings } = place;
  const { planCrawl } = await import('../../../app/probe/plan.ts');
  const { logFor } = await import('../../../app/log-for.ts');
  const plans = await planCrawl(place, logFor(settings, process.stderr), await fullUrls(targets, settings), {
    allow: flags.allow,
    block: flags.block,
    library: flags.library,
    provider: flags.provider,
  });
  const style = styleFor(out, process.env);
  if (flags.json) out.write(printableJson(`${JSON.stringify(plans, null, 2)}\n`));
  else if (flags.notice) out.write(plans.map(notice).join('\n'));
  else {
    const limits = await policyLimits(settings);
    const step = planStep(
      plans.map(({ provider, estimate: { pages, all } }) => ({
        ...({ provider, state: 'incomplete', policy: limits(provider) } as const),
        ...{ stored: pages, waiting: all - pages },
      })),
      ranCommand(flags),
    );
    out.write(`${stepText(step, style)}${plans.map((plan) => describe(plan, style)).join('\n')}`);
  }
  if (plans.some(({ seeds }) => seeds.some(({ usable }) => !usable))) process.exitCode = 1;
}

/** First what a crawl would leave out, and the command that does not. */
function stepText(step: NextStep | undefined, style: Style): string {
  return step === undefined ? '' : `${style.note(step.say)}:\n    ${style.bold(step.command)}\n\n`;
}

/** A folder is counted, and nothing of it is requested. */
function describeFolder({ provider, scope, estimate, folder }: Plan, style: Style): string {
  const refused = Object.entries(folder?.refused ?? {}).map(([by, count]) => `${count} by ${by}`);
  const rows: [string, string][] = [
    ['scope', scope],
    ['pages', `${estimate.pages} (counted)`],
    ['to read', size(estimate.bytes)],
    ...(refused.length > 0 ? [['not read', refused.join(', ')] as [string, string]] : []),
    ['disk, memory', `about ${size(estimate.diskBytes)}, ${size(estimate.memoryBytes)}`],
    ['time', `about ${duration(estimate.seconds)}`],
  ];
  return `${style.bold(printable(provider))}\n${facts(rows, style)}`;
}

function describe(plan: Plan, style: Style): string {
  if (plan.folder !== undefined) return describeFolder(plan, style);
  const seeds = plan.seeds.map((seed): [string, string] => {
    const { url, refused, robots, answer } = seed;
    const reason = refused === undefined ? robots?.reason : `${refused.by}: ${refused.detail}`;
    const verdict = isOutOfReach(seed) ? 'not reached' : robots?.allowed ? 'allowed' : 'not allowed';
    return ['seed', `${url}  ${verdict}: ${reason}; ${answer}`];
  });
  const sitemaps = plan.sitemaps.map(({ url, entries, inScope, problem }): [string, string] => [
    'sitemap',
    `${url}  ${problem ?? `${counted(entries, 'entry', 'entries')}, ${inScope} in scope`}`,
  ]);
  const refused = Object.entries(plan.links.refused).map(([by, count]) => `${count} by ${by}`);
  const { estimate } = plan;
  const noted: [string, string][] = [
    ['terms', plan.terms],
    ...(plan.contact === undefined ? [] : [['contact', plan.contact] as [string, string]]),
    ...plan.notLifted.map((text): [string, string] => ['flag', text]),
    ...(plan.enabled ? [] : [['disabled', 'a crawl is refused (enabled: false)'] as [string, string]]),
  ];
  const none: [string, string][] = [
    ...noted,
    ...seeds,
    ['scope', plan.scope],
    ['pages', `none: no seed ${whyClosed(plan)}`],
  ];
  const some: [string, string][] = [
    ...noted,
    ...seeds,
    ['scope', plan.scope],
    ...(sitemaps.length > 0 ? sitemaps : [['sitemap', 'none named by robots.txt'] as [string, string]]),
    [
      'links',
      `${plan.links.inScope} on the seeds in scope${refused.length > 0 ? `; refused: ${refused.join(', ')}` : ''}`,
    ],
    ['pace', `${plan.delaySec} s between requests (${plan.dialect})`],
    ['pages', `about ${estimate.pages}${rangeText(estimate.range)} (${estimate.basis})`],
    ['transfer', `about ${size(estimate.bytes)}`],
    ['disk, memory', `about ${size(estimate.diskBytes)}, ${size(estimate.memoryBytes)}`],
    ['time', `about ${duration(estimate.seconds)}${estimate.note === undefined ? '' : `, ${estimate.note}`}`],
  ];
  return `${style.bold(printable(plan.provider))}\n${facts(isOpen(plan) ? some : none, style)}`;
}

function rangeText(range: Plan['estimate']['range']): string {
  return range === undefined || range[0] === range[1] ? '' : `, between ${range[0]} and ${range[1]}`;
}

/** Whether any seed may be requested. */
function isOpen({ seeds }: Plan): boolean {
  return seeds.some(({ robots }) => robots?.allowed === true);
}

/** robots.txt could not be fetched, which is not a refusal. */
function isOutOfReach({ robots }: Plan['seeds'][number]): boolean {
  return robots?.allowed === false && robots.retryAt !== undefined;
}

function whyClosed({ seeds }: Plan): string {
  return seeds.some(isOutOfReach) ? 'could be reached' : 'may be requested';
}

function notice(plan: Plan): string {
  if (plan.folder !== undefined)
    return `${printable(`${plan.provider} is a folder of this machine: nothing is requested of anybody.`)}\n`;
  const hosts = [...new Set(plan.seeds.map(({ url }) => new URL(url).host))].join(', ');
  if (!isOpen(plan)) return `${printable(`Nothing on ${hosts} ${whyClosed(plan)}, so nothing will be requested.`)}\n`;
  return `${printable(`We are about to crawl documentation on ${hosts} with the robot ${plan.agent}. It makes about ${counted(plan.estimate.pages, 'request')}, one every ${plan.delaySec} s, for about ${duration(plan.estimate.seconds)}, receives about ${size(plan.estimate.bytes)}, and obeys robots.txt.`)}\n`;
}

function size(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))} kB`;
  return bytes < 1_000_000_000 ? `${(bytes / 1_000_000).toFixed(1)} MB` : `${(bytes / 1_000_000_000).toFixed(1)} GB`;
}
