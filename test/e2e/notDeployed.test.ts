import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createServer, type Server } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectFolder } from '#scripts/lib/paths.ts';
import { launchNotAfter, type NotAfter, temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import { takeNotifications } from '#test/support/e2e/notifications.ts';
import { startTestService, type TestService } from '#test/support/e2e/service.ts';
import { runCommandLine } from '#test/support/e2e/terminal.ts';
import { readTray, shapeName } from '#test/support/e2e/trayItem.ts';
import { driveWindow, type WindowDriver } from '#test/support/e2e/windowDriver.ts';

const because = 'the icon in the tray and the first line of a command must be those of its order';

let service: TestService;
/** Serves the files of its last load, like a web server until its reload. */
let server: Server;
let profile: string;
let app: NotAfter;
let driver: WindowDriver;

beforeAll(async () => {
  await takeNotifications();
  service = await startTestService();
  await service.addOrder({ rid: 'shop', name: 'Shop', days: 3, domains: ['shop.example.com'] });
  server = createServer(issued());
  server.on('tlsClientError', () => undefined);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  profile = await temporaryFolder();
  app = await launchNotAfter({ because, profile });
  driver = await driveWindow(app);
  await driver.connect(service);
  await driver.untilStatus('Shop', 'critical');
  const [order] = await driver.orders();
  const endpoint = {
    orderId: order?.id ?? '',
    text: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    protocol: null,
    serverName: 'shop.example.com',
    intervalMinutes: 720,
  };
  const added = await driver.page.evaluate(
    (draft) => window.notAfter?.calls['endpoints:add'](draft),
    endpoint,
  );
  expect(added?.ok).toBe(true);
});

afterAll(async () => {
  server.close();
  await app.close();
});

/** The service's current leaf with its chain, and the key. */
function issued() {
  const { certificate, key } = service.order('shop').material;
  return { cert: certificate, key };
}

const trayOf = async () => {
  const tray = await readTray(app.pid);
  return { shape: tray?.shape, tooltip: tray?.tooltip ?? '', first: tray?.menu[0]?.label };
};

async function shapeOf(name: string): Promise<string> {
  const path = join(projectFolder, 'assets', 'tray', `${name}.png`);
  const opacity = await app.electron.evaluate(
    ({ nativeImage }, file) =>
      [...nativeImage.createFromPath(file).toBitmap({ scaleFactor: 2 })].filter(
        (_, index) => index % 4 === 3,
      ),
    path,
  );
  return shapeName(opacity);
}

const statusLine = async () => {
  const { out } = await runCommandLine({ profile }, ['status'], { display: true });
  return out;
};

test('an order whose server still has the old certificate is not deployed, on every surface', async () => {
  await service.renew('shop', { days: 89.5 });
  await driver.syncNow();
  await driver.untilStatus('Shop', 'notDeployed');
  expect(await driver.row('Shop').textContent()).toContain('Not deployed');
  await expect
    .poll(async () => (await trayOf()).shape, { timeout: 10_000 })
    .toBe(await shapeOf('notDeployed'));
  expect(await trayOf()).toMatchObject({
    tooltip: 'NotAfter: 1 order needs attention. First: Shop – Not deployed',
    first: '1 order needs attention',
  });
  expect(await statusLine()).toMatch(/Shop +Not deployed .*\n\n1 order: Not deployed 1/u);
  // It has not expired within a day, so this waits for the check after the renewal.
  const failing = () => runCommandLine({ profile }, ['status', '--fail-within', '1d'], { display: true });
  await expect
    .poll(failing, { timeout: 60_000 })
    .toMatchObject({ code: 2, out: expect.stringMatching(/^CRITICAL: .*not deployed/u) });
  // What the server has expires in three days, so this alert does not wait for a day.
  const titles: string[] = [];
  const seen = async () => {
    titles.push(...(await takeNotifications()).map(({ title }) => title));
    return titles;
  };
  await expect.poll(seen, { timeout: 15_000 }).toContain('Shop is not deployed');
  await driver.screenshot('not-deployed');
});

test('once the server has the new certificate, the order is healthy', async () => {
  server.setSecureContext(issued());
  await driver.page.evaluate(() => window.notAfter?.calls['endpoints:probe'](null));
  await driver.untilStatus('Shop', 'healthy');
  await expect.poll(async () => (await trayOf()).shape, { timeout: 10_000 }).toBe(await shapeOf('healthy'));
  expect(await statusLine()).toMatch(/Shop +Healthy /u);
});

test('without the running app the terminal says the same', async () => {
  await service.renew('shop', { days: 89.9 });
  await driver.syncNow();
  await driver.untilStatus('Shop', 'notDeployed');
  await app.close();
  expect(await statusLine()).toMatch(/Shop +Not deployed /u);
});
