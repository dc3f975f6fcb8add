import { existsSync } from 'node:fs';
import { vi } from 'vitest';
import { answerFileDialogs } from '#scripts/demo/electronApp.ts';
import { isDamaged, toReview } from '#shared/domain/finding.ts';
import { isPushOnly, type OrderRow, serviceKey } from '#shared/domain/order.ts';
import { pick } from '#test/integration/days/action.ts';
import { fingerprintOf, pairIn } from '#test/integration/days/folderPair.ts';
import { isPulled } from '#test/integration/days/rids.ts';
import { sync } from './outsideActions.ts';
import type { WindowLife } from './windowLife.ts';
import {
  choose,
  closeLayers,
  openDetails,
  press,
  rowOf,
  toList,
  untilOrders,
  untilQuiet,
  WITHIN,
  type WindowAction,
} from './windowSteps.ts';

/** An order whose renewal is to be reviewed; if there is none, one is renewed without a name. `null`: the app did not see that. */
async function reviewed(life: WindowLife, n: number): Promise<OrderRow | null> {
  const find = async () =>
    (await life.orders()).filter(
      (order) => !isPushOnly(order) && toReview(order.findings).length > 0 && !isDamaged(order.findings),
    );
  const found = await find();
  if (found.length > 0) return pick(found, n);
  const rids = [...life.wanted].filter(isPulled).toSorted();
  if (rids.length === 0) return null;
  await life.renew(pick(rids, n), 30 + (n % 60), false);
  await sync(life, n);
  const [renewed] = await find();
  return renewed ?? null;
}

/** The fingerprint of the certificate in a folder with PEM files. */
function leafIn(folder: string): string | null {
  const pair = existsSync(folder) ? pairIn(folder) : null;
  return pair === null ? null : fingerprintOf(pair.cert);
}

/** What the user does with renewals that need a review, and with earlier files. */
export const reviewActions: Readonly<Record<string, WindowAction>> = {
  accept: {
    weight: 2,
    run: async (life, n) => {
      const { driver } = life;
      const order = await reviewed(life, n);
      if (order === null) return;
      const panel = await openDetails(life, order, n % 2 === 0);
      const button = driver
        .button(driver.t('orders.accept.names'), panel)
        .or(driver.button(driver.t('orders.accept.certificate'), panel));
      await button.waitFor();
      await press(button, n % 2 === 0);
      const isAccepted = (row: OrderRow) => row.id === order.id && toReview(row.findings).length === 0;
      await untilOrders(life, (rows) => rows.some(isAccepted), `${serviceKey(order)} is not accepted`);
      life.reviews.accept(order);
    },
  },
  leaveReview: {
    run: async (life, n) => {
      const { app, driver, page } = life;
      const { t } = driver;
      const order = await reviewed(life, n);
      if (order === null) return;
      if (n % 2 === 0) {
        await openDetails(life, order, n % 4 === 0);
        await page.keyboard.press('Escape');
        return;
      }
      const written = async () =>
        JSON.stringify((await life.snapshot()).copies.map(({ id, writtenAt }) => [id, writtenAt]));
      await toList(life);
      const before = await written();
      await (await rowOf(life, order)).focus();
      await page.keyboard.press('e');
      await driver.dialog().waitFor();
      await answerFileDialogs(app.electron, life.folder);
      const folder = driver
        .button(t('exporting.chooseFolder'), driver.dialog())
        .or(driver.button(t('exporting.otherFolder'), driver.dialog()));
      await press(folder, n % 4 === 1);
      await page.waitForTimeout(100);
      await untilQuiet(life);
      const job = (await life.snapshot()).exportJob;
      if (job?.phase !== 'review') return closeLayers(life);
      await closeLayers(life);
      if ((await written()) !== before) throw new Error('a review that was left wrote files');
    },
  },
  restoreFiles: {
    weight: 2,
    run: async (life, n) => {
      const { driver, page } = life;
      const { t } = driver;
      const orders = await life.orders();
      const copies = (await life.snapshot()).copies.filter(
        ({ previous, orderId }) => previous !== null && orders.some(({ id }) => id === orderId),
      );
      if (copies.length === 0) return;
      const { id, folder, orderId, writtenAt, state } = pick(copies, n);
      const order = orders.find((one) => one.id === orderId);
      if (order === undefined) return;
      await openDetails(life, order, n % 2 === 0);
      const step = driver.step('files');
      await step.waitFor();
      await driver.expandStep(step);
      const more = driver.button(t('copies.more', { folder }), step).first();
      if (n % 2 === 0) await press(more, true);
      else {
        const card = step.getByRole('listitem', { name: t('copies.label', { folder }) }).first();
        await card.click({ button: 'right', position: { x: 4, y: 4 } });
      }
      const menu = page.getByRole('menu');
      await menu.waitFor();
      await choose(menu, t('copies.restore.open'), n % 2 === 0);
      await driver.dialog().waitFor();
      if (n % 5 === 0) return closeLayers(life);
      const before = leafIn(folder);
      await press(driver.button(t('copies.restore.confirm'), driver.dialog()), n % 2 === 0);
      if (state === 'changed' || state === 'missing') {
        await page.waitForTimeout(300);
        return closeLayers(life);
      }
      await vi.waitFor(async () => {
        const copy = (await life.snapshot()).copies.find((one) => one.id === id);
        const isBack = copy?.writtenAt !== writtenAt || leafIn(folder) !== before;
        if (!isBack) throw new Error(`the earlier files are not back in ${folder}`);
      }, WITHIN);
      await driver.dialog().waitFor({ state: 'detached' });
    },
  },
};
