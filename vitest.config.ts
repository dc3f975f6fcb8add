import { defineConfig } from 'vitest/config';

/** A shared machine can starve real processes for seconds. A second failure is a failure. */
const retry = process.env['CI'] === undefined ? 0 : 1;

/**
 * Three tiers. Unit and integration run inside Electron's own Node, whose crypto is the application's (BoringSSL);
 * e2e runs in plain Node, which drives a real Electron. `scripts/test.ts` starts each in the right surroundings.
 */
export default defineConfig({
  test: {
    maxWorkers: '100%',
    projects: [
      { test: { name: 'unit', include: ['test/unit/**/*.test.{ts,tsx}'], testTimeout: 30_000 } },
      {
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          testTimeout: 30_000,
          retry,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          testTimeout: 120_000,
          expect: { poll: { timeout: 10_000 } },
          retry,
          hookTimeout: 60_000,
          setupFiles: ['scripts/vitest/ownDesktop.ts', 'scripts/vitest/screenshotOnFailure.ts'],
          sequence: { hooks: 'list' },
        },
      },
    ],
  },
});
