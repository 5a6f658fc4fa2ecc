// C5: does what a deletion request names: forgets it, and closes the request with the receipt.
import type { Forgotten } from '../../forget/port.ts';
import type { FiledRequest } from '../../requests/port.ts';
import type { Store } from '../../store/port.ts';
import { type ForgetCall, type ForgetPlan, forgetPlanned } from '../forget/forget.ts';
import { keptNote } from './request-texts.ts';

/**
 * Forgets what a deletion names and closes it with the receipt. It is blocked with it unless the operator says no (`block: false`), so that no
 * crawl brings it back. Throws as `forgetPlanned`; the request is then still open.
 */
export async function doDeletion(
  store: Store,
  { id, askedAt }: FiledRequest,
  plan: ForgetPlan,
  call: ForgetCall & { readonly note?: string | undefined },
): Promise<Forgotten> {
  const typed = call.note === undefined ? undefined : keptNote(call.note);
  // An attempt that was killed between receipt and request left the receipt.
  const earlier = plan.receipt !== undefined && plan.receipt.at >= askedAt ? plan.receipt : undefined;
  const { block = true } = call;
  const done = await forgetPlanned(store, plan, { ...call, block, always: earlier === undefined });
  if (done.end === 'unwiped') return done;
  const receipt = done.receipt ?? earlier;
  const note = typed ?? (done.end === 'nothing' && earlier === undefined ? 'nothing of it was stored' : '');
  await (await store.openRequests()).close(id, { state: 'done', at: Date.now(), note, receipt: receipt?.id });
  return { ...done, receipt };
}
