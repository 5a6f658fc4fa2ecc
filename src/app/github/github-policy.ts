// X4: the policy of a provider that is read from a repository of GitHub: what is supplied, and by which rules.
import { createGitHub } from '../../channel/github/client.ts';
import type { ChannelMemory } from '../../channel/port.ts';
import { apiBaseOf, pageFolders, type Repository } from '../../core/github-repository.ts';
import type { Log } from '../../core/log.ts';
import { loopbackSite } from '../../core/url/host.ts';
import type { RequestBounds } from '../../crawl/run/bounds.ts';
import type { CrawlPolicy } from '../../crawl/run/policy.ts';
import { type Api, createApi } from '../../fetch/api.ts';
import { maxPageBytes } from '../../fetch/page.ts';
import type { Ledger } from '../../frontier/port.ts';
import { compileScope } from '../../frontier/scope.ts';
import { hasSite, type Provider } from '../../seed/provider.ts';
import type { Settings } from '../../settings.ts';
import { paceOf } from '../crawl/policies.ts';
import { apiHttpOptions } from '../guard.ts';
import { gitHubNeeds } from './github-requests.ts';
import { createGitHubSupplier } from './github-supplier.ts';
import { tokenFor } from './github-token.ts';

export interface GitHubRooms {
  readonly ledger: Pick<Ledger, 'takeTurn' | 'endTurn' | 'holdHost'>;
  readonly bounds: RequestBounds;
  readonly now: () => number;
  readonly log: Pick<Log, 'warn'>;
  readonly memory: () => Promise<Pick<ChannelMemory, 'answer' | 'keepAnswer'>>;
  /** Whether files are requested although they are those that are stored. */
  readonly unconditional?: boolean | undefined;
}

/** A policy, and what of it is to be closed with its run. */
export interface GitHubPolicy {
  readonly policy: CrawlPolicy;
  close(): Promise<void>;
}

/** Pages that are read at once: they come from memory and disk. */
const FILES_AT_ONCE = 4;

/**
 * The policy of the repository, with that of its site as the other source where it has one. Throws DOC_CONFIG for a proxy that is no
 * http(s) URL.
 */
export function gitHubPolicy(
  site: CrawlPolicy,
  provider: Provider,
  repository: Repository,
  settings: Settings,
  rooms: GitHubRooms,
): GitHubPolicy {
  const { options } = settings;
  const base = apiBaseOf(repository);
  const isFree = options.own_site || provider.own_site || loopbackSite(base) !== undefined;
  const key = tokenFor(repository.server);
  const api: Api = createApi({ ...apiHttpOptions(settings, base), base, agent: site.agent, key });
  const rules = {
    folder: repository.folder,
    defaultExcludes: options.default_excludes && provider.default_excludes,
  };
  const client = createGitHub(
    repository,
    { ...rules, maxFileBytes: maxPageBytes },
    {
      ...gitHubNeeds({ ...rooms, repository, api, bounded: !isFree, pace: paceOf(provider, isFree, settings) }),
      clean: (text) => (key === undefined ? text : text.replaceAll(key, '[GITHUB_TOKEN]')),
    },
  );
  const supplier = createGitHubSupplier({
    ...{ provider: provider.provider_id, repository, rules, client },
    ...{ memory: rooms.memory, unconditional: rooms.unconditional, now: rooms.now, log: rooms.log },
    retryMs: options.retry_base_ms,
  });
  const scope = compileScope({ seeds: pageFolders(repository), blocked: provider.blocked_path_patterns });
  const policy: CrawlPolicy = {
    ...site,
    seeds: [],
    sitemapUrl: undefined,
    scope: { ...scope, description: scopeWords(repository) },
    // A file has no query.
    key: { stripWww: false, query: 'drop', keepQueryParams: [] },
    pace: { delayMs: 0, jitterMs: 0, floorMs: 0 },
    perHost: FILES_AT_ONCE,
    perProvider: FILES_AT_ONCE,
    supplier,
    otherwise: hasSite(provider) ? site : undefined,
  };
  return {
    policy,
    async close() {
      supplier.close();
      await api.close();
    },
  };
}

function scopeWords({ server, owner, name, ref, folder }: Repository): string {
  const what = folder === '' ? 'the documents' : `the documents in ${folder}`;
  return `In scope: ${what} of ${server}/${owner}/${name} at ${ref}`;
}
