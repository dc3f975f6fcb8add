import { describe, expect, it } from 'vitest';
import type { EndpointRecord } from '#main/monitoring/endpoints/endpointRecord.ts';
import { EndpointStore } from '#main/monitoring/endpoints/endpointStore.ts';
import { ENDPOINTS_MAX, ENDPOINTS_OF_ORDER_MAX } from '#shared/domain/endpoint.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';
import {
  addressSight,
  createFakeRepository,
  endpointDraft,
  endpointOf,
  endpointRecord,
} from './endpointFixtures.ts';

function createBook(records: readonly EndpointRecord[] = []) {
  const fake = createFakeRepository(records);
  const { logger, lines } = createRecordingLogger();
  let count = 0;
  const newId = () => `new${++count}`;
  const book = new EndpointStore({
    repository: fake.repository,
    clock: createFakeTime().clock,
    newId,
    logger,
  });
  return { book, lines, ...fake };
}

const seen = endpointRecord('e', {
  probedAt: 100,
  nextProbeAt: 900,
  addresses: [addressSight('192.0.2.1', 'a', 100)],
});
const isThere = () => true;

describe('the book of endpoints', () => {
  it('keeps an endpoint as it was meant, on disk first', () => {
    const { book, kept, state } = createBook();
    const added = book.add('o', endpointDraft('Mail.Example.com:587', { serverName: 'MAIL.example.com' }));
    expect(added).toEqual({ ok: true, value: 'new1' });
    expect(kept.get('new1')?.endpoint).toEqual({
      ...endpointOf('new1', { host: 'mail.example.com', port: 587, protocol: 'smtp' }),
      serverName: null,
    });
    state.isBroken = true;
    expect(book.add('o', endpointDraft('other.example.com'))).toMatchObject({ error: { kind: 'storage' } });
    expect(book.list()).toHaveLength(1);
  });

  it('takes a place once for an order', () => {
    const { book } = createBook([seen]);
    const again = { ok: false, error: { kind: 'invalidInput', field: 'endpoint', reason: 'alreadyExists' } };
    expect(book.add('o', endpointDraft('e.example.com'))).toEqual(again);
    const named = endpointDraft('e.example.com', { serverName: 'www.example.com' });
    const added = book.add('o', named);
    expect(book.add('other', endpointDraft('e.example.com')).ok).toBe(true);
    expect(book.update(added.ok ? added.value : '', endpointDraft('e.example.com'))).toEqual(again);
  });

  it('says which field is wrong', () => {
    const { book } = createBook();
    const draft = endpointDraft('e.example.com', { serverName: '192.0.2.1' });
    expect(book.add('o', draft)).toMatchObject({ error: { field: 'serverName', reason: 'notAHost' } });
    expect(book.add('o', endpointDraft('*.example.com'))).toMatchObject({
      error: { field: 'endpoint', reason: 'wildcard' },
    });
  });

  it('has room for so many of an order, and of all', () => {
    const many = (count: number, orderOf: (index: number) => string) =>
      Array.from({ length: count }, (_, index) =>
        endpointRecord(`e${index}`, { endpoint: endpointOf(`e${index}`, { orderId: orderOf(index) }) }),
      );
    const full = createBook(many(ENDPOINTS_OF_ORDER_MAX, () => 'o')).book;
    expect(full.add('o', endpointDraft('a.example.com'))).toMatchObject({ error: { reason: 'tooMany' } });
    expect(full.add('other', endpointDraft('a.example.com')).ok).toBe(true);
    const fullest = createBook(many(ENDPOINTS_MAX, (index) => `o${index}`)).book;
    expect(fullest.add('other', endpointDraft('a.example.com'))).toMatchObject({
      error: { reason: 'tooMany' },
    });
  });

  it('adds several as one write, each place once, as far as there is room', () => {
    const { book, kept, state } = createBook([seen]);
    const drafts = (count: number, orderId: string) =>
      Array.from({ length: count }, (_, index) => ({ orderId, ...endpointDraft(`h${index}.example.com`) }));
    const twice = { orderId: 'o', ...endpointDraft('e.example.com') };
    const result = book.addMany([twice, ...drafts(60, 'o'), ...drafts(2, 'p'), ...drafts(1, 'p')]);
    expect(result).toMatchObject({ ok: true, value: { known: 2, noRoom: 11 } });
    expect([book.ofOrder('o').length, book.ofOrder('p').length]).toEqual([ENDPOINTS_OF_ORDER_MAX, 2]);
    expect(kept.size).toBe(ENDPOINTS_OF_ORDER_MAX + 2);
    expect(state.saves).toBe(1);
  });

  it('adds none of several when one is wrong in itself, or they cannot be written', () => {
    const { book, state } = createBook();
    const fine = { orderId: 'o', ...endpointDraft('a.example.com') };
    const wrong = { orderId: 'o', ...endpointDraft('*.example.com') };
    expect(book.addMany([fine, wrong])).toMatchObject({ error: { field: 'endpoint', reason: 'wildcard' } });
    state.isBroken = true;
    expect(book.addMany([fine])).toMatchObject({ error: { kind: 'storage' } });
    expect(book.list()).toEqual([]);
  });

  it('keeps what was seen when only the interval changes, and forgets it with the place', () => {
    const { book, kept } = createBook([seen]);
    expect(book.update('e', endpointDraft('e.example.com', { intervalMinutes: 60 }))).toEqual({
      ok: true,
      value: false,
    });
    expect(kept.get('e')).toEqual({ ...seen, endpoint: { ...seen.endpoint, intervalMinutes: 60 } });
    expect(book.update('e', endpointDraft('e.example.com:8443'))).toEqual({ ok: true, value: true });
    expect(kept.get('e')).toMatchObject({ probedAt: null, nextProbeAt: null, addresses: [] });
  });

  it('brings removed endpoints back with what was seen, in their former order', () => {
    const { book, kept } = createBook([seen, endpointRecord('later', { addedAt: 2 })]);
    book.remove(['e', 'gone']);
    expect([...kept.keys()]).toEqual(['later']);
    expect(book.restore(['e', 'gone'], isThere)).toEqual({ ok: true, value: ['e'] });
    expect(book.ofOrder('o').map(({ endpoint }) => endpoint.id)).toEqual(['e', 'later']);
    expect(book.find('e')).toEqual(seen);
    expect(book.restore(['e'], isThere)).toEqual({ ok: false, error: { kind: 'unknownId' } });
  });

  it('does not bring back what was added anew meanwhile, nor what belongs to no order', () => {
    const { book } = createBook([seen]);
    book.remove(['e']);
    expect(book.restore(['e'], () => false).ok).toBe(false);
    book.add('o', endpointDraft('e.example.com'));
    expect(book.restore(['e'], isThere)).toEqual({ ok: false, error: { kind: 'unknownId' } });
  });

  it('writes what was seen together, and again when that failed', () => {
    const { book, kept, state, lines } = createBook([seen, endpointRecord('other')]);
    const { addresses } = seen;
    for (const id of ['e', 'other', 'gone'])
      book.note(id, { probedAt: 200, nextProbeAt: 300, error: null, addresses, omitted: 0 });
    state.isBroken = true;
    book.writeSights();
    expect(lines).toMatchObject([{ level: 'warn' }]);
    state.isBroken = false;
    book.writeSights();
    book.writeSights();
    expect(state.sightWrites).toBe(1);
    expect([...kept.values()].map(({ probedAt }) => probedAt)).toEqual([200, 200]);
  });
});
