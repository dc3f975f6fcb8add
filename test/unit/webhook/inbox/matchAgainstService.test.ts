import { describe, expect, it } from 'vitest';
import { matchAgainstService } from '#main/webhook/inbox/deliveryReconciler.ts';
import { facts } from '#test/unit/storage/records.ts';

const now = 1_000_000;
const leaf = facts('shop.example', 100, 200);
const answer = (notBefore: number, notAfter: number, fingerprint256 = 'other') => ({
  ...{ failure: null, fingerprint256, notBefore, notAfter },
});

describe('a delivery of a pulled order', () => {
  it('is confirmed only by the same leaf', () => {
    expect(matchAgainstService(leaf, answer(100, 200, leaf.fingerprint256), now)).toEqual({
      kind: 'confirmed',
      at: now,
    });
  });

  it.each([
    ['begins later', 101, 200],
    ['begins later and ends before it, as lifetimes get shorter', 101, 150],
    ['begins with it and ends later', 100, 201],
  ])('is superseded by a leaf that %s', (_, notBefore, notAfter) => {
    expect(matchAgainstService(leaf, answer(notBefore, notAfter), now)).toEqual({
      kind: 'superseded',
      at: now,
    });
  });

  it.each([
    ['began before it', 99, 190],
    ['began before it and ends after it, from the time of longer lifetimes', 99, 300],
    ['has its very times', 100, 200],
  ])('waits beside a leaf that %s', (_, notBefore, notAfter) => {
    expect(matchAgainstService(leaf, answer(notBefore, notAfter), now)).toEqual({
      kind: 'waiting',
      reason: { kind: 'leafDiffers', fingerprint256: 'other', notAfter },
    });
  });

  it('waits when the poll failed, whatever the service said before', () => {
    const error = { kind: 'offline' } as const;
    const failed = { ...answer(100, 200, leaf.fingerprint256), failure: error };
    expect(matchAgainstService(leaf, failed, now)).toEqual({
      kind: 'waiting',
      reason: { kind: 'notAsked', error },
    });
  });

  it('waits when the order has no leaf', () => {
    const none = { failure: null, fingerprint256: null, notBefore: null, notAfter: null };
    expect(matchAgainstService(leaf, none, now)).toEqual({
      kind: 'waiting',
      reason: { kind: 'notAsked', error: null },
    });
  });
});
