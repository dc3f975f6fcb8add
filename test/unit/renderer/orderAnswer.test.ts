// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { answerOf } from '#renderer/features/orders/adding/AddedOrders.tsx';
import { unfetchedRow } from './orderRows.ts';

const fresh = unfetchedRow('a');

describe('answerOf', () => {
  it('goes from waiting through asking to the answer of the service', () => {
    expect(answerOf(fresh, false)).toEqual({ kind: 'waiting' });
    expect(answerOf(fresh, true)).toEqual({ kind: 'asking' });
    expect(answerOf({ ...fresh, notAfter: 5 }, false)).toEqual({ kind: 'known', end: 5 });
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
