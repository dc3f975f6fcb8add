import { expect, it } from 'vitest';
import { PastRemover } from '#main/orders/renewals/pastRemover.ts';
import { createAlertRepository } from '#main/storage/alertRepositories.ts';
import { createOrderRepository } from '#main/storage/orderRepository.ts';
import { createPastRepository } from '#main/storage/pastRepository.ts';
import { createSpanRepository } from '#main/storage/spanRepository.ts';
import { usualLead } from '#shared/domain/renewal.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/thresholds.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';
import { orderWithDays } from '#test/support/orderRows.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';
import { openWithConnections } from '#test/unit/storage/fixtures.ts';
import { confirmed, facts, record } from '#test/unit/storage/records.ts';
import { FakeAlertDisk, start, startSession } from './alertHarness.ts';

const LIFETIME_DAYS = 7;

/** 400 days with a renewal a day, alerts of the real rules, and a restart every ten days. */
function longRun(removes: boolean) {
  const database = openWithConnections();
  const orders = createOrderRepository(database);
  const spans = createSpanRepository(database);
  const disk = Object.assign(new FakeAlertDisk(), { ledger: createAlertRepository(database) });
  const { logger } = createRecordingLogger();
  orders.add([record('a')], []);
  const told: string[] = [];
  const leads = new Set<number>();
  let most = 0;
  for (let day = 0; day < 400; day += 1) {
    // The service gives a former one again for a day, twice the same one.
    const issued = day === 200 || day === 210 ? 199 : day;
    const [now, notBefore] = [start + day * DAY_MS, start + issued * DAY_MS];
    const notAfter = notBefore + LIFETIME_DAYS * DAY_MS;
    const leaf = facts(`leaf-${issued}`, notBefore, notAfter);
    expect(orders.saveStates([confirmed(record('a'), leaf, now)]).ok).toBe(true);
    const all = spans.all();
    if (!all.ok) throw new Error(all.error.kind);
    disk.spans.splice(0, disk.spans.length, ...all.value);
    if (day > 20 && issued === day) leads.add(usualLead(all.value)?.leadMs ?? 0);
    const time = createFakeTime(now);
    const { fingerprint256 } = leaf;
    const about = { fingerprint256, notBefore, notAfter, lastConfirmedAt: now };
    const session = startSession([orderWithDays('a', LIFETIME_DAYS, now, about)], disk, now, time);
    for (let hour = 0; hour < 24; hour += 12) {
      session.look();
      time.advanceSync(12 * HOUR_MS);
    }
    for (const event of session.news)
      if (event.kind === 'expiry' || event.kind === 'renewed')
        told.push(`${event.kind} ${event.order.fingerprint256}`);
    const { scheduler, confirmedClock } = time;
    const repository = createPastRepository(database);
    if (removes) new PastRemover({ repository, confirmedClock, scheduler, logger }).remove();
    most = Math.max(most, rowsOf('order_leaves') + rowsOf('alerts') + rowsOf('certificates'));
  }
  function rowsOf(table: string): number {
    return database.query<{ readonly n: number }>(`SELECT count(*) AS n FROM ${table}`).one().n;
  }
  return { told, leads, most };
}

it('400 days with a renewal a day leave a bounded number of rows, repeat no alert, and change no lead', () => {
  const kept = longRun(false);
  const removed = longRun(true);
  expect(kept.most).toBeGreaterThan(1500);
  expect(removed.most).toBeLessThan(500);
  expect(removed.told).toEqual(kept.told);
  expect(removed.told.length).toBeGreaterThan(10);
  expect(new Set(removed.told).size).toBe(removed.told.length);
  expect(removed.leads).toEqual(kept.leads);
});
