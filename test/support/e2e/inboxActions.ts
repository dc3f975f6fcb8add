import type { Locator } from 'playwright-core';
import { vi } from 'vitest';
import { isDiscardable } from '#renderer/features/webhook/inbox/deliveryActions.ts';
import { type DeliveryView, isWaiting } from '#shared/domain/delivery.ts';
import { orderTitle, serviceKey } from '#shared/domain/order.ts';
import { pick } from '#test/integration/days/action.ts';
import { isPulled, pushRid } from '#test/integration/days/rids.ts';
import { ReceiverDriver } from './receiverDriver.ts';
import type { WindowLife } from './windowLife.ts';
import {
  choose,
  closeLayers,
  openMenuOf,
  press,
  rowAt,
  toList,
  untilQuiet,
  WITHIN,
  type WindowAction,
} from './windowSteps.ts';

const PUSHED_MAX = 2;

const pushedRids = ({ service }: WindowLife) => service.rids.filter((rid) => !isPulled(rid));

/** Sends a delivery, which is acknowledged, and waits until the window has it. */
async function deliver(life: WindowLife, rid: string, n: number): Promise<void> {
  const before = (await life.snapshot()).inbox.length;
  if (!(await life.deliveries.deliver(life, rid, n))) throw new Error(`a delivery of ${rid} was refused`);
  await vi.waitFor(async () => {
    if ((await life.snapshot()).inbox.length === before) throw new Error(`no delivery of ${rid} is shown`);
  }, WITHIN);
}

/** Shows the deliveries, with nothing over them. */
async function toInbox(life: WindowLife): Promise<void> {
  await toList(life);
  await new ReceiverDriver(life.driver).show('deliveries');
  const panel = life.page.getByRole('complementary');
  if (!(await panel.isVisible())) return;
  await life.page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
}

/** Goes to the row of a delivery. */
async function toDelivery(life: WindowLife, { id }: DeliveryView): Promise<Locator> {
  await toInbox(life);
  return rowAt(life, 'data-delivery-id', id);
}

/** A delivery that waits, of an order that the app asks for or of another one; if there is none, one is sent. */
async function waiting(life: WindowLife, isPush: boolean, n: number): Promise<DeliveryView | null> {
  const find = async () =>
    (await life.snapshot()).inbox.filter(
      (one) =>
        isWaiting(one) &&
        [...life.service.rids].some(
          (rid) => isPulled(rid) !== isPush && life.service.order(rid).name === one.orderName,
        ),
    );
  let found = await find();
  if (found.length === 0) {
    const rids = life.service.rids.filter((rid) => isPulled(rid) !== isPush);
    if (rids.length === 0) return null;
    await deliver(life, pick(rids, n), n);
    await untilQuiet(life);
    found = await find();
  }
  return found.length === 0 ? null : pick(found, n);
}

/** Chooses the order of a delivery in the open dialog. */
async function linkTo(life: WindowLife, name: string, byKeys: boolean): Promise<void> {
  const { driver, page } = life;
  if (byKeys) {
    await driver.dialog().getByRole('combobox').fill(name);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
  } else {
    await driver.dialog().getByRole('option').filter({ hasText: name }).first().click();
    await driver.button(driver.t('inbox.map.confirm'), driver.dialog()).click();
  }
  await driver.dialog().waitFor({ state: 'detached' });
}

