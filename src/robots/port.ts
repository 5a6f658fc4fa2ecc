// The port of the robots memory: what is known about robots.txt files across restarts.

/** Keeps sites across restarts; the gate calls it, a store keeps it. */
export interface RobotsMemory {
  load(key: string): { readonly saved: string; readonly body: Uint8Array } | undefined;
  save(key: string, saved: string, body: Uint8Array): void;
}
