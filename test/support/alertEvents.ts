import { alertEventJson } from '#main/alerting/events/alertEventJson.ts';
import type { AlertEventJson } from '#main/alerting/events/alertEventSchema.ts';
import { orderWithDays } from './orderRows.ts';

const now = Date.UTC(2026, 0, 1);

/** An event about a renewed order, with these words. */
export function renewedEvent(title: string, isTest = false): AlertEventJson {
  return alertEventJson(
    { kind: 'renewed', order: orderWithDays('a', 90, now), isDeployed: null },
    { now, isTest, urgent: false, text: { title, body: '' }, connectionName: () => '' },
  );
}
