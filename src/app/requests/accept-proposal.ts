// A4: accepts a proposed site: it becomes a provider by the way of `docent providers add`, and the proposal is closed.
import { readProvider } from '../../seed/provider.ts';
import type { Place } from '../place.ts';
import { type ConfigPlace, readProviderList } from '../providers/config-file.ts';
import { type DraftCheck, type ProviderDraft, saveDraft } from '../providers/edit.ts';
import { proposedUrl } from './request-texts.ts';
import { closeRequest, openRequest } from './requests.ts';

export interface AcceptedProposal {
  /** The id of the provider. */
  readonly provider: string;
  /** False where the configuration file had a provider with this seed already. */
  readonly isNew: boolean;
}

/**
 * Saves the provider that `draftOf` makes of the proposed URL, and closes the proposal with its id. Where the file has a provider
 * with this seed, nothing is drafted: so an attempt that was killed in between is completed by doing it again. Returns undefined,
 * and the proposal stays open, where `draftOf` does. Throws DOC_USAGE when it is no open proposal,
 * and as `proposedUrl` and `saveDraft`, which gets `check`.
 */
export async function acceptProposal(
  { settings, store }: Place,
  id: number,
  config: ConfigPlace,
  draftOf: (url: string) => Promise<ProviderDraft | undefined>,
  check?: DraftCheck,
): Promise<AcceptedProposal | undefined> {
  const { what: url } = await openRequest(store, id, 'proposal');
  const known = providerWithSeed(config, url);
  // It may have been filed while more was allowed, or by a version that let it in.
  const draft = known === undefined ? await draftOf(proposedUrl(url, settings)) : undefined;
  const provider = known ?? draft?.provider.provider_id;
  if (provider === undefined) return undefined;
  if (draft !== undefined) await saveDraft(config, draft, check);
  const note = draft === undefined ? `was there already as ${provider}` : `added as ${provider}`;
  await closeRequest(store, id, { state: 'accepted', at: Date.now(), note });
  return { provider, isNew: draft !== undefined };
}

function providerWithSeed(place: ConfigPlace, url: string): string | undefined {
  const list = readProviderList(place);
  return list.ids().find((id) => readProvider(list.get(id), () => place.path, [])?.seed_urls.includes(url));
}
