import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { handleUnexpected } from '#main/platform/errors.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { AppError } from '#shared/errors.ts';
import { err } from '#shared/result.ts';
import { given } from './fakes.ts';
import { createHarness } from './pollerHarness.ts';

describe('answers', () => {
  it('are written in batches, and not inspected again while they are the same', async () => {
    let inspected = 0;
    const { inspectFake } = await import('./fakes.ts');
    const harness = createHarness({
      ports: {
        inspect: (material) => {
          inspected += 1;
          return inspectFake(material);
        },
      },
    });
    harness.add('a', 40);
    harness.poller.start();
    await harness.time.advance(7 * HOUR_MS);
    expect(harness.service.requests).toHaveLength(80);
    expect(inspected).toBe(40);
    expect(harness.repository.stateWrites.length).toBeLessThanOrEqual(20);
    const [order] = harness.orders.list();
    expect(order?.lastConfirmedAt).toBeGreaterThan(Date.UTC(2026, 0, 1) + 5 * HOUR_MS);
  });

  it('are confirmations, not new results, when only the JSON around the material is new', async () => {
    let asked = 0;
    const harness = createHarness({
      ports: {
        source: {
          poll: async () => {
            asked += 1;
            return { ...given('a.example'), bodyDigest: `body ${asked}` };
          },
        },
      },
    });
    harness.add('a', 1);
    const kinds: string[] = [];
    harness.poller.onDidPoll((results) => kinds.push(...results.map(({ kind }) => kind)));
    harness.poller.start();
    await harness.time.advance(20 * HOUR_MS);
    expect(kinds).toEqual(['newCertificate', 'unchanged', 'unchanged', 'unchanged']);
  });

  it('with a known body are read again once the order has changed', async () => {
    const known: (string | null)[] = [];
    let name = 'a.example';
    const harness = createHarness({
      ports: {
        source: {
          poll: async (_order, options) => {
            known.push(options.known);
            return options.known === name ? { sameAs: name } : { ...given(name), bodyDigest: name };
          },
        },
      },
    });
    harness.add('a', 1);
    harness.poller.start();
    await harness.time.advance(7 * HOUR_MS);
    name = 'b.example';
    await harness.time.advance(7 * HOUR_MS);
    expect(known).toEqual([null, 'a.example', 'a.example']);
    expect(harness.orders.get('order-1')?.commonName).toBe('b.example');
    harness.poller.connectionChanged('a');
    await harness.time.advance(1000);
    expect(known.at(-1)).toBeNull();
  });

  it('share their writes while others are in flight, and do not wait otherwise', async () => {
    const harness = createHarness({ latencyMs: () => 20 });
    harness.add('a', 320);
    harness.poller.start();
    await harness.time.advance(5000);
    expect(harness.repository.stateWrites.length).toBeLessThanOrEqual(12);
    expect(harness.service.mostInFlight('a')).toBe(8);
    const [id = ''] = harness.add('a', 1, 'late');
    await harness.time.advance(20);
    expect(harness.repository.stored.get(id)?.lastConfirmedAt).not.toBeNull();
  });

  it('for an order that is removed before they are written are dropped', async () => {
    const harness = createHarness({ latencyMs: ({ rid }) => (rid === 'rid-0' ? 1 : 90) });
    const [first = '', second = ''] = harness.add('a', 2);
    harness.poller.start();
    await harness.time.advance(10);
    harness.list.remove([first]);
    await harness.time.advance(1000);
    expect(harness.repository.stored.get(first)?.lastAttemptAt).toBeNull();
    expect(harness.repository.stored.get(second)?.lastConfirmedAt).not.toBeNull();
    expect(harness.poller.polling()).toEqual([]);
  });

  it('that only confirm are written late and in batches, and all of them on dispose', async () => {
    const harness = createHarness();
    harness.add('a', 300);
    harness.poller.start();
    await harness.time.advance(MINUTE_MS);
    const { stored } = harness.repository;
    const isStored = () =>
      harness.orders.list().every((row) => stored.get(row.id)?.lastConfirmedAt === row.lastConfirmedAt);
    const writes = () => harness.repository.stateWrites.length;
    const writesBefore = writes();
    void harness.poller.poll(null);
    await harness.time.advance(MINUTE_MS);
    const since = harness.time.clock.now() - MINUTE_MS;
    expect(harness.orders.list().every(({ lastConfirmedAt }) => (lastConfirmedAt ?? 0) >= since)).toBe(true);
    expect(writes()).toBe(writesBefore);
    await harness.time.advance(5 * MINUTE_MS);
    expect(isStored()).toBe(true);
    expect(writes() - writesBefore).toBeLessThan(10);
    void harness.poller.poll(null);
    await harness.time.advance(MINUTE_MS);
    expect(isStored()).toBe(false);
    harness.poller.dispose();
    expect(isStored()).toBe(true);
  });

  it('that only confirm are written later when the disk was full, for all orders', async () => {
    const harness = createHarness();
    harness.add('a', 2);
    harness.poller.start();
    await harness.time.advance(MINUTE_MS);
    harness.repository.failWith({ kind: 'storage', reason: 'full', detail: 'full' });
    void harness.poller.poll(null);
    await harness.time.advance(12 * MINUTE_MS);
    expect(harness.orders.list().map(({ failure }) => failure)).toEqual([null, null]);
    harness.repository.failWith(null);
    await harness.time.advance(5 * MINUTE_MS);
    const confirmed = harness.orders.list().map(({ lastConfirmedAt }) => lastConfirmedAt);
    expect([...harness.repository.stored.values()].map((order) => order.lastConfirmedAt)).toEqual(confirmed);
  });

  it('are inspected again after the connection changed', async () => {
    let inspected = 0;
    const { inspectFake } = await import('./fakes.ts');
    const inspect: typeof inspectFake = (material) => {
      inspected += 1;
      return inspectFake(material);
    };
    const harness = createHarness({ ports: { inspect } });
    harness.add('a', 1);
    harness.poller.start();
    await harness.time.advance(1000);
    harness.poller.connectionChanged('a');
    await harness.time.advance(1000);
    expect(harness.service.requests).toHaveLength(2);
    expect(inspected).toBe(2);
  });

  it('report a renewal', async () => {
    const harness = createHarness();
    harness.add('a', 1);
    const renewed: unknown[] = [];
    harness.orders.onDidChange('all', (change) => renewed.push(...change.renewed));
    harness.poller.start();
    await harness.time.advance(1000);
    harness.answerWith(() => given('renewed', { days: [20_100, 21_100] }));
    void harness.poller.poll(null);
    await harness.time.advance(1000);
    expect(renewed).toEqual([
      { orderId: 'order-1', from: 'fingerprint of rid-0.example', to: 'fingerprint of renewed' },
    ]);
  });

  it('never leave a key behind, though it came unasked', async () => {
    const harness = createHarness({ answer: ({ rid }) => given(rid, { key: 'PRIVATE-KEY-SENTINEL' }) });
    harness.add('a', 3);
    harness.poller.start();
    await harness.time.advance(7 * HOUR_MS);
    const everything = JSON.stringify([
      [...harness.repository.stored.values()],
      harness.logLines,
      harness.orders.list(),
    ]);
    expect(everything).toContain('rid-0');
    expect(everything).not.toContain('SENTINEL');
  });

  it('that fail the inspection are failures, and the known certificate stays', async () => {
    const invalid: AppError = { kind: 'invalidMaterial', reason: 'keyMismatch', part: 'key' };
    let isBroken = false;
    const { inspectFake } = await import('./fakes.ts');
    const harness = createHarness({
      ports: { inspect: (material) => (isBroken ? err(invalid) : inspectFake(material)) },
    });
    harness.add('a', 1);
    harness.poller.start();
    await harness.time.advance(1000);
    isBroken = true;
    harness.answerWith(() => given('other'));
    void harness.poller.poll(null);
    await harness.time.advance(1000);
    expect(harness.orders.get('order-1')).toMatchObject({ commonName: 'rid-0.example', failure: invalid });
  });

  it('that cannot be stored are polled again soon', async () => {
    const harness = createHarness();
    harness.add('a', 1);
    harness.repository.failWith({ kind: 'storage', reason: 'full', detail: '' });
    harness.poller.start();
    await harness.time.advance(1000);
    expect(harness.orders.get('order-1')).toMatchObject({ failures: 1, commonName: null });
    harness.repository.failWith(null);
    await harness.time.advance(MINUTE_MS);
    expect(harness.orders.get('order-1')).toMatchObject({ failures: 0, commonName: 'rid-0.example' });
  });

  it('that fail with a bug do not affect other orders', async () => {
    const harness = createHarness({
      ports: {
        inspect: (material) => {
          if (material.certificate.includes('rid-0.')) throw new TypeError('secret text');
          return err({ kind: 'invalidMaterial', reason: 'unreadable', part: 'certificate' });
        },
      },
      answer: ({ rid }) =>
        rid === 'rid-1' ? Promise.reject(new RangeError('secret text')) : given(`${rid}.example`),
    });
    harness.add('a', 3);
    harness.poller.start();
    await harness.time.advance(2 * MINUTE_MS);
    expect(harness.orders.get('order-3')?.failures).toBeGreaterThan(0);
    expect(harness.asked()['rid-0']).toBeGreaterThan(1);
    expect(harness.asked()['rid-1']).toBeGreaterThan(1);
    expect(JSON.stringify(harness.logLines)).not.toContain('secret');
    expect(harness.logLines.map(({ fields }) => fields.error)).toContain('TypeError');
  });

  it('that a bug keeps from being stored do not affect other orders, and are polled again after a while', async () => {
    const harness = createHarness();
    const { repository } = harness;
    const saveStates = repository.saveStates.bind(repository);
    repository.saveStates = (changes) => {
      if (changes.some(({ record }) => record.rid === 'rid-0')) throw new TypeError('secret text');
      return saveStates(changes);
    };
    harness.add('a', 20);
    harness.poller.start();
    await harness.time.advance(2.5 * MINUTE_MS);
    expect(harness.orders.list().filter(({ commonName }) => commonName === null)).toHaveLength(1);
    expect(harness.asked()['rid-0']).toBe(3);
    expect(harness.poller.polling()).toEqual([]);
    expect(JSON.stringify(harness.logLines)).not.toContain('secret');
  });

  it('that renew an order are written once and reach every listener, even if one throws', async () => {
    const today = Math.floor(Date.UTC(2026, 0, 1) / DAY_MS);
    const harness = createHarness({ answer: ({ rid }) => given(rid, { days: [today - 80, today + 10] }) });
    harness.add('a', 2);
    harness.poller.start();
    await harness.time.advance(1000);
    const reported: unknown[] = [];
    const handling = handleUnexpected((error) => reported.push(error));
    onTestFinished(() => handling.dispose());
    const heard: string[] = [];
    const bug = new TypeError('a listener broke');
    harness.orders.onDidChange('all', ({ renewed }) => {
      if (renewed.length > 0) throw bug;
    });
    harness.orders.onDidChange('all', ({ renewed }) => heard.push(...renewed.map(({ orderId }) => orderId)));
    const saveStates = vi.spyOn(harness.repository, 'saveStates');
    harness.answerWith(({ rid }) => given(`${rid} renewed`, { days: [today, today + 90] }));
    void harness.poller.poll(null);
    await harness.time.advance(1000);
    expect(heard).toEqual(['order-1', 'order-2']);
    expect(saveStates).toHaveBeenCalledTimes(1);
    expect(reported).toEqual([bug]);
  });
});
