import { describe, expect, it } from 'vitest';
import type { AlertEvent } from '#main/alerting/alerts/alert.ts';
import { alertEventJson, alertEventSchema } from '#main/alerting/events/alertEventJson.ts';
import type { DeliveryView } from '#shared/domain/delivery.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import { z } from '#shared/zod.ts';
import { orderWithDays, pushSource } from '#test/support/orderRows.ts';
import { facts } from '#test/unit/storage/records.ts';

const now = Date.UTC(2026, 10, 20, 12);
const order = orderWithDays('web', 3, now, { alias: 'Shop', tags: ['prod'] });

function jsonOf(event: AlertEvent) {
  const value = alertEventJson(event, {
    now,
    isTest: false,
    urgent: true,
    text: { title: 'Title', body: 'Text' },
    connectionName: (id) => (id === 'c1' ? 'Production' : ''),
  });
  expect(alertEventSchema(z).parse(JSON.parse(JSON.stringify(value)))).toEqual(value);
  return value;
}

const delivery: DeliveryView = {
  ...{ id: 'd1', receivedAt: now, hookId: 'h1', hookName: 'Hook', orderName: 'sh\u0000op', task: 'task' },
  verdict: { kind: 'waiting', reason: { kind: 'unknownName' } },
  ...{ leaf: facts('shop.example'), serviceNotAfter: '', orderId: null, key: 'vault' },
  sharesSignature: false,
};

describe('an alert as JSON', () => {
  it('has the words of the notification, and the order with its tags', () => {
    expect(jsonOf({ kind: 'expiry', order })).toEqual({
      schema: 1,
      event: 'expiring',
      test: false,
      at: '2026-11-20T12:00:00.000Z',
      urgent: true,
      title: 'Title',
      text: 'Text',
      connection: 'Production',
      order: {
        id: 'web',
        rid: 'rid-web',
        title: 'Shop',
        pushOnly: false,
        commonName: 'web.example.com',
        domains: ['web.example.com'],
        issuer: 'Test CA',
        notAfter: '2026-11-23T12:00:00.000Z',
        chainEnd: null,
        fingerprint256: 'leaf-web',
        tags: ['prod'],
      },
      ...{
        count: 1,
        orders: null,
        deployed: null,
        overdueSeconds: null,
        served: null,
        files: null,
        delivery: null,
      },
    });
  });

  it.each<[AlertEvent, object]>([
    [{ kind: 'expiry', order: orderWithDays('a', -1, now) }, { event: 'expired' }],
    [
      { kind: 'renewed', order: { ...order, source: pushSource() }, isDeployed: true },
      { event: 'renewed', connection: null, orders: null, deployed: true },
    ],
    [
      { kind: 'renewals', orders: [order, orderWithDays('a', 5, now)], count: 2, isDeployed: true },
      {
        event: 'renewed',
        count: 2,
        order: { id: 'web' },
        orders: [{ id: 'web' }, { id: 'a' }],
        deployed: true,
      },
    ],
    [
      {
        kind: 'condition',
        condition: 'overdue',
        order: { ...order, lead: { leadMs: 6 * DAY_MS + 90_400, renewals: 1 } },
      },
      { event: 'overdue', overdueSeconds: 3 * (DAY_MS / 1000) + 90 },
    ],
    [
      { kind: 'condition', condition: 'revoked', order },
      { event: 'revoked', overdueSeconds: null },
    ],
    [
      { kind: 'unconfirmed', connectionId: 'c1', first: order, count: 7 },
      { event: 'unconfirmed', connection: 'Production', count: 7, order: { id: 'web' } },
    ],
    [
      { kind: 'rejected', connectionId: 'c1' },
      { event: 'tokenRejected', connection: 'Production', order: null },
    ],
    [
      { kind: 'deliveryWaits', count: 2, first: delivery },
      { event: 'deliveryWaiting', count: 2, order: null, delivery: { order: 'sh op', webHook: 'Hook' } },
    ],
    [
      {
        ...{ kind: 'drift', order, renewedAt: null, place: 'web.example.com:443', places: 2 },
        ...{ servedNotAfter: now, cause: 'former' },
      },
      {
        event: 'notDeployed',
        served: { endpoint: 'web.example.com:443', endpoints: 2, notAfter: '2026-11-20T12:00:00.000Z' },
      },
    ],
    [
      { kind: 'filesUpdated', order, folder: '~/tls' },
      { event: 'filesUpdated', files: { folder: '~/tls', outcome: 'rewritten' } },
    ],
    [
      { kind: 'copy', order, folder: '~/tls', outcome: 'changed', command: null },
      { event: 'filesNeedAttention', files: { folder: '~/tls', outcome: 'changed' } },
    ],
  ])('of %j', (event, expected) => {
    expect(jsonOf(event)).toMatchObject(expected);
  });
});
