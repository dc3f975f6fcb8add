import { describe, expect, it } from 'vitest';
import type { FetchOutcome, MaterialSource } from '#main/x509/material.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { AppError } from '#shared/errors.ts';
import { failed, given } from './fakes.ts';
import { createHarness } from './pollerHarness.ts';

const refused: AppError = { kind: 'network', reason: 'refused', code: 'ECONNREFUSED' };
const rejected: AppError = { kind: 'unauthorized', status: 401 };

describe('a refused token', () => {
  it('stops the polling of its connection until the token changes, and is reported once', async () => {
    const harness = createHarness({
      answer: ({ connectionId, rid }) => (connectionId === 'a' ? failed(rejected) : given(rid)),
    });
    harness.add('a', 30);
    harness.add('b', 1, 'other');
    harness.poller.start();
    await harness.time.advance(2 * DAY_MS);
    void harness.poller.poll(null);
    harness.poller.resumed();
    await harness.time.advance(DAY_MS);
    expect(harness.service.requests.filter(({ connectionId }) => connectionId === 'a')).toHaveLength(8);
    expect(harness.asked()['other-0']).toBeGreaterThan(8);
    expect(harness.states.map(({ connectionId, state }) => [connectionId, state.kind])).toEqual([
      ['a', 'rejected'],
    ]);
    expect(harness.logLines.filter(({ fields }) => fields.state === 'rejected')).toHaveLength(1);
    harness.answerWith(({ rid }) => given(rid));
    harness.poller.tokenChanged('a');
    expect(harness.poller.pollingState('a').kind).toBe('active');
    await harness.time.advance(5000);
    expect(
      harness.orders.list().every(({ failure, commonName }) => failure === null && commonName !== null),
    ).toBe(true);
  });

  it('that was replaced during the poll does not affect the new one', async () => {
    const harness = createHarness({ answer: () => failed(rejected) });
    harness.add('a', 2);
    harness.poller.start();
    harness.poller.tokenChanged('a');
    harness.answerWith(({ rid }) => given(rid));
    // The answers to the former token are still to come.
    await harness.time.advance(50);
    harness.answerWith(() => failed(rejected));
    await harness.time.advance(60);
    expect(harness.poller.pollingState('a').kind).toBe('active');
    harness.answerWith(({ rid }) => given(rid));
    await harness.time.advance(1000);
    expect(harness.orders.list().map(({ failure }) => failure)).toEqual([null, null]);
  });

  it('is found with one poll when it replaces a valid one', async () => {
    const harness = createHarness();
    harness.add('a', 10);
    harness.poller.start();
    await harness.time.advance(5000);
    harness.answerWith(() => failed(rejected));
    harness.poller.tokenChanged('a');
    await harness.time.advance(1000);
    expect(harness.service.requests).toHaveLength(11);
    expect(harness.poller.pollingState('a')).toMatchObject({ kind: 'rejected', status: 401 });
  });
});

