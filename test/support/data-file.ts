// The file that a data folder keeps its data in, for tests that read or change it directly.
import { join } from 'node:path';

/** The path of the data file in a folder. */
export function dataFile(folder: string): string {
  return join(folder, 'docent.sqlite');
}
