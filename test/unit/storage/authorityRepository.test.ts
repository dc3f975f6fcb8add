import { expect, it } from 'vitest';
import type { AuthorityRecord } from '#main/monitoring/authority/authorityRecords.ts';
import { createAuthorityRepository, createCrlRepository } from '#main/storage/authorityRepository.ts';
import { openTemporary } from './fixtures.ts';

const record: AuthorityRecord = {
  fingerprint256: 'AA',
  revoked: { at: 1, reason: 'certificateHold' },
  revocationCheck: { answer: 'listed', answeredAt: 2, failedAt: null, nextAt: 3 },
  list: { thisUpdate: 1, number: '0a' },
  replacement: null,
  renewalCheck: null,
  firstStart: null,
};

it('returns records as saved, also those of versions that did not store the list', () => {
  const database = openTemporary();
  const repository = createAuthorityRepository(database);
  repository.save('new', record);
  const { list: _, ...former } = record;
  database.write(() =>
    database.prepare('INSERT INTO authority_records VALUES (?, ?)').run('former', JSON.stringify(former)),
  );
  expect(Object.fromEntries(repository.load())).toEqual({ new: record, former: { ...record, list: null } });
});

it('returns a list with the time until which it is used', () => {
  const lists = createCrlRepository(openTemporary());
  lists.save('http://ca.example/list', Buffer.from('list'), 100, 1);
  expect(lists.find('http://ca.example/list', 99)).toEqual({ body: Buffer.from('list'), usedUntil: 100 });
  expect(lists.find('http://ca.example/list', 100)).toBeNull();
});
