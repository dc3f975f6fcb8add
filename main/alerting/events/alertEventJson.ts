import { endOf } from '#shared/domain/chainEnd.ts';
import { type OrderRow, sourceId } from '#shared/domain/order.ts';
import { eventOrderKeys, instant, orderSchemas, orderValues, type Zod } from '#shared/domain/orderFields.ts';
import { renewalState } from '#shared/domain/renewal.ts';
import { cleanText } from '#shared/text.ts';
import type { AlertEvent } from '../alerts/alert.ts';
import type { AlertText } from '../alerts/alertText.ts';
import { type AlertEventJson, eventSchemaOf } from './alertEventSchema.ts';

/** More orders would be too much for programs that pass an event on. */
const MAX_ORDERS = 100;

/** What an event does not say itself. */
export interface EventCircumstances {
  /** Unix ms. */
  readonly now: number;
  readonly isTest: boolean;
  readonly urgent: boolean;
  /** Of the notification. */
  readonly text: AlertText;
  /** The name of a connection; empty if there is none. */
  readonly connectionName: (connectionId: string) => string;
}

/** An alert for a program: without keys and tokens. Every key is always present; times in UTC (ISO 8601). */
export function alertEventJson(event: AlertEvent, circumstances: EventCircumstances): AlertEventJson {
  const { now, isTest, urgent, text, connectionName } = circumstances;
  const order = orderOf(event);
  const connectionId = 'connectionId' in event ? event.connectionId : order === null ? '' : sourceId(order);
  const connection = connectionName(connectionId);
  return {
    schema: 1,
    event: nameOf(event, now),
    test: isTest,
    at: instant(now),
    urgent,
    title: text.title,
    text: text.body,
    connection: connection === '' ? null : connection,
    order: order === null ? null : orderValues(eventOrderKeys, order),
    count: 'count' in event ? event.count : 1,
    orders:
      event.kind === 'renewals'
        ? event.orders.slice(0, MAX_ORDERS).map((one) => orderValues(eventOrderKeys, one))
        : null,
    deployed: 'isDeployed' in event ? event.isDeployed : null,
    overdueSeconds: overdueSeconds(event, now),
    served:
      event.kind === 'drift'
        ? { endpoint: event.place, endpoints: event.places, notAfter: instant(event.servedNotAfter) }
        : null,
    files: filesOf(event),
    delivery:
      event.kind === 'deliveryWaits'
        ? { order: cleanText(event.first.orderName), webHook: event.first.hookName }
        : null,
  };
}

function orderOf(event: AlertEvent): OrderRow | null {
  if (event.kind === 'unconfirmed') return event.first;
  if (event.kind === 'renewals') return event.orders[0] ?? null;
  return 'order' in event ? event.order : null;
}

function filesOf(event: AlertEvent): AlertEventJson['files'] {
  if (event.kind === 'filesUpdated') return { folder: event.folder, outcome: 'rewritten' };
  return event.kind === 'copy' ? { folder: event.folder, outcome: event.outcome } : null;
}

function nameOf(event: AlertEvent, now: number): AlertEventJson['event'] {
  switch (event.kind) {
    case 'expiry':
      return now > (endOf(event.order) ?? now) ? 'expired' : 'expiring';
    case 'drift':
      return 'notDeployed';
    case 'rejected':
      return 'tokenRejected';
    case 'deliveryWaits':
      return 'deliveryWaiting';
    case 'copy':
      return 'filesNeedAttention';
    case 'renewals':
      return 'renewed';
    case 'condition':
      return event.condition;
    case 'renewed':
    case 'filesUpdated':
    case 'unconfirmed':
      return event.kind;
  }
}

function overdueSeconds(event: AlertEvent, now: number): number | null {
  if (event.kind !== 'condition' || event.condition !== 'overdue') return null;
  const renewal = renewalState(event.order, now);
  return renewal.kind === 'overdue' ? Math.round(renewal.byMs / 1000) : null;
}

/** The JSON that the command for alerts reads, and the `data` that the webhook sends. Strict, for the tests; readers should ignore unknown keys. */
export const alertEventSchema = (z: Zod) => eventSchemaOf(z.strictObject(orderSchemas(eventOrderKeys, z)));
