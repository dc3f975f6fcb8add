import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { launchNotAfter, type NotAfter, temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import { commandOf, runCommandLine } from '#test/support/e2e/terminal.ts';
import { profileWithOrders } from '#test/support/preparedProfile.ts';

const because = 'it needs thousands of orders';

const COUNT = 5_000;
const rids = Array.from({ length: COUNT }, (_, index) => `rid-${index}`);

let profile: string;

beforeAll(async () => {
  profile = profileWithOrders(await temporaryFolder(), COUNT);
});

/** Checks for both cases: with and without the running app. */
async function namesAll(): Promise<void> {
  const listed = await runCommandLine({ profile }, ['status', ...rids]);
  expect(listed).toMatchObject({ code: 0, err: '' });
  expect(listed.out).toContain(`${COUNT.toLocaleString('en')} orders: `);
  const json = await runCommandLine({ profile }, ['status', '--json', ...rids]);
  expect(JSON.parse(json.out).orders).toHaveLength(COUNT);
}

test('without the running app 5,000 orders are named by their rids', namesAll);

describe('while the app runs', () => {
  let app: NotAfter;

  beforeAll(async () => {
    app = await launchNotAfter({ because, profile });
    await app.window();
  });

  test('5,000 orders are named by their rids', async () => {
    await namesAll();
    expect(() => process.kill(app.pid, 0)).not.toThrow();
  });

  test('standard output that cannot be written is an exit code when the app answers', async () => {
    const full = openSync('/dev/full', 'w');
    try {
      const [executable = '', ...args] = [...commandOf({ profile }), 'config', 'export'];
      const env = { ...process.env, LANGUAGE: 'en' };
      const stdio = ['ignore', full, 'pipe'] as const;
      const { status, stderr } = spawnSync(executable, args, { encoding: 'utf8', env, stdio: [...stdio] });
      expect(status).toBe(3);
      expect(stderr).toContain('Standard output could not be written (ENOSPC), so it is not complete.');
    } finally {
      closeSync(full);
    }
  });

  test('an app that cannot be reached keeps running, and the command says so', async () => {
    await rm(join(profile, 'command-address.json'));
    const asked = await runCommandLine({ profile }, ['status', ...rids]);
    expect(asked).toMatchObject({ code: 3, err: expect.stringContaining('does not answer') });
    await app.window();
    await app.close();
  });
});
