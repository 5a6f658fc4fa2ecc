// F5: before a run that a person started, it is forgotten of the hosts that it names that nobody answered.
import { hostKey } from '../../core/url/host.ts';
import type { CrawlPolicy } from '../../crawl/run/policy.ts';
import type { HostMemory } from '../../frontier/port-turns.ts';
import type { RobotsMemory } from '../../robots/port.ts';
import { askedAnew } from '../../robots/saved.ts';
import { robotsKeys } from '../read/hosts.ts';

/** The hosts that a run names. */
export function hostsNamed(policies: readonly Pick<CrawlPolicy, 'seeds' | 'sitemapUrl'>[]): readonly string[] {
  const urls = policies.flatMap(({ seeds, sitemapUrl }) => [
    ...seeds,
    ...(sitemapUrl === undefined ? [] : [sitemapUrl]),
  ]);
  return [...new Set(urls.map(hostKey))];
}

/** Forgets it of the hosts of these policies, and of their robots.txt files, which are requested again. */
export async function askAnew(
  policies: readonly Pick<CrawlPolicy, 'seeds' | 'sitemapUrl'>[],
  memory: HostMemory,
  robots: RobotsMemory,
): Promise<void> {
  const hosts = hostsNamed(policies);
  await memory.forgetUnanswered(hosts);
  for (const key of hosts.flatMap(robotsKeys)) {
    const known = await robots.load(key);
    const anew = known && askedAnew(known.saved);
    if (anew !== undefined) await robots.save(key, anew, known?.body as Uint8Array);
  }
}