describe('a missing token', () => {
  it('is not a failure of the orders, and polling goes on with a token', async () => {
    const harness = createHarness({ answer: () => failed({ kind: 'tokenMissing' }) });
    harness.add('a', 3);
    harness.poller.start();
    await harness.time.advance(DAY_MS);
    expect(harness.service.requests).toHaveLength(3);
    expect(harness.poller.pollingState('a')).toEqual({ kind: 'waitingForToken' });
    expect(
      harness.orders.list().every(({ failures, lastAttemptAt }) => failures === 0 && lastAttemptAt === null),
    ).toBe(true);
    harness.answerWith(({ rid }) => given(rid));
    harness.poller.tokenChanged('a');
    await harness.time.advance(1000);
    expect(harness.orders.list().every(({ commonName }) => commonName !== null)).toBe(true);
  });

  it('in a locked keychain is read again at intervals, for one order at a time', async () => {
    const harness = createHarness({ answer: () => failed({ kind: 'keychainLocked' }) });
    harness.add('a', 20);
    harness.poller.start();
    await harness.time.advance(21 * MINUTE_MS);
    expect(harness.service.requests).toHaveLength(8 + 4);
    harness.answerWith(({ rid }) => given(rid));
    await harness.time.advance(6 * MINUTE_MS);
    expect(harness.orders.list().every(({ commonName }) => commonName !== null)).toBe(true);
  });

  it('in a locked keychain is read again when the machine wakes up', async () => {
    const harness = createHarness({ answer: () => failed({ kind: 'keychainLocked' }) });
    harness.add('a', 1);
    harness.poller.start();
    await harness.time.advance(MINUTE_MS);
    harness.answerWith(({ rid }) => given(rid));
    harness.poller.resumed();
    await harness.time.advance(10_000);
    expect(harness.orders.list()[0]?.commonName).not.toBeNull();
  });

  it('in a keychain that was denied is read again only after a manual sync', async () => {
    const harness = createHarness({ answer: () => failed({ kind: 'keychainDenied' }) });
    harness.add('a', 1);
    harness.poller.start();
    await harness.time.advance(DAY_MS);
    harness.poller.resumed();
    await harness.time.advance(MINUTE_MS);
    expect(harness.service.requests).toHaveLength(1);
    void harness.poller.poll(null);
    await harness.time.advance(MINUTE_MS);
    expect(harness.service.requests).toHaveLength(2);
  });
});

describe('without a network', () => {
  it('asks for what a short break left over, once the service answers again', async () => {
    let isBroken = false;
    let count = 0;
    const harness = createHarness({
      answer: ({ rid }) => {
        count += 1;
        isBroken ||= count === 20;
        return isBroken ? failed(refused) : given(rid);
      },
    });
    harness.add('a', 60);
    harness.poller.start();
    await harness.time.advance(HOUR_MS / 2);
    isBroken = false;
    count = 100;
    const asked = harness.poller.poll(null);
    count = 0;
    await harness.time.advance(10_000);
    isBroken = false;
    count = 100;
    const left = (await asked).filter(({ kind }) => kind === 'skipped' || kind === 'failed');
    expect(left.length).toBeGreaterThan(20);
    const before = harness.service.requests.length;
    await harness.time.advance(3 * MINUTE_MS);
    expect(harness.service.requests.length - before).toBeGreaterThanOrEqual(left.length);
    expect(harness.orders.list().every(({ failure }) => failure === null)).toBe(true);
  });

  it('polls nothing and counts no failures, and polls at once when it is back', async () => {
    const harness = createHarness();
    harness.add('a', 3);
    harness.connectivity.set(false);
    harness.poller.start();
    await harness.time.advance(DAY_MS);
    expect(harness.service.requests).toEqual([]);
    expect(harness.orders.list().every(({ failures }) => failures === 0)).toBe(true);
    harness.connectivity.set(true);
    await harness.time.advance(6000);
    expect(harness.service.requests).toHaveLength(3);
  });

  it('polls what the user asks for, because a tunnel may be there', async () => {
    const harness = createHarness();
    const ids = harness.add('a', 20);
    harness.connectivity.set(false);
    harness.poller.start();
    const asked = harness.poller.poll(ids.slice(0, 12));
    await harness.time.advance(6000);
    expect((await asked).map(({ kind }) => kind)).toEqual(Array(12).fill('newCertificate'));
    await harness.time.advance(DAY_MS);
    expect(harness.service.requests).toHaveLength(12);
  });

  it('says so if what the user asks for fails, after few requests', async () => {
    const harness = createHarness({ answer: () => failed(refused) });
    harness.add('a', 200);
    harness.connectivity.set(false);
    harness.poller.start();
    const asked = harness.poller.poll(null);
    await harness.time.advance(MINUTE_MS);
    const reasons = (await asked).map((result) =>
      result.kind === 'skipped' ? result.reason.kind : result.kind,
    );
    expect(reasons).toEqual(Array(200).fill('offline'));
    expect(harness.service.requests.length).toBeLessThanOrEqual(16);
    expect(harness.orders.list().every(({ failures }) => failures === 0)).toBe(true);
  });

  it('does not count failures of polls that were in flight', async () => {
    const harness = createHarness({ answer: () => failed(refused) });
    harness.add('a', 8);
    harness.poller.start();
    harness.connectivity.set(false);
    await harness.time.advance(HOUR_MS);
    expect(harness.orders.list().every(({ failures, failure }) => failures === 0 && failure === null)).toBe(
      true,
    );
    expect(harness.poller.pollingState('a').kind).toBe('active');
    harness.answerWith(({ rid }) => given(rid));
    harness.connectivity.set(true);
    await harness.time.advance(6000);
    expect(harness.orders.list().every(({ commonName }) => commonName !== null)).toBe(true);
  });

  it('still polls a service on this machine', async () => {
    const harness = createHarness({
      ports: { reachableOffline: (connectionId) => connectionId === 'local' },
    });
    harness.add('a', 1);
    harness.add('local', 1, 'near');
    harness.connectivity.set(false);
    harness.poller.start();
    await harness.time.advance(1000);
    expect(harness.asked()).toEqual({ 'near-0': 1 });
    expect(harness.connectivity.told).toEqual([]);
  });

  it.each([
    ['an answer', (rid: string) => given(rid), true],
    ['no connection', () => failed(refused), false],
  ] as const)('tells what became of a request: %s', async (_, answer, isAnswered) => {
    const harness = createHarness({ answer: ({ rid }) => answer(rid) });
    const ids = harness.add('a', 1);
    harness.connectivity.set(false);
    harness.poller.start();
    void harness.poller.poll(ids);
    await harness.time.advance(1000);
    expect(harness.connectivity.told).toEqual([isAnswered]);
  });

  it('does not take a refused token for a network that is gone', async () => {
    const harness = createHarness({ answer: () => failed(rejected) });
    harness.add('a', 1);
    harness.poller.start();
    await harness.time.advance(1000);
    expect(harness.connectivity.told).toEqual([]);
  });
});

