// How the tests run: beside the sources and in test/, on real servers and the real binary.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongAmongOthers } from './test/support/long-among-others.ts';

// Threads that tests start load their program as TypeScript, hundreds of times: what Node.js makes of it is kept.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/docent-tests', import.meta.url));

export default defineConfig({
  test: {
    setupFiles: ['test/support/fixed-seed.ts'],
    // Most of the time is waiting for servers and processes, so that two cores have work for four workers.
    maxWorkers: 4,
    // The same holds for tests of one file that run side by side: they wait for delays, pauses and deadlines.
    maxConcurrency: 8,
    // Some tests start processes; on a busy machine with two cores these take seconds.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A bound of time must hold in one of three tries: what runs beside a test is not its fault. Nothing else is tried again.
    retry: { count: 2, condition: /expected .* to be (less|greater) than/ },
    reporters: ['default', './test/support/summary-reporter.ts'],
    // Tests leave nothing behind: their files share a worker and what it has loaded, which halves the CPU they take.
    isolate: false,
    sequence: { sequencer: LongAmongOthers },
    projects: [
      {
        extends: true,
        test: {
          name: 'whole',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['test/browser/**', '**/node_modules/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          globalSetup: 'test/browser/start-chromium.ts',
          // A browser keeps a core and a half busy by itself: its tests come after the others, one file at a time.
          ...{ maxWorkers: 1, sequence: { groupOrder: 1 } },
        },
      },
    ],
  },
});
