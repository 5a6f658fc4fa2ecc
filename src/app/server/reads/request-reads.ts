// Reads of requests that people file, and of questions that found nothing.
import type { RequestKind } from '../../../requests/kinds.ts';
import type { RequestFilter } from '../../../requests/port.ts';
import { type QuestionList, questions } from '../../read/questions.ts';
import { findRequest, type ListedRequest, listRequests } from '../../requests/requests.ts';
import type { ReadPlace } from './read-place.ts';

/** Open requests of a kind, and how many of them are past their deadline. */
export type OpenCounts = Readonly<Record<RequestKind, { readonly open: number; readonly overdue: number }>>;

export const requestReads = {
  /** Requests, the most urgent first; none where no folder is yet. */
  requests: (place: ReadPlace, filter: RequestFilter): Promise<readonly ListedRequest[]> =>
    listRequests(place.store, filter),
  /** One request; undefined where none has this number. */
  request: (place: ReadPlace, { id }: { id: number }): Promise<ListedRequest | undefined> =>
    findRequest(place.store, id),
  /** How many are open; at most a thousand of each kind are. */
  async openRequests(place: ReadPlace): Promise<OpenCounts> {
    const counts = {
      deletion: { open: 0, overdue: 0 },
      inquiry: { open: 0, overdue: 0 },
      proposal: { open: 0, overdue: 0 },
    };
    for (const { kind, overdue } of await listRequests(place.store)) {
      counts[kind].open++;
      if (overdue) counts[kind].overdue++;
    }
    return counts;
  },
  /** Questions that found nothing, the most frequent first; of one source, or of all. */
  questions: (
    place: ReadPlace,
    { library, limit }: { library?: string | undefined; limit: number },
  ): Promise<QuestionList> => questions(place, { library, limit }),
};
