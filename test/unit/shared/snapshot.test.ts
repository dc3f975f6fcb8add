import { describe, expect, it } from 'vitest';
import type { OrderRow } from '#shared/domain/order.ts';
import { fromColumns, toColumns } from '#shared/domain/snapshot.ts';
import { orderWithDays } from '#test/support/orderRows.ts';

const row = orderWithDays('1', 60, 0, {
  serviceName: 'shop',
  domains: ['a.example.com', 'b.example.com'],
  chainEnd: { at: 3, name: 'Issuing CA' },
  failures: 1,
  failure: { kind: 'unauthorized', status: 401 },
  findings: [{ kind: 'chainOutOfOrder' }],
  tags: ['prod'],
  note: 'Ask first\nthen renew',
});

describe('order columns', () => {
  it('restore the same rows with every field', () => {
    const pushed: OrderRow = { ...row, id: '3', source: { kind: 'push', hookId: 'h', name: 'n' } };
    const rows = [row, { ...row, id: '2', alias: 'two', failure: null, findings: [] }, pushed];
    expect(fromColumns(toColumns(rows))).toEqual(rows);
  });

  it('are empty arrays for no rows', () => {
    expect(fromColumns(toColumns([]))).toEqual([]);
    expect(toColumns([]).id).toEqual([]);
  });
});
