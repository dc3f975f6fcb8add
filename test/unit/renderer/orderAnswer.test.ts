import { describe, expect, it } from 'vitest';
import { answerOf, isAnswered } from '#renderer/features/orders/adding/AddedOrders.tsx';
import { unfetchedRow } from './orderRows.ts';

const fresh = unfetchedRow('a');

describe('answerOf', () => {
  it('goes from waiting through asking to the answer of the service', () => {
    expect(answerOf(fresh, false)).toEqual({ kind: 'waiting' });
    expect(answerOf(fresh, true)).toEqual({ kind: 'asking' });
    expect(answerOf({ ...fresh, notAfter: 5 }, false)).toEqual({ kind: 'known', notAfter: 5 });
    expect(answerOf({ ...fresh, failure: { kind: 'unknownRid' } }, false)).toEqual({
      kind: 'failed',
      error: { kind: 'unknownRid' },
    });
  });

  it('says that an order was removed meanwhile', () => {
    expect(answerOf(undefined, false)).toEqual({ kind: 'removed' });
  });

  it('shows a failure even if a former certificate is known', () => {
    expect(answerOf({ ...fresh, notAfter: 5, failure: { kind: 'offline' } }, false).kind).toBe('failed');
  });
});

describe('isAnswered', () => {
  it('is true for every answer of the service, also errors', () => {
    expect(isAnswered({ kind: 'known', notAfter: 1 })).toBe(true);
    expect(isAnswered({ kind: 'failed', error: { kind: 'offline' } })).toBe(true);
    expect(isAnswered({ kind: 'asking' })).toBe(false);
    expect(isAnswered({ kind: 'waiting' })).toBe(false);
  });
});
