// Where a function of the library works.
import { resolve } from 'node:path';
import { openPlace, type Place } from '../../app/place.ts';
import type { ReaderOptions } from '../../app/read/reading.ts';
import { loadSettings, withData } from '../../settings.ts';

/** The place that options name: by settings, or as a configuration file, the environment and flags have it. Throws as `loadSettings`. */
export function libraryPlace(options: ReaderOptions): Place {
  const settings = options.settings ?? loadSettings(options);
  const { data, cwd = process.cwd() } = options;
  return openPlace(data === undefined ? settings : withData(settings, resolve(cwd, data)));
}
