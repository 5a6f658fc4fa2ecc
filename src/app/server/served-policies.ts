// Policies that callers of a server change: what they name is judged first, and nothing is written while docent.yml itself is not in force.
import { ConfigError, DocentError } from '../../core/errors.ts';
import type { Seeded } from '../providers/add-seeds.ts';
import { type ConfigPlace, UnusableConfig } from '../providers/config-file.ts';
import type { RawPolicy } from '../providers/config-file-providers.ts';
import {
  addPolicy,
  type CrawledNames,
  type ExpectedTags,
  type PolicyChange,
  patchPolicy,
  removePolicy,
  replacePolicy,
  urlsOfPolicy,
} from '../providers/policy-changes.ts';
import type { AcceptedProposal } from '../requests/accept-proposal.ts';
import type { LiveSettings } from './live-settings.ts';
import type { ServedAddresses } from './served-addresses.ts';
import type { Works } from './works/work-pool.ts';

/**
 * Every change rejects with UnusableConfig while the file is missing or refused, and with a ConfigError for seeds that
 * `ServedAddresses.check` refuses; nothing is written then.
 */
export interface ServedPolicies {
  /** Rejects as `addPolicy`. */
  add(sent: RawPolicy): Promise<PolicyChange>;
  /** Rejects as `replacePolicy`. */
  replace(id: string, sent: RawPolicy, expected: ExpectedTags): Promise<PolicyChange>;
  /** Rejects as `patchPolicy`. */
  patch(id: string, sent: RawPolicy, expected: ExpectedTags): Promise<PolicyChange>;
  /** Rejects as `removePolicy`. */
  remove(id: string, expected: ExpectedTags): Promise<PolicyChange>;
  /** Rejects as `addSeeds`. */
  addSeeds(id: string, urls: readonly string[]): Promise<Seeded>;
  /** Adds a proposed site; `policy` has the fields that are not to have their defaults. Rejects as the work `acceptProposal`. */
  accept(request: number, policy: RawPolicy): Promise<AcceptedProposal | undefined>;
}

export interface ServedPoliciesOptions {
  readonly place: () => ConfigPlace;
  readonly live: Pick<LiveSettings, 'state' | 'check'>;
  readonly addresses: ServedAddresses;
  readonly works: Works;
  /** What was crawled into the folder. */
  readonly crawledNames: () => Promise<CrawledNames>;
}

/** Changes are in force when they resolve. */
export function createServedPolicies(options: ServedPoliciesOptions): ServedPolicies {
  const { place, live, addresses, works, crawledNames } = options;

  async function changed<T>(urls: readonly string[], change: (at: ConfigPlace) => Promise<T>): Promise<T> {
    // What was written by hand a moment ago counts.
    await live.check();
    const { problems } = live.state;
    if (problems !== undefined) throw new UnusableConfig(problems);
    await addresses.check(urls).catch(asProblemOfSeeds);
    const done = await change(place());
    await live.check();
    return done;
  }

  return {
    add: (sent) => changed(urlsOfPolicy(sent), async (at) => addPolicy(at, sent, today(), await crawledNames())),
    replace: (id, sent, expected) =>
      changed(urlsOfPolicy(sent), (at) => replacePolicy(at, id, sent, expected, today())),
    patch: (id, sent, expected) => changed(urlsOfPolicy(sent), (at) => patchPolicy(at, id, sent, expected, today())),
    remove: (id, expected) => changed([], (at) => removePolicy(at, id, expected)),
    addSeeds: (id, urls) => changed(urls, (at) => works.run('addSeeds', { place: at, id, urls })),
    accept: (request, policy) =>
      changed(urlsOfPolicy(policy), async (at) =>
        works.run('acceptProposal', { id: request, place: at, policy, crawled: await crawledNames() }),
      ),
  };
}

/** Forms show it at its field. */
function asProblemOfSeeds(error: unknown): never {
  if (!(error instanceof DocentError) || error.code !== 'DOC_ADDRESS') throw error;
  throw new ConfigError([`seed_urls in the body: ${error.message}`]);
}

/** The date that is noted with a verdict on terms. */
function today(): string {
  return new Date().toISOString().slice(0, 10);
}
