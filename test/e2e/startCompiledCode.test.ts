import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { needs } from '#scripts/vitest/needs.ts';
import { launchNotAfter, type NotAfter, temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import { driveWindow } from '#test/support/e2e/windowDriver.ts';
import { canMountForAll, noMounts } from '#test/support/mounts.ts';
import { profileWithOrders } from '#test/support/preparedProfile.ts';

const because = 'it compares the time of starts on the same prepared orders';

describe('the folder of the compiled code', () => {
  let profile: string;
  let folder: string;
  let version: string;

  beforeAll(async () => {
    profile = profileWithOrders(await temporaryFolder(), 2);
    folder = join(profile, 'Compiled Code');
    const app = await startWithRows();
    version = await app.electron.evaluate(({ app: { getVersion } }) => getVersion());
    await vi.waitFor(async () => expect(await files()).not.toEqual([]), 10_000);
    await app.close();
  });

  /** Starts the app, and waits for its rows. */
  async function startWithRows(): Promise<NotAfter> {
    const app = await launchNotAfter({ because, profile });
    const driver = await driveWindow(app);
    await driver.row('order-00000').waitFor();
    expect(await driver.names()).toEqual(['order-00000', 'order-00001']);
    return app;
  }

  /** The stored modules of all versions, as paths. */
  async function files(): Promise<readonly string[]> {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
    return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  }

  const damages = {
    'bytes changed at its end': async (file: string) => {
      const bytes = await readFile(file);
      bytes.fill(0x2a, Math.floor(bytes.length / 2));
      await writeFile(file, bytes);
    },
    'other bytes': async (file: string) => writeFile(file, 'not compiled code'),
    'half of its bytes': async (file: string) => truncate(file, Math.floor((await stat(file)).size / 2)),
    'no bytes': async (file: string) => truncate(file, 0),
  };

  test.each(Object.entries(damages))('may hold files with %s', async (_name, damage) => {
    const stored = await files();
    expect(stored.length).toBeGreaterThan(0);
    for (const file of stored) await damage(file);
    await (await startWithRows()).close();
  });

  test('loses what other versions stored in it, and keeps what this one did', async () => {
    for (const other of ['0.0.1', '99.0.0', 'something else']) {
      await mkdir(join(folder, other, 'v24'), { recursive: true });
      await writeFile(join(folder, other, 'v24', 'module.cache'), 'compiled code');
    }
    const app = await startWithRows();
    await expect.poll(() => readdir(folder), { timeout: 10_000 }).toEqual([version]);
    expect((await files()).length).toBeGreaterThan(0);
    await app.close();
  });

  test('may be a file', async () => {
    await rm(folder, { recursive: true });
    await writeFile(folder, 'no folder');
    await (await startWithRows()).close();
    expect(await readFile(folder, 'utf8')).toBe('no folder');
    await rm(folder);
  });

  test('may be read-only', needs(canMountForAll(), noMounts), async () => {
    await mkdir(folder, { recursive: true });
    expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'ro', 'tmpfs', folder]).status).toBe(0);
    onTestFinished(() => {
      spawnSync('umount', ['--lazy', folder]);
    });
    const app = await startWithRows();
    await app.close();
    expect(await files()).toEqual([]);
  });
});
