import { describe, expect, it } from 'vitest';
import { countItems, mostImportantFirst } from '#renderer/features/deployment/export/exportCounts.ts';
import type { ExportItemView } from '#shared/domain/export.ts';

function item(orderId: string, change: Partial<ExportItemView>): ExportItemView {
  const chain = { complete: true, missingIssuer: null };
  const nothing = {
    leaf: null,
    chain,
    review: [],
    planned: [],
    conflicts: [],
    isUpdate: false,
    currentSince: null,
    copyId: null,
    canUndo: false,
    files: [],
    snippet: null,
    proof: null,
    error: null,
  };
  return { orderId, title: orderId, folder: orderId, state: 'ready', ...nothing, ...change };
}

const items = [
  item('a', {}),
  item('b', { conflicts: ['privkey.pem'] }),
  item('c', { state: 'failed', error: { kind: 'unknownRid' } }),
  item('d', {
    state: 'written',
    conflicts: ['privkey.pem'],
    proof: { kind: 'notProven', reason: 'expired', code: 'CERT_HAS_EXPIRED' },
  }),
  item('e', { state: 'kept', conflicts: ['privkey.pem'] }),
  item('f', { state: 'cancelled' }),
  item('g', {}),
  item('h', { chain: { complete: false, missingIssuer: 'CA' } }),
];

describe('countItems', () => {
  it('counts each state, and conflicts and incomplete chains of ready orders only', () => {
    expect(countItems(items)).toEqual({
      states: { pending: 0, ready: 4, written: 1, current: 0, kept: 1, failed: 1, cancelled: 1 },
      conflicted: 1,
      chainless: 1,
      unproven: 1,
    });
  });
});

describe('mostImportantFirst', () => {
  it('sorts failures first, then failed verification, conflicts and incomplete chains, and is stable', () => {
    expect(mostImportantFirst(items).map(({ orderId }) => orderId)).toEqual([
      'c',
      'f',
      'e',
      'd',
      'b',
      'h',
      'a',
      'g',
    ]);
  });
});
