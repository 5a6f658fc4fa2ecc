// A policy as it is written: its tag, by which a later change is noticed, and its form for people and programs.
import { hash } from 'node:crypto';
import type { Field } from '../../core/options/field.ts';
import { isMapping } from '../../core/options/resolve.ts';
import { shownUrl } from '../../core/url/shown-url.ts';
import type { Provider } from '../../seed/provider.ts';
import { providerFields } from '../../seed/provider-fields.ts';
import type { RawPolicy } from './config-file-providers.ts';
import { toRaw, valuesOf } from './fields-text.ts';

const fields: readonly Field[] = providerFields;

/** The same for two policies that are written alike, whatever their comments; another one after each change of a value. */
export function policyTag(policy: RawPolicy): string {
  return hash('sha256', JSON.stringify(ordered(policy)), 'hex').slice(0, 32);
}

function ordered(value: unknown): unknown {
  if (!isMapping(value)) return value;
  const names = Object.keys(value).toSorted();
  return names.map((name) => [name, ordered(value[name])]);
}

/** A policy that is not in the file, as it would be written. */
export function policyToWrite(policy: Provider): RawPolicy {
  return toRaw(valuesOf(policy));
}

/** The policy with its URLs as they may be shown; what is no field of a policy, or has no value, is left out. */
export function shownPolicy(policy: RawPolicy): RawPolicy {
  return mapPolicy(policy, (value) => shownUrl(value));
}

/** The policy with URLs that were copied from `shownPolicy`, where their secrets are not written, as they are in `before`. */
export function withHiddenParts(policy: RawPolicy, before: RawPolicy): RawPolicy {
  const hidden = new Map<string, string>();
  mapPolicy(before, (value) => {
    const shown = shownUrl(value);
    if (shown !== value) hidden.set(shown, value);
    return value;
  });
  if (hidden.size === 0) return policy;
  const restored = (value: unknown): unknown => {
    if (typeof value === 'string') return hidden.get(value) ?? value;
    if (Array.isArray(value)) return value.map(restored);
    return isMapping(value) ? restoredAll(value) : value;
  };
  const restoredAll = (values: RawPolicy): RawPolicy =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, restored(value)]));
  return restoredAll(policy);
}

/** The policy with each of its URLs replaced. */
function mapPolicy(policy: RawPolicy, replace: (url: string) => string): RawPolicy {
  const one = (value: unknown): unknown => (typeof value === 'string' ? replace(value) : value);
  const mapped: Record<string, unknown> = {};
  if (typeof policy.seed_url === 'string') mapped.seed_url = replace(policy.seed_url);
  for (const field of fields) {
    const [section, inner] = field.name.split('.', 2) as [string, string?];
    const outer = policy[section];
    const value = inner === undefined ? outer : isMapping(outer) ? outer[inner] : undefined;
    if (value === undefined || value === null) continue;
    const isUrl = field.kind === 'url' || (field.kind === 'list' && field.of === 'url');
    const shown = !isUrl ? value : Array.isArray(value) ? value.map(one) : one(value);
    if (inner === undefined) mapped[section] = shown;
    else mapped[section] = { ...(mapped[section] as object | undefined), [inner]: shown };
  }
  return mapped;
}
