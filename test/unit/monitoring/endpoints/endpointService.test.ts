import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '#shared/domain/thresholds.ts';
import { addressSight, endpointDraft, endpointOf, endpointRecord, reportOf } from './endpointFixtures.ts';
import { createEndpoints, START } from './endpointHarness.ts';

const serving = (id: string, leaf: string, orderId = 'o') =>
  endpointRecord(id, {
    endpoint: endpointOf(id, { orderId }),
    probedAt: START - HOUR_MS,
    nextProbeAt: START + HOUR_MS,
    addresses: [addressSight('192.0.2.1', leaf, START - HOUR_MS)],
  });

function started(...records: Parameters<typeof createEndpoints>) {
  const harness = createEndpoints(...records);
  harness.probes.start();
  let fired = 0;
  harness.service.onDidChange(() => {
    fired += 1;
  });
  const relations = () =>
    harness.service.views().flatMap(({ addresses }) => addresses.map(({ relation }) => relation));
  return { ...harness, relations, fired: () => fired };
}

const upsert = (...ids: string[]) => ({ upserts: ids, removed: [], renewed: [] });

describe('the relation of the served leaf', () => {
  it.each([
    ['new', 'issued'],
    ['old', 'former'],
    ['foreign', 'other'],
  ])('%s is %s', (leaf, relation) => {
    expect(started([serving('e', leaf)]).relations()).toEqual([relation]);
  });

  it('changes with the order, without a probe', async () => {
    const { service, relations, present, had, probed, fired, time } = started([
      serving('a', 'new'),
      serving('b', 'foreign'),
    ]);
    expect(relations()).toEqual(['issued', 'other']);
    present.set('o', 'foreign');
    had.add('foreign');
    service.ordersChanged({ ...upsert('o'), renewed: [{ orderId: 'o', from: 'new', to: 'foreign' }] });
    await time.advance(0);
    expect(relations()).toEqual(['former', 'issued']);
    expect(fired()).toBe(1);
    expect(probed).toEqual([]);
    await time.advance(5000);
    expect(probed).toEqual(['a 5', 'b 5']);
  });

  it('of another kind of key stays a finding only while it is not the order’s own', async () => {
    const missing = { kind: 'keyKindMissing', served: 'RSA', wanted: 'ECDSA P-256' } as const;
    const [sight] = serving('e', 'foreign').addresses;
    const served = sight?.served == null ? null : { ...sight.served, findings: [missing] };
    const record = {
      ...serving('e', 'foreign'),
      addresses: sight === undefined ? [] : [{ ...sight, served }],
    };
    const { service, present } = started([record]);
    const findings = () => service.views()[0]?.addresses[0]?.served?.findings;
    expect(findings()).toEqual([missing]);
    present.set('o', 'foreign');
    service.ordersChanged(upsert('o'));
    expect(findings()).toEqual([]);
  });

  it('is unknown before the order has a leaf', () => {
    const { present, relations, service } = started([serving('e', 'foreign')]);
    present.set('o', null);
    service.ordersChanged(upsert('o'));
    expect(relations()).toEqual([null]);
  });

  it('is unknown while the history of the order cannot be read, which is retried', async () => {
    const { disk, relations, fired, time, lines } = started([serving('a', 'old'), serving('b', 'new')]);
    disk.isUnreadable = true;
    expect([relations(), relations()]).toEqual([
      [null, 'issued'],
      [null, 'issued'],
    ]);
    expect(lines).toMatchObject([{ level: 'warn', fields: { error: 'storage' } }]);
    disk.isUnreadable = false;
    expect(relations()).toEqual(['former', 'issued']);
    await time.advance(0);
    expect(fired()).toBe(1);
    expect(relations()).toEqual(['former', 'issued']);
  });

  it('fires no event when an order is confirmed with the same leaf', async () => {
    const { service, fired, time, relations } = started([serving('e', 'new')]);
    relations();
    service.ordersChanged(upsert('o', 'elsewhere'));
    await time.advance(10);
    expect(fired()).toBe(0);
  });
});

