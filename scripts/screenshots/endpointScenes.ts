import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createServer } from 'node:tls';
import type { Page } from 'playwright-core';
import type { AppSnapshot } from '#shared/domain/snapshot.ts';
import { callIn, snapshotOf, untilAllAsked } from '../demo/windowSteps.ts';
import { button, changeSettings, control, row, type Stage, untilNoToast } from './stage.ts';

/** An order that was exported for a server and renewed since. */
export interface DriftedOrder {
  readonly name: string;
  readonly rid: string;
  /** A name in its certificate. */
  readonly serverName: string;
  /** The folder with its key and full chain. */
  readonly folder: string;
}

const preferredPort = 8443;

/**
 * Serves exported files, renews their order, and shows where the previous certificate is still served; then one click, and
 * the server is right, as an animated picture; then the timeline.
 */
export async function showEndpoints(stage: Stage, order: DriftedOrder): Promise<void> {
  const { app, service, t, take } = stage;
  const { window } = app;
  const material = async () => {
    const [key, cert] = await Promise.all(
      ['privkey.pem', 'fullchain.pem'].map((file) => readFile(join(order.folder, file))),
    );
    return { key, cert };
  };
  const server = createServer(await material());
  server.on('tlsClientError', () => undefined);
  // Another program may use the port.
  server.once('error', () => server.listen(0, '127.0.0.1'));
  const listening = once(server, 'listening');
  server.listen(preferredPort, '127.0.0.1');
  try {
    await listening;
    const { port } = server.address() as AddressInfo;
    const orderId = await idOf(window, order.rid);
    const draft = { text: `localhost:${port}`, protocol: null, serverName: order.serverName };
    await callIn(window, 'endpoints:add', { orderId, ...draft, intervalMinutes: 720 });
    await untilServed(window, orderId, 'issued');
    await control(service, { action: 'renew', rid: order.rid, days: 90 });
    await callIn(window, 'orders:sync', null);
    await untilServed(window, orderId, 'former');
    await untilAllAsked(window);

    await stage.animate('renewed', async (frame) => {
      const rowName = (await row(window, order.name)).getByText(order.name, { exact: true }).first();
      await frame(2000, rowName);
      await rowName.click();
      const panel = window.getByRole('complementary');
      const places = panel.getByRole('region', { name: t('places.title') });
      await places.waitFor();
      await take('endpoints-light');
      const update = button(panel, t('helpful.update'));
      await frame(2500, update);
      await update.click();
      await untilUpdated(window, orderId);
      await frame(2500);
      server.setSecureContext(await material());
      await callIn(window, 'endpoints:probe', { orderIds: [orderId] });
      await untilServed(window, orderId, 'issued');
      await window.mouse.move(0, 0);
      await untilNoToast(stage);
      await frame(4000);
    });
  } finally {
    server.close();
  }
  await button(window, t('orders.panel.close')).click();
  await changeSettings(window, { theme: 'dark' });
  await window.getByRole('tab', { name: t('timeline.tab') }).click();
  await take('timeline-dark');
  await window.getByRole('tab', { name: t('inbox.nav.orders') }).click();
  await changeSettings(window, { theme: 'light' });
}

/** Waits until all addresses of an order's endpoints serve its current certificate, or a previous one. */
async function untilServed(window: Page, orderId: string, relation: 'issued' | 'former'): Promise<void> {
  await until(window, ({ endpoints }) =>
    endpoints
      .filter((endpoint) => endpoint.orderId === orderId)
      .every(
        ({ addresses }) =>
          addresses.length > 0 && addresses.every((address) => address.relation === relation),
      ),
  );
}

/** Waits until the exported files of an order have its current certificate. */
async function untilUpdated(window: Page, orderId: string): Promise<void> {
  await until(window, ({ copies }) =>
    copies
      .filter((copy) => copy.orderId === orderId)
      .every(({ outdated, state }) => !outdated && state === 'fresh'),
  );
}

async function until(window: Page, isSo: (state: AppSnapshot) => boolean): Promise<void> {
  while (!isSo(await snapshotOf(window))) await wait(100);
}

async function idOf(window: Page, rid: string): Promise<string> {
  const { orders } = await snapshotOf(window);
  return orders.id[orders.serviceKey.indexOf(rid)] ?? '';
}
