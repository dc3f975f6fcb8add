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
  const store = new EndpointStore({
    repository: fake.repository,
    clock: createFakeTime().clock,
    newId,
    logger,
  });
  return { store, lines, ...fake };
}

const seen = endpointRecord('e', {
  probedAt: 100,
  nextProbeAt: 900,
  addresses: [addressSight('192.0.2.1', 'a', 100)],
});
const isThere = () => true;

describe('the store of endpoints', () => {
  it('stores the normalized endpoint, on disk first', () => {
    const { store, kept, state } = createBook();
    const added = store.add('o', endpointDraft('Mail.Example.com:587', { serverName: 'MAIL.example.com' }));
    expect(added).toEqual({ ok: true, value: 'new1' });
    expect(kept.get('new1')?.endpoint).toEqual({
      ...endpointOf('new1', { host: 'mail.example.com', port: 587, protocol: 'smtp' }),
      serverName: null,
    });
    state.isBroken = true;
    expect(store.add('o', endpointDraft('other.example.com'))).toMatchObject({ error: { kind: 'storage' } });
    expect(store.list()).toHaveLength(1);
  });

  it('refuses a duplicate endpoint of an order', () => {
    const { store } = createBook([seen]);
    const again = { ok: false, error: { kind: 'invalidInput', field: 'endpoint', reason: 'alreadyExists' } };
    expect(store.add('o', endpointDraft('e.example.com'))).toEqual(again);
    const named = endpointDraft('e.example.com', { serverName: 'www.example.com' });
    const added = store.add('o', named);
    expect(store.add('other', endpointDraft('e.example.com')).ok).toBe(true);
    expect(store.update(added.ok ? added.value : '', endpointDraft('e.example.com'))).toEqual(again);
  });

  it('reports the invalid field', () => {
    const { store } = createBook();
    const draft = endpointDraft('e.example.com', { serverName: '192.0.2.1' });
    expect(store.add('o', draft)).toMatchObject({ error: { field: 'serverName', reason: 'notAHost' } });
    expect(store.add('o', endpointDraft('*.example.com'))).toMatchObject({
      error: { field: 'endpoint', reason: 'wildcard' },
    });
  });

  it('limits the number per order and in total', () => {
    const many = (count: number, orderOf: (index: number) => string) =>
      Array.from({ length: count }, (_, index) =>
        endpointRecord(`e${index}`, { endpoint: endpointOf(`e${index}`, { orderId: orderOf(index) }) }),
      );
    const full = createBook(many(ENDPOINTS_OF_ORDER_MAX, () => 'o')).store;
    expect(full.add('o', endpointDraft('a.example.com'))).toMatchObject({ error: { reason: 'tooMany' } });
    expect(full.add('other', endpointDraft('a.example.com')).ok).toBe(true);
    const fullest = createBook(many(ENDPOINTS_MAX, (index) => `o${index}`)).store;
    expect(fullest.add('other', endpointDraft('a.example.com'))).toMatchObject({
      error: { reason: 'tooMany' },
    });
  });

  it('adds several in one write, without duplicates, up to the limit', () => {
    const { store, kept, state } = createBook([seen]);
    const drafts = (count: number, orderId: string) =>
      Array.from({ length: count }, (_, index) => ({ orderId, ...endpointDraft(`h${index}.example.com`) }));
    const twice = { orderId: 'o', ...endpointDraft('e.example.com') };
    const result = store.addMany([twice, ...drafts(60, 'o'), ...drafts(2, 'p'), ...drafts(1, 'p')]);
    expect(result).toMatchObject({ ok: true, value: { known: 2, noRoom: 11 } });
    expect(store.ofOrder('o')).toHaveLength(ENDPOINTS_OF_ORDER_MAX);
    expect(store.ofOrder('p')).toHaveLength(2);
    expect(kept.size).toBe(ENDPOINTS_OF_ORDER_MAX + 2);
    expect(state.saves).toBe(1);
  });

  it('adds none of several when one is invalid, or they cannot be written', () => {
    const { store, state } = createBook();
    const fine = { orderId: 'o', ...endpointDraft('a.example.com') };
    const wrong = { orderId: 'o', ...endpointDraft('*.example.com') };
    expect(store.addMany([fine, wrong])).toMatchObject({ error: { field: 'endpoint', reason: 'wildcard' } });
    state.isBroken = true;
    expect(store.addMany([fine])).toMatchObject({ error: { kind: 'storage' } });
    expect(store.list()).toEqual([]);
  });

  it('keeps its state when only the interval changes, and drops it with the host', () => {
    const { store, kept } = createBook([seen]);
    expect(store.update('e', endpointDraft('e.example.com', { intervalMinutes: 60 }))).toEqual({
      ok: true,
      value: false,
    });
    expect(kept.get('e')).toEqual({ ...seen, endpoint: { ...seen.endpoint, intervalMinutes: 60 } });
    expect(store.update('e', endpointDraft('e.example.com:8443'))).toEqual({ ok: true, value: true });
    expect(kept.get('e')).toMatchObject({ probedAt: null, nextProbeAt: null, addresses: [] });
  });

  it('restores removed endpoints with their state, in their former order', () => {
    const { store, kept } = createBook([seen, endpointRecord('later', { addedAt: 2 })]);
    store.remove(['e', 'gone']);
    expect([...kept.keys()]).toEqual(['later']);
    expect(store.restore(['e', 'gone'], isThere)).toEqual({ ok: true, value: ['e'] });
    expect(store.ofOrder('o').map(({ endpoint }) => endpoint.id)).toEqual(['e', 'later']);
    expect(store.find('e')).toEqual(seen);
    expect(store.restore(['e'], isThere)).toEqual({ ok: false, error: { kind: 'unknownId' } });
  });

  it('does not restore what was added again meanwhile, nor what belongs to no order', () => {
    const { store } = createBook([seen]);
    store.remove(['e']);
    expect(store.restore(['e'], () => false).ok).toBe(false);
    store.add('o', endpointDraft('e.example.com'));
    expect(store.restore(['e'], isThere)).toEqual({ ok: false, error: { kind: 'unknownId' } });
  });

  it('writes states in one batch, and retries after a failure', () => {
    const { store, kept, state, lines } = createBook([seen, endpointRecord('other')]);
    const { addresses } = seen;
    for (const id of ['e', 'other', 'gone'])
      store.note(id, { probedAt: 200, nextProbeAt: 300, error: null, addresses, omitted: 0 });
    state.isBroken = true;
    store.writeSights();
    expect(lines).toMatchObject([{ level: 'warn' }]);
    state.isBroken = false;
    store.writeSights();
    store.writeSights();
    expect(state.sightWrites).toBe(1);
    expect([...kept.values()].map(({ probedAt }) => probedAt)).toEqual([200, 200]);
  });
});
