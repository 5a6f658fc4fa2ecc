// What a read works on: settings, a folder, and the store in it.
import type { Settings } from '../../../settings.ts';
import type { Store } from '../../../store/port.ts';
import { storeIn } from '../../data-store.ts';
import { openReading, type Reading } from '../../read/reading.ts';

export interface ReadPlace {
  /** Their data folder is `folder`. */
  readonly settings: Settings;
  /** The data folder, absolute. */
  readonly folder: string;
  /** The configuration file that the settings were read from; an empty text where there is none. */
  readonly config: { readonly path: string; readonly text: string };
}

/** The store of the place; it may not exist yet. */
export function storeOf({ settings, folder }: ReadPlace): Store {
  return storeIn(folder, settings.options.store);
}

/** Reads from the folder; `none` where nothing was crawled into it yet. */
export async function reading<T>(place: ReadPlace, none: T, task: (reader: Reading) => Promise<T>): Promise<T> {
  if (!storeOf(place).exists()) return none;
  // A server reads many times a second; damage is reported by the read that meets it.
  const reader = await openReading(place.settings, place.folder, { checked: false });
  try {
    return await task(reader);
  } finally {
    await reader.close();
  }
}
