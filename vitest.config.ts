// How the tests run: beside the sources and in test/, on real servers and the real binary.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongAmongOthers } from './test/support/long-among-others.ts';

/** `npm run test:more`, as test/support/how-long.ts has it. */
const isMore = process.env.DOCENT_TESTS === 'more';

// Threads that tests start load their program as TypeScript, hundreds of times: what Node.js makes of it is kept.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/docent-tests', import.meta.url));

export default defineConfig({
  test: {
    setupFiles: ['test/support/fixed-seed.ts'],
    // Most of the time is waiting for servers and processes, so that two cores have work for four workers. What `npm test` leaves out
    // starts processes all the time: more of them at once would only wait for each other.
    maxWorkers: isMore ? 3 : 4,
    // The same holds for tests of one file that run side by side: they wait for delays, pauses and deadlines.
    maxConcurrency: isMore ? 3 : 8,
    // The limit for what hangs, and no measure of speed: nothing that works takes this long on any machine.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    tags: [
      { name: 'more', description: 'left out of `npm test`, run by `npm run test:more`' },
      { name: 'scaled', description: 'in `npm test` with a part of its cases, in `npm run test:more` with all' },
    ],
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
