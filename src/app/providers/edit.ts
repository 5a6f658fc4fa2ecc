import { relative } from 'node:path';
import { ConfigError, DocentError } from '../../core/errors.ts';
import type { Origin } from '../../core/options/field.ts';
import { suggest } from '../../core/suggest.ts';
import { parseHttpUrl } from '../../core/url/host.ts';
import { ownFolder } from '../../frontier/scope.ts';
import { presets } from '../../seed/presets.ts';
import { type Provider, readProvider } from '../../seed/provider.ts';
import { type NamedBy, targetWord } from '../crawl/target-word.ts';
import { realFolder } from '../folder/folder-supplier.ts';
import { folderId } from '../folder/folder-target.ts';
import { type ConfigPlace, changeProviders, tryChange } from './config-file.ts';
import type { FieldChange, ProviderList, RawPolicy } from './config-file-providers.ts';
import { fieldNamed, fieldValue, readChanges, toRaw, valuesOf } from './fields-text.ts';
import { policyProblems } from './policy-problems.ts';

/** The fields of a new provider on the command line: names with their texts, lists with several. */
export type FieldTexts = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A provider that is not saved yet. */
export interface ProviderDraft {
  readonly provider: Provider;
  readonly raw: RawPolicy;
}

/**
 * The policy behind `add <word>`: a preset's id, a URL, a folder, or a new id with seeds; with these fields on top. Nothing is saved.
 * `base` is the folder that paths are written from, `caller` who says the word: one who names no folders, where it is left out. Throws DOC_FILE for a folder that is none, DOC_USAGE when a seed is missing, a ConfigError naming field, value and what is allowed.
 */
export function draftProvider(
  word: string,
  fields: FieldTexts,
  today: string,
  { base = process.cwd(), caller = 'stranger' }: { readonly base?: string; readonly caller?: NamedBy } = {},
): ProviderDraft {
  const place = fields.seed_urls === undefined ? targetWord(word, { providers: [] }, caller) : undefined;
  if (place?.kind === 'folder') return draftFolder(place, fields, base);
  if (place?.kind === 'file') realFolder(place.path, word);
  const preset = presets.find(({ provider_id, aliases }) => provider_id === word || aliases.includes(word));
  const isUrl = /^https?:/i.test(word);
  if (isUrl && parseHttpUrl(word) === undefined) throw new DocentError('DOC_URL', `"${word}" is not an http(s) URL`);
  const values = new Map(preset === undefined ? [] : valuesOf(preset));
  values.set('provider_id', preset?.provider_id ?? (isUrl ? idOfUrl(word) : word));
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) values.set(name, typeof value === 'string' ? fieldValue(fieldNamed(name), value) : value);
  if (isUrl) values.set('seed_urls', [...new Set([word, ...(fields.seed_urls ?? [])])]);
  const seeds = values.get('seed_urls') as readonly string[] | undefined;
  if (seeds === undefined) {
    // What is there is checked before the operator is asked for the rest.
    const made = [...values].filter(([name]) => name !== 'provider_id' || fields.provider_id !== undefined);
    checked(toRaw(new Map([...placeholders, ...made])), () => 'the command');
    throw noSeeds(word);
  }
  if (values.get('allowed_path_patterns') === undefined) values.set('allowed_path_patterns', foldersOf(seeds));
  if (values.get('tos.verdict') !== undefined && values.get('tos.checked_at') === undefined)
    values.set('tos.checked_at', today);
  const raw = toRaw(values);
  return { raw, provider: checked(raw, () => 'the command') };
}

/** A folder, as it is written into a file in `base`; all else goes without saying. */
function draftFolder(
  { word, path }: { readonly word: string; readonly path: string },
  fields: FieldTexts,
  base: string,
): ProviderDraft {
  const folder = word.startsWith('/') ? path : `./${relative(base, path)}`.replace(/^\.\/(?=\.\.)/, '');
  const values = new Map<string, unknown>([
    ['provider_id', folderId(path, { providers: [] })],
    ['folder', folder],
  ]);
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) values.set(name, typeof value === 'string' ? fieldValue(fieldNamed(name), value) : value);
  const raw = toRaw(values);
  return { raw, provider: checked(raw, () => 'the command') };
}

/** For a policy of which only some fields are known yet. */
const placeholders: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['provider_id', 'new'],
  ['seed_urls', ['https://example.com/']],
  ['allowed_path_patterns', ['/**']],
]);

/** Whether a draft could be saved, before the operator is asked anything. Throws as `saveDraft`. */
export function checkDraft(place: ConfigPlace, draft: ProviderDraft): void {
  tryChange(place, (list) => addDraft(list, place, draft));
}

/** Judges a draft beside what the file has. */
export type DraftCheck = (list: ProviderList, draft: ProviderDraft) => void;

/** Saves a draft. Throws DOC_USAGE when its id is there already, what `check` throws, and as `changeProviders`. */
export async function saveDraft(place: ConfigPlace, draft: ProviderDraft, check: DraftCheck = () => {}): Promise<void> {
  await changeProviders(place, (list) => {
    check(list, draft);
    addDraft(list, place, draft);
  });
}

