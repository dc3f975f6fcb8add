import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { autostartEntry } from '#main/desktop/autostartFile.ts';
import { lacksSandbox } from '#scripts/demo/electronApp.ts';
import { snapshotOf } from '#scripts/demo/windowSteps.ts';
import { runOnDesktop, windowTitles } from '#test/support/e2e/desktopControl.ts';
import { launchNotAfter, type NotAfter, temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import { startTestService, type TestService } from '#test/support/e2e/service.ts';
import { startAgain } from '#test/support/e2e/startAgain.ts';
import { untilTray } from '#test/support/e2e/trayItem.ts';
import { driveWindow, type WindowDriver } from '#test/support/e2e/windowDriver.ts';
import { clickTray } from '#test/support/trayMenu.ts';

const because = 'it needs a folder of settings of its own, and starts without a window';

describe('starting at login', () => {
  let config: string;
  let service: TestService;

  const entry = () => join(config, 'autostart', 'app.notafter.NotAfter.desktop');
  const entryText = () => readFile(entry(), 'utf8').catch(() => null);

  beforeEach(async () => {
    config = await temporaryFolder();
    service = await startTestService();
    await service.addOrder({ rid: 'shop', name: 'Shop' });
  });

  let started: number | null = null;

  afterEach(() => {
    if (started !== null) process.kill(started, 'SIGKILL');
    started = null;
  });

  /** Starts the entry's command as desktops do, and returns its process. */
  async function startFromEntry(app: NotAfter): Promise<number> {
    const sandbox = lacksSandbox() ? ['ELECTRON_DISABLE_SANDBOX=1'] : [];
    await runOnDesktop(
      'env',
      `XDG_CONFIG_HOME=${config}`,
      'LANGUAGE=en',
      ...sandbox,
      'gio',
      'launch',
      entry(),
    );
    started = await vi.waitFor(async () => {
      const pid = await pidOf(app);
      if (pid === null) throw new Error('The entry started nothing');
      return pid;
    });
    return started;
  }

  /** The process that uses the app's data, started hidden. */
  async function pidOf({ profile }: NotAfter): Promise<number | null> {
    const pattern = `--user-data-dir=${profile} --hidden`;
    const [line] = (await runOnDesktop('pgrep', '-f', '--', pattern).catch(() => '')).split('\n');
    return line === undefined || line === '' ? null : Number(line);
  }

  const launch = (profile?: string) =>
    launchNotAfter({
      because,
      env: { XDG_CONFIG_HOME: config },
      ...(profile === undefined ? {} : { profile }),
    });

  async function choose(driver: WindowDriver, on: boolean): Promise<void> {
    const settings = await driver.openSettings('general');
    const checkbox = settings.getByRole('checkbox', { name: driver.t('settings.startAtLogin') });
    expect(await checkbox.isChecked()).toBe(!on);
    await checkbox.click();
  }

  /** Waits until main has stored the choice. */
  async function saved(driver: WindowDriver): Promise<void> {
    await driver.page.getByText(driver.t('settings.changed'), { exact: true }).waitFor();
    await driver.closeSettings();
  }

  async function runsAtLogin(driver: WindowDriver): Promise<boolean> {
    return (await snapshotOf(driver.page)).settings.startAtLogin;
  }

  test('writes an entry that starts the app in the tray, and removes it again', async () => {
    let app = await launch();
    let driver = await driveWindow(app);
    await driver.connect(service);
    expect(await entryText()).toBeNull();
    await choose(driver, true);
    await saved(driver);
    expect(await entryText()).toContain(`"--user-data-dir=${app.profile}" "--hidden"\n`);
    await app.close();

    const pid = await startFromEntry(app);
    expect((await untilTray(pid)).tooltip).toContain('Shop');
    expect(await windowTitles()).not.toContain('NotAfter');
    expect(await startAgain(app)).toBe(0);
    await expect.poll(windowTitles, { timeout: 10_000 }).toContain('NotAfter');
    await clickTray(pid, 'Quit NotAfter');
    await expect.poll(() => pidOf(app), { timeout: 10_000 }).toBeNull();
    started = null;

    app = await launch(app.profile);
    driver = await driveWindow(app);
    expect(await runsAtLogin(driver)).toBe(true);
    await choose(driver, false);
    await saved(driver);
    expect(await entryText()).toBeNull();
  });

  test('knows the entry of the former name, and leaves only the one of the present name', async () => {
    const former = join(config, 'autostart', 'notafter.desktop');
    await mkdir(join(config, 'autostart'));
    await writeFile(former, autostartEntry([process.execPath, '--hidden']));
    const driver = await driveWindow(await launch());
    await driver.connect(service);
    await choose(driver, false);
    await saved(driver);
    expect(existsSync(former)).toBe(false);
    await choose(driver, true);
    await saved(driver);
    expect(await readdir(join(config, 'autostart'))).toEqual(['app.notafter.NotAfter.desktop']);
  });

  test('is off if the desktop switched it off', async () => {
    let app = await launch();
    let driver = await driveWindow(app);
    await driver.connect(service);
    await choose(driver, true);
    await saved(driver);
    await app.close();
    await writeFile(entry(), `${await entryText()}Hidden=true\n`);
    app = await launch(app.profile);
    driver = await driveWindow(app);
    expect(await runsAtLogin(driver)).toBe(false);
  });

  test('stays off if the entry cannot be written, and says why', async () => {
    await writeFile(join(config, 'autostart'), '');
    const driver = await driveWindow(await launch());
    await driver.connect(service);
    await choose(driver, true);
    const { t } = driver;
    await driver.page.getByText(t('settings.notChanged'), { exact: true }).waitFor();
    await driver.page.getByText(entry()).waitFor();
    expect(await runsAtLogin(driver)).toBe(false);
    await rm(join(config, 'autostart'));
    await choose(driver, true);
    await saved(driver);
    expect(await entryText()).not.toBeNull();
  });
});
