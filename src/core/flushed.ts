// Flushes a file to the disk.
import { open } from 'node:fs/promises';

/** Resolves when the file is on the disk. Throws what the file system throws. */
export async function flushed(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
