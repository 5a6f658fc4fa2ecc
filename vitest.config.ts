// How the tests run: beside the sources and in test/, on real servers and the real binary.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    setupFiles: ['test/fixed-seed.ts'],
    // Most of the time is waiting for servers and processes, so that two cores are no reason for one worker.
    maxWorkers: 2,
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // Some tests start processes; on a busy machine with two cores these take seconds.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    reporters: ['default', './test/summary-reporter.ts'],
  },
});
