import { describe, expect, it } from 'vitest';
import {
  buttonActions,
  deliveryActions,
  isDiscardable,
} from '#renderer/features/webhook/inbox/deliveryActions.ts';
import type { DeliveryView, WaitingReason } from '#shared/domain/delivery.ts';
import { deliveryView } from '#test/support/receiverViews.ts';
import { NOW } from './orderRows.ts';

function delivery(change: Partial<DeliveryView>): DeliveryView {
  return deliveryView('d', NOW, change);
}

function waiting(reason: WaitingReason, change: Partial<DeliveryView> = {}): DeliveryView {
  return delivery({ verdict: { kind: 'waiting', reason }, orderId: 'o', ...change });
}

const leafDiffers = { kind: 'leafDiffers', fingerprint256: 'ab', notAfter: NOW } as const;
const namesDiffer = { kind: 'namesDiffer', added: [], missing: ['a'] } as const;

describe('deliveryActions', () => {
  it('offers to link an unknown name first, then to accept without the service', () => {
    expect(deliveryActions(delivery({}), false)).toEqual(['map', 'approve', 'discard']);
  });

  it('never offers to accept without the service what it contradicts or cannot check', () => {
    for (const reason of [leafDiffers, { kind: 'notAsked', error: null }] as const)
      expect(deliveryActions(waiting(reason), true)).not.toContain('approve');
  });

  it('never offers an approval that cannot help', () => {
    const beyondHelp: readonly WaitingReason[] = [
      { kind: 'chainNotTrusted', missingIssuer: 'x' },
      { kind: 'expired' },
      { kind: 'notYetValid' },
    ];
    for (const reason of beyondHelp)
      expect(deliveryActions(waiting(reason), true), reason.kind).not.toContain('approve');
  });

  it('recommends discarding a mismatch before it offers to accept it', () => {
    expect(deliveryActions(waiting(namesDiffer), true).slice(0, 2)).toEqual(['discard', 'approve']);
    expect(deliveryActions(waiting({ kind: 'olderLeaf', notBefore: NOW }), true)[0]).toBe('discard');
  });

  it('offers no export of untrusted deliveries, or without the key or the order', () => {
    const confirmed = delivery({ orderId: 'o', verdict: { kind: 'confirmed', at: NOW } });
    expect(deliveryActions(confirmed, true)[0]).toBe('export');
    expect(deliveryActions(confirmed, false)).not.toContain('export');
    expect(deliveryActions({ ...confirmed, key: 'exported' }, true)).not.toContain('export');
    const others = [waiting(leafDiffers), delivery({ orderId: 'o', verdict: { kind: 'checking' } })];
    for (const other of others) expect(deliveryActions(other, true)).not.toContain('export');
  });

  it('shows the order first where the exported files have the certificate already', () => {
    const confirmed = delivery({ orderId: 'o', verdict: { kind: 'confirmed', at: NOW } });
    expect(deliveryActions(confirmed, true, true).slice(0, 2)).toEqual(['showOrder', 'export']);
  });

  it('offers only the link to the order for discarded deliveries', () => {
    const discarded = delivery({ orderId: 'o', verdict: { kind: 'discarded', at: NOW } });
    expect(deliveryActions(discarded, true)).toEqual(['showOrder']);
    expect(deliveryActions(discarded, false)).toEqual([]);
  });

  it('offers each action once', () => {
    const actions = deliveryActions(waiting(namesDiffer), true);
    expect(actions).toEqual([...new Set(actions)]);
  });
});

describe('buttonActions', () => {
  const buttonsOf = (one: DeliveryView, hasOrder: boolean) =>
    buttonActions(deliveryActions(one, hasOrder), one);

  it('have one button of a delivery without an order, which links it', () => {
    expect(buttonsOf(delivery({}), false)).toEqual(['map']);
    expect(buttonActions(['approve', 'discard'], delivery({}))).toEqual(['discard']);
  });

  it('have the first two of another one', () => {
    expect(buttonsOf(waiting(namesDiffer), true)).toEqual(['discard', 'approve']);
  });
});

describe('isDiscardable', () => {
  it('is false after the key of an accepted delivery is gone: its certificate is the order’s', () => {
    const accepted = { verdict: { kind: 'accepted', at: NOW } } as const;
    expect(isDiscardable({ ...accepted, key: 'vault' })).toBe(true);
    expect(isDiscardable({ ...accepted, key: 'exported' })).toBe(false);
  });
});
