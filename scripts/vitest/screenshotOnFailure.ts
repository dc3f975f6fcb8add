import { join } from 'node:path';
import { afterEach } from 'vitest';
import { saveScreenshot } from '../screenshot.ts';

// Setup of the end-to-end tests: saves a screenshot when a test fails. Hooks run in the order of their definition, so
// this one runs before a test file's own, which close the app.
afterEach(async ({ task }) => {
  const folder = process.env['NOTAFTER_TEST_OUT'];
  if (task.result?.state === 'fail' && folder !== undefined && process.platform === 'linux') {
    const name = task.name.replace(/[^a-zA-Z0-9]+/g, '-').slice(0, 80);
    await saveScreenshot(join(folder, `${name}-${task.id}.png`));
  }
});
