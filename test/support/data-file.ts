// The file that a data folder keeps its data in, for tests that look into it or change it behind docent's back.
import { join } from 'node:path';

/** Its path in a folder. */
export function dataFile(folder: string): string {
  return join(folder, 'docent.sqlite');
}
