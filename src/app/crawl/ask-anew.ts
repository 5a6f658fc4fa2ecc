// F5: before a run that a person started, it is forgotten of the hosts that it names that nobody answered.
import { hostKey } from '../../core/url/host.ts';
import type { HostMemory } from '../../frontier/port-turns.ts';
import type { RobotsMemory } from '../../robots/port.ts';
import { askedAnew } from '../../robots/saved.ts';
import type { Provider } from '../../seed/provider.ts';
import { robotsKeys } from '../read/hosts.ts';

/** The hosts that these sources name. */
export function hostsNamed(sources: readonly Pick<Provider, 'seed_urls' | 'sitemap_url'>[]): readonly string[] {
  const urls = sources.flatMap(({ seed_urls: seeds, sitemap_url: sitemap }) => [
    ...seeds,
    ...(sitemap === undefined ? [] : [sitemap]),
  ]);
  return [...new Set(urls.map(hostKey))];
}

/** Forgets it of these hosts, and of their robots.txt files, which are requested again. */
export async function askAnew(hosts: readonly string[], memory: HostMemory, robots: RobotsMemory): Promise<void> {
  await memory.forgetUnanswered(hosts);
  for (const key of hosts.flatMap(robotsKeys)) {
    const known = await robots.load(key);
    const anew = known && askedAnew(known.saved);
    if (anew !== undefined) await robots.save(key, anew, known?.body as Uint8Array);
  }
}
