import { isWaiting } from '#shared/domain/delivery.ts';
import { HOOK_SECRETS_MAX } from '#shared/domain/receiver.ts';
import { type Action, orderOf, ordersOf, pick } from './action.ts';
import type { Life } from './life.ts';
import { comeBack } from './removals.ts';
import { isPulled, pushRid } from './rids.ts';

const PUSHED_MAX = 3;

const pushedRids = ({ service }: Life) => service.rids.filter((rid) => !isPulled(rid));
const waitingFor = ({ app }: Life, isPush: boolean) =>
  app.seen().inbox.filter((delivery) => isWaiting(delivery) && isPulled(delivery.orderName) !== isPush);

/** Deliveries, what the user does with them, and the secrets of their WebHook. */
export const pushActions = {
  deliver: {
    weight: 2,
    run: async (life, n) => {
      const rid = pick(life.service.rids, n);
      const isAcknowledged = await life.deliveries.deliver(life, rid, n);
      if (!isAcknowledged && life.clock.aheadMs === 0) throw new Error(`a delivery of ${rid} was refused`);
    },
  },
  deliverForged: {
    run: async (life, n) => {
      if (await life.deliveries.forge(life, pick(life.service.rids, n), n))
        throw new Error('a forged delivery was acknowledged');
    },
  },
  deliverAgain: { run: (life) => life.deliveries.repeat(life) },
  deliverNew: {
    can: (life) => pushedRids(life).length < PUSHED_MAX,
    run: async (life, n) => {
      const rid = pushRid(pushedRids(life).length);
      await life.issue(rid, rid, 5 + (n % 80));
      await life.deliveries.deliver(life, rid, n);
    },
  },
  approveDelivery: {
    can: (life) => waitingFor(life, true).length > 0,
    weight: 2,
    run: async (life, n) => {
      const { id, orderName } = pick(waitingFor(life, true), n);
      const done = await life.app.call('inbox:approve', id);
      await life.settle();
      if (done.ok && !life.wishes.has(orderName) && life.app.order(orderName) !== undefined)
        await comeBack(life, orderName);
    },
  },
  linkDelivery: {
    can: (life) => waitingFor(life, false).length > 0 && life.app.seen().orders.size > 0,
    run: async (life, n) => {
      const delivery = pick(waitingFor(life, false), n);
      const order = ordersOf(life).find(({ serviceName }) => serviceName === delivery.orderName);
      const orderId = (order ?? orderOf(life, n)).id;
      await life.app.call('inbox:map', { deliveryId: delivery.id, orderId });
    },
  },
  unlinkDelivery: {
    can: ({ app }) => app.seen().inbox.some(({ orderId }) => orderId !== null),
    run: async ({ app }, n) => {
      const linked = app.seen().inbox.filter(({ orderId }) => orderId !== null);
      await app.call('inbox:unmap', pick(linked, n).id);
    },
  },
  discardDelivery: {
    can: ({ app }) => app.seen().inbox.length > 0,
    run: async (life, n) => {
      const { id, task } = pick(life.app.seen().inbox, n);
      const done = await life.app.call('inbox:discard', [id]);
      const known = life.acknowledged.get(task);
      if (done.ok && known !== undefined) life.acknowledged.set(task, { ...known, isDiscarded: true });
    },
  },
  addHookSecret: {
    can: ({ deliveries }) => deliveries.secrets.length < HOOK_SECRETS_MAX,
    run: async ({ app, deliveries, secrets }, n) => {
      const [hook] = app.seen().receiver.hooks;
      const secret = `SENTINEL-hook-secret-${deliveries.retired.length}-${n}`;
      secrets.add(secret);
      const done = await app.call('hooks:addSecret', { id: hook?.id ?? '', secret });
      if (!done.ok) throw new Error(`hooks:addSecret: ${done.error.kind}`);
      deliveries.secrets.push(secret);
    },
  },
  removeHookSecret: {
    can: ({ deliveries }) => deliveries.secrets.length > 1,
    run: async ({ app, deliveries }) => {
      const [hook] = app.seen().receiver.hooks;
      const secretId = hook?.secrets[0]?.id ?? '';
      const done = await app.call('hooks:removeSecret', { id: hook?.id ?? '', secretId });
      if (!done.ok) throw new Error(`hooks:removeSecret: ${done.error.kind}`);
      deliveries.retired.push(...deliveries.secrets.splice(0, 1));
    },
  },
} as const satisfies Record<string, Action>;
