// R24: what a host's robots.txt, as it is kept, decides about a URL, by the gate that crawls pass. Nothing is requested.
import { counted } from '../../core/counted.ts';
import { DocentError } from '../../core/errors.ts';
import { silentLog } from '../../core/log.ts';
import type { LedgerReader } from '../../frontier/port.ts';
import { describeRobots } from '../../robots/describe.ts';
import type { Decision } from '../../robots/file.ts';
import { createGate } from '../../robots/gate.ts';
import type { SavedRobots } from '../../robots/port.ts';
import { agentOf, applyOptions, type Settings } from '../../settings.ts';
import type { Place } from '../place.ts';
import { hostNamed, robotsKeys } from './hosts.ts';

/** A decision about a URL of a host. */
export interface RobotsVerdict extends Pick<Decision, 'allowed' | 'by' | 'reason' | 'group' | 'winner' | 'path'> {
  readonly url: string;
  /** The origin, or host, whose file decided. */
  readonly file: string;
}

const LONGEST = 2_000;

/**
 * Decides about a path of a host, or a URL of it; undefined where no robots.txt of it is kept that can be read. Throws DOC_URL for a text
 * that is neither.
 */
export async function testKeptRobots(
  { settings, store }: Place,
  { host, path }: { readonly host: string; readonly path: string },
): Promise<RobotsVerdict | undefined> {
  if (path.length > LONGEST) throw new DocentError('DOC_URL', `the URL has more than ${counted(LONGEST, 'character')}`);
  const typed = URL.parse(path);
  const isUrl = typed !== null && /^https?:$/.test(typed.protocol);
  if (isUrl && hostNamed(typed.host) !== host) throw new DocentError('DOC_URL', `that URL is not one of ${host}`);
  if (!isUrl && /^[a-z][a-z0-9+.-]*:/i.test(path)) throw new DocentError('DOC_URL', 'only http(s) URLs are tested');
  const reader = await store.openReader();
  try {
    const file = await fileFor(reader, isUrl ? [typed.origin, typed.hostname] : robotsKeys(host));
    if (file === undefined) return undefined;
    const origin = /^https?:/.test(file.key) ? file.key : `https://${file.key}`;
    const url = isUrl ? typed.href : URL.parse(path.startsWith('/') ? path : `/${path}`, origin)?.href;
    if (url === undefined || hostNamed(new URL(url).host) !== host)
      throw new DocentError('DOC_URL', 'a path begins with one slash');
    const decision = await decide(settings, file, url);
    if (decision === undefined) return undefined;
    const { allowed, by, reason, group, winner, path: compared } = decision;
    return { url, file: file.key, allowed, by, reason, group, winner, path: compared };
  } finally {
    await reader.close();
  }
}

interface KeptFile extends SavedRobots {
  readonly key: string;
  readonly dialect: string;
  readonly requestAgainAt: number;
}

/** The latest of what is kept under these keys. */
async function fileFor(reader: LedgerReader, keys: readonly string[]): Promise<KeptFile | undefined> {
  const found: (KeptFile & { readonly at: number })[] = [];
  for (const key of keys) {
    const kept = await reader.robots(key);
    const facts = kept && describeRobots(kept, () => undefined)?.facts;
    if (kept === undefined || facts === undefined) continue;
    const { dialect, requestedAt: at, requestAgainAt } = facts;
    found.push({ ...kept, key, dialect, requestAgainAt, at });
  }
  return found.toSorted((a, b) => b.at - a.at)[0];
}

async function decide({ options, dialects }: Settings, kept: KeptFile, url: string): Promise<Decision | undefined> {
  const known = dialects.get(kept.dialect);
  if (known === undefined) return undefined;
  const gate = createGate({
    // As long as the copy holds: a crawl would request a newer one after that.
    now: () => Math.min(Date.now(), kept.requestAgainAt - 1),
    get: () => Promise.reject(new DocentError('DOC_USAGE', 'nothing is requested for a test')),
    ...{ dialect: applyOptions(known, options), agent: agentOf(known, options), log: silentLog },
    ...{ retryDelay: () => undefined, parseRetryAfter: () => undefined },
    respectRobots: options.respect_robots,
    memory: { load: async () => kept, save: async () => undefined },
  });
  return gate.explain(url);
}
