import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import type { Page } from 'playwright-core';
import type { CallArgs, NotAfterBridge } from '#shared/ipc/contract.ts';
import { snapshotOf, untilAllAsked } from '../demo/windowSteps.ts';
import { button, changeSettings, control, row, type Stage } from './stage.ts';

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

/** Serves exported files, renews their order, and shows where the old certificate is still served; then the timeline. */
export async function showEndpoints(stage: Stage, order: DriftedOrder): Promise<void> {
  const { app, service, t, take } = stage;
  const { window } = app;
  const read = (file: string) => readFile(join(order.folder, file));
  const server = createServer({ key: await read('privkey.pem'), cert: await read('fullchain.pem') });
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
    await addEndpoint(window, { orderId, ...draft, intervalMinutes: 720 });
    await row(window, order.name).click();
    const places = window.getByRole('region', { name: t('places.title') });
    await places.getByText(t('places.verdict.current'), { exact: true }).first().waitFor();
    await control(service, { action: 'renew', rid: order.rid, days: 90 });
    await window
      .getByRole('banner')
      .getByRole('button', { name: t('orders.header.syncNow') })
      .click();
    await places.getByText(t('places.verdict.stale'), { exact: true }).first().waitFor();
    await untilAllAsked(window);
    await places.evaluate((element) => element.scrollIntoView({ block: 'start' }));
    await take('endpoints-light');
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

async function idOf(window: Page, rid: string): Promise<string> {
  const { orders } = await snapshotOf(window);
  return orders.id[orders.serviceKey.indexOf(rid)] ?? '';
}

function addEndpoint(window: Page, draft: CallArgs<'endpoints:add'>): Promise<unknown> {
  return window.evaluate(
    (given) =>
      (globalThis as unknown as { readonly notAfter: NotAfterBridge }).notAfter.calls['endpoints:add'](given),
    draft,
  );
}
