// What differs between two settings, and which options stay as they were while a process runs.
import { isDeepStrictEqual } from 'node:util';
import { type OptionName, type Options, optionTable } from '../../core/options/table.ts';
import type { Settings } from '../../settings.ts';

/** Options that a process reads once: a change of them takes effect at the next start. */
export const fixedOptions: ReadonlySet<OptionName> = new Set<OptionName>([
  ...(['data', 'store', 'listen', 'bot_listen', 'base_path', 'tls_cert', 'tls_key'] as const),
  ...(['log_level', 'log_format'] as const),
]);

export interface KeptFixed {
  readonly settings: Settings;
  /** The fixed options that were changed. */
  readonly atNextStart: readonly OptionName[];
}

/** The new settings, with the fixed options as they were at the start. */
export function keepFixed(atStart: Settings, next: Settings): KeptFixed {
  const atNextStart = [...fixedOptions].filter((name) => !isDeepStrictEqual(atStart.options[name], next.options[name]));
  if (atNextStart.length === 0) return { settings: next, atNextStart };
  const options = Object.fromEntries(atNextStart.map((name) => [name, atStart.options[name]])) as Partial<Options>;
  const origins = Object.fromEntries(atNextStart.map((name) => [name, atStart.origins[name]]));
  const settings = {
    ...next,
    options: { ...next.options, ...options },
    origins: { ...next.origins, ...origins },
    data: atStart.data,
    store: atStart.store,
  };
  return { settings, atNextStart };
}

/** The names of what differs: options, `providers.<id>`, `dialects.<name>` and `webhooks`. Where a value is written does not count. */
export function changedNames(before: Settings, after: Settings): readonly string[] {
  return [
    ...optionTable
      .map(({ name }) => name)
      .filter((name) => !isDeepStrictEqual(before.options[name], after.options[name])),
    ...changedKeys('providers', byId(before), byId(after)),
    ...changedKeys('dialects', before.dialects, after.dialects),
    ...(isDeepStrictEqual(before.webhooks, after.webhooks) ? [] : ['webhooks']),
  ];
}

function byId({ providers }: Settings): ReadonlyMap<string, unknown> {
  return new Map(providers.map((provider) => [provider.provider_id, provider]));
}

function changedKeys(
  section: string,
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
): readonly string[] {
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return names
    .filter((name) => !isDeepStrictEqual(before.get(name), after.get(name)))
    .map((name) => `${section}.${name}`);
}
