import type { ConnectionView, PollingState } from '#shared/domain/connection.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import { type AppSnapshot, toColumns } from '#shared/domain/snapshot.ts';
import { HOUR_MS } from '#shared/domain/thresholds.ts';
import { orderWithDays, unfetchedOrder } from '#test/support/orderRows.ts';
import { receiverOff } from '#test/support/receiverViews.ts';

/** 20 November 2026, 12:00:00 UTC. */
export const NOW = Date.UTC(2026, 10, 20, 12);

/** A healthy order with 60 of its 90 days left, with changes. */
export function orderRow(id: string, change: Partial<OrderRow> = {}): OrderRow {
  return orderWithDays(id, 60, NOW, {
    fingerprint256: id.padEnd(64, '0'),
    lastConfirmedAt: NOW - HOUR_MS,
    lastAttemptAt: NOW - HOUR_MS,
    nextPollAt: NOW + 5 * HOUR_MS,
    ...change,
  });
}

/** An order that has not been polled yet. */
export function unfetchedRow(id: string, change: Partial<OrderRow> = {}): OrderRow {
  return unfetchedOrder(id, { nextPollAt: NOW + 5 * HOUR_MS, ...change });
}

/** A connection whose token is in the keychain. */
export function connection(
  id: string,
  name: string,
  polling: PollingState = { kind: 'active' },
): ConnectionView {
  return {
    id,
    name,
    baseUrl: `https://${id}.example.com`,
    ca: null,
    consoleUrl: null,
    token: { kind: 'keychain' },
    polling,
  };
}

/** A connection without a token, whose CA a configuration file brought. */
export function withUnconfirmedCa(id: string, name: string): ConnectionView {
  const ca = { fileName: 'team.pem', certificates: 1, isConfirmed: false };
  return { ...connection(id, name, { kind: 'waitingForToken' }), ca, token: { kind: 'absent' } };
}

/** Rows by id, as in the projection. */
export function byId(rows: readonly OrderRow[]): ReadonlyMap<string, OrderRow> {
  return new Map(rows.map((row) => [row.id, row]));
}

/** A snapshot of these rows. */
export function snapshotOf(revision: number, rows: readonly OrderRow[]): AppSnapshot {
  return {
    revision,
    connections: [connection('c1', 'Production')],
    orders: toColumns(rows),
    extent: { kind: 'all' },
    settings: defaultSettings,
    keychain: { state: { kind: 'ready', backend: 'test' }, memoryConsent: false },
    online: true,
    place: { region: '', timeZone: '' },
    clockAheadMs: null,
    polling: [],
    exportJob: null,
    presets: [],
    copies: [],
    planned: [],
    endpoints: [],
    alertPause: null,
    notifications: { state: { kind: 'system' }, waiting: 0 },
    alertChannels: {},
    update: { kind: 'noFeed' },
    receiver: receiverOff,
    inbox: [],
    inboxCounts: { all: 0, waiting: 0 },
    receiverLog: [],
    app: { version: '0.0.0', language: 'en', platform: 'linux', view: null },
  };
}
