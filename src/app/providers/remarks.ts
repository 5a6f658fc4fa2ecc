// C8, X1: what is reported to the operator before targets are crawled, and which of them are not crawled at all.
import { DocentError } from '../../core/errors.ts';
import type { ReasonName } from '../../core/reasons.ts';
import { excerpt } from '../../core/url/fetch-url.ts';
import { requestedUrl } from '../../core/url/requested.ts';
import { mayRun, type RunStarter, termsInWords } from '../../seed/terms.ts';
import { agentOf, type Settings } from '../../settings.ts';
import { dialectFor, keyPolicyOf } from '../crawl/policies.ts';
import { resolveTargets, type Target } from '../crawl/targets.ts';
import { isPublicSeed } from '../guard.ts';

export interface Remark {
  readonly provider: string;
  readonly by: ReasonName;
  readonly detail: string;
}

/** What becomes of pages whose text scripts write. */
export const NO_BROWSER = 'docent has no browser yet, and reads pages as they are sent';

/** The remarks in the order they are shown. Throws DOC_TERMS for a provider that may not run. */
export function remarksOn(targets: readonly Target[], settings: Settings): readonly Remark[] {
  const first = targets.find(({ provider }) => contactRemark(provider, settings) !== undefined);
  return targets.flatMap((target) => {
    const { provider, plain } = target;
    const { provider_id: id, channel, context7 } = provider;
    const verdict = checkMayRun(provider, plain ? 'plain' : 'command');
    const remarks: Remark[] = [];
    if ((channel === 'context7-first' || channel === 'crawl-unless-context7') && !context7.ask)
      remarks.push({
        provider: id,
        by: 'channel:consent',
        detail: 'no question is sent to Context7 (context7.ask is off): the crawled pages alone answer',
      });
    if (provider.spa_rendering === true)
      remarks.push({ provider: id, by: 'render:missing', detail: `spa_rendering: true has no effect: ${NO_BROWSER}` });
    if (verdict.detail !== undefined) remarks.push({ provider: id, by: verdict.by, detail: verdict.detail });
    const key = keyPolicyOf(provider, settings);
    const cut = provider.seed_urls.find((seed) => requestedUrl(seed, key) !== seed);
    if (cut !== undefined)
      remarks.push({
        provider: id,
        by: 'seed:query',
        detail: `the seed ${excerpt(cut)} is requested without ${key.query === 'tracking' ? 'part of its query' : 'its query'}; "query: keep" or keep_query_params requests it`,
      });
    if (!plain)
      for (const detail of capsNotLifted(provider, settings)) remarks.push({ provider: id, by: 'cap:flag', detail });
    const contact = target === first ? contactRemark(provider, settings) : undefined;
    if (contact !== undefined) remarks.push({ provider: id, by: 'agent:contact', detail: contact });
    return remarks;
  });
}

/** F3: a flag lowers the bounds of a configured source, and does not lift them. */
export function capsNotLifted(provider: Target['provider'], { options, origins }: Settings): readonly string[] {
  return (['max_depth', 'max_pages'] as const).flatMap((name) => {
    const [wished = 0, own] = [options[name], provider[name]];
    if (wished <= own || !origins[name]?.startsWith('the flag ')) return [];
    const flag = `--${name.replace('_', '-')}`;
    return [`${flag} ${wished} is above ${name} of the source, which is ${own}: ${own} holds; raise it in its policy`];
  });
}

/** H2: one line where a public site cannot see who crawls; undefined where it can, or where the site is not public. */
export function contactRemark(provider: Target['provider'], settings: Settings): string | undefined {
  const { options } = settings;
  if (options.contact !== undefined) return undefined;
  const agent = agentOf(dialectFor(provider, settings), options);
  if (/https?:/i.test(agent) || !provider.seed_urls.some((seed) => isPublicSeed(seed, settings))) return undefined;
  return `the site cannot see who crawls: "${agent}" names no page about the robot; set info_url or contact in docent.yml`;
}

/** The verdict of `mayRun` where it accepts. Throws DOC_TERMS with its reason where it refuses. */
export function checkMayRun(
  provider: Target['provider'],
  how: RunStarter,
): { readonly by: ReasonName; readonly detail?: string } {
  const verdict = mayRun(provider, how);
  if (!verdict.ok) throw new DocentError('DOC_TERMS', verdict.detail);
  return verdict;
}

/** C8: a line for each of the operator's targets whose terms have a verdict. Throws as `resolveTargets`. */
export function termsOf(settings: Settings, words: readonly string[]): readonly string[] {
  return resolveTargets(words, settings, {}, 'operator').flatMap(({ provider, plain }) =>
    plain || provider.tos.verdict === undefined ? [] : [`terms of ${provider.name}: ${termsInWords(provider)}`],
  );
}
