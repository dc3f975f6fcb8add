import { describe, expect, it } from 'vitest';
import { answerOf, isAnswered } from '#renderer/features/orders/adding/AddedOrders.tsx';
import { unfetchedRow } from './orderRows.ts';

const fresh = unfetchedRow('a');

describe('answerOf', () => {
  it('follows an order from waiting through asking to what the service said', () => {
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

  it('shows a failure even where a former certificate is known', () => {
    expect(answerOf({ ...fresh, notAfter: 5, failure: { kind: 'offline' } }, false).kind).toBe('failed');
  });
});

describe('isAnswered', () => {
  it('counts what the service said, well or not', () => {
    expect(isAnswered({ kind: 'known', notAfter: 1 })).toBe(true);
    expect(isAnswered({ kind: 'failed', error: { kind: 'offline' } })).toBe(true);
    expect(isAnswered({ kind: 'asking' })).toBe(false);
    expect(isAnswered({ kind: 'waiting' })).toBe(false);
  });
});
