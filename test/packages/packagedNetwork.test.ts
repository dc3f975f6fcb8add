import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { projectFolder } from '#scripts/lib/paths.ts';
import { endProcess } from '#scripts/lib/processes.ts';
import { needs } from '#scripts/vitest/needs.ts';
import { temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import {
  type Installation,
  installFromArchive,
  type PackagedApp,
  runPackaged,
  startPackaged,
  stockElectron,
} from '#test/support/e2e/packagedApp.ts';
import { canWatchNetwork, type WatchedNetwork, watchNetwork } from '#test/support/e2e/watchedNetwork.ts';
import { departures, type Place, waysOut } from '#test/support/e2e/waysOut.ts';
import { withDesktop } from '#test/support/testDesktop.ts';

const nothing = { packets: 0, names: [], heard: [] };
/** Two pages and dozens of ways take minutes on a busy machine. */
const inNetwork = { timeout: 400_000, ...needs(canWatchNetwork(), 'this process may not create a network') };
const quickPage = 'app://notafter/quick.html';

describe('in a network where everything that leaves is counted', inNetwork, () => {
  let installed: Installation;

  beforeAll(async () => {
    installed = await installFromArchive();
  });

  test('the app sends nothing, and asks other programs for nothing but what docs/privacy.md names', async () => {
    await withDesktop(['--keyring', 'locked'], async (desktop) => {
      const bus = watchBus(desktop);
      const network = await watchNetwork();
      const configHome = await temporaryFolder();
      const env = { ...desktop, XDG_CONFIG_HOME: configHome };
      const start = (args: readonly string[] = []) =>
        startPackaged(installed, configHome, { network, env, args });
      const run = (...args: readonly string[]) => runPackaged(installed, configHome, { network, env, args });

      const app = await start();
      await painted(app);
      expect(await run('quick')).toBe(0);
      await app.window(quickPage);
      process.kill(app.pid, 'SIGSEGV');
      expect(await app.ended).toBeGreaterThan(128);

      const hidden = await start(['--hidden']);
      await expect.poll(() => bus.calls('RegisterStatusNotifierItem')).toHaveLength(2);
      expect(await run('status')).toBe(0);
      process.kill(hidden.pid, 'SIGTERM');
      await hidden.ended;

      for (const command of ['sync', 'status']) expect(await run(command)).toBe(0);
      expect(await run('check')).toBe(3);
      expect(await network.takeTraffic()).toEqual(nothing);
      await bus.stop();
      const asked = new Set(bus.calls('').filter((call) => !call.startsWith('org.freedesktop.DBus ')));
      expect([...asked].filter((call) => !namedCalls.has(call))).toEqual([]);
    });
  });

  test('a sync looks up the service, and nothing else: no proxy that nobody set up', async () => {
    const network = await watchNetwork();
    const configHome = await temporaryFolder();
    const words = ['connections', 'add', 'https://service.example', '--name', 'x', '--token-stdin'];
    // A launcher starts it with the sandbox, which root has not.
    const launcher = ['sh', '-c', 'echo token | "$0" "$@"'];
    const added = runPackaged(installed, configHome, { network, launcher, args: ['--no-sandbox', ...words] });
    expect(await added).toBe(0);
    expect(await runPackaged(installed, configHome, { network, args: ['orders', 'add', 'shop'] })).toBe(0);
    expect(await network.takeTraffic()).toEqual(nothing);
    await runPackaged(installed, configHome, { network, args: ['sync'] });
    const { names, ...others } = await network.takeTraffic();
    expect(new Set(names)).toEqual(new Set(['service.example']));
    expect(others).toEqual({ packets: 0, heard: [] });
  });

  test('nothing leaves either page, in any way that leaves a page without protection', async () => {
    const network = await watchNetwork();
    const configHome = await temporaryFolder();
    const app = await startPackaged(installed, configHome, { network });
    const page = await painted(app);
    expect(await runPackaged(installed, configHome, { network, args: ['quick'] })).toBe(0);
    const quick = await app.window(quickPage);
    for (const each of [quick, page]) {
      for (const way of [...Object.entries(waysOut), ...Object.entries(departures)])
        await attempt(each, network, way);
      expect(each.url()).toMatch(/^app:\/\/notafter\//u);
    }

    // What does not leave the other page either proves nothing here. By then, the first pages had their time too.
    const elsewhere = await watchNetwork();
    const unprotected = await startUnprotected(elsewhere);
    const leave = new Set<string>();
    const watch = async () => {
      const { names, heard } = await elsewhere.takeTraffic();
      for (const name of names) leave.add(name.replace(/\.example$/u, ''));
      for (const each of heard) leave.add(each.replace(/^\S+ \S+ /u, '').toLowerCase());
      return [...leave];
    };
    for (const way of Object.entries(waysOut)) await attempt(unprotected, elsewhere, way);
    await expect
      .poll(watch, { timeout: 30_000 })
      .toEqual(expect.arrayContaining([...waysThatLeave, 'datagram', 'not http']));
    expect(await network.takeTraffic()).toEqual(nothing);
  });
});

async function painted(app: PackagedApp): Promise<Page> {
  const page = await app.window();
  await page.getByRole('heading', { name: 'Welcome to NotAfter' }).waitFor();
  return page;
}

/** What the app and Chromium ask other programs of the computer for: the services and calls of docs/privacy.md. */
const namedCalls: ReadonlySet<string> = new Set([
  'org.a11y.Bus Get',
  'org.bluez GetManagedObjects',
  'org.freedesktop.Notifications GetCapabilities',
  'org.freedesktop.Notifications GetServerInformation',
  'org.freedesktop.portal.Desktop Read',
  'org.freedesktop.secrets Get',
  'org.freedesktop.secrets ReadAlias',
  'org.kde.StatusNotifierWatcher Get',
  'org.kde.StatusNotifierWatcher RegisterStatusNotifierItem',
]);

/** Notes the calls of methods of well-known services on the buses of a desktop. */
function watchBus(env: NodeJS.ProcessEnv) {
  const monitor = spawn('dbus-monitor', ['--session', "type='method_call'"], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let heard = '';
  monitor.stdout.setEncoding('utf8').on('data', (text: string) => {
    heard += text;
  });
  return {
    /** @returns the calls whose method has this in its name, each as the service and the method */
    calls: (method: string) =>
      [...heard.matchAll(/ destination=([a-z][\w.]*) .* member=(\w+)$/gimu)]
        .filter(([, , member]) => member?.includes(method))
        .map(([, service, member]) => `${service} ${member}`),
    stop: () => endProcess(monitor),
  };
}

/** Ways that leave a page of stock Electron without a policy, a filter, or a request for permission. */
const waysThatLeave =
  `fetch fetchkeepalive xhr beacon eventsource websocket webtransport webrtcturn image script
  stylesheet styleattribute stylesheetrule styleimport font svg video audio picture inputimage iframe iframeofdata
  iframeofblob iframeoftext object embed linkhints dnsprefetch speculationrules worker workerofblob sharedworker
  serviceworker worklets cache`.split(/\s+/u);

/** Such a page. */
async function startUnprotected(network: WatchedNetwork): Promise<Page> {
  const folder = join(projectFolder, 'bench', 'blankApp');
  const configHome = await temporaryFolder();
  const args = [folder, `--user-data-dir=${join(configHome, 'NotAfter')}`];
  const { folder: stock, executable } = stockElectron();
  const app = await startPackaged({ folder: stock, executable, resources: '' }, configHome, {
    args,
    network,
  });
  const page = await app.window(pathToFileURL(join(folder, 'blank.html')).href);
  await page.goto(`http://127.0.0.1:${network.listening.tcp}/unprotected`);
  return page;
}

/** Tries a way in a page, to places of this computer, of its network, and of others: RFC 5737, RFC 3849, RFC 2606. */
async function attempt(
  page: Page,
  { listening }: WatchedNetwork,
  [name, way]: readonly [string, (place: Place) => unknown],
): Promise<void> {
  const hosts = ['127.0.0.1', '[::1]', '192.0.2.2', '203.0.113.9', '[2001:db8:1::9]', `${name}.example`];
  const place: Place = {
    urls: hosts.map((host) => `http://${host}:${listening.tcp}/${name}`),
    hosts: hosts.map((host) => `${host}:${listening.udp}`),
  };
  // Vite replaces `import`. The way is not awaited: some never end, and one that fails has not left.
  const code = String(way).replaceAll('__vite_ssr_dynamic_import__', 'import');
  await page.evaluate(`void (${code})(${JSON.stringify(place)})`).catch(() => undefined);
}
