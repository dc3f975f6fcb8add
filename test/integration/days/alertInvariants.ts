import { passedThresholds } from '#main/alerting/alerts/alertThresholds.ts';
import { endOf } from '#shared/domain/chainEnd.ts';
import { serviceKey } from '#shared/domain/order.ts';
import { HOUR_MS } from '#shared/domain/thresholds.ts';
import type { LivedEvent } from './eventLog.ts';
import type { Life } from './life.ts';

/** What makes an alert the same: the certificate, for what comes once for each. `null`: it may come again. */
function subjectOf({ data }: LivedEvent): string | null {
  const { event, order } = data;
  if (data.test || order === null) return null;
  const once = ['expired', 'renewed', 'damaged', 'overdue'];
  return once.includes(event) ? `${event} ${order.id} ${order.notAfter} ${order.fingerprint256}` : null;
}

/** After this time of quiet, what is critical was announced, ms. */
const WITHIN_MS = 1.5 * HOUR_MS;

export function alertProblems(life: Life): readonly string[] {
  return [...twice(life), ...missing(life)];
}

function twice({ events, wasAhead }: Life): readonly string[] {
  if (wasAhead) return [];
  const counts = Map.groupBy(events.all(), subjectOf);
  return [...counts].flatMap(([subject, all]) =>
    subject === null || all.length < 2 ? [] : [`twice: ${subject}`],
  );
}

/** An order that has expired was announced, once the app had time for that. */
function missing(life: Life): readonly string[] {
  const { app, time, events, isPaused, calmSince } = life;
  const { orders, settings, clockAheadMs, alertPause } = app.seen();
  const isCalm = time.clock.monotonic() - calmSince > WITHIN_MS && !isPaused && alertPause === null;
  if (!isCalm || life.clockError !== 0 || life.wasAhead) return [];
  const now = time.clock.now() - (clockAheadMs ?? 0);
  const announced = new Set(events.all().map(({ data }) => `${data.event} ${data.order?.fingerprint256}`));
  return [...orders.values()].flatMap((order) => {
    const end = endOf(order);
    if (end === null || now - end < WITHIN_MS || order.snooze !== null) return [];
    if (!passedThresholds(order, settings, now).includes(0)) return [];
    return announced.has(`expired ${order.fingerprint256}`)
      ? []
      : [`never said that ${serviceKey(order)} expired`];
  });
}
