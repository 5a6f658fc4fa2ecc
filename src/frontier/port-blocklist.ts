// U10: the port of the blocklist.

export interface BlockEntry {
  /** A key prefix without scheme (`example.com/private`), or a whole host (`example.com`). */
  readonly pattern: string;
  readonly reason: string;
  readonly by: 'operator' | 'crawler';
  readonly at: number;
}

/** Small writes by any process; the crawler sees them within seconds. */
export interface Blocklist {
  list(): Promise<readonly BlockEntry[]>;
  add(entry: BlockEntry): Promise<boolean>;
  remove(pattern: string): Promise<boolean>;
}
