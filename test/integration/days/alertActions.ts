import { pauseSpans } from '#shared/domain/alertPause.ts';
import { snoozeSpans } from '#shared/domain/order.ts';
import { type Action, hasOrders, orderOf, pick } from './action.ts';

/** What the user does with alerts and with the channels that take them. */
export const alertActions = {
  snooze: {
    can: hasOrders,
    run: async (life, n) => {
      await life.app.call('alerts:snooze', { ids: [orderOf(life, n).id], for: pick(snoozeSpans, n) });
      life.disturb();
    },
  },
  unsnooze: {
    can: hasOrders,
    run: async (life, n) => {
      await life.app.call('alerts:unsnooze', [orderOf(life, n).id]);
      life.disturb();
    },
  },
  pause: { run: (life, n) => life.app.call('alerts:setPaused', pick(pauseSpans, n)) },
  resume: {
    run: async (life) => {
      await life.app.call('alerts:setPaused', null);
      life.disturb();
    },
  },
  alertCommand: {
    run: async ({ app, recorder }, n) => {
      const command = n % 4 === 0 ? null : [recorder.program, n % 5 === 0 ? 'fail' : 'alert'];
      const done = await app.call('alerts:setCommand', command);
      if (!done.ok) throw new Error(`alerts:setCommand: ${done.error.kind}`);
      if (command !== null) await app.call('alerts:testCommand', null);
    },
  },
  replaceEventSecret: {
    run: async ({ app, events, secrets }, n) => {
      const secret = `whsec_${Buffer.from(`SENTINEL-event-secret-${n}`.padEnd(32, '-')).toString('base64')}`;
      secrets.add(secret);
      // An event may come before the answer.
      events.use(secret);
      const done = await app.call('alerts:replaceWebhookSecret', secret);
      if (!done.ok) throw new Error(`alerts:replaceWebhookSecret: ${done.error.kind}`);
    },
  },
} as const satisfies Record<string, Action>;
