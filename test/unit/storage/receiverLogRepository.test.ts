import { describe, expect, it } from 'vitest';
import { createReceiverLogRepository } from '#main/storage/receiverRepositories.ts';
import type { ReceiverLogEntry } from '#shared/domain/receiver.ts';
import { openTemporary } from './fixtures.ts';

const entry = (id: number): ReceiverLogEntry => ({
  id,
  at: 1000 + id,
  hookId: null,
  from: '192.0.2.1',
  status: 401,
  outcome: { kind: 'refused', reason: { kind: 'timeSkew', seconds: -3600 } },
  count: 2,
});

describe('receiver log repository', () => {
  it('returns the lines in order, and only those of the last save', () => {
    const database = openTemporary();
    const log = createReceiverLogRepository(database);
    expect(log.load()).toEqual([]);
    expect(log.save([entry(1), entry(2)]).ok).toBe(true);
    expect(log.save([entry(2), entry(10), entry(3)]).ok).toBe(true);
    expect(createReceiverLogRepository(database).load()).toEqual([entry(2), entry(3), entry(10)]);
  });

  it('reports an error of the database', () => {
    const database = openTemporary();
    const log = createReceiverLogRepository(database);
    database.write(() => database.query('PRAGMA query_only = ON').get());
    expect(log.save([entry(1)])).toMatchObject({ ok: false, error: { kind: 'storage', reason: 'readOnly' } });
  });
});
