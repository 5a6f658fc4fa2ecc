// What a read works on: a place, and the file that configured it.
import type { Place } from '../../place.ts';
import { openReading, type Reading } from '../../read/reading.ts';

export interface ReadPlace extends Place {
  /** The configuration file that the settings were read from; an empty text where there is none. */
  readonly config: { readonly path: string; readonly text: string };
}

/** Reads what is stored. */
export async function reading<T>(place: ReadPlace, task: (reader: Reading) => Promise<T>): Promise<T> {
  // A server reads many times a second; damage is reported by the read that meets it.
  const reader = await openReading(place, { checked: false });
  try {
    return await task(reader);
  } finally {
    await reader.close();
  }
}
