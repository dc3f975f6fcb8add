import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createApp } from '#main/app/compositionRoot.ts';
import { needs } from '#scripts/vitest/needs.ts';
import { FakeDesktop } from '#test/support/fakeDesktop.ts';
import { FakeSecretHost } from '#test/support/fakeSecretHost.ts';
import { canMountForAll, noMounts } from '#test/support/mounts.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';
import { connect, okValue, serviceFor, startTestApp, temporaryFolder, until } from './testApp.ts';

const mounts = needs(canMountForAll(), noMounts);

/** A disk of 4 MB. */
function smallDisk(): string {
  const folder = temporaryFolder();
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m,mode=700', 'tmpfs', folder]);
  onTestFinished(() => void execFileSync('umount', [folder]));
  return folder;
}

/** Takes all that is free on a disk. @returns gives it back */
function fill(folder: string): () => void {
  const path = join(folder, 'filler');
  const file = openSync(path, 'w');
  for (const size of [65_536, 1]) {
    const bytes = Buffer.alloc(size);
    try {
      for (;;) writeSync(file, bytes);
    } catch {
      // Nothing is free any more, for this size.
    }
  }
  closeSync(file);
  return () => rmSync(path);
}

const full = { ok: false, error: { kind: 'storage', reason: 'full' } };

it('on a disk that is full each change says so and is not made, all goes on, and what comes later is stored', {
  ...mounts,
}, async () => {
  const service = await serviceFor({ orders: 2 });
  const profile = { userData: smallDisk(), secretProcess: new FakeSecretHost() };
  const test = await startTestApp(profile);
  await connect(test, service);
  const [rid = '', other = ''] = service.rids;
  const [before, id] = [test.order(rid)?.fingerprint256, test.order(rid)?.id ?? ''];

  const free = fill(profile.userData);
  expect(await test.call('settings:set', { criticalDays: 3 })).toMatchObject(full);
  expect(await test.call('orders:setAlias', { id, alias: 'Front' })).toMatchObject(full);
  expect(await test.call('alerts:setPaused', 'hour')).toMatchObject(full);
  const { fingerprint256 } = await service.renew(rid);
  await test.call('orders:sync', null);
  await until(() => test.order(rid)?.failure?.kind === 'storage');
  expect(test.seen().settings.criticalDays).not.toBe(3);
  expect([test.order(rid)?.fingerprint256, test.order(rid)?.alias]).toEqual([before, null]);
  expect(test.order(other)?.fingerprint256).not.toBeNull();

  free();
  await test.call('orders:sync', null);
  await until(() => test.order(rid)?.failure === null && test.order(rid)?.fingerprint256 === fingerprint256);
  okValue(await test.call('orders:setAlias', { id, alias: 'Front' }));
  await test.quit();
  const again = await startTestApp(profile);
  expect(again.order(rid)).toMatchObject({ fingerprint256, alias: 'Front', failure: null });
  await again.quit();
});

it('on a disk that may not be written the start says so, changes nothing, and works at the next try', {
  ...mounts,
}, async () => {
  const service = await serviceFor({ orders: 1 });
  const profile = { userData: smallDisk(), secretProcess: new FakeSecretHost() };
  const first = await startTestApp(profile);
  await connect(first, service);
  await first.quit();

  const remount = (mode: 'ro' | 'rw') => execFileSync('mount', ['-o', `remount,${mode}`, profile.userData]);
  remount('ro');
  const desktop = new FakeDesktop(profile);
  expect(await createApp(desktop, { logger: createRecordingLogger().logger })).toBeNull();
  expect(desktop.questions).toMatchObject([{ buttons: ['Try again', 'Quit'] }]);
  expect(desktop.questions[0]?.detail).toMatch(/EROFS|READONLY/u);
  const again = await startTestApp({
    ...profile,
    prepare: (next) => {
      next.answer = () => {
        remount('rw');
        return 0;
      };
    },
  });
  expect(again.desktop.questions).toHaveLength(1);
  expect(again.seen().orders.size).toBe(1);
  await again.quit();
});
