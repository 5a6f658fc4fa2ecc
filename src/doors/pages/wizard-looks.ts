// Looks at sites from the wizard: what a crawl of a policy that is not saved would do, kept for a while so that it can be read again.
import { randomUUID } from 'node:crypto';
import type { Plan } from '../../app/probe/plan.ts';
import { policyToAdd } from '../../app/providers/policy-changes.ts';
import type { Preview } from '../../app/server/preview/preview.ts';
import { ConfigError, DocentError } from '../../core/errors.ts';
import { isMapping } from '../../core/options/resolve.ts';
import { parseHttpUrl } from '../../core/url/host.ts';
import type { Means } from '../http/means.ts';

type Policy = Readonly<Record<string, unknown>>;

/** What was seen of a site. */
export interface Look {
  readonly id: string;
  readonly at: number;
  /** As it would be saved. */
  readonly policy: Policy;
  readonly provider: string;
  /** There is a source of this id already. */
  readonly isKnown: boolean;
  readonly plan: Plan;
  /** The first seed as it would be read, or why it is not. */
  readonly sample: { readonly page: Preview } | { readonly problem: string } | undefined;
  /** Its llms.txt, or why there is none. */
  readonly llms: { readonly bytes: number; readonly title: string } | { readonly problem: string } | undefined;
}

const MOST = 50;
const KEPT_MS = 60 * 60_000;
/** For each server; the oldest leave. */
const kept = new WeakMap<Means['probes'], Map<string, Look>>();

/** A look that was kept; undefined for one that has left. */
export function lookNamed(means: Means, id: string): Look | undefined {
  const found = kept.get(means.probes)?.get(id);
  return found !== undefined && Date.now() - found.at < KEPT_MS ? found : undefined;
}

/**
 * Looks at the site of a policy as `addPolicy` takes it: the plan, its first seed as it would be read, its llms.txt. Nothing is saved. Throws
 * a ConfigError for a policy that cannot be saved, and as the probe `plan`.
 */
export async function lookAtSite(means: Means, sent: Policy, signal: AbortSignal): Promise<Look> {
  const { raw, provider } = policyToAdd(sent, new Date().toISOString().slice(0, 10));
  const { provider_id: id } = provider;
  const plan = await means.probes.run('plan', { target: { policy: sent } }, signal);
  const seed = plan.seeds.find(({ usable }) => usable)?.url;
  const look: Look = {
    ...{ id: randomUUID(), at: Date.now(), policy: raw, provider: id, plan },
    isKnown: means.settings().providers.some((one) => one.provider_id === id),
    sample: seed === undefined ? undefined : await sampleOf(means, seed, raw, signal),
    llms: seed === undefined ? undefined : await llmsOf(means, seed, signal),
  };
  keep(means, look);
  return look;
}

function keep(means: Means, look: Look): void {
  const looks = kept.get(means.probes) ?? new Map<string, Look>();
  kept.set(means.probes, looks);
  looks.set(look.id, look);
  for (const [id, { at }] of looks) if (looks.size > MOST || Date.now() - at > KEPT_MS) looks.delete(id);
}

async function sampleOf(means: Means, url: string, policy: Policy, signal: AbortSignal): Promise<Look['sample']> {
  const selectors = isMapping(policy.custom_selectors) ? policy.custom_selectors : {};
  const { content = null, remove = [] } = selectors as { content?: string; remove?: readonly string[] };
  try {
    return { page: await means.previews.read({ url, content, remove }, signal) };
  } catch (error) {
    return { problem: reasonIn(error) };
  }
}

/** A file of this name that is a page is none: many sites answer with one to every address. */
async function llmsOf(means: Means, seed: string, signal: AbortSignal): Promise<Look['llms']> {
  const origin = parseHttpUrl(seed)?.origin;
  if (origin === undefined) return undefined;
  try {
    const { body, form } = await means.probes.run('page', { url: `${origin}/llms.txt` }, signal);
    if (form !== 'markdown' && form !== 'text')
      return { problem: 'the site has a page at this address, and no such file' };
    const text = Buffer.from(body.subarray(0, 1_000)).toString('utf8');
    return { bytes: body.byteLength, title: /^#\s+(.+)$/m.exec(text)?.[1]?.trim() ?? '' };
  } catch (error) {
    return { problem: reasonIn(error) };
  }
}

/** Throws what is no error of the site. */
function reasonIn(error: unknown): string {
  if (error instanceof DocentError && !(error instanceof ConfigError) && !error.isOurs) return error.message;
  throw error;
}
