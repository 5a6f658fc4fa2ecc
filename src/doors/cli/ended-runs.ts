// What a run or a plan came to, as far as the command that comes next depends on it.
import type { Conclusion } from '../../app/watch/report-run.ts';
import { withoutUserInfo } from '../../core/url/shown-url.ts';
import type { RunResult } from '../../crawl/run/events.ts';
import { mostOf } from '../../seed/terms.ts';
import type { Settings } from '../../settings.ts';
import type { EndedRun, RanCommand } from './print/next-step.ts';

/** The command of this process; H1: without user names and passwords in its URLs. */
export function ranCommand(
  { data, config }: { readonly data?: string | undefined; readonly config?: string | undefined },
  isRefresh = false,
): RanCommand {
  const words = process.argv.slice(2).map((word) => (/^https?:/i.test(word) ? withoutUserInfo(word) : word));
  const place = [
    ...(data === undefined ? [] : ['--data', data]),
    ...(config === undefined ? [] : ['--config', config]),
  ];
  return { words, place, isRefresh };
}

/** The ends of a run, provider by provider. */
export async function endsOf(
  { providers }: RunResult,
  concluded: readonly Conclusion[],
  settings: Settings,
): Promise<readonly EndedRun[]> {
  const limits = await policyLimits(settings);
  return providers.map(({ provider, state, endedBy, counts }) => {
    const report = concluded.find((one) => one.provider === provider)?.report.counts;
    return {
      ...{ provider, state, endedBy, waiting: counts.waiting, policy: limits(provider) },
      stored: report?.total ?? counts.indexed + counts.unchanged,
      ...(report !== undefined && { changed: report.new + report.updated + report.deleted }),
    };
  });
}

/** What the policy of a configured source sets and may set; nothing for a crawl of plain URLs. */
export async function policyLimits(settings: Settings): Promise<(provider: string) => EndedRun['policy']> {
  const { configuredProvider } = await import('../../app/crawl/targets.ts');
  return (id) => {
    const policy = configuredProvider(id, settings);
    return policy && { max_pages: policy.max_pages, most: mostOf(policy).max_pages };
  };
}