describe('the commands for endpoints', () => {
  it('a new one is probed at once, and shown as being probed', async () => {
    const { service, answers, time, fired } = started();
    const pending = Promise.withResolvers<ReturnType<typeof reportOf>>();
    answers.set('e.example.com', pending.promise);
    expect(service.add('gone', endpointDraft('e.example.com'))).toMatchObject({
      error: { kind: 'unknownId' },
    });
    const added = service.add('o', endpointDraft('e.example.com'));
    await time.advance(0);
    expect(service.views()).toMatchObject([{ id: 'new1', probing: true, probedAt: null, addresses: [] }]);
    expect(added).toEqual({ ok: true, value: 'new1' });
    const before = fired();
    pending.resolve(reportOf({ '192.0.2.1': 'old' }));
    await time.advance(0);
    expect(service.ofOrder('o')).toMatchObject([
      { probing: false, probedAt: START, addresses: [{ relation: 'former', servedSince: START }] },
    ]);
    expect(fired()).toBe(before + 1);
  });

  it('several new ones are probed, except those of unknown orders', async () => {
    const { service, probed, time } = started([serving('e', 'new')]);
    const drafts = ['e', 'f', 'g'].map((name) => ({
      orderId: name === 'g' ? 'gone' : 'o',
      ...endpointDraft(`${name}.example.com`),
    }));
    expect(service.addMany(drafts)).toEqual({ ok: true, value: { added: 1, known: 1, noRoom: 0 } });
    await time.advance(0);
    expect(probed).toEqual(['f 0']);
  });

  it('a changed host is probed, and a late answer of the former one is ignored', async () => {
    const { service, answers, probed, signals, time } = started([serving('e', 'new')]);
    const late = Promise.withResolvers<ReturnType<typeof reportOf>>();
    answers.set('e.example.com', late.promise);
    service.probe({ ids: ['e'] });
    await time.advance(0);
    answers.set('else.example.com', new Promise(() => {}));
    service.update('e', endpointDraft('else.example.com'));
    late.resolve(reportOf({ '192.0.2.99': 'old' }));
    await time.advance(0);
    expect(signals[0]?.aborted).toBe(true);
    expect(probed).toEqual(['e 0', 'else 0']);
    expect(service.views()).toMatchObject([
      { host: 'else.example.com', probing: true, probedAt: null, addresses: [] },
    ]);
  });

  it('a shorter interval counts from the last probe', async () => {
    const { service, probed, time } = started([serving('e', 'new')]);
    service.update('e', endpointDraft('e.example.com', { intervalMinutes: 90 }));
    expect(service.views()).toMatchObject([{ intervalMinutes: 90, nextProbeAt: START + HOUR_MS / 2 }]);
    await time.advance(HOUR_MS);
    expect(probed).toEqual(['e 1800']);
  });

  it('a removed one is not probed, and is restored with its state', async () => {
    const { service, probed, time } = started([serving('e', 'old')]);
    service.remove(['e']);
    expect(service.views()).toEqual([]);
    await time.advance(2 * HOUR_MS);
    expect(probed).toEqual([]);
    expect(service.restore(['e']).ok).toBe(true);
    expect(service.views()).toMatchObject([{ addresses: [{ relation: 'former' }] }]);
    await time.advance(1000);
    expect(probed).toHaveLength(1);
  });

  it('a probe is possible by id, by order, or for all', async () => {
    const records = [serving('a', 'new'), serving('b', 'new', 'p'), serving('c', 'new', 'gone')];
    const { service, probed, time } = started(records);
    for (const which of [{ ids: ['b'] }, { orderIds: ['o', 'gone'] }, null]) {
      service.probe(which);
      await time.advance(0);
    }
    expect(probed).toEqual(['b 0', 'a 0', 'a 0', 'b 0']);
  });
});

it('endpoints of a removed order are not shown, and are restored with it', async () => {
  const { service, present, time, probed, fired } = started([serving('e', 'old')]);
  expect(service.views()).toHaveLength(1);
  present.delete('o');
  service.ordersChanged({ upserts: [], removed: ['o'], renewed: [] });
  await time.advance(2 * HOUR_MS);
  expect(service.views()).toEqual([]);
  expect(service.ofOrder('o')).toEqual([]);
  expect(probed).toEqual([]);
  expect(fired()).toBe(1);
  present.set('o', 'new');
  service.ordersChanged(upsert('o'));
  await time.advance(2000);
  expect(service.views()).toMatchObject([{ addresses: [{ address: '192.0.2.1', relation: 'issued' }] }]);
  expect(probed).toHaveLength(1);
});

it('a round of many probes fires batched events, not one per probe', async () => {
  const many = Array.from({ length: 250 }, (_, index) => serving(`e${index}`, 'new', `o${index}`));
  const { service, present, fired, time, probed } = started(many);
  for (let index = 0; index < 250; index++) present.set(`o${index}`, 'new');
  service.probe(null);
  await time.advance(500);
  expect(probed).toHaveLength(250);
  expect(fired()).toBe(0);
  await time.advance(1000);
  expect(fired()).toBe(1);
});

it('an endpoint is shown as being probed from the request until the result or the loss of the network', async () => {
  const records = Array.from({ length: 10 }, (_, index) => serving(`e${index}`, 'old'));
  const { service, connectivity, answers, time } = started(records);
  const pending = Promise.withResolvers<null>();
  for (const { endpoint } of records) answers.set(endpoint.host, pending.promise);
  const probing = () => service.views().filter(({ probing: isProbed }) => isProbed).length;
  expect(probing()).toBe(0);
  service.probe(null);
  expect(probing()).toBe(10);
  connectivity.set(false);
  pending.resolve(null);
  await time.advance(0);
  expect(probing()).toBe(0);
});
