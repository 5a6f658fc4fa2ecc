// What `docent doctor` finds in a data folder.
import { DocentError } from '../../core/errors.ts';
import type { Store } from '../../store/port.ts';

export interface DataCheck {
  /** What is wrong and what to do about it; undefined for data that is as it should be. */
  readonly problem?: string | undefined;
  /** Where data lies that a restore replaced, which was killed before it could put it beside the folder. */
  readonly unsettled?: string | undefined;
}

/** Looks through the data of a store; undefined where there is none. */
export async function checkData(store: Store, isDeep: boolean): Promise<DataCheck | undefined> {
  const found = await store.check(isDeep ? 'deep' : 'quick');
  return found && { problem: textOf(found.problem), unsettled: found.unsettled };
}

function textOf(problem: unknown): string | undefined {
  if (problem === undefined) return undefined;
  return problem instanceof DocentError ? `${problem.message}. ${problem.hint}` : String(problem);
}
