// F5: which sources are listed: what is configured, of what a page is stored, and what runs now; the rest stays on record.
import type { Settings } from '../../settings.ts';
import type { WatchReader } from '../../watch/port.ts';

/** Tells whether a source is listed. */
export async function listedIn(
  reader: Pick<WatchReader, 'present'>,
  { providers }: Pick<Settings, 'providers'>,
): Promise<(provider: string) => boolean> {
  const listed = new Set([...providers.map(({ provider_id: id }) => id), ...(await reader.present())]);
  return (provider) => listed.has(provider);
}
