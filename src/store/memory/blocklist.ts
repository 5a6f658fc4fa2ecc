// U10: the blocklist in memory.
import type { BlockEntry, Blocklist } from '../../frontier/port.ts';

/** A blocklist over these entries. */
export function createMemoryBlocklist(entries: BlockEntry[]): Blocklist {
  return {
    async list() {
      return entries.toSorted((a, b) => a.at - b.at || (a.pattern < b.pattern ? -1 : 1));
    },
    async add(entry) {
      const isNew = entries.every(({ pattern }) => pattern !== entry.pattern);
      if (isNew) entries.push(entry);
      return isNew;
    },
    async remove(pattern) {
      const at = entries.findIndex((entry) => entry.pattern === pattern);
      return at >= 0 && entries.splice(at, 1).length > 0;
    },
  };
}
