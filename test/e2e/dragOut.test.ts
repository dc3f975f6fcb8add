import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { runOnDesktop, windowOf } from '#test/support/e2e/desktopControl.ts';
import { type DropTarget, startDropTarget } from '#test/support/e2e/dropTarget.ts';
import { answerConsent } from '#test/support/e2e/nativeDialogs.ts';
import { launchNotAfter, type NotAfter } from '#test/support/e2e/notAfterApp.ts';
import { startTestService, type TestService } from '#test/support/e2e/service.ts';
import { driveWindow, type WindowDriver } from '#test/support/e2e/windowDriver.ts';

let service: TestService;
let app: NotAfter;
let driver: WindowDriver;
let target: DropTarget;

beforeAll(async () => {
  service = await startTestService();
  await service.addOrder({ rid: 'shop', name: 'Shop', days: 60, domains: ['shop.example.com'] });
  await service.addOrder({ rid: 'mail', name: 'Mail', days: 70, domains: ['mail.example.com'] });
  app = await launchNotAfter();
  driver = await driveWindow(app);
  await driver.connect(service);
  target = await startDropTarget();
  const window = await windowOf(app.pid);
  await runOnDesktop('wmctrl', '-i', '-r', window, '-e', '0,0,0,900,600');
  await runOnDesktop('wmctrl', '-i', '-a', window);
});

/** Moves the pointer in steps, as a hand does: programs take part in a drag only after it has moved over them. */
async function movePointer(...places: readonly (readonly [x: number, y: number])[]): Promise<void> {
  for (const [x, y] of places)
    await runOnDesktop('xdotool', 'mousemove', String(Math.round(x)), String(Math.round(y)), 'sleep', '0.15');
}

/** Milliseconds until the files are written, on a calm and on a busy machine. */
const holds = [1500, 6000] as const;

/** Drags the row of an order onto the other program's window, again and slower if nothing came. @returns the files there */
async function drag(name: string) {
  for (const hold of holds) {
    await dragRow(name, hold);
    const files = await target.dropped();
    if (files.length > 0) return files;
  }
  throw new Error('Nothing was dropped');
}

/** Drags the row of an order onto the other program's window and releases it there. */
async function dragRow(name: string, holdMs: number): Promise<void> {
  const row = await driver.row(name).boundingBox();
  const frame = await driver.page.evaluate(() => ({
    x: screenX,
    y: screenY,
    chrome: outerHeight - innerHeight,
  }));
  if (row === null) throw new Error('The row is not shown');
  const x = frame.x + row.x + 200;
  const y = frame.y + frame.chrome + row.y + row.height / 2;
  await movePointer([x, y]);
  await runOnDesktop('xdotool', 'mousedown', '1');
  try {
    await movePointer([x + 10, y + 2], [x + 40, y + 8], [x + 60, y + 10]);
    // The files are written meanwhile.
    await wait(holdMs);
    const { x: left, y: top } = await target.place();
    await movePointer([left - 60, top - 40], [left - 20, top - 10], [left, top]);
  } finally {
    await runOnDesktop('xdotool', 'mouseup', '1');
  }
}

test('a row dragged to another program gives it the full chain, and no key', async () => {
  const files = await drag('Shop');
  expect(files.map(({ path }) => basename(path))).toEqual(['fullchain.pem']);
  expect(files[0]?.text).toMatch(/^(?:-----BEGIN CERTIFICATE-----\n[^-]+-----END CERTIFICATE-----\n){2}$/u);
});

test('the selection is dragged with any of its rows', async () => {
  for (const name of ['Shop', 'Mail']) await driver.row(name).getByRole('checkbox').check();
  const files = await drag('Mail');
  expect(files.map(({ path }) => basename(path)).sort()).toEqual([
    'mail-fullchain.pem',
    'shop-fullchain.pem',
  ]);
  for (const name of ['Shop', 'Mail']) await driver.row(name).getByRole('checkbox').uncheck();
});

test('with Ctrl the key comes too, after a question, and at the next drag', async () => {
  const { page, t } = driver;
  const withCtrl = async <Value>(run: () => Promise<Value>): Promise<Value> => {
    await runOnDesktop('xdotool', 'keydown', 'ctrl');
    try {
      return await run();
    } finally {
      await runOnDesktop('xdotool', 'keyup', 'ctrl');
    }
  };
  await withCtrl(() => dragRow('Shop', holds[0]));
  await answerConsent(app, true, 'drag-consent');
  await page.getByText(t('verbs.drag.ready')).waitFor();
  await driver.screenshot('drag-ready');
  const files = await withCtrl(() => drag('Shop'));
  const names = files.map(({ path }) => basename(path)).sort();
  expect(names).toEqual(['cert.pem', 'chain.pem', 'fullchain.pem', 'privkey.pem']);
  expect(files.find(({ path }) => path.endsWith('privkey.pem'))?.text).toContain('PRIVATE KEY');
});

test('nothing is left of what was dragged once the app has quit', async () => {
  expect(await readdir(join(app.profile, 'dragged'))).not.toEqual([]);
  await app.close();
  expect(await readdir(app.profile)).not.toContain('dragged');
});
