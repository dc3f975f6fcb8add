import { defineConfig } from 'vitest/config';
import GroupedFiles from './scripts/vitest/groupedFiles.ts';

/**
 * A shared machine can starve real processes for seconds. A second failure is a failure, and a test that needed its
 * second try is named at the end of the run.
 */
const retry = process.env['CI'] === undefined ? 0 : 1;

/** Of tests that drive the app on a private desktop. */
const onDesktop = {
  testTimeout: 120_000,
  expect: { poll: { timeout: 10_000 } },
  retry,
  // A hook packages the app, which takes minutes on a busy machine.
  hookTimeout: 300_000,
  setupFiles: [
    'scripts/vitest/allTexts.ts',
    'scripts/vitest/ownDesktop.ts',
    'scripts/vitest/screenshotOnFailure.ts',
    'test/support/e2e/setupEndings.ts',
  ],
  // The files share processes: loading what drives the app takes a second of processor time.
  isolate: false,
  sequence: { hooks: 'list' as const },
};

/** Of tests that install packages in bare systems. */
const installing = {
  testTimeout: 600_000,
  expect: { poll: { timeout: 30_000 } },
  hookTimeout: 300_000,
  setupFiles: [
    'scripts/vitest/allTexts.ts',
    'scripts/vitest/ownDesktop.ts',
    'test/support/e2e/setupEndings.ts',
  ],
};

/**
 * Three tiers, and the soak, which runs some integration tests with far more rounds. All but e2e run inside Electron's own Node, whose crypto is the application's (BoringSSL);
 * e2e runs in plain Node, which drives a real Electron. `scripts/test.ts` and `scripts/soak.ts` start each in the right environment.
 */
export default defineConfig({
  test: {
    maxWorkers: '100%',
    sequence: { sequencer: GroupedFiles },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.{ts,tsx}'],
          setupFiles: ['scripts/vitest/allTexts.ts', 'scripts/vitest/patientQueries.ts'],
          // A property with hundreds of runs takes a minute on a busy machine.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // The files share processes, and with them what they import: a third of the time. No test may leave anything
          // behind in a module or in the environment.
          isolate: false,
          // Its modules import JSON as only bundlers do.
          server: { deps: { inline: ['@actions/workflow-parser'] } },
        },
      },
      {
        test: {
          name: 'soak',
          include: ['test/**/*.soak.test.ts'],
          expect: { poll: { timeout: 10_000 } },
          setupFiles: ['scripts/vitest/allTexts.ts'],
        },
      },
      {
        test: { name: 'installation', include: ['test/installation/**/*.test.ts'], ...installing },
      },
      {
        test: { name: 'rehearsal', include: ['test/rehearsal/**/*.test.ts'], ...installing },
      },
      {
        test: {
          name: 'desktops',
          include: ['test/desktops/**/*.test.ts'],
          // Reading a screen takes seconds, and many times that on a busy machine.
          testTimeout: 1_200_000,
          expect: { poll: { timeout: 150_000 } },
          // The hook packages the app and starts a desktop.
          hookTimeout: 600_000,
          // Each has a processor to itself: a desktop that waits for it looks broken.
          fileParallelism: false,
          setupFiles: ['scripts/vitest/allTexts.ts', 'test/support/e2e/setupEndings.ts'],
        },
      },
      {
        test: {
          name: 'windowsApp',
          include: ['test/windows/app.test.ts'],
          testTimeout: 300_000,
          expect: { poll: { timeout: 30_000 } },
          hookTimeout: 300_000,
          setupFiles: ['scripts/vitest/allTexts.ts', 'test/support/e2e/setupEndings.ts'],
        },
      },
      {
        test: {
          name: 'windowsInstaller',
          include: ['test/windows/installer.test.ts'],
          testTimeout: 300_000,
          expect: { poll: { timeout: 60_000 } },
          // The hook makes two installers.
          hookTimeout: 600_000,
          setupFiles: ['scripts/vitest/allTexts.ts', 'test/support/e2e/setupEndings.ts'],
        },
      },
      {
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          setupFiles: ['scripts/vitest/allTexts.ts'],
          // A test waits up to 25 s for each of its states, on a busy machine.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // Other programs, such as a server that reloads, take seconds on a busy machine.
          expect: { poll: { timeout: 10_000 } },
          retry,
          // As in unit: a quarter of the time.
          isolate: false,
        },
      },
      {
        test: { name: 'e2e', include: ['test/e2e/**/*.test.ts'], ...onDesktop },
      },
      {
        test: { name: 'packages', include: ['test/packages/**/*.test.ts'], ...onDesktop },
      },
    ],
  },
});
