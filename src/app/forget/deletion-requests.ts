// C5: deletion requests: added, listed with their deadline, done or refused.
import { resolve } from 'node:path';
import { DocentError } from '../../core/errors.ts';
import { deadlineOf, isOverdue, timeLeft } from '../../forget/deadline.ts';
import type { DeletionRequest, Forgetting, Forgotten } from '../../forget/port.ts';
import { loadSettings } from '../../settings.ts';
import type { ReaderOptions } from '../read/reading.ts';
import { type ForgetCall, type ForgetPlan, forgetPlanned, forgettableOf, forgettingIn } from './forget.ts';

export interface ListedRequest extends DeletionRequest {
  readonly overdue: boolean;
  /** In words; empty once it is closed. */
  readonly left: string;
}

/** The open requests, the most urgent first; with `all` the closed ones, too. Throws DOC_STORE for a folder that cannot be read. */
export async function listRequests(
  options: ReaderOptions & { readonly all?: boolean | undefined } = {},
): Promise<readonly ListedRequest[]> {
  const now = Date.now();
  const requests = await (await recordsOf(options)).requests({ all: options.all });
  return requests.map((request) => ({
    ...request,
    overdue: isOverdue(request, now),
    left: request.state === 'open' ? timeLeft(request.deadline, now) : '',
  }));
}

/** Enters a request, to be done within 48 hours. Throws DOC_USAGE for what names nothing that could be forgotten. */
export async function addRequest(
  request: Pick<DeletionRequest, 'what' | 'contact' | 'note'>,
  options: ReaderOptions = {},
): Promise<Pick<DeletionRequest, 'id' | 'what' | 'deadline'>> {
  const { folder, settings } = placeOf(options);
  const { what } = await forgettableOf(request.what, folder, settings);
  const askedAt = Date.now();
  const deadline = deadlineOf(askedAt);
  const id = await (await recordsOf(options)).addRequest({ ...request, what, askedAt, deadline });
  return { id, what, deadline };
}

/** An open request. Throws DOC_USAGE when there is none of this number, or it is closed. */
export async function openRequest(id: number, options: ReaderOptions = {}): Promise<DeletionRequest> {
  const requests = await (await recordsOf(options)).requests({ all: true });
  const found = requests.find((one) => one.id === id);
  if (found === undefined) throw new DocentError('DOC_USAGE', `there is no request ${id}`);
  if (found.state !== 'open') throw new DocentError('DOC_USAGE', `request ${id} is closed: it was ${found.state}`);
  return found;
}

/** Forgets what a request names and closes it with the receipt. Throws as `forgetPlanned`; the request is then still open. */
export async function doRequest(
  { id, askedAt }: DeletionRequest,
  plan: ForgetPlan,
  call: ForgetCall & { readonly note?: string | undefined },
  options: ReaderOptions = {},
): Promise<Forgotten> {
  // An attempt that was killed between receipt and request left the receipt.
  const earlier = plan.receipt !== undefined && plan.receipt.at >= askedAt ? plan.receipt : undefined;
  const done = await forgetPlanned(plan, { ...call, always: earlier === undefined });
  if (done.end === 'unwiped') return done;
  const receipt = done.receipt ?? earlier;
  const note = call.note ?? (done.end === 'nothing' && earlier === undefined ? 'nothing of it was stored' : '');
  await (await recordsOf(options)).closeRequest(id, { state: 'done', at: Date.now(), note, receipt: receipt?.id });
  return { ...done, receipt };
}

/** Closes a request without doing it. Throws DOC_USAGE when it is not open. */
export async function refuseRequest(id: number, note: string, options: ReaderOptions = {}): Promise<void> {
  await openRequest(id, options);
  await (await recordsOf(options)).closeRequest(id, { state: 'refused', at: Date.now(), note });
}

function recordsOf(options: ReaderOptions): Promise<Forgetting> {
  const { settings, folder } = placeOf(options);
  return forgettingIn(folder, settings.options.store);
}

function placeOf(options: ReaderOptions) {
  const settings = options.settings ?? loadSettings(options);
  return { settings, folder: resolve(options.cwd ?? process.cwd(), options.data ?? settings.options.data) };
}
