import { isPushOnly, type OrderRow, orderTitle, serviceKey, sourceId } from '#shared/domain/order.ts';
import { renewalState } from '#shared/domain/renewal.ts';
import { cleanText } from '#shared/text.ts';
import type { AlertEvent } from '../alerts/alert.ts';
import type { AlertText } from '../alerts/alertText.ts';
import type { AlertEventJson } from './alertEventSchema.ts';

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
  const order = 'order' in event ? event.order : event.kind === 'unconfirmed' ? event.first : null;
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
    order: order === null ? null : orderValue(order),
    count: 'count' in event ? event.count : 1,
    overdueSeconds: overdueSeconds(event, now),
    served:
      event.kind === 'drift'
        ? { endpoint: event.place, endpoints: event.places, notAfter: instant(event.servedNotAfter) }
        : null,
    files: event.kind === 'copy' ? { folder: event.folder, outcome: event.outcome } : null,
    delivery:
      event.kind === 'deliveryWaits'
        ? { order: cleanText(event.first.orderName), webHook: event.first.hookName }
        : null,
  };
}

function nameOf(event: AlertEvent, now: number): AlertEventJson['event'] {
  switch (event.kind) {
    case 'expiry':
      return now > (event.order.notAfter ?? now) ? 'expired' : 'expiring';
    case 'drift':
      return 'notDeployed';
    case 'rejected':
      return 'tokenRejected';
    case 'deliveryWaits':
      return 'deliveryWaiting';
    case 'copy':
      return event.outcome === 'rewritten' ? 'filesUpdated' : 'filesNeedAttention';
    case 'condition':
      return event.condition;
    case 'renewed':
    case 'unconfirmed':
      return event.kind;
  }
}

function overdueSeconds(event: AlertEvent, now: number): number | null {
  if (event.kind !== 'condition' || event.condition !== 'overdue') return null;
  const renewal = renewalState(event.order, now);
  return renewal.kind === 'overdue' ? Math.round(renewal.byMs / 1000) : null;
}

function orderValue(order: OrderRow): AlertEventJson['order'] {
  return {
    id: order.id,
    rid: serviceKey(order),
    title: orderTitle(order),
    pushOnly: isPushOnly(order),
    commonName: order.commonName,
    domains: [...order.domains],
    issuer: order.issuerName,
    notAfter: order.notAfter === null ? null : instant(order.notAfter),
    fingerprint256: order.fingerprint256,
    tags: [...order.tags],
  };
}

function instant(ms: number): string {
  return new Date(ms).toISOString();
}
