import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextLoop } from 'node:timers/promises';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { Fault } from '#test/service/referenceService.ts';
import { type Action, pick } from './action.ts';

const faults: readonly Fault[] = [
  { kind: 'status', status: 503 },
  { kind: 'status', status: 429, headers: { 'retry-after': '3600' } },
  { kind: 'status', status: 404 },
  { kind: 'status', status: 500, times: 2 },
  { kind: 'html200' },
  { kind: 'dropMidBody' },
  { kind: 'wrongPem', variant: 'truncated' },
  { kind: 'wrongPem', variant: 'otherKey' },
  { kind: 'wrongPem', variant: 'missingIntermediate' },
  { kind: 'oversized' },
  { kind: 'redirect' },
];

/** What happens without the user. */
export const worldActions = {
  renew: {
    weight: 3,
    run: async (life, n) => {
      const rid = pick(life.service.rids, n);
      const names = n % 7 === 0 ? { domains: [`${rid}.example`] as [string] } : {};
      await life.renew(rid, { days: pick([90, 60, 30, 6, 1], n >> 3), ...names });
    },
  },
  fail: {
    weight: 2,
    run: async (life, n) => {
      const fault = pick(faults, n);
      const rids = n % 4 === 0 ? life.service.rids : [pick(life.service.rids, n)];
      for (const rid of rids) life.service.setFault(rid, fault);
    },
  },
  hang: {
    run: async (life, n) => {
      life.isSlow = true;
      life.service.setFault(pick(life.service.rids, n), { kind: 'delay', ms: 300 + n, times: 1 });
    },
  },
  heal: {
    weight: 2,
    run: async (life) => {
      life.service.clearFaults();
      life.isSlow = false;
    },
  },
  revokeToken: {
    can: ({ isTokenGood }) => isTokenGood,
    run: async (life) => {
      life.revokeTokens();
      life.isTokenGood = false;
    },
  },
  damageFile: {
    run: async (life, n) => {
      const folder = pick(life.targets, n);
      const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
        (entry) => entry.isFile() && !entry.parentPath.includes('/.') && !entry.name.startsWith('.'),
      );
      if (files.length === 0) return;
      const file = pick(files, n);
      const path = join(file.parentPath, file.name);
      if (n % 2 === 0) rmSync(path);
      else writeFileSync(path, 'mine');
      life.spoiled.add(file.parentPath);
    },
  },
  offline: {
    run: async (life, n) => {
      life.isOnline = n % 2 === 0;
      life.app.desktop.setOnline(life.isOnline);
      life.disturb();
    },
  },
  minutes: { weight: 2, run: (life, n) => life.pass((1 + (n % 59)) * MINUTE_MS) },
  hours: { weight: 3, run: (life, n) => life.pass((1 + (n % 12)) * HOUR_MS) },
  day: { weight: 1, run: (life) => life.pass(DAY_MS) },
  suspend: { weight: 2, run: (life, n) => life.sleep((1 + (n % 60)) * HOUR_MS, n % 2 === 0, n % 3 !== 0) },
  month: { run: (life, n) => life.sleep(30 * DAY_MS, n % 2 === 0, n % 3 !== 0) },
  year: { run: (life, n) => life.sleep(400 * DAY_MS, n % 2 === 0, n % 3 !== 0) },
  wrongClock: {
    run: (life, n) =>
      life.setClock(pick([-3 * HOUR_MS, 2 * HOUR_MS, -40 * DAY_MS, 90 * DAY_MS, 3 * MINUTE_MS], n)),
  },
  rightClock: { run: (life) => life.setClock(0) },
  travel: {
    run: async ({ zone }, n) => zone.travel(pick(['Asia/Shanghai', 'Europe/Berlin', 'America/New_York'], n)),
  },
  daylightSaving: {
    run: async (life, n) => {
      const at = life.zone.nextChange(life.time.clock.now());
      if (at === null) return;
      await life.sleep(at - life.time.clock.now() - HOUR_MS, n % 2 === 0, true);
      await life.pass(2 * HOUR_MS);
    },
  },
  upgrade: {
    run: async (life) => {
      await life.quit();
      life.version += 1;
      await life.start();
    },
  },
  restart: {
    run: async (life) => {
      await life.quit();
      await life.start();
    },
  },
  kill: {
    run: async (life, n) => {
      const { app } = life;
      const works = [
        () => app.call('orders:sync', null),
        () => app.call('export:again', [...app.seen().orders.keys()]),
        () => life.deliveries.deliver(life, pick(life.service.rids, n)),
        () =>
          app.call('copies:refresh', {
            ids: app.seen().copies.map(({ id }) => id),
            overwriteChanged: false,
            reviewed: null,
          }),
      ];
      const work = Promise.resolve(pick(works, n)()).catch(() => undefined);
      for (let turn = 0; turn < n % 40; turn += 1) await nextLoop();
      await life.kill();
      await work;
      await life.start();
    },
  },
} as const satisfies Record<string, Action>;
