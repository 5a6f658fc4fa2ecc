// Whether a place holds something, without opening it.
import { statSync } from 'node:fs';
import { DocentError } from '../../core/errors.ts';
import type { Place } from '../place.ts';

/** Whether something was crawled into a place. Rejects with DOC_FILE where its data folder is no folder. */
export async function isCrawled({ settings, store }: Place): Promise<boolean> {
  const found = statSync(settings.data, { throwIfNoEntry: false });
  if (found !== undefined && !found.isDirectory()) throw new DocentError('DOC_FILE', `${settings.data} is no folder`);
  return (await store.identity()) !== undefined;
}
