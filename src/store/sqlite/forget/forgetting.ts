// Forgetting in a data folder (C5), all of it in one place for the store.
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Forgetting } from '../../../forget/port.ts';
import { unsettledData } from '../backup/swap.ts';
import { readOnce } from '../connection.ts';
import { cleanLeftTerms, forget } from './forget.ts';
import { previewForget } from './preview.ts';
import { receiptsIn, unfinished } from './receipt.ts';

/** Forgetting in a folder's store; opens nothing yet. */
export function openForgetting(folder: string): Forgetting {
  return {
    preview: async (target, most) => previewForget(folder, target, most),
    forget: (target, options) => forget(folder, target, options),
    unfinished: async () => readOnce(folder, unfinished),
    cleanLeftTerms: () => cleanLeftTerms(folder),
    copiesBeside: async () => copiesBeside(folder),
    receipts: async () => readOnce(folder, receiptsIn),
  };
}

function copiesBeside(folder: string): readonly string[] {
  // A restore puts the old data beside the folder itself, not beside a link to it.
  const real = existsSync(folder) ? realpathSync(folder) : folder;
  return [
    ...namesIn(folder)
      .filter((name) => /^before-version-\d+\.sqlite$/.test(name))
      .map((name) => join(folder, name)),
    ...namesIn(dirname(real))
      .filter((name) => name.startsWith(`${basename(real)}.before-restore-`))
      .map((name) => join(dirname(real), name)),
    ...[unsettledData(real)].filter((place) => place !== undefined),
  ];
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).toSorted();
  } catch {
    // Without permission to list the folder above no copies are found there.
    return [];
  }
}
