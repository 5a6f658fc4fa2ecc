// Whether a data folder holds something, without opening it.
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { DocentError } from '../../core/errors.ts';
import type { Options } from '../../core/options/table.ts';
import { storeIn } from '../data-store.ts';

/** Whether something was crawled into a folder. Throws DOC_FILE for what is there and is no folder. */
export function isCrawled({ data, store }: Pick<Options, 'data' | 'store'>): boolean {
  const folder = resolve(data);
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found !== undefined && !found.isDirectory()) throw new DocentError('DOC_FILE', `${folder} is no folder`);
  return storeIn(folder, store).exists();
}
