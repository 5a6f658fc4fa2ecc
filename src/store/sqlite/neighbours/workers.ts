// Who works in a data folder.
import type { WorkerRecord } from '../../port-neighbours.ts';
import { readOnce } from '../connection.ts';
import { holdsData } from '../folder.ts';
import { workersOf } from '../owner.ts';

/** As `Neighbours.workers`; it is one process at most, which owns the folder. */
export function workersIn(folder: string): readonly WorkerRecord[] {
  return holdsData(folder) ? readOnce(folder, workersOf) : [];
}
