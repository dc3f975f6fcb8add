import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DATABASE_FILE } from '#main/app/startDialogs.ts';
import { autostartEntry } from '#main/desktop/autostartFile.ts';
import { lacksSandbox } from '#scripts/demo/electronApp.ts';
import {
  goThroughFirstStart,
  shownOrders,
  snapshotOf,
  untilAllAsked,
  wordsOf,
} from '#scripts/demo/windowSteps.ts';
import { projectFolder } from '#scripts/lib/paths.ts';
import { endProcess } from '#scripts/lib/processes.ts';
import { needs } from '#scripts/vitest/needs.ts';
import { desktopFile } from '#shared/identity.ts';
import { closeWindow, windowTitles } from '#test/support/e2e/desktopControl.ts';
import { pictureOfScreen, pressKeys, untilNativeWindow } from '#test/support/e2e/nativeDialogs.ts';
import { temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import { takeNotifications } from '#test/support/e2e/notifications.ts';
import { hasNamespaces, type OrdinaryUser, ordinaryUser } from '#test/support/e2e/ordinaryUser.ts';
import {
  type Installation,
  installFromArchive,
  type PackagedApp,
  runPackaged,
  runToEnd,
  startPackaged,
  startPackagedAgain,
  stockElectron,
} from '#test/support/e2e/packagedApp.ts';
import { pageProcesses, processTree } from '#test/support/e2e/processTree.ts';
import { startTestService, type TestService } from '#test/support/e2e/service.ts';
import { filesHolding } from '#test/support/e2e/traces.ts';
import { readTray, shapeName, untilTray } from '#test/support/e2e/trayItem.ts';
import { clickTray } from '#test/support/trayMenu.ts';

let installed: Installation;

beforeAll(async () => {
  installed = await installFromArchive();
});

test('the program has its fuses set', async () => {
  const wire = await getCurrentFuseWire(installed.executable);
  const on = '1'.charCodeAt(0);
  const off = '0'.charCodeAt(0);
  expect(wire).toMatchObject({
    [FuseV1Options.RunAsNode]: off,
    [FuseV1Options.EnableCookieEncryption]: off,
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: off,
    [FuseV1Options.EnableNodeCliInspectArguments]: off,
    [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: on,
    [FuseV1Options.OnlyLoadAppFromAsar]: on,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: off,
    [FuseV1Options.GrantFileProtocolExtraPrivileges]: off,
  });
});

describe('the unpacked app, started with every switch that turns Electron into Node', () => {
  let configHome: string;
  let service: TestService;
  let app: PackagedApp;
  let stopWatching: () => Promise<string>;

  beforeAll(async () => {
    await takeNotifications();
    stopWatching = watchNotifications();
    service = await startTestService({ tls: false });
    await service.addOrder({ rid: 'intranetOrder', name: 'Intranet', days: 75 });
    await service.addOrder({ rid: 'portalOrder', name: 'Customer portal', days: 20 });
    configHome = await temporaryFolder();
    app = await startPackaged(installed, configHome, {
      args: ['--inspect=0'],
      env: { NODE_OPTIONS: '--require=./none.cjs --inspect=0' },
    });
  });

  afterAll(async () => {
    await stopWatching();
  });

  test('goes from the first start to the list of orders', async () => {
    const page = await app.window();
    const t = await wordsOf(page);
    const { baseUrl, token, rids } = service;
    await goThroughFirstStart(page, t, { name: 'Main service', baseUrl, hasCaFile: false, token, rids });
    await untilAllAsked(page);
    expect((await shownOrders(page)).map(({ name }) => name)).toEqual(['Customer portal', 'Intranet']);
  });

  test('ignores NODE_OPTIONS, and does not allow debugging of its main process', () => {
    expect(app.log()).toContain('DevTools listening');
    // Electron's message for each option if it reads them.
    expect(app.log()).not.toContain('NODE_OPTION');
    expect(app.log()).not.toContain('Debugger listening');
  });

  test('has the icon of the worst state in the tray, from within the archive', async () => {
    await expect
      .poll(async () => (await readTray(app.pid))?.tooltip, { timeout: 10_000 })
      .toBe('NotAfter: Expiring 1 · Healthy 1. Next: Customer portal – expires in 19 days');
    const picture = join(projectFolder, 'assets', 'tray', 'expiring@2x.png');
    expect((await untilTray(app.pid)).shape).toBe(await shapeOf(picture));
  });

  test('notifies of the expiry with its icon, from within the archive', async () => {
    await expect
      .poll(async () => (await takeNotifications()).map(({ title }) => title))
      .toContain('Customer portal expires in 19 days');
    const call = await stopWatching();
    expect(call).toMatch(/string "image-data"\s+variant\s+struct \{\s+int32 128\s+int32 128/);
  });

  test('starts no crash handler, and none of its processes can dump memory', async () => {
    const processes = await processTree(app.pid);
    expect(processes.length).toBeGreaterThan(3);
    expect(processes.filter(({ command }) => command.includes('crashpad'))).toEqual([]);
    expect(processes.filter(({ coreLimits }) => coreLimits.join() !== '0,0')).toEqual([]);
  });

  test('stays in the tray when its window is closed, and opens it when started again', async () => {
    await app.window();
    await closeWindow(app.pid);
    await expect.poll(windowTitles).not.toContain('NotAfter');
    expect(await readTray(app.pid)).not.toBeNull();
    expect(await startPackagedAgain(installed, configHome)).toBe(0);
    const again = await app.window();
    const names = async () => (await shownOrders(again)).map(({ name }) => name);
    await expect.poll(names, { timeout: 30_000 }).toEqual(['Customer portal', 'Intranet']);
  });

  test('ends when Quit is chosen in the tray', async () => {
    await clickTray(app.pid, 'Quit NotAfter');
    expect(await app.ended).toBe(0);
  });

  test('has stored the orders, and the token only in the keyring', async () => {
    expect(await filesHolding(configHome, [service.token])).toEqual([]);
    service.clearRequests();
    app = await startPackaged(installed, configHome);
    const page = await app.window();
    await expect
      .poll(async () => (await snapshotOf(page)).connections.map(({ token }) => token.kind), {
        timeout: 10_000,
      })
      .toEqual(['keychain']);
    await untilTray(app.pid);
    await clickTray(app.pid, 'Sync now');
    await expect
      .poll(() => service.requests.map(({ hasAuthorization }) => hasAuthorization), { timeout: 10_000 })
      .toEqual([true, true]);
  });

  test('leaves nothing behind when it crashes', async () => {
    process.kill(app.pid, 'SIGSEGV');
    expect(await app.ended).toBeGreaterThan(128);
    const left = await readdir(app.profile, { recursive: true });
    expect(left.filter((name) => /\.dmp$|(^|\/)core/.test(name))).toEqual([]);
    expect(await filesHolding(configHome, [service.token])).toEqual([]);
  });
});

describe('for a user who is not root, without the sandbox', () => {
  let user: OrdinaryUser;
  const withoutSandbox = ['--no-sandbox'];

  beforeAll(async () => {
    user = await ordinaryUser(installed);
  });

  test('a dialog says so, and its default is to quit before any page is loaded', async () => {
    const app = await startPackaged(installed, user.configHome, { ...user, args: withoutSandbox });
    await untilNativeWindow('NotAfter');
    await pictureOfScreen('no-sandbox');
    expect(await pageProcesses(app.pid)).toEqual([]);
    await pressKeys('Return');
    expect(await app.ended).toBe(1);
    expect(existsSync(join(app.profile, DATABASE_FILE))).toBe(false);
  });

  test(
    'a dialog also appears if a switch disables a layer of the sandbox, but not with the whole sandbox',
    needs(hasNamespaces(), 'this system allows no user namespaces'),
    async () => {
      const args = ['--disable-seccomp-filter-sandbox'];
      const ended = runPackaged(installed, user.configHome, { ...user, args });
      await untilNativeWindow('NotAfter');
      await pressKeys('Escape');
      expect(await ended).toBe(1);
      const app = await startPackaged(installed, user.configHome, user);
      const page = await app.window();
      await wordsOf(page);
      process.kill(app.pid);
      await app.ended;
    },
  );

  test('the user may agree for this run, and the diagnostics say so', async () => {
    const starting = startPackaged(installed, user.configHome, { ...user, args: withoutSandbox });
    await untilNativeWindow('NotAfter');
    await pressKeys('Tab', 'Return');
    const app = await starting;
    const page = await app.window();
    const t = await wordsOf(page);
    await page.getByRole('button', { name: t('help.open') }).click();
    await page.getByRole('button', { name: t('help.report.copy') }).click();
    const shown = page.getByRole('textbox', { name: t('help.report.copied') });
    expect(await shown.inputValue()).toContain('| Sandbox | off |');
    process.kill(app.pid);
    await app.ended;
  });

  test('a command asks nothing, and a start without a display exits', async () => {
    const run = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
      runPackaged(installed, user.configHome, {
        ...user,
        env: { ...user.env, ...env },
        args: [...withoutSandbox, ...args],
      });
    const noDisplay = { DISPLAY: undefined, WAYLAND_DISPLAY: undefined };
    expect(await run(['status', '--json'])).toBe(0);
    expect(await run(['status', '--json'], noDisplay)).toBe(0);
    expect(await run(['--ozone-platform=headless'], noDisplay)).toBe(1);
  });
});

test('the first start replaces the start at login of the former name', async () => {
  const configHome = await temporaryFolder();
  const folder = join(configHome, 'autostart');
  await mkdir(folder);
  await writeFile(join(folder, 'notafter.desktop'), autostartEntry(['/old/notafter', '--hidden']));
  const app = await startPackaged(installed, configHome);
  await expect.poll(() => readdir(folder)).toEqual([desktopFile]);
  process.kill(app.pid);
  await app.ended;
  expect(await readFile(join(folder, desktopFile), 'utf8')).toContain(`TryExec=${installed.executable}\n`);
});

describe('the program', () => {
  const attempt = async (executable: string): Promise<boolean> => {
    const marker = join(await temporaryFolder(), 'marker');
    const code = `require('fs').writeFileSync(${JSON.stringify(marker)}, '')`;
    await runToEnd(executable, ['-e', code], { ELECTRON_RUN_AS_NODE: '1' });
    return existsSync(marker);
  };

  test(
    'does not run as Node with ELECTRON_RUN_AS_NODE',
    needs(lacksSandbox(), 'this run is not by root'),
    async () => {
      expect(await attempt(stockElectron().executable)).toBe(true);
      expect(await attempt(installed.executable)).toBe(false);
    },
  );

  test('runs no other app placed beside it', async () => {
    const marker = join(await temporaryFolder(), 'marker');
    const code = `require('fs').writeFileSync(${JSON.stringify(marker)}, ''); require('electron').app.exit(0);`;
    const other = join(installed.resources, 'app');
    await mkdir(other);
    await writeFile(join(other, 'package.json'), JSON.stringify({ name: 'other', main: 'main.cjs' }));
    await writeFile(join(other, 'main.cjs'), code);
    await rename(join(installed.resources, 'app.asar'), join(installed.resources, 'away.asar'));
    const configHome = await temporaryFolder();
    expect(await startPackagedAgain(installed, configHome)).not.toBe(0);
    expect(existsSync(marker)).toBe(false);
  });
});

/** Records calls of the notification daemon until it is stopped, and returns them. */
function watchNotifications(): () => Promise<string> {
  const rule = "interface='org.freedesktop.Notifications',member='Notify'";
  const monitor = spawn('dbus-monitor', ['--session', rule], { stdio: ['ignore', 'pipe', 'ignore'] });
  let heard = '';
  monitor.stdout.setEncoding('utf8').on('data', (text: string) => {
    heard += text;
  });
  return async () => {
    await endProcess(monitor);
    return heard;
  };
}

/** The name of the shape of a picture in a file. */
async function shapeOf(file: string): Promise<string> {
  const args = [file, '-alpha', 'extract', '-depth', '8', 'gray:-'];
  const { stdout } = await promisify(execFile)('convert', args, { encoding: 'buffer' });
  return shapeName([...stdout]);
}
