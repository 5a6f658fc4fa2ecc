// M1, M2: the bounds a source is held against, and which of them raise an alert for it.
import { presets } from '../../seed/presets.ts';
import type { Provider } from '../../seed/provider.ts';
import type { Settings } from '../../settings.ts';
import {
  type AlertBounds,
  type BoundName,
  contentBounds,
  contentBoundsIn,
  resolveBounds,
  writtenBounds,
} from '../../watch/alerts/bounds.ts';
import { configuredProvider } from '../crawl/targets.ts';

export interface SourceBounds {
  readonly bounds: AlertBounds;
  /** M2: whether a bound raises alerts for the source; one that does not is advice. */
  raises(bound: BoundName): boolean;
}

/** The bounds of a source: its own before the global ones, and those before the usual ones. */
export function boundsFor(provider: string, settings: Settings): SourceBounds {
  const policy = configuredProvider(provider, settings);
  const own = writtenBounds(policy?.alert_bounds ?? []);
  const set = contentBoundsIn({ ...writtenBounds(settings.options.alert_bounds), ...own });
  const all = policy !== undefined && isFromPreset(policy);
  return {
    bounds: resolveBounds(own, 'alert_bounds', settings.bounds),
    raises: (bound) => all || set.has(bound) || !contentBounds.includes(bound),
  };
}

/** M2: whether what is kept of a source can be judged: with links only there are no chunks, and how an installed package writes its documentation is nobody's to mend here. */
export function hasJudgedContent(provider: string, settings: Settings): boolean {
  return !settings.options.links_only && configuredProvider(provider, settings)?.package === undefined;
}

/** A preset, or a policy that was made from one: another source may have its id. */
function isFromPreset({ provider_id: id, seed_urls: seeds }: Provider): boolean {
  const preset = presets.find((one) => one.provider_id === id);
  return preset?.seed_urls.some((seed) => seeds.includes(seed)) ?? false;
}