function addDraft(
  list: ProviderList,
  { path }: ConfigPlace,
  { raw, provider: { provider_id: id } }: ProviderDraft,
): void {
  if (list.get(id) !== undefined)
    throw new DocentError(
      'DOC_USAGE',
      `${id} is in ${path} already; "docent providers edit ${id} key=value" changes it`,
    );
  list.add(raw);
}

export interface Edited {
  readonly provider: Provider;
  readonly changes: readonly FieldChange[];
  /** Whether a preset was copied into the file first. */
  readonly copied: boolean;
}

/** Changes fields by `key=value` words; a preset is copied into the file first. Throws as `readChanges` and `changeProviders`. */
export function editProvider(place: ConfigPlace, id: string, words: readonly string[], today: string): Promise<Edited> {
  return changeProviders(place, (list) => {
    const { copied, id: own } = present(list, place, id);
    const before = readProvider(list.get(own), () => place.path, []);
    const requested = readChanges(words, before);
    if (requested.some(([field]) => field === 'provider_id'))
      throw new DocentError(
        'DOC_USAGE',
        'provider_id is the name its pages are stored under, and stays; add another provider instead',
      );
    const isRead = requested.some(([field, value]) => field === 'tos.verdict' && value !== undefined);
    const isDated = requested.some(([field]) => field === 'tos.checked_at');
    const changes: readonly FieldChange[] = isRead && !isDated ? [...requested, ['tos.checked_at', today]] : requested;
    list.change(own, changes);
    const named = new Set(requested.map(([field]) => field));
    const provider = checked(list.get(own) ?? {}, (at) =>
      named.has(at.filter((part) => typeof part === 'string').join('.')) ? 'the command' : place.path,
    );
    return { provider, changes: changes.filter(([field]) => field !== 'seed_url'), copied };
  });
}

/** Takes a provider out of the file; what is stored of it stays. Throws DOC_USAGE when it is not there. */
export async function removeProvider(place: ConfigPlace, id: string): Promise<void> {
  await changeProviders(place, (list) => {
    if (list.remove(id)) return;
    const isPreset = presets.some(({ provider_id }) => provider_id === id);
    throw isPreset
      ? new DocentError(
          'DOC_USAGE',
          `${id} is a preset and not in ${place.path}; "docent providers disable ${id}" keeps it from running`,
        )
      : unknownProvider(id, place, list);
  });
}

/** The id as it is in the file; a preset is copied into it. Throws DOC_USAGE for one that neither has. */
export function present(
  list: ProviderList,
  place: ConfigPlace,
  id: string,
): { readonly id: string; readonly copied: boolean } {
  const own = list.get(id);
  if (own !== undefined) return { id: String(own.provider_id), copied: false };
  const preset = presets.find(({ provider_id, aliases }) => provider_id === id || aliases.includes(id));
  if (preset === undefined) throw unknownProvider(id, place, list);
  if (list.get(preset.provider_id) !== undefined) return { id: preset.provider_id, copied: false };
  list.add(toRaw(valuesOf(preset)));
  return { id: preset.provider_id, copied: true };
}

/** The line about an id that neither the file nor the presets have. */
export function unknownProvider(id: string, place: ConfigPlace, list: Pick<ProviderList, 'ids'>): DocentError {
  const known = [...list.ids(), ...presets.map(({ provider_id }) => provider_id)];
  const nearest = suggest(id, known);
  const hint = nearest === undefined ? '; "docent providers list" shows what there is' : `; did you mean "${nearest}"?`;
  return new DocentError('DOC_USAGE', `there is no provider "${id}" in ${place.path} or among the presets${hint}`);
}

/** The policy as it is read back, and what a crawl would refuse it for. Throws a ConfigError with every problem. */
export function checked(raw: RawPolicy, where: (at: readonly (string | number)[]) => Origin): Provider {
  const problems: string[] = [];
  const provider = readProvider(raw, where, problems);
  if (provider === undefined) throw new ConfigError(problems);
  const refused = policyProblems(provider, where);
  if (refused.length > 0) throw new ConfigError(refused);
  return provider;
}

function noSeeds(word: string): DocentError {
  const nearest = suggest(
    word,
    presets.map(({ provider_id }) => provider_id),
  );
  const hint = nearest === undefined ? '' : `; or did you mean the preset "${nearest}"?`;
  return new DocentError(
    'DOC_USAGE',
    `"${word}" is no preset, so it needs --seed with the URL its crawl starts from${hint}`,
  );
}

/** An id for the site of a URL: `https://docs.example.com:8080/x` is docs.example.com-8080. */
export function idOfUrl(url: string): string {
  const { hostname, port } = new URL(url);
  const name = `${hostname.replace(/^www\./, '')}${port === '' ? '' : `-${port}`}`;
  return name
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
    .replace(/[.-]{2,}/g, '-')
    .replace(/^[.-]|[.-]$/g, '');
}

/** Each seed's own folder and below; where that would be read as a pattern, everything. */
export function foldersOf(seeds: readonly string[]): readonly string[] {
  const folders = seeds.filter((seed) => parseHttpUrl(seed) !== undefined).map(ownFolder);
  return [...new Set(folders.map((folder) => (/[*?[\]{}!()\\]/.test(folder) ? '/**' : `${folder}/**`)))];
}