describe('sleep and clocks', () => {
  it('polls when the machine woke up, spread over a few seconds', async () => {
    const harness = createHarness({ random: () => 0.9 });
    harness.add('a', 3);
    harness.poller.start();
    await harness.time.advance(1000);
    harness.time.setNow(harness.time.clock.now() + 8 * HOUR_MS);
    harness.jumped.fire();
    await harness.time.advance(4000);
    expect(harness.service.requests).toHaveLength(3);
    await harness.time.advance(2000);
    expect(harness.service.requests).toHaveLength(6);
  });

  it('goes on polling after the clock was set back by a year', async () => {
    const harness = createHarness();
    harness.add('a', 1);
    harness.poller.start();
    await harness.time.advance(MINUTE_MS);
    harness.time.setNow(harness.time.clock.now() - 365 * DAY_MS);
    await harness.time.advance(DAY_MS);
    expect(harness.asked()['rid-0']).toBeGreaterThanOrEqual(4);
  });
});

describe('a manual sync', () => {
  it('does not wait for the back-off', async () => {
    const harness = createHarness({ answer: () => failed({ kind: 'unknownRid' }), random: () => 0.9 });
    const ids = harness.add('a', 2);
    harness.poller.start();
    await harness.time.advance(HOUR_MS);
    const before = harness.time.clock.monotonic();
    void harness.poller.poll(ids.slice(0, 1));
    await harness.time.advance(100);
    expect(harness.asked(before)).toEqual({ 'rid-0': 1 });
  });

  it('works before the start, and is then polled first', async () => {
    const first = createHarness();
    first.add('a', 2);
    first.poller.start();
    await first.time.advance(1000);
    const harness = createHarness({ stored: [...first.repository.stored.values()] });
    harness.time.setNow(first.time.clock.now() + MINUTE_MS);
    void harness.poller.poll(['order-1']);
    harness.poller.start();
    await harness.time.advance(1000);
    expect(harness.asked()).toEqual({ 'rid-0': 1 });
  });

  it('comes before the waiting orders', async () => {
    const harness = createHarness({ latencyMs: () => 1000 });
    const ids = harness.add('a', 50);
    harness.poller.start();
    void harness.poller.poll(ids.slice(-1));
    await harness.time.advance(1100);
    expect(harness.service.requests[8]?.rid).toBe('rid-49');
  });

  it('starts a probe at once on a connection that is being probed', async () => {
    const harness = createHarness({ answer: () => failed(refused), random: () => 0.9 });
    const ids = harness.add('a', 20);
    harness.poller.start();
    await harness.time.advance(3 * MINUTE_MS);
    const before = harness.time.clock.monotonic();
    void harness.poller.poll(ids.slice(-1));
    await harness.time.advance(10);
    expect(harness.asked(before)).toEqual({ 'rid-19': 1 });
  });

  it('does not poll an order twice at the same time', async () => {
    const harness = createHarness();
    harness.add('a', 1);
    harness.poller.start();
    void harness.poller.poll(null);
    await harness.time.advance(MINUTE_MS);
    expect(harness.asked()).toEqual({ 'rid-0': 1 });
  });
});

