// X4: the repositories that a run reads from: their policies, one memory for all of them, and what is closed with the run.
import type { ChannelMemory } from '../../channel/port.ts';
import type { CrawlPolicy } from '../../crawl/run/policy.ts';
import { type Provider, repositoryOfProvider } from '../../seed/provider.ts';
import type { Settings } from '../../settings.ts';
import { type GitHubRooms, gitHubPolicy } from './github-policy.ts';

export interface RepositoriesNeeds extends Omit<GitHubRooms, 'memory'> {
  /** Opens what is kept between runs. */
  readonly open: () => Promise<ChannelMemory>;
}

export class Repositories {
  readonly #needs: RepositoriesNeeds;
  readonly #closings: (() => Promise<void>)[] = [];
  #memory: Promise<ChannelMemory> | undefined;

  constructor(needs: RepositoriesNeeds) {
    this.#needs = needs;
  }

  /** The policy as it is, or that of the provider's repository. Throws as `gitHubPolicy`. */
  policyFor(policy: CrawlPolicy, provider: Provider, settings: Settings): CrawlPolicy {
    const repository = repositoryOfProvider(provider);
    if (repository === undefined) return policy;
    const made = gitHubPolicy(policy, provider, repository, settings, { ...this.#needs, memory: () => this.#open() });
    this.#closings.push(made.close);
    return made.policy;
  }

  #open(): Promise<ChannelMemory> {
    this.#memory ??= this.#needs.open();
    return this.#memory;
  }

  async close(): Promise<void> {
    await Promise.allSettled([
      ...this.#closings.map((close) => close()),
      this.#memory?.then((memory) => memory.close()),
    ]);
  }
}
