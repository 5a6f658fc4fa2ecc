// Everything that is wrong with the data of a folder, for the operator.
import type { StoreCheck } from '../port.ts';
import { unsettledData } from './backup/swap.ts';
import { damaged, problemIn } from './check.ts';
import { holdsData } from './folder.ts';
import { storeError } from './open.ts';

/** Looks through the data of a folder; undefined where there is none. */
export function checkAll(folder: string, depth: 'quick' | 'deep'): StoreCheck | undefined {
  if (!holdsData(folder)) return undefined;
  return { problem: problemOf(folder, depth), unsettled: unsettledData(folder) };
}

function problemOf(folder: string, depth: 'quick' | 'deep'): unknown {
  try {
    const problem = problemIn(folder, depth);
    return problem === undefined ? undefined : damaged(folder, problem);
  } catch (error) {
    return storeError(folder, error);
  }
}
