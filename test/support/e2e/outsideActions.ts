import { pick } from '#test/integration/days/action.ts';
import type { Fault } from '#test/service/referenceService.ts';
import type { WindowLife } from './windowLife.ts';
import { toList, untilQuiet, type WindowAction } from './windowSteps.ts';

const faults: readonly Fault[] = [
  { kind: 'status', status: 503 },
  { kind: 'status', status: 429, headers: { 'retry-after': '3600' } },
  { kind: 'status', status: 404 },
  { kind: 'status', status: 401 },
  { kind: 'html200' },
  { kind: 'dropMidBody' },
  { kind: 'wrongPem', variant: 'truncated' },
  { kind: 'wrongPem', variant: 'missingIntermediate' },
];

/** Checks all orders, by the keys or by the button. */
export async function sync(life: WindowLife, n: number): Promise<void> {
  await toList(life);
  const ways = [
    () => life.page.keyboard.press('Control+r'),
    () => life.page.keyboard.press('F5'),
    () => life.driver.syncButton().click(),
  ];
  await pick(ways, n)();
  await untilQuiet(life);
}

/** What happens without the user, who then looks. */
export const outsideActions: Readonly<Record<string, WindowAction>> = {
  sync: { weight: 2, run: sync },
  renew: {
    weight: 2,
    run: async (life, n) => {
      await life.renew(pick(life.service.rids, n), pick([90, 60, 30, 6, 1], n >> 3), n % 7 !== 0);
      if (n % 2 === 0) await sync(life, n);
    },
  },
  fail: {
    weight: 2,
    run: async (life, n) => {
      const rids = n % 3 === 0 ? life.service.rids : [pick(life.service.rids, n)];
      for (const rid of rids) life.service.setFault(rid, pick(faults, n));
      await sync(life, n);
    },
  },
  hang: {
    run: async (life, n) => {
      life.isSlow = true;
      life.service.setFault(pick(life.service.rids, n), { kind: 'delay', ms: 1000 + n, times: 1 });
      await sync(life, n);
    },
  },
  heal: {
    weight: 2,
    run: async (life, n) => {
      life.service.clearFaults();
      life.isSlow = false;
      await sync(life, n);
    },
  },
  hours: { can: ({ hoursLeft }) => hoursLeft > 0, run: (life, n) => life.sleep(1 + (n % 12)) },
  days: { can: ({ hoursLeft }) => hoursLeft > 0, run: (life, n) => life.sleep(24 * (1 + (n % 9))) },
};
