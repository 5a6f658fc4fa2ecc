// A store for the test at hand alone: SQLite in a folder of its own, which is removed when the test is over.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/port.ts';

/** An empty store. Not for tests that run side by side. */
export function temporaryStore(): Store {
  const folder = mkdtempSync(join(tmpdir(), 'docent-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return openStore({ kind: 'sqlite', folder });
}
