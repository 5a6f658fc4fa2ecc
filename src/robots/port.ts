// The port of the robots memory: what is known about robots.txt files across restarts.

/** A site as the gate saved it. */
export interface SavedRobots {
  readonly saved: string;
  /** The file's octets; none where there was no file. */
  readonly body: Uint8Array;
}

/** Keeps sites across restarts; the gate calls it, a store keeps it. */
export interface RobotsMemory {
  /** What was saved last under this key; undefined when nothing was. */
  load(key: string): Promise<SavedRobots | undefined>;
  /** Replaces what was saved before. */
  save(key: string, saved: string, body: Uint8Array): Promise<void>;
}
