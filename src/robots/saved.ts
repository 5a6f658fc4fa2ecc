// What is known about a host's robots.txt as plain data, so that a restart asks nobody again.
import type { Dialect } from './dialect.ts';
import { parseRobots } from './file.ts';
import type { Site } from './site.ts';

/** Keeps sites across restarts; the gate calls it, a store keeps it. */
export interface RobotsMemory {
  load(key: string): { readonly saved: string; readonly body: Uint8Array } | undefined;
  save(key: string, saved: string, body: Uint8Array): void;
}

const NOTHING = new Uint8Array();

/** The site as data: everything but the parsed file, and the file's octets. */
export function saveSite(site: Site, dialect: Dialect): { readonly saved: string; readonly body: Uint8Array } {
  const { file, source, ...rest } = site;
  return {
    saved: JSON.stringify({ ...rest, hasFile: file !== null, charset: source?.charset, dialect: dialect.name }),
    body: source?.body ?? NOTHING,
  };
}

/** The site again; undefined when it was saved under another dialect or cannot be read. */
export function loadSite(saved: string, body: Uint8Array, dialect: Dialect): Site | undefined {
  try {
    const {
      hasFile,
      charset,
      dialect: name,
      ...rest
    } = JSON.parse(saved) as Omit<Site, 'file' | 'source'> & { hasFile: boolean; charset?: string; dialect: string };
    if (name !== dialect.name) return undefined;
    if (!hasFile) return { ...rest, file: null, source: null };
    return {
      ...rest,
      file: parseRobots(body, dialect, charset),
      source: { body, ...(charset !== undefined && { charset }) },
    };
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
