// A run that another process is to start: what it is about, as text in the inbox.
import { decodeOrNothing, isFlag, isNumber, isOptional, isShape, isString, isStrings } from '../../core/decode.ts';
import { DocentError, type ErrorCode, errorCatalogue } from '../../core/errors.ts';
import type { Settings } from '../../settings.ts';
import { policyText, type RunManner, readPolicy } from './run-policy.ts';
import type { Target } from './targets.ts';

/** What a run is started with, wherever that is. */
export interface RunRequest extends RunManner {
  readonly targets: readonly Target[];
  readonly settings: Settings;
  /** Start over: forget what was seen, fetch without conditions. */
  readonly fresh?: boolean | undefined;
}

interface Written {
  readonly at: number;
  readonly fresh?: boolean | undefined;
  readonly policies: readonly string[];
}

const isWritten = isShape<Written>({ at: isNumber, fresh: isOptional(isFlag), policies: isStrings });

/** No process waits for a run that was requested longer ago. */
const LONGEST_MS = 10 * 60_000;

/** The request as it is put in. */
export function requestText({ targets, fresh, ...rest }: RunRequest, now: number): string {
  const policies = targets.map((target) => policyText({ ...rest, target }, 'hand-over'));
  return JSON.stringify({ at: now, fresh, policies } satisfies Written);
}

/** The request, in a process with these settings. Throws DOC_STORE for one that cannot be read or is too old. */
export function readRequest(text: string, own: Settings, now: number): RunRequest {
  const written = decodeOrNothing(text, isWritten);
  const [first, ...more] = (written?.policies ?? []).map((policy) => readPolicy(policy, own));
  if (written === undefined || first === undefined)
    throw new DocentError('DOC_STORE', 'the run that another process requested cannot be read');
  if (Math.abs(now - written.at) > LONGEST_MS)
    throw new DocentError('DOC_STORE', 'the run that another process requested is too old');
  const { target, ...rest } = first;
  return { ...rest, fresh: written.fresh, targets: [target, ...more.map((policy) => policy.target)] };
}

/** Why a run was not started, as it is put in. */
export function refusalText(error: unknown): string {
  const code = error instanceof DocentError ? error.code : 'DOC_INTERNAL';
  return JSON.stringify({ code, message: error instanceof Error ? error.message : String(error) });
}

const isRefusal = isShape<{ readonly code: string; readonly message: string }>({ code: isString, message: isString });

/** The error of the other process. */
export function readRefusal(text: string): DocentError {
  const { code, message } = decodeOrNothing(text, isRefusal) ?? { code: '', message: text };
  return new DocentError(code in errorCatalogue ? (code as ErrorCode) : 'DOC_STORE_BUSY', message);
}
