import { describe, expect, it } from 'vitest';
import type { OrderRow } from '#shared/domain/order.ts';
import { fromColumns, toColumns } from '#shared/domain/snapshot.ts';

const row: OrderRow = {
  id: '1',
  source: { kind: 'pull', connectionId: 'c', rid: 'r' },
  alias: null,
  serviceName: 'shop',
  fingerprint256: 'ab',
  commonName: 'a.example.com',
  domains: ['a.example.com', 'b.example.com'],
  issuerName: 'CA',
  notBefore: 1,
  notAfter: 2,
  notAfterSource: 'certificate',
  chainEnd: { at: 3, name: 'Issuing CA' },
  lastConfirmedAt: 3,
  lastAttemptAt: 4,
  nextPollAt: 5,
  failures: 1,
  failure: { kind: 'unauthorized', status: 401 },
  findings: [{ kind: 'chainOutOfOrder' }],
  tags: ['prod'],
  note: 'Ask first\nthen renew',
  snooze: null,
  lead: null,
  deployment: null,
  authority: null,
};

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
