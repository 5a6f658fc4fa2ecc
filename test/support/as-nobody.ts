// Permissions hold for nobody as they hold for people: a test that runs as root would pass them all.
import { chownSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const NOBODY = 65_534;

/** Does something as a user without rights, whom the folder belongs to while it is done. Whoever is not root stays who they are. */
export async function asNobody<T>(folder: string, act: () => Promise<T>): Promise<T> {
  const { getuid, seteuid } = process;
  if (getuid?.() !== 0 || seteuid === undefined) return act();
  for (const path of ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })])
    chownSync(join(folder, path), NOBODY, NOBODY);
  seteuid(NOBODY);
  try {
    return await act();
  } finally {
    seteuid(0);
  }
}
