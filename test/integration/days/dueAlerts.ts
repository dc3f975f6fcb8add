import { isReminded } from '#main/alerting/alerts/alertThresholds.ts';
import type { Projection } from '#renderer/stores/mirror.ts';
import { pollingKindOf } from '#shared/domain/assessment.ts';
import type { ConditionAlert } from '#shared/domain/conditions/condition.ts';
import { allConditions, checkOf, conditionsOf } from '#shared/domain/conditions/conditions.ts';
import { isPassing } from '#shared/domain/conditions/failing.ts';
import { termsOf } from '#shared/domain/conditions/terms.ts';
import { isWaiting } from '#shared/domain/delivery.ts';
import { needsReview } from '#shared/domain/finding.ts';
import { type OrderRow, serviceKey, sourceId } from '#shared/domain/order.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { LivedEvent } from './eventLog.ts';

/** An alert that is due as soon as what it is about has lasted for some time. */
export interface DueAlert {
  /** What it is about, in words; the same as long as it lasts. */
  readonly about: string;
  /** How long it has to last, ms. */
  readonly after: number;
  /** Whether an event said it. */
  readonly isSaidBy: (event: LivedEvent) => boolean;
}

type Seen = Projection;

/** Everything that an alert is wanted for now, whether one came or not. @param now as the app has it, Unix ms */
export function dueAlerts(seen: Seen, now: number): readonly DueAlert[] {
  if (!seen.settings.alerts || seen.alertPause !== null) return [];
  return dueKinds.flatMap((each) => each(seen, now));
}

const dueKinds: readonly ((seen: Seen, now: number) => readonly DueAlert[])[] = [
  /** Each condition that has an alert, and each critical one, whoever alerts about it. */
  (seen, now) => [...seen.orders.values()].flatMap((order) => ofConditions(seen, order, now)),

  /** Nothing is asked for any more. */
  ({ connections, orders, settings }) =>
    connections.flatMap(({ id, polling }) => {
      const own = [...orders.values()].filter((order) => sourceId(order) === id);
      if (polling.kind !== 'rejected' || own.length === 0 || !settings.alertOnTrouble) return [];
      const confirmedAt = Math.max(...own.map(({ lastConfirmedAt }) => lastConfirmedAt ?? 0));
      return {
        about: `a refused token, since ${confirmedAt}`,
        after: 0,
        // An answer that was on its way may come after the refusal.
        isSaidBy: ({ data }) =>
          data.event === 'tokenRejected' && Date.parse(data.at) >= confirmedAt - HOUR_MS,
      };
    }),

  /** What was not confirmed for long. */
  ({ orders, connections, settings }, now) =>
    [...orders.values()].flatMap((order) => {
      const { source, lastConfirmedAt: at, fingerprint256, failure, snooze } = order;
      const polling = pollingKindOf(connections)(sourceId(order));
      const isElsewhere = fingerprint256 !== null && failure !== null && !isPassing(failure);
      if (source.kind === 'push' || polling === 'rejected' || isElsewhere || snooze !== null) return [];
      const limit = Math.max(DAY_MS, 1.1 * settings.pollIntervalMinutes * MINUTE_MS + DAY_MS / 2);
      if (!settings.alertOnTrouble || at === null || now - at < limit) return [];
      return {
        about: `${serviceKey(order)} not confirmed since ${at}`,
        after: HOUR_MS,
        isSaidBy: ({ data }) => data.event === 'unconfirmed' && Date.parse(data.at) >= at,
      };
    }),

  /** Deliveries that wait for the user. */
  ({ inbox, settings }) =>
    inbox.filter(isWaiting).flatMap(({ id, task, receivedAt, verdict }) => {
      const isEarly = verdict.kind === 'waiting' && verdict.reason.kind === 'notYetValid';
      if (isEarly || !settings.alertOnTrouble) return [];
      return {
        about: `the delivery ${task} (${id})`,
        after: 2 * HOUR_MS,
        isSaidBy: ({ data }) => data.event === 'deliveryWaiting' && Date.parse(data.at) >= receivedAt,
      };
    }),
];

function ofConditions(seen: Seen, order: OrderRow, now: number): readonly DueAlert[] {
  const { settings, connections } = seen;
  const { fingerprint256, snooze } = order;
  if (fingerprint256 === null || snooze !== null) return [];
  const polling = pollingKindOf(connections)(sourceId(order));
  const held = new Set(conditionsOf(order, polling, termsOf(settings), now).map(({ kind }) => kind));
  const aboutIt =
    (...names: readonly string[]): DueAlert['isSaidBy'] =>
    ({ data }) =>
      names.includes(data.event) &&
      data.order?.id === order.id &&
      data.order.fingerprint256 === fingerprint256;
  return allConditions.flatMap((condition) => {
    const { kind, severity } = condition;
    if (!held.has(kind) || checkOf(condition, order) === 'unknown') return [];
    const about = `${serviceKey(order)} ${kind} ${fingerprint256}`;
    const { alert, alertBy } = condition;
    if (alert !== undefined) {
      const isSilent =
        (alert.setting !== null && !settings[alert.setting]) ||
        alert.dependsOn?.some((other) => held.has(other as typeof kind)) === true ||
        (alert.isBeforeReminders === true && isReminded(order, settings, now));
      if (isSilent) return [];
      return { about, after: alert.after ?? 0, isSaidBy: aboutIt(kind, ...toldBy(alert)) };
    }
    if (severity !== 'critical') return [];
    if (alertBy === 'reminders') {
      // An order that was added again has another id, and the same certificate.
      const isSaidBy: DueAlert['isSaidBy'] = ({ data }) =>
        (data.event === 'expiring' || data.event === 'expired') &&
        data.order?.fingerprint256 === fingerprint256;
      return { about, after: 0, isSaidBy };
    }
    const isExpected = kind === 'servedOther' || !needsReview(order.findings);
    if (!settings.alertOnDrift || !isExpected) return [];
    return { about, after: DAY_MS, isSaidBy: aboutIt('notDeployed') };
  });
}

/** The events that say a condition too. */
function toldBy({ toldBy: by }: ConditionAlert): readonly string[] {
  if (by === undefined) return [];
  return by === 'review' ? ['renewed'] : ['filesNeedAttention'];
}