/** What arrives at the receiver, and what the user does with it. */
export const inboxActions: Readonly<Record<string, WindowAction>> = {
  deliver: { weight: 2, run: (life, n) => deliver(life, pick(life.service.rids, n), n) },
  deliverNew: {
    can: (life) => pushedRids(life).length < PUSHED_MAX,
    run: async (life, n) => {
      const rid = pushRid(pushedRids(life).length);
      await life.issue(rid, rid, 5 + (n % 80));
      await deliver(life, rid, n);
    },
  },
  deliverForged: {
    run: async (life, n) => {
      if (await life.deliveries.forge(life, pick(life.service.rids, n), n))
        throw new Error('a forged delivery was acknowledged');
    },
  },
  deliverAgain: { run: (life) => life.deliveries.repeat(life) },
  deliverAndKill: {
    run: async (life, n) => {
      const sending = life.deliveries.deliver(life, pick(life.service.rids, n), n);
      if (n % 2 === 0) await sending;
      await life.kill();
      await sending;
      await life.start();
    },
  },
  linkDelivery: {
    weight: 2,
    run: async (life, n) => {
      const orders = await life.orders();
      const delivery = await waiting(life, false, n);
      if (delivery === null || orders.length === 0) return;
      const own = orders.find(({ serviceName }) => serviceName === delivery.orderName);
      const order = n % 4 === 0 || own === undefined ? pick(orders, n) : own;
      const menu = await openMenuOf(life, await toDelivery(life, delivery), n % 2 === 0);
      const { t } = life.driver;
      const isLinked = orders.some(({ id }) => id === delivery.orderId);
      await choose(menu, t(isLinked ? 'inbox.action.mapAnother' : 'inbox.action.map'), n % 2 === 0);
      await life.driver.dialog().waitFor();
      if (n % 5 === 0) return closeLayers(life);
      await linkTo(life, orderTitle(order), n % 2 === 0);
    },
  },
  unlinkDelivery: {
    run: async (life, n) => {
      const linked = (await life.snapshot()).inbox.filter(
        ({ orderId, verdict }) => orderId !== null && verdict.kind !== 'discarded',
      );
      if (linked.length === 0) return;
      const menu = await openMenuOf(life, await toDelivery(life, pick(linked, n)), n % 2 === 0);
      await choose(menu, life.driver.t('inbox.action.unmap'), n % 2 === 0);
    },
  },
  approveDelivery: {
    weight: 2,
    can: (life) => pushedRids(life).length > 0,
    run: async (life, n) => {
      const { driver, page } = life;
      const delivery = await waiting(life, true, n);
      if (delivery === null) return;
      const menu = await openMenuOf(life, await toDelivery(life, delivery), n % 2 === 0);
      const approve = menu.getByRole('menuitem', { name: driver.t('inbox.action.approve'), exact: true });
      if ((await approve.count()) === 0) return closeLayers(life);
      await choose(menu, driver.t('inbox.action.approve'), n % 2 === 0);
      const failed = page.getByText(driver.t('inbox.done.approveFailed'), { exact: true });
      await vi.waitFor(async () => {
        const isThere = (await life.orders()).some((order) => serviceKey(order) === delivery.orderName);
        if (isThere) life.wanted.add(delivery.orderName);
        else if (!(await failed.isVisible()))
          throw new Error(`${delivery.orderName} does not become an order`);
      }, WITHIN);
    },
  },
  discardDelivery: {
    run: async (life, n) => {
      const { driver, page } = life;
      const { t } = driver;
      const left = (await life.snapshot()).inbox.filter(isDiscardable);
      if (left.length === 0) return;
      const delivery = pick(left, n);
      const row = await toDelivery(life, delivery);
      if (n % 2 === 0) {
        await row.focus();
        await page.keyboard.press('Delete');
      } else {
        const menu = await openMenuOf(life, row, false);
        await choose(menu, t('inbox.action.discard'), false);
      }
      await driver.dialog().waitFor();
      if (n % 3 === 0) return closeLayers(life);
      await press(driver.button(t('inbox.discard.confirm'), driver.dialog()), n % 2 === 0);
      await driver.dialog().waitFor({ state: 'detached' });
      const known = life.acknowledged.get(delivery.task);
      if (known !== undefined) life.acknowledged.set(delivery.task, { ...known, isDiscarded: true });
    },
  },
  openDelivery: {
    run: async (life, n) => {
      const { inbox } = await life.snapshot();
      if (inbox.length === 0) return;
      const row = await toDelivery(life, pick(inbox, n));
      if (n % 2 === 0) {
        await row.focus();
        await life.page.keyboard.press('Enter');
      } else await row.locator('td').nth(1).click();
      await life.page.getByRole('complementary').waitFor();
      if (n % 3 === 0) await life.page.keyboard.press('Escape');
    },
  },
};
