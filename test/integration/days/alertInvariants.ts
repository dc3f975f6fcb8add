import { passedThresholds, type ThresholdRules } from '#main/alerting/alerts/alertThresholds.ts';
import { noAnnotation } from '#shared/domain/annotation.ts';
import { alertedConditions } from '#shared/domain/conditions/conditions.ts';
import { serviceKey } from '#shared/domain/order.ts';
import { CLOCK_SLACK_MS } from '#shared/domain/thresholds.ts';
import { dueAlerts } from './dueAlerts.ts';
import type { LivedEvent } from './eventLog.ts';
import type { Life } from './life.ts';

/** What comes once for each certificate. */
const onceEach: ReadonlySet<string> = new Set([
  'renewed',
  ...alertedConditions.filter(({ alert }) => alert.isEachTime !== true).map(({ kind }) => kind),
]);

/** Each alert comes once for its certificate, and one that is due has come. */
export function alertProblems(life: Life): readonly string[] {
  if (!life.clock.isRight) return [];
  const { settings } = life.app.seen();
  // What was said at a time that is to come is not true yet.
  const events = life.events.all().filter(({ data }) => Date.parse(data.at) <= life.now() + CLOCK_SLACK_MS);
  const said = Map.groupBy(events, (event) => subjectOf(event, settings, life.issued));
  const twice = [...said].filter(
    ([subject, all]) => subject !== null && all.filter(({ isTimely }) => isTimely).length > 1,
  );
  return [
    ...twice.map(([subject]) => `${subject} twice`),
    ...missingThresholds(life, new Set(said.keys())),
    ...missing(life),
  ];
}

/** What makes an event the same as another; `null`: it may come again. */
function subjectOf({ data }: LivedEvent, rules: ThresholdRules, issued: Life['issued']): string | null {
  const { event, order, at } = data;
  if (data.test || order === null || order.fingerprint256 === null) return null;
  if (onceEach.has(event)) return `${event} ${order.id} ${order.fingerprint256}`;
  if (event !== 'expiring' && event !== 'expired') return null;
  const validity = issued.get(order.fingerprint256);
  if (validity === undefined) return null;
  const days = passedThresholds({ ...noAnnotation, ...validity, chainEnd: null }, rules, Date.parse(at)).at(
    -1,
  );
  return days === undefined ? null : expirySubject(order.fingerprint256, days);
}

function expirySubject(fingerprint256: string, days: number): string {
  return `expiry ${days} of ${fingerprint256}`;
}

/** The thresholds that orders passed while the app had time to say so. */
function missingThresholds(life: Life, said: ReadonlySet<string | null>): readonly string[] {
  const { app, time } = life;
  const { orders, settings, clockAheadMs, alertPause } = app.seen();
  const calmMs = life.calmMs();
  if (calmMs === null || alertPause !== null) return [];
  const now = time.clock.now() - (clockAheadMs ?? 0);
  return [...orders.values()].flatMap((order) => {
    const { fingerprint256, snooze } = order;
    const days = passedThresholds(order, settings, now - calmMs).at(-1);
    const isSameStill = days === passedThresholds(order, settings, now).at(-1);
    if (days === undefined || !isSameStill || fingerprint256 === null || snooze !== null) return [];
    return said.has(expirySubject(fingerprint256, days))
      ? []
      : [`${serviceKey(order)} passed the threshold of ${days} days, and nobody said so`];
  });
}

/** What lasted for so long that an alert must have come. */
function missing(life: Life): readonly string[] {
  const { app, time, lasting, events } = life;
  const { clockAheadMs } = app.seen();
  const due = dueAlerts(app.seen(), time.clock.now() - (clockAheadMs ?? 0));
  const steady = time.clock.monotonic();
  const names = new Set(due.map(({ about }) => about));
  for (const about of lasting.keys()) if (!names.has(about)) lasting.delete(about);
  for (const about of names) if (!lasting.has(about)) lasting.set(about, steady);
  const calmMs = life.calmMs();
  if (calmMs === null) return [];
  return due.flatMap(({ about, after, isSaidBy }) => {
    const lastsMs = steady - (lasting.get(about) ?? steady);
    if (lastsMs <= after + calmMs || events.all().some((event) => !event.data.test && isSaidBy(event)))
      return [];
    return [`nobody said for ${Math.round(lastsMs / 60_000)} minutes: ${about}`];
  });
}
