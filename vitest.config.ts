// How the tests run: beside the sources and in test/, on real servers and the real binary.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// Threads that tests start load their program as TypeScript, hundreds of times: what Node.js makes of it is kept.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/docent-tests', import.meta.url));

/** Rooms of pure rules, whose tests leave nothing behind: their files share a worker, which halves the CPU they take. */
const PURE = ['chunk', 'core', 'extract', 'frontier', 'robots', 'search', 'seed', 'watch'];
const pure = PURE.map((room) => `src/${room}/**/*.test.ts`);

export default defineConfig({
  test: {
    setupFiles: ['test/support/fixed-seed.ts'],
    // Most of the time is waiting for servers and processes, so that two cores are no reason for one worker.
    maxWorkers: 2,
    // The same holds for tests of one file that run side by side: they wait for delays, pauses and deadlines.
    maxConcurrency: 8,
    // Some tests start processes; on a busy machine with two cores these take seconds.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    reporters: ['default', './test/support/summary-reporter.ts'],
    projects: [
      { extends: true, test: { name: 'rules', include: pure, isolate: false } },
      {
        extends: true,
        test: {
          name: 'whole',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [...pure, '**/node_modules/**'],
        },
      },
    ],
  },
});
