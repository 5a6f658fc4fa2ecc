// C5: what the operator has removed.
import type { Forgotten } from '../../../forget/port.ts';
import { type ForgetPlan, forgetPlanned, planForget } from '../../forget/forget.ts';
import type { ReadPlace } from '../reads/read-place.ts';

/** What became of a removal. */
export interface Removal
  extends Forgotten,
    Pick<ForgetPlan, 'kind' | 'what' | 'exports' | 'copiesOfData' | 'patterns' | 'isStored'> {}

/** A reader of the server itself may keep an older state for a moment. */
const ATTEMPTS = 3;

export const forgetWorks = {
  /**
   * Forgets what a word means; nothing is done where nothing of it is stored and it is not to be blocked. Undefined where nothing was
   * crawled yet. Rejects as `planForget` and `forgetPlanned`.
   */
  async forget(
    place: ReadPlace,
    { what: word, ...call }: { what: string; block?: boolean | undefined; reason?: string | undefined },
  ): Promise<Removal | undefined> {
    if ((await place.store.identity()) === undefined) return undefined;
    const plan = await planForget(place, word);
    const { kind, what, exports, copiesOfData, patterns, isStored, receipt } = plan;
    const about = { kind, what, exports, copiesOfData, patterns, isStored };
    if (!isStored && call.block !== true) return { ...about, end: 'nothing', removed: plan.removed, receipt };
    return { ...about, ...(await wiped(() => forgetPlanned(place.store, plan, call))) };
  },
};

/** Does a removal again as long as somebody still reads an older state, a few times. */
export async function wiped(forget: () => Promise<Forgotten>): Promise<Forgotten> {
  for (let attempt = 1; ; attempt++) {
    const done = await forget();
    if (done.end !== 'unwiped' || attempt === ATTEMPTS) return done;
  }
}
