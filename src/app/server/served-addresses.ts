// H7: which addresses callers of a server may name: public ones, and of this machine and private networks only what the operator wrote.
import { DocentError } from '../../core/errors.ts';
import { type LoopbackSite, loopbackSite, parseHttpUrl, portOf } from '../../core/url/host.ts';
import { shownUrl } from '../../core/url/shown-url.ts';
import { createAddressGuard } from '../../fetch/address.ts';
import type { Settings } from '../../settings.ts';
import type { RawPolicy } from '../providers/config-file-providers.ts';
import { urlsOfPolicy } from '../providers/policy-changes.ts';
import type { Probes } from './probes/probe-pool.ts';

export interface ServedAddresses {
  /**
   * Rejects with DOC_ADDRESS for a URL that is not public and that the operator has not opened: by allow_private, by a source of
   * docent.yml or by a crawl of this folder. Names are judged when they are connected to. Words that are no URL pass.
   */
  check(words: readonly string[]): Promise<void>;
}

export interface ServedAddressesOptions {
  readonly settings: () => Settings;
  /** The seeds of what was crawled into the folder. */
  readonly crawledSeeds: () => Promise<readonly string[]>;
}

/** The rule of a server; the seeds of crawls are looked up only for an address that nothing else opens. */
export function createServedAddresses({ settings, crawledSeeds }: ServedAddressesOptions): ServedAddresses {
  return {
    async check(words) {
      const urls = words.flatMap((word) => parseHttpUrl(word) ?? []);
      const { providers } = settings();
      const refused = refusedIn(urls, sitesOf(providers.flatMap((provider) => provider.seed_urls)), settings());
      if (refused.length === 0) return;
      const [url] = refusedIn(refused, sitesOf(await crawledSeeds()), settings());
      if (url !== undefined) throw notOpened(url, settings());
    },
  };
}

/** The same probes, for callers of a server: what they name is judged first. */
export function guardProbes(probes: Probes, addresses: ServedAddresses): Probes {
  return {
    run: (name, args, signal) => addresses.check(urlsIn(args)).then(() => probes.run(name, args, signal)),
    close: () => probes.close(),
  };
}

/** What a probe would request because its caller named it. */
function urlsIn(args: object): readonly string[] {
  const { target, url, more, text } = args as {
    readonly target?: { readonly url?: string; readonly policy?: RawPolicy };
    readonly url?: string;
    readonly more?: readonly string[];
    readonly text?: string;
  };
  // Nothing is requested for a robots.txt that was sent.
  if (text !== undefined) return [];
  const named = [url, target?.url, ...(more ?? [])].filter((one) => one !== undefined);
  return [...named, ...(target?.policy === undefined ? [] : urlsOfPolicy(target.policy))];
}

function refusedIn(urls: readonly URL[], open: readonly LoopbackSite[], { options, own }: Settings): readonly URL[] {
  const guard = createAddressGuard({ allowPrivate: options.allow_private, open, own });
  return urls.filter((url) => !guard.checkHost(url.hostname, portOf(url)).ok);
}

function sitesOf(seeds: readonly string[]): readonly LoopbackSite[] {
  return seeds.flatMap((seed) => loopbackSite(seed) ?? []);
}

function notOpened(url: URL, { options, own }: Settings): DocentError {
  const verdict = createAddressGuard({ allowPrivate: options.allow_private, own }).checkHost(url.hostname, portOf(url));
  const shown = shownUrl(url.href);
  if (verdict.by === 'address:own')
    return new DocentError('DOC_ADDRESS', `${shown} is this server itself, which it never requests`);
  const way = loopbackSite(url.href) === undefined ? 'of docent.yml' : 'or writes the source into docent.yml';
  return new DocentError(
    'DOC_ADDRESS',
    `${shown} is not public (${verdict.by}), and is not requested for callers of the server: the operator lists ${url.hostname} in allow_private ${way}`,
  );
}