describe('a connection that is edited', () => {
  it('ignores answers from its previous address', async () => {
    const answers: ((outcome: FetchOutcome) => void)[] = [];
    const source: Pick<MaterialSource, 'poll'> = {
      poll: () =>
        new Promise((resolve) => answers.push((outcome) => resolve({ ...outcome, bodyDigest: null }))),
    };
    const harness = createHarness({ ports: { source } });
    harness.add('a', 1);
    harness.poller.start();
    harness.poller.connectionChanged('a');
    answers[0]?.(given('from the former address'));
    await harness.time.advance(1000);
    expect(harness.orders.get('order-1')?.commonName).toBeNull();
    answers[1]?.(given('from the new address'));
    await harness.time.advance(1000);
    expect(harness.orders.get('order-1')?.commonName).toBe('from the new address');
  });

  it('has no back-off and no refusal any more', async () => {
    const harness = createHarness({ answer: () => failed(rejected) });
    harness.add('a', 2);
    harness.poller.start();
    await harness.time.advance(1000);
    harness.answerWith(({ rid }) => given(rid));
    harness.poller.connectionChanged('a');
    await harness.time.advance(1000);
    expect(harness.orders.list().every(({ failure }) => failure === null)).toBe(true);
    expect(harness.states.map(({ state }) => state.kind)).toEqual(['rejected', 'active']);
  });
});

describe('the end', () => {
  it('aborts all polls and writes nothing any more', async () => {
    const harness = createHarness();
    harness.add('a', 5);
    harness.poller.start();
    await harness.time.advance(99);
    harness.poller.dispose();
    expect(harness.service.requests.every(({ signal }) => signal.aborted)).toBe(true);
    await harness.time.advance(DAY_MS);
    expect(harness.service.requests).toHaveLength(5);
    expect(harness.repository.stateWrites).toEqual([]);
  });

  it('of a connection aborts only its polls', async () => {
    const harness = createHarness();
    harness.add('a', 2);
    harness.add('b', 2, 'other');
    harness.poller.start();
    harness.orders.removeConnection('a');
    harness.poller.connectionRemoved('a');
    await harness.time.advance(1000);
    expect(harness.poller.polling()).toEqual([]);
    expect(harness.orders.list().map(({ commonName }) => commonName)).toEqual([
      'other-0.example',
      'other-1.example',
    ]);
  });

  it('of a poll fires an event', async () => {
    const harness = createHarness();
    const [id] = harness.add('a', 1);
    const events: (readonly string[])[] = [];
    harness.poller.onDidChangePolling((ids) => events.push(ids));
    harness.poller.start();
    await harness.time.advance(1000);
    expect(events).toEqual([[id], []]);
  });
});
