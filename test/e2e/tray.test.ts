import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { projectFolder } from '#scripts/lib/paths.ts';
import { closeWindow, windowTitles } from '#test/support/e2e/desktopControl.ts';
import { launchNotAfter, type NotAfter } from '#test/support/e2e/notAfterApp.ts';
import { processTree } from '#test/support/e2e/processTree.ts';
import { startTestService, type TestService } from '#test/support/e2e/service.ts';
import { readTray, shapeName, untilTray } from '#test/support/e2e/trayItem.ts';
import { driveWindow } from '#test/support/e2e/windowDriver.ts';
import { clickTray } from '#test/support/trayMenu.ts';

const because = 'the icon has the shape of the worst order, so it begins with none';

describe('the tray icon', () => {
  let service: TestService;
  let app: NotAfter;
  let pictureNames: ReadonlyMap<string, string>;

  beforeAll(async () => {
    service = await startTestService();
    await service.addOrder({ rid: 'intranetOrder', name: 'Intranet', days: 75 });
    app = await launchNotAfter({ because });
    pictureNames = await namesByShape();
  });

  /** The names of the pictures in assets/tray by their shapes. */
  const namesByShape = async () => {
    const names = ['empty', 'healthy', 'critical', 'expired', 'expiredPaused'] as const;
    const paths = names.map((name) => join(projectFolder, 'assets', 'tray', `${name}.png`));
    const opacities = await app.electron.evaluate(
      ({ nativeImage }, files) =>
        files.map((file) =>
          [...nativeImage.createFromPath(file).toBitmap({ scaleFactor: 2 })].filter(
            (_, index) => index % 4 === 3,
          ),
        ),
      paths,
    );
    return new Map(names.map((name, index) => [shapeName(opacities[index] ?? []), name]));
  };

  const untilPicture = async (name: string) => {
    await expect
      .poll(async () => pictureNames.get((await readTray(app.pid))?.shape ?? ''), { timeout: 10_000 })
      .toBe(name);
  };

  const orderEntries = async () => {
    const menu = (await readTray(app.pid))?.menu ?? [];
    return menu.map(({ label }) => label).filter((label) => label.includes(' – '));
  };

  const untilEntry = (label: string) =>
    expect
      .poll(async () => (await readTray(app.pid))?.menu.map((entry) => entry.label), { timeout: 10_000 })
      .toContain(label);

  const renderers = async () =>
    (await processTree(app.pid)).filter(({ command }) => command.includes('--type=renderer'));

  test('exists from the start, says that there are no orders, and has a menu', async () => {
    const tray = await untilTray(app.pid);
    expect(tray.tooltip).toBe('NotAfter: no orders yet');
    expect(tray.menu.map(({ label, enabled }) => [label, enabled])).toEqual([
      ['no orders yet', false],
      ['Open NotAfter', true],
      ['Sync now', true],
      ['Pause notifications', true],
      ['Settings', true],
      ['Quit NotAfter', true],
    ]);
    await untilPicture('empty');
  });

  test('shows the worst state of all orders, and says which expires next', async () => {
    const driver = await driveWindow(app);
    await driver.connect(service);
    await untilPicture('healthy');
    expect((await readTray(app.pid))?.tooltip).toBe(
      'NotAfter: 1 order, healthy. Next: Intranet – expires in 74 days',
    );
    await service.addOrder({ rid: 'shopOrder', name: 'Shop', days: 3 });
    await driver.addOrders(['shopOrder']);
    await untilPicture('critical');
    const tray = await readTray(app.pid);
    expect(tray?.tooltip).toBe('NotAfter: 1 order needs attention. First: Shop – expires in 2 d 23 h');
    expect(tray?.menu[0]?.label).toBe('1 order needs attention');
  });

  test('checks all orders when Sync now is chosen', async () => {
    await service.renew('shopOrder', { days: 80 });
    await clickTray(app.pid, 'Sync now');
    await untilPicture('healthy');
  });

  test('lists the orders that expire first, soonest first, with their full names', async () => {
    const driver = await driveWindow(app);
    await service.addOrder({ rid: 'oldOrder', name: 'Old', days: -3 });
    await service.addOrder({ rid: 'oddOrder', name: 'Tom & Jerry_2 <b>', days: 20 });
    await service.addOrder({ rid: 'longOrder', name: `L${'o'.repeat(100)}ng`, days: 40 });
    for (const [index, rid] of ['later1', 'later2'].entries()) {
      await service.addOrder({ rid, name: rid, days: 81 + index });
    }
    await driver.addOrders(['oldOrder', 'oddOrder', 'longOrder', 'later1', 'later2']);
    await expect.poll(async () => (await orderEntries()).length, { timeout: 10_000 }).toBe(6);
    expect(await orderEntries()).toEqual([
      'Old – expired 3 days ago',
      'Tom & Jerry_2 <b> – expires in 19 days',
      `L${'o'.repeat(58)}… – expires in 39 days`,
      'Intranet – expires in 74 days',
      'Shop – expires in 79 days',
      'later1 – expires in 80 days',
    ]);
  });

  test('keeps an unchanged menu, so that an open one stays open', async () => {
    const driver = await driveWindow(app);
    const before = await readTray(app.pid);
    await driver.syncNow();
    await clickTray(app.pid, 'Sync now');
    // The tray follows at the latest 200 ms after the last answer.
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect((await readTray(app.pid))?.revision).toBe(before?.revision);
  });

  test('opens an order when it is chosen', async () => {
    const { page } = await driveWindow(app);
    await clickTray(app.pid, 'Show details', 'Tom & Jerry_2 <b> – expires in 19 days');
    await page.getByRole('complementary', { name: 'Tom & Jerry_2 <b>' }).waitFor();
  });

  test('has the verbs of an order: one that asks opens the window, one that does not just acts', async () => {
    const { page, t } = await driveWindow(app);
    await clickTray(app.pid, t('helpful.export'), 'Intranet – expires in 74 days');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const before = service.requests.length;
    await clickTray(app.pid, t('helpful.sync'), 'Old – expired 3 days ago');
    await expect.poll(() => service.requests.length).toBeGreaterThan(before);
  });

  test('pauses alerts for a time, with its end and a mark in the icon, and resumes them', async () => {
    await untilPicture('expired');
    await clickTray(app.pid, 'Until tomorrow, 09:00');
    await untilPicture('expiredPaused');
    const paused = await readTray(app.pid);
    expect(paused?.tooltip).toMatch(/\. Notifications paused until .+, 09:00$/);
    const resume = paused?.menu.find(({ label }) => label.startsWith('Resume'))?.label ?? '';
    expect(resume).toMatch(/^Resume notifications \(paused until .+, 09:00\)$/);
    await clickTray(app.pid, resume);
    await untilEntry('Pause notifications');
    await untilPicture('expired');
    expect((await readTray(app.pid))?.tooltip).not.toContain('paused');
  });

  test('opens the settings, and changes its language with them at once', async () => {
    const driver = await driveWindow(app);
    for (const [language, entry] of [
      ['zh-CN', '立即同步'],
      ['en', 'Sync now'],
    ] as const) {
      const { t } = await driveWindow(app);
      await clickTray(app.pid, t('tray.settings'));
      const field = driver.page.getByLabel(t('settings.language'), { exact: true });
      await field.selectOption(language);
      await untilEntry(entry);
      await driver.page.keyboard.press('Escape');
      await field.waitFor({ state: 'detached' });
    }
    expect((await readTray(app.pid))?.tooltip).toMatch(/^NotAfter: 1 order needs attention/);
  });

  test('stays when the window is closed, which ends its process without a question', async () => {
    const page = await app.window();
    // Details that are open come back with the window.
    const details = page.getByRole('complementary');
    if ((await details.count()) > 0) await details.getByRole('button', { name: /^Close/u }).click();
    await details.waitFor({ state: 'detached' });
    const closed = page.waitForEvent('close');
    await closeWindow(app.pid);
    await closed;
    await expect.poll(renderers, { timeout: 10_000 }).toEqual([]);
    expect(await readTray(app.pid)).not.toBeNull();
    expect(await windowTitles()).not.toContain('NotAfter');
  });

  test.each(['Open NotAfter', 'Settings', 'Intranet – expires in 74 days'])(
    'brings the window back when %s is chosen',
    async (label) => {
      const opened = app.electron.waitForEvent('window');
      await (label.startsWith('Intranet')
        ? clickTray(app.pid, 'Show details', label)
        : clickTray(app.pid, label));
      const page = await opened;
      const driver = await driveWindow(app);
      if (label === 'Settings') {
        await driver.settings().getByText(driver.t('settings.language'), { exact: true }).waitFor();
      } else {
        await driver.untilStatus('Intranet', 'healthy');
        const panel = page.getByRole('complementary', { name: 'Intranet' });
        await expect.poll(() => panel.count()).toBe(label === 'Open NotAfter' ? 0 : 1);
      }
      const closed = page.waitForEvent('close');
      await closeWindow(app.pid);
      await closed;
    },
  );

  test('ends the app when Quit NotAfter is chosen', async () => {
    const gone = app.electron.waitForEvent('close');
    await clickTray(app.pid, 'Quit NotAfter');
    await gone;
    expect(await readTray(app.pid)).toBeNull();
  });
});
