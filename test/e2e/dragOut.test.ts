import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { saveScreenshot } from '#scripts/screenshot.ts';
import { runOnDesktop, windowOf } from '#test/support/e2e/desktopControl.ts';
import { type DropTarget, startDropTarget } from '#test/support/e2e/dropTarget.ts';
import { answerConsent } from '#test/support/e2e/nativeDialogs.ts';
import { launchNotAfter, type NotAfter, temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import { startTestService, type TestService } from '#test/support/e2e/service.ts';
import { driveWindow, type WindowDriver } from '#test/support/e2e/windowDriver.ts';

const because = 'it drags rows over the screen, which must all be in a small window';

let service: TestService;
let app: NotAfter;
let driver: WindowDriver;
let target: DropTarget;

beforeAll(async () => {
  service = await startTestService();
  await service.addOrder({ rid: 'shop', name: 'Shop', days: 60, domains: ['shop.example.com'] });
  await service.addOrder({ rid: 'mail', name: 'Mail', days: 70, domains: ['mail.example.com'] });
  app = await launchNotAfter({ because });
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

/**
 * Drags the row of an order onto the other program's window and releases it there.
 * @param beforeDrop is waited for when the pointer is over that window
 */
async function dragRow(name: string, beforeDrop = async () => {}): Promise<void> {
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
    await wait(1500);
    await movePointer([target.x - 60, target.y - 40], [target.x - 20, target.y - 10], [target.x, target.y]);
    await beforeDrop();
  } finally {
    await runOnDesktop('xdotool', 'mouseup', '1');
  }
}

/**
 * How many colours a part of the screen has, at the height of the pointer over the other program's window.
 * @param left its distance from the pointer in pixels
 */
async function coloursBeside(left: number, width: number): Promise<number> {
  const file = join(await temporaryFolder(), 'screen.png');
  await saveScreenshot(file);
  const crop = `${width}x40+${target.x + left}+${target.y - 20}`;
  return Number(await runOnDesktop('convert', file, '-crop', crop, '+repage', '-format', '%k', 'info:'));
}

test('a row dragged to another program gives it the full chain, and no key', async () => {
  await dragRow('Shop', async () => {
    // The icon is at the pointer, without a temporary path beside it.
    await expect.poll(() => coloursBeside(-20, 40)).toBeGreaterThan(10);
    expect(await coloursBeside(-70, 40)).toBe(1);
    expect(await coloursBeside(30, 40)).toBe(1);
  });
  const files = await target.dropped();
  expect(files.map(({ path }) => basename(path))).toEqual(['shop-fullchain.pem']);
  expect(files[0]?.text).toMatch(/^(?:-----BEGIN CERTIFICATE-----\n[^-]+-----END CERTIFICATE-----\n){2}$/u);
});

test('the selection is dragged with any of its rows', async () => {
  for (const name of ['Shop', 'Mail']) await driver.row(name).getByRole('checkbox').check();
  await dragRow('Mail');
  const files = await target.dropped();
  expect(files.map(({ path }) => basename(path)).sort()).toEqual([
    'mail-fullchain.pem',
    'shop-fullchain.pem',
  ]);
  for (const name of ['Shop', 'Mail']) await driver.row(name).getByRole('checkbox').uncheck();
});

test('with Ctrl the key comes too, after a question, and at the next drag', async () => {
  const { page, t } = driver;
  const dragWithCtrl = async () => {
    await runOnDesktop('xdotool', 'keydown', 'ctrl');
    try {
      await dragRow('Shop');
    } finally {
      await runOnDesktop('xdotool', 'keyup', 'ctrl');
    }
  };
  await dragWithCtrl();
  await answerConsent(app, true, 'drag-consent');
  await page.getByText(t('verbs.drag.ready')).waitFor();
  await driver.screenshot('drag-ready');
  await dragWithCtrl();
  const files = await target.dropped();
  const names = files.map(({ path }) => basename(path)).sort();
  expect(names).toEqual(['shop-cert.pem', 'shop-chain.pem', 'shop-fullchain.pem', 'shop-privkey.pem']);
  expect(files.find(({ path }) => path.endsWith('privkey.pem'))?.text).toContain('PRIVATE KEY');
});

test('nothing is left of what was dragged once the app has quit', async () => {
  expect(await readdir(join(app.profile, 'dragged'))).not.toEqual([]);
  await app.close();
  expect(await readdir(app.profile)).not.toContain('dragged');
});
