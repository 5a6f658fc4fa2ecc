// A policy as it is written: its tag, by which a later change is noticed, and its form for people and programs.
import { hash } from 'node:crypto';
import { ConfigError } from '../../core/errors.ts';
import { type Field, isUrlField } from '../../core/options/field.ts';
import { isMapping } from '../../core/options/resolve.ts';
import { secretMark } from '../../core/url/secret-parameters.ts';
import { shownData, shownUrl, withoutUserInfo } from '../../core/url/shown-url.ts';
import type { Provider } from '../../seed/provider.ts';
import { providerFields } from '../../seed/provider-fields.ts';
import type { RawPolicy } from './config-file-providers.ts';
import { toRaw, valuesOf } from './fields-text.ts';

const fields: readonly Field[] = providerFields;
const urlFields: ReadonlySet<string> = new Set(fields.filter(isUrlField).map(({ name }) => name));

/**
 * The same for two policies that are shown alike, whatever their comments; another one after each change of a value that is shown. Made
 * of nothing hidden, it lets nobody try out what a hidden value is; one that is changed meanwhile is not overwritten by a sender who
 * never had it (`withHiddenParts`).
 */
export function policyTag(policy: RawPolicy): string {
  return hash('sha256', JSON.stringify(ordered(shownData(policy))), 'hex').slice(0, 32);
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

/**
 * The policy with URLs that were copied from `shownPolicy`, where their secrets are not written, as they are in `before`: each at its own
 * place only, so that none comes back where it would be shown. Throws a ConfigError for a mask at any other place.
 */
export function withHiddenParts(policy: RawPolicy, before: RawPolicy): RawPolicy {
  const written = new Map<string, string>();
  mapTexts(before, (text, place) => {
    written.set(place, text);
    return text;
  });
  const urls = [...written].flatMap(([place, text]) => (isUrlPlace(place) ? [text] : []));
  // A URL without its user and password is one that anybody may write.
  const masks = urls.map(shownUrl).filter((shown, nth) => shown !== withoutUserInfo(urls[nth] as string));
  const problems: string[] = [];
  const restored = mapTexts(policy, (text, place) => {
    const own = written.get(place);
    if (own === text || (own !== undefined && isUrlPlace(place) && shownUrl(own) === text)) return own;
    if (masks.some((mask) => text.includes(mask)) || (isUrlPlace(place) && text.includes(secretMark)))
      problems.push(
        `${place} in the body is ${JSON.stringify(text.slice(0, 200))}: ${secretMark} stands for a value that is hidden, and is known at its own place only; send the value, or leave the field out`,
      );
    return text;
  });
  if (problems.length > 0) throw new ConfigError(problems);
  return restored;
}

/** The policy with each of its texts replaced; `place` is `api.github`, `seed_urls.0`. A single seed has the place of the first. */
function mapTexts(policy: RawPolicy, replace: (text: string, place: string) => string): RawPolicy {
  const first = typeof policy.seed_url === 'string' ? 1 : 0;
  const inside = (values: RawPolicy, above: string): RawPolicy =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, at(value, `${above}${name}`)]));
  const at = (value: unknown, place: string): unknown => {
    if (typeof value === 'string') return replace(value, place === 'seed_url' ? 'seed_urls.0' : place);
    const from = place === 'seed_urls' ? first : 0;
    if (Array.isArray(value)) return value.map((one, nth) => at(one, `${place}.${nth + from}`));
    return isMapping(value) ? inside(value, `${place}.`) : value;
  };
  return inside(policy, '');
}

function isUrlPlace(place: string): boolean {
  return urlFields.has(place) || urlFields.has(place.replace(/\.\d+$/, ''));
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
    const shown = !isUrlField(field) ? value : Array.isArray(value) ? value.map(one) : one(value);
    if (inner === undefined) mapped[section] = shown;
    else mapped[section] = { ...(mapped[section] as object | undefined), [inner]: shown };
  }
  return mapped;
}
