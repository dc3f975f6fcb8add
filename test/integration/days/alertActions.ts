import { setTimeout as sleep } from 'node:timers/promises';
import { pauseSpans } from '#shared/domain/alertPause.ts';
import { snoozeSpans } from '#shared/domain/order.ts';
import { type Action, hasOrders, orderOf, pick } from './action.ts';
import type { Life } from './life.ts';

/** After so long the app gives up what it posts, ms. */
const POSTED_WITHIN_MS = 15_000;

/** Waits until no event is on its way: a person does not replace a secret twice within one post. */
async function untilPosted(life: Life): Promise<void> {
  const endsAt = performance.now() + POSTED_WITHIN_MS;
  const isDue = () => {
    const nextAt = life.app.seen().alertChannels.webhook?.waiting.nextAt ?? null;
    return nextAt !== null && nextAt <= life.time.clock.now();
  };
  while (isDue() && performance.now() < endsAt) {
    await sleep(5);
    await life.settle();
  }
}

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
    run: async (life, n) => {
      await untilPosted(life);
      const { app, events, secrets } = life;
      const secret = `whsec_${Buffer.from(`SENTINEL-event-secret-${n}`.padEnd(32, '-')).toString('base64')}`;
      secrets.add(secret);
      // An event may come before the answer.
      events.use(secret);
      const done = await app.call('alerts:replaceWebhookSecret', secret);
      if (!done.ok) throw new Error(`alerts:replaceWebhookSecret: ${done.error.kind}`);
    },
  },
} as const satisfies Record<string, Action>;
