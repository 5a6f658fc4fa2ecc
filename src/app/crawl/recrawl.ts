// One URL fetched once more: by the run of its provider that is under way, or by a refresh that is started for it.
import { DocentError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { resolveLink } from '../../core/url/fetch-url.ts';
import { shownUrl } from '../../core/url/shown-url.ts';
import { leftToContext7 } from '../channel/leave-out.ts';
import type { Place } from '../place.ts';
import type { ServedAddresses } from '../server/served-addresses.ts';
import type { Works } from '../server/works/work-pool.ts';
import type { RunRequest } from './run-request.ts';
import type { Runs, RunView } from './runs.ts';
import { targetWord } from './target-word.ts';
import { refreshRequest } from './word-request.ts';

export interface RecrawlPlace extends Place {
  readonly runs: Pick<Runs, 'list' | 'start'>;
  readonly log: Log;
  /** H7: judges the URL, which a caller of the server names. */
  readonly addresses: Pick<ServedAddresses, 'check'>;
  readonly works: Works;
}

export interface Recrawl {
  /** The run that fetches it; a paused one does when it goes on. */
  readonly run?: RunView | undefined;
  /** Whether that run was started for it. */
  readonly isStarted: boolean;
  /** X1: why nothing of the provider is crawled, and the URL is not requested. */
  readonly leftOut?: string | undefined;
}

/**
 * Requests a URL of a provider: without conditions, whether or not it is due, and also where this run has fetched it. Scope,
 * robots.txt, the blocklist and the pace of its host hold for it as for any other. Throws as `Docent.refresh` and
 * `ServedAddresses.check`, DOC_URL for one that no link may lead to, DOC_USAGE where `provider` is no id; nothing is requested then.
 */
export async function recrawl(place: RecrawlPlace, provider: string, url: string): Promise<Recrawl> {
  const { runs, settings, addresses, works } = place;
  // The rules for links hold as well: E5, no address of a person in the path.
  const link = resolveLink(url, { pageUrl: url });
  if (!link.ok) throw new DocentError('DOC_URL', `${shownUrl(url)} is not requested: ${link.detail}`);
  await addresses.check([link.url]);
  const { kind } = targetWord(provider, settings, 'writer');
  // A URL would be crawled as a site of its own, and open its address.
  if (kind !== 'source' && kind !== 'name')
    throw new DocentError(
      'DOC_USAGE',
      `provider is "${shownUrl(provider.slice(0, 200))}": it must be the id of a source`,
    );
  const refresh = async (): Promise<RunRequest> => (await refreshRequest(place, [provider], 'writer')).request;
  if ((await underWay(runs, provider)) === undefined) {
    const [left] = await leftToContext7((await refresh()).targets, place);
    if (left !== undefined) return { isStarted: false, leftOut: left.detail };
  }
  await works.run('wantUrl', { provider, url: link.url });
  // A run may have ended meanwhile, without having seen it.
  const run = await underWay(runs, provider);
  if (run !== undefined) return { run, isStarted: false };
  for await (const event of runs.start(await refresh())) if (event.type === 'started' || event.type === 'handed') break;
  return { run: (await runs.list({ provider, limit: 1 }))[0], isStarted: true };
}

async function underWay(runs: RecrawlPlace['runs'], provider: string): Promise<RunView | undefined> {
  const [latest] = await runs.list({ provider, limit: 1 });
  return latest?.state === 'running' || latest?.state === 'paused' ? latest : undefined;
}
