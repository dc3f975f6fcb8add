import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { BusTimeout, withSessionBus } from '#main/platform/sessionBus.ts';
import { systemScheduler } from '#main/platform/time.ts';
import { needs } from '#scripts/vitest/needs.ts';
import { temporaryFolder } from '#test/integration/app/testApp.ts';
import { startPrivateSession } from '#test/support/secretService.ts';

const ownBus = 'org.freedesktop.DBus';

describe('the session bus', needs(process.platform === 'linux', 'this is not Linux'), () => {
  const answers = async (addresses: string) =>
    await withSessionBus(addresses, systemScheduler, (session) => session.hasOwner(ownBus));

  it('is the first of several addresses that answers', async () => {
    const session = await startPrivateSession('none');
    onTestFinished(() => session.stop());
    const alive = session.env.DBUS_SESSION_BUS_ADDRESS ?? '';
    expect(await answers(alive)).toBe(true);
    expect(await answers(`unix:path=/nowhere;nonsense;disabled:;${alive}`)).toBe(true);
    expect(await answers(`${alive};unix:path=/nowhere`)).toBe(true);
    expect(await answers(alive.replaceAll('-', '%2d'))).toBe(true);
    await expect(answers('unix:path=/nowhere;unix:path=/nowhere/else')).rejects.toThrow('ENOENT');
  });

  it('is not waited for where something listens that never answers', async () => {
    const socket = join(temporaryFolder(), 'bus');
    const server = createServer().listen(socket);
    onTestFinished(() => void server.close());
    await expect(answers(`unix:path=${socket}`)).rejects.toThrow(BusTimeout);
  });
});
