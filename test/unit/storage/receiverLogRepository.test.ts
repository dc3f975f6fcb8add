import { describe, expect, it } from 'vitest';
import { createReceiverLogRepository } from '#main/storage/receiverLogRepository.ts';
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
  it('gives back the lines in their order, and only those that were saved last', () => {
    const database = openTemporary();
    const log = createReceiverLogRepository(database);
    expect(log.load()).toEqual([]);
    expect(log.save([entry(1), entry(2)]).ok).toBe(true);
    expect(log.save([entry(2), entry(10), entry(3)]).ok).toBe(true);
    expect(createReceiverLogRepository(database).load()).toEqual([entry(2), entry(3), entry(10)]);
  });

  it('says when the database does not take them', () => {
    const database = openTemporary();
    const log = createReceiverLogRepository(database);
    database.write(() => database.prepare('PRAGMA query_only = ON').get());
    expect(log.save([entry(1)])).toMatchObject({ ok: false, error: { kind: 'storage', reason: 'readOnly' } });
  });
});
