import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { vi } from 'vitest';
import type { EndpointView } from '#shared/domain/endpoint.ts';
import { hostAndPort } from '#shared/domain/endpoint.ts';
import { type OrderRow, serviceKey } from '#shared/domain/order.ts';
import { pick } from '#test/integration/days/action.ts';
import type { WindowLife } from './windowLife.ts';
import {
  choose,
  closeLayers,
  openDetails,
  press,
  untilQuiet,
  WITHIN,
  type WindowAction,
} from './windowSteps.ts';

const SERVERS_MAX = 4;

const hasServers = ({ servers }: WindowLife) => servers.servers.length > 0;

/** Opens the step of an order's servers with its details. */
async function toServers(life: WindowLife, order: OrderRow, byKeys: boolean): Promise<Locator> {
  await openDetails(life, order, byKeys);
  const step = life.driver.step('servers');
  await step.waitFor();
  await life.driver.expandStep(step);
  return step;
}

/** Adds a server in the details of an order. */
async function addServer(life: WindowLife, order: OrderRow, place: string, n: number): Promise<void> {
  const { driver, page } = life;
  const { t } = driver;
  const step = await toServers(life, order, n % 2 === 0);
  const add = driver.button(t('places.add'), step).or(driver.button(t('places.empty.other'), step));
  await press(add, n % 2 === 0);
  const dialog = driver.dialog();
  await dialog.getByLabel(t('places.form.address'), { exact: true }).fill(place);
  await press(driver.button(t('places.form.advanced'), dialog), n % 2 === 0);
  await dialog.getByLabel(t('places.form.serverName'), { exact: true }).fill(order.domains[0] ?? '');
  if (n % 7 === 0) return closeLayers(life);
  if (n % 2 === 0) await page.keyboard.press('Enter');
  else await driver.button(t('places.form.add'), dialog).click();
  await vi.waitFor(async () => {
    const { endpoints } = await life.snapshot();
    const isKnown = endpoints.some((one) => one.orderId === order.id && hostAndPort(one) === place);
    if (!isKnown) throw new Error(`${place} is not added`);
  }, WITHIN);
  // The server may have been added before.
  await closeLayers(life);
}

/** A folder with the files that the service has, as an administrator gives them to a server. */
async function folderOf(life: WindowLife, rid: string): Promise<string> {
  const folder = join(life.inputs, rid);
  const { certificate, key } = life.service.order(rid).material;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'fullchain.pem'), certificate);
  await writeFile(join(folder, 'privkey.pem'), key);
  return folder;
}

/** An endpoint that the user added, with its order; `null`: there is none. */
async function chosen(
  life: WindowLife,
  n: number,
): Promise<{ endpoint: EndpointView; order: OrderRow } | null> {
  const orders = new Map((await life.orders()).map((order) => [order.id, order]));
  const all = (await life.snapshot()).endpoints.flatMap((endpoint) => {
    const order = orders.get(endpoint.orderId);
    return order === undefined ? [] : [{ endpoint, order }];
  });
  return all.length === 0 ? null : pick(all, n);
}

/** What the user and the administrator do with servers. */
export const endpointActions: Readonly<Record<string, WindowAction>> = {
  startServer: {
    can: ({ servers, wanted }) => servers.servers.length < SERVERS_MAX && wanted.size > 0,
    weight: 2,
    run: async (life, n) => {
      const orders = await life.orders();
      const { copies } = await life.snapshot();
      const copy = n % 3 === 0 && copies.length > 0 ? pick(copies, n) : null;
      const order = copy === null ? pick(orders, n) : orders.find(({ id }) => id === copy.orderId);
      if (order === undefined) return;
      const folder = copy === null ? await folderOf(life, serviceKey(order)) : copy.folder;
      const server = existsSync(folder) ? await life.servers.start(folder) : null;
      if (server !== null) await addServer(life, order, `127.0.0.1:${server.port}`, n);
    },
  },
  linkOther: {
    can: (life) => hasServers(life) && life.wanted.size > 0,
    run: async (life, n) => {
      const { port } = pick(life.servers.servers, n);
      const order = pick(await life.orders(), n >> 2);
      await addServer(life, order, `127.0.0.1:${port}`, n);
    },
  },
  /** Its files are renewed where they come from the service, and it takes them. */
  reloadServer: {
    can: hasServers,
    weight: 3,
    run: async (life, n) => {
      const server = pick(life.servers.servers, n);
      const rid = life.service.rids.find((one) => join(life.inputs, one) === server.folder);
      if (rid !== undefined) await folderOf(life, rid);
      if (server.isUp) server.reload();
      else await server.restart();
    },
  },
  stopServer: { can: hasServers, run: async ({ servers }, n) => pick(servers.servers, n).stop() },
  serveOther: {
    can: hasServers,
    run: async ({ servers, service }, n) => {
      const server = pick(servers.servers, n);
      const { certificate, key } = service.order(pick(service.rids, n >> 1)).material;
      if (server.isUp) server.serve({ cert: certificate, key });
    },
  },
  probe: {
    can: hasServers,
    weight: 3,
    run: async (life, n) => {
      const { driver } = life;
      const one = await chosen(life, n);
      if (one === null) return;
      const { id, probedAt } = one.endpoint;
      const place = hostAndPort(one.endpoint);
      const step = await toServers(life, one.order, n % 2 === 0);
      await press(driver.button(driver.t('places.endpoint.checkNow', { place }), step), n % 2 === 0);
      await vi.waitFor(async () => {
        const endpoint = (await life.snapshot()).endpoints.find((each) => each.id === id);
        if (endpoint?.probing === true || endpoint?.probedAt === probedAt)
          throw new Error(`${place} is not checked`);
      }, WITHIN);
    },
  },
  unlinkServer: {
    can: hasServers,
    run: async (life, n) => {
      const { driver, page } = life;
      const { t } = driver;
      const one = await chosen(life, n);
      if (one === null) return;
      const place = hostAndPort(one.endpoint);
      const step = await toServers(life, one.order, n % 2 === 0);
      await press(driver.button(t('places.endpoint.more', { place }), step), n % 2 === 0);
      const menu = page.getByRole('menu');
      await menu.waitFor();
      await choose(menu, t('places.endpoint.remove'), n % 2 === 0);
      const has = (is: boolean) =>
        vi.waitFor(async () => {
          const { endpoints } = await life.snapshot();
          if (endpoints.some(({ id }) => id === one.endpoint.id) !== is)
            throw new Error(`${place} is ${is ? 'gone' : 'there'}`);
        }, WITHIN);
      await has(false);
      if (n % 3 === 0) return;
      await page.keyboard.press('Control+z');
      await has(true);
      await untilQuiet(life);
    },
  },
};
