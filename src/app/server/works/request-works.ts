// C5, A4: requests that people file, entered and closed; and questions that found nothing, counted and removed.
import { addPublicRequest, type PublicEntry } from '../../bot/public-request.ts';
import { planForget } from '../../forget/forget.ts';
import type { ConfigPlace } from '../../providers/config-file.ts';
import type { RawPolicy } from '../../providers/config-file-providers.ts';
import type { DraftCheck, ProviderDraft } from '../../providers/edit.ts';
import { type CrawledNames, checkNames, policyToAdd } from '../../providers/policy-changes.ts';
import { clearQuestions, countQuestion, type NotedQuestion } from '../../read/questions.ts';
import { type AcceptedProposal, acceptProposal } from '../../requests/accept-proposal.ts';
import { type AddedRequest, addRequest, type RequestEntry } from '../../requests/add-request.ts';
import { doDeletion } from '../../requests/do-deletion.ts';
import { answerInquiry, type BlockCall, blockSite, openRequest, refuseRequest } from '../../requests/requests.ts';
import type { ReadPlace } from '../reads/read-place.ts';
import { type Removal, wiped } from './forget-works.ts';

/** A request and the words it is closed with. */
export interface Noted {
  readonly id: number;
  readonly note: string;
}

export const requestWorks = {
  /** Enters a request. Rejects as `addRequest`. */
  addRequest: (place: ReadPlace, entry: RequestEntry): Promise<AddedRequest> => addRequest(place, entry),
  /** Enters a stranger's request. Rejects as `addPublicRequest`. */
  addPublicRequest: (place: ReadPlace, entry: PublicEntry): Promise<AddedRequest> => addPublicRequest(place, entry),
  /** Forgets what an open deletion names, and closes it with the receipt. Rejects as `openRequest`, `planForget` and `doDeletion`. */
  async doDeletion(
    place: ReadPlace,
    {
      id,
      block,
      reason = `request ${id}`,
      note,
    }: { id: number; block: boolean; reason?: string | undefined; note?: string | undefined },
  ): Promise<Removal> {
    const request = await openRequest(place.store, id, 'deletion');
    const plan = await planForget(place, request.what);
    const { kind, what, exports, copiesOfData, patterns, isStored } = plan;
    const done = await wiped(() => doDeletion(place.store, request, plan, { block, reason, note }));
    return { ...done, kind, what, exports, copiesOfData, patterns, isStored };
  },
  /** Closes an inquiry that was answered. Rejects as `answerInquiry`. */
  answerInquiry: ({ store }: ReadPlace, { id, note }: Noted): Promise<void> => answerInquiry(store, id, note),
  /** Blocks the site of an inquiry and closes it; returns the entry of the blocklist. Rejects as `blockSite`. */
  blockSite: ({ store }: ReadPlace, { id, ...call }: BlockCall & { readonly id: number }): Promise<string> =>
    blockSite(store, id, call),
  /**
   * Adds a proposed site to the configuration file and closes the proposal. `policy` has the fields that are not to have their
   * defaults. Rejects as `policyToAdd`, `checkNames` and `acceptProposal`.
   */
  async acceptProposal(
    at: ReadPlace,
    { id, place, policy, crawled }: { id: number; place: ConfigPlace; policy: RawPolicy; crawled: CrawledNames },
  ): Promise<AcceptedProposal | undefined> {
    const today = new Date().toISOString().slice(0, 10);
    const draftOf = async (url: string): Promise<ProviderDraft> => policyToAdd(withSeed(policy, url), today);
    const check: DraftCheck = (list, draft) => checkNames(list, policy, draft, crawled);
    return acceptProposal(at, id, place, draftOf, check);
  },
  /**
   * Closes a proposal whose site is in the configuration file. Returns undefined, and it stays open, where it is not. Rejects as
   * `acceptProposal`.
   */
  closeProposal: (
    at: ReadPlace,
    { id, place }: { readonly id: number; readonly place: ConfigPlace },
  ): Promise<AcceptedProposal | undefined> => acceptProposal(at, id, place, async () => undefined),
  /** Closes a request of any kind without doing it. Rejects as `refuseRequest`. */
  refuseRequest: ({ store }: ReadPlace, { id, note }: Noted): Promise<void> => refuseRequest(store, id, note),
  /** Counts a question. Rejects as `countQuestion`. */
  countQuestion: ({ store }: ReadPlace, question: NotedQuestion): Promise<void> => countQuestion(store, question),
  /** Removes questions that found nothing, of one source or of all, and returns how many. Rejects as `clearQuestions`. */
  async clearQuestions({ store }: ReadPlace, { library }: { library?: string | undefined }): Promise<number> {
    return (await store.identity()) === undefined ? 0 : clearQuestions(store, { library });
  },
};

/** The policy with the proposed URL as its first seed. */
function withSeed({ seed_urls: more, ...policy }: RawPolicy, url: string): RawPolicy {
  const others: readonly unknown[] = Array.isArray(more) ? more : [];
  return { ...policy, seed_urls: [url, ...others.filter((one) => one !== url)] };
}
