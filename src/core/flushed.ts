// Makes sure of what was written.
import { open } from 'node:fs/promises';

/** On the disk, not only on its way there. Throws what the file system throws. */
export async function flushed(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
