import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ProbeReport } from '#main/monitoring/probe/endpointProber.ts';
import { PROBES_AT_ONCE } from '#main/monitoring/probe/probeGate.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import { soakCount } from '#test/support/soak.ts';
import { endpointOf, endpointRecord, reportOf } from './endpointFixtures.ts';
import { createEndpoints, START } from './endpointHarness.ts';

const due = (id: string, nextProbeAt: number | null, host = `${id}.example.com`) =>
  endpointRecord(id, { endpoint: endpointOf(id, { host }), probedAt: START - HOUR_MS, nextProbeAt });

describe('the schedule of probes', () => {
  it('a missed probe runs soon after the start, others on time, and then at the interval', async () => {
    const { probes, time, probed, store } = createEndpoints([
      due('missed', START - 1),
      due('later', START + HOUR_MS),
    ]);
    probes.start();
    await time.advance(14_000);
    expect(probed).toEqual([]);
    await time.advance(2 * HOUR_MS);
    expect(probed).toEqual(['missed 15', 'later 3600']);
    expect(store.find('later')?.nextProbeAt).toBe(START + 13 * HOUR_MS);
    await time.advance(12 * HOUR_MS);
    expect(probed).toHaveLength(4);
  });

  it('missed probes are spread out', async () => {
    const records = Array.from({ length: 60 }, (_, index) => due(`e${index}`, START - 1));
    let draws = 0;
    const { probes, time, probed } = createEndpoints(records, () => (draws++ % 60) / 60);
    probes.start();
    await time.advance(15_000 + 15_000 - 1);
    expect(probed).toHaveLength(30);
    await time.advance(15_000);
    expect(probed).toHaveLength(60);
  });

  it('at most 32 probes run at once', async () => {
    const records = Array.from({ length: 100 }, (_, index) => due(`e${index}`, START - 1));
    const { probes, time, probed, answers, most } = createEndpoints(records);
    const pending = Promise.withResolvers<ProbeReport>();
    for (const { endpoint } of records) answers.set(endpoint.host, pending.promise);
    probes.start();
    await time.advance(2 * MINUTE_MS);
    expect(probed).toHaveLength(PROBES_AT_ONCE);
    pending.resolve(reportOf({ '192.0.2.1': 'new' }));
    await time.advance(0);
    expect(probed).toHaveLength(100);
    expect(most()).toBe(PROBES_AT_ONCE);
  });

  it('endpoints of one host are probed one after another, and hold no others up', async () => {
    const dead = Array.from({ length: 20 }, (_, index) => due(`d${index}`, START - 1, 'dead.example.com'));
    const { probes, time, probed, answers } = createEndpoints([...dead, due('live', START - 1)]);
    const pending = Promise.withResolvers<ProbeReport>();
    answers.set('dead.example.com', pending.promise);
    probes.start();
    probes.probeNow(dead.map(({ endpoint: { id } }) => id));
    await time.advance(MINUTE_MS);
    expect(probed.map((line) => line.split(' ')[0])).toEqual(['dead', 'live']);
    pending.resolve(reportOf({ '192.0.2.1': 'new' }));
    await time.advance(0);
    expect(probed).toHaveLength(21);
  });

  it('the dead hosts of an order do not hold up its other endpoints', async () => {
    const dead = Array.from({ length: 30 }, (_, index) => due(`d${index}`, START - 2));
    const { probes, time, probed, answers, store } = createEndpoints([...dead, due('live', START - 1)]);
    for (const { endpoint } of dead) answers.set(endpoint.host, new Promise(() => undefined));
    probes.start();
    probes.probeNow(dead.map(({ endpoint: { id } }) => id));
    await time.advance(MINUTE_MS);
    expect(probed).toHaveLength(31);
    expect(store.find('live')?.addresses).toHaveLength(1);
  });

  it('an endpoint is probed when one of the same host was removed during its probe', async () => {
    const [first, second] = ['a', 'b'].map((id) => due(id, START - 1, 'dead.example.com'));
    const { probes, time, probed, answers } = createEndpoints([first, second].flatMap((one) => one ?? []));
    answers.set('dead.example.com', new Promise(() => undefined));
    probes.start();
    await time.advance(MINUTE_MS);
    expect(probed).toHaveLength(1);
    probes.forget(['a']);
    await time.advance(0);
    expect(probed).toHaveLength(2);
  });

  it('a manual probe comes before all others', async () => {
    const records = Array.from({ length: PROBES_AT_ONCE + 8 }, (_, index) => due(`e${index}`, START - 1));
    const { probes, time, probed, answers } = createEndpoints(records);
    const pending = Promise.withResolvers<ProbeReport>();
    for (const { endpoint } of records) answers.set(endpoint.host, pending.promise);
    probes.start();
    await time.advance(MINUTE_MS);
    probes.probeNow([`e${PROBES_AT_ONCE + 7}`]);
    pending.resolve(reportOf({ '192.0.2.1': 'new' }));
    await time.advance(0);
    expect(probed[PROBES_AT_ONCE]).toBe(`e${PROBES_AT_ONCE + 7} 60`);
  });

  it('no planned probe runs offline, except of this machine; the plan stays, and no error is recorded', async () => {
    const { probes, time, probed, connectivity, store } = createEndpoints([
      due('away', START - 1),
      due('here', START - 1, '127.0.0.1'),
      due('named', START - 1, 'localhost'),
    ]);
    connectivity.set(false);
    probes.start();
    await time.advance(MINUTE_MS);
    expect(probed.map((line) => line.split(' ')[0])).toEqual(['127', 'localhost']);
    expect(store.find('away')).toMatchObject({ error: null, nextProbeAt: START - 1 });
    connectivity.set(true);
    await time.advance(MINUTE_MS);
    expect(probed[2]).toBe('away 65');
  });

  it('a requested probe runs also offline, because a tunnel may be there, and has no result if it fails', async () => {
    const { probes, time, probed, connectivity, answers, store } = createEndpoints([due('e', START - 1)]);
    connectivity.set(false);
    probes.start();
    answers.set('e.example.com', { error: { kind: 'refused' }, addresses: [], omitted: 0 });
    probes.probeNow(['e']);
    await time.advance(0);
    expect(probed).toHaveLength(1);
    expect(store.find('e')).toMatchObject({ probedAt: START - HOUR_MS, error: null });
    answers.set('e.example.com', reportOf({ '192.0.2.1': 'new' }));
    probes.probeNow(['e']);
    await time.advance(0);
    expect(store.find('e')?.probedAt).toBeGreaterThanOrEqual(START);
  });

  it('a probe that fails offline has no result, and is retried soon', async () => {
    const { probes, time, probed, answers, store } = createEndpoints([due('e', START - 1)]);
    answers.set('e.example.com', { error: { kind: 'offline' }, addresses: [], omitted: 0 });
    probes.start();
    await time.advance(MINUTE_MS);
    expect(store.find('e')).toMatchObject({ probedAt: START - HOUR_MS, error: null });
    await time.advance(5 * MINUTE_MS);
    expect(probed).toHaveLength(2);
  });

  it('a bug in one probe is logged, and stops no later probe', async () => {
    const { probes, time, probed, answers, lines } = createEndpoints([due('e', START - 1)]);
    const bug = Promise.reject(new TypeError('secret'));
    bug.catch(() => undefined);
    answers.set('e.example.com', bug);
    probes.start();
    await time.advance(7 * MINUTE_MS);
    expect(probed).toHaveLength(2);
    expect(lines[0]).toEqual({
      level: 'error',
      message: 'An endpoint was not probed',
      fields: { error: 'TypeError' },
    });
  });

  it('missed probes run after sleep', async () => {
    const { probes, time, jumped, probed } = createEndpoints([due('e', START + 10 * HOUR_MS)]);
    probes.start();
    await time.advance(MINUTE_MS);
    time.setNow(START + 20 * HOUR_MS);
    jumped.fire();
    await time.advance(MINUTE_MS);
    expect(probed).toHaveLength(1);
  });

  it('a clock set back does not delay a probe beyond its interval', async () => {
    const { probes, time, probed } = createEndpoints([due('e', START + 1000 * HOUR_MS)]);
    probes.start();
    await time.advance(13 * HOUR_MS);
    expect(probed).toHaveLength(1);
  });

  it('endpoints of a removed order are not probed', async () => {
    const { probes, time, probed, present } = createEndpoints([due('e', START + HOUR_MS)]);
    probes.start();
    present.delete('o');
    await time.advance(2 * HOUR_MS);
    expect(probed).toEqual([]);
  });

  it('results are written in one batch, and survive a restart', async () => {
    const { probes, time, state, kept, restarted } = createEndpoints([
      due('a', START - 1),
      due('b', START - 1),
    ]);
    probes.start();
    probes.probeNow(['a', 'b']);
    await time.advance(2000);
    expect(state.sightWrites).toBe(1);
    expect(kept.get('a')).toMatchObject({ probedAt: START, addresses: [{ address: '192.0.2.1' }] });
    expect(restarted().store.find('b')?.addresses).toHaveLength(1);
  });

  it('running probes are aborted when the app ends, and results are written', async () => {
    const { probes, service, time, state, signals, answers } = createEndpoints([
      due('a', START - 1),
      due('b', START - 1),
    ]);
    answers.set('b.example.com', new Promise(() => {}));
    probes.start();
    probes.probeNow(['a', 'b']);
    await time.advance(0);
    expect(probes.isProbing('b')).toBe(true);
    probes.dispose();
    service.dispose();
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, true]);
    expect(state.sightWrites).toBe(1);
    expect(time.pending()).toBe(0);
  });
});

describe('after a renewal or a change of the files', () => {
  it('probes repeatedly at growing intervals while the new leaf is not served', async () => {
    const { probes, time, probed, answers } = createEndpoints([due('e', START + 11 * HOUR_MS)]);
    answers.set('e.example.com', reportOf({ '192.0.2.1': 'old' }));
    probes.start();
    probes.orderTouched('o');
    await time.advance(24 * HOUR_MS);
    expect(probed).toEqual(['e 5', 'e 30', 'e 300', 'e 1800', 'e 7200', 'e 21600', `e ${18 * 3600}`]);
  });

  it('probes at the usual interval once it is served', async () => {
    const { probes, time, probed, answers } = createEndpoints([due('e', START + 11 * HOUR_MS)]);
    answers.set('e.example.com', reportOf({ '192.0.2.1': 'old' }));
    probes.start();
    probes.orderTouched('o');
    await time.advance(MINUTE_MS);
    answers.delete('e.example.com');
    await time.advance(6 * HOUR_MS);
    expect(probed).toEqual(['e 5', 'e 30', 'e 300']);
  });

  it('goes on probing while one address serves the former leaf', async () => {
    const { probes, time, probed, answers } = createEndpoints([due('e', START + 11 * HOUR_MS)]);
    answers.set('e.example.com', reportOf({ '192.0.2.1': 'new', '192.0.2.2': 'old' }));
    probes.start();
    probes.orderTouched('o');
    await time.advance(10 * MINUTE_MS);
    expect(probed).toHaveLength(3);
  });
});

describe('after a server stopped to serve the current certificate', () => {
  it('looks again soon, and less often as long as it stays so', async () => {
    const { probes, time, probed, answers } = createEndpoints([due('e', START)]);
    probes.start();
    await time.advance(MINUTE_MS);
    expect(probed).toEqual(['e 15']);
    answers.set('e.example.com', reportOf({ '192.0.2.1': null }));
    probes.probeNow(['e']);
    await time.advance(2 * MINUTE_MS);
    expect(probed.slice(1)).toEqual(['e 60', 'e 65', 'e 90']);
    answers.delete('e.example.com');
    await time.advance(10 * MINUTE_MS);
    expect(probed.slice(4)).toEqual(['e 360']);
    // It serves the certificate again.
    await time.advance(6 * HOUR_MS);
    expect(probed).toHaveLength(5);
  });
});

it('keeps the number of omitted addresses until a probe counts them again', async () => {
  const { probes, service, time, answers } = createEndpoints([due('e', null)]);
  const host = 'e.example.com';
  const left = async () => {
    probes.probeNow(['e']);
    await time.advance(0);
    return service.views()[0]?.omitted;
  };
  probes.start();
  answers.set(host, { ...reportOf({ '192.0.2.1': 'new' }), omitted: 3 });
  expect(await left()).toBe(3);
  answers.set(host, { error: { kind: 'notFound', code: 'ENOTFOUND' }, addresses: [], omitted: 0 });
  expect(await left()).toBe(3);
  answers.set(host, reportOf({ '192.0.2.1': 'new' }));
  expect(await left()).toBe(0);
});

const events = fc.constantFrom('now', 'touch', 'offline', 'online', 'resume', 'forget', 'none');
const steps = fc.array(fc.tuple(events, fc.integer({ min: 0, max: 3 * HOUR_MS })), { maxLength: 15 });
const outcome = fc.constantFrom<ProbeReport>(
  reportOf({ '192.0.2.1': 'new' }),
  reportOf({ '192.0.2.1': 'old' }),
  reportOf({ '192.0.2.1': null }),
  { error: { kind: 'notFound', code: 'ENOTFOUND' }, addresses: [], omitted: 0 },
  { error: { kind: 'offline' }, addresses: [], omitted: 0 },
);

it('every endpoint is probed within its interval once there is a network, after any events', async () => {
  await fc.assert(
    fc.asyncProperty(steps, outcome, async (all, answer) => {
      const records = [due('a', START - 1), due('b', null), due('c', START + HOUR_MS)];
      const { probes, time, probed, answers, connectivity, jumped, store, most } = createEndpoints(records);
      for (const { endpoint } of records) answers.set(endpoint.host, answer);
      probes.start();
      for (const [event, ms] of all) {
        if (event === 'now') probes.probeNow(['a', 'b']);
        if (event === 'touch') probes.orderTouched('o');
        if (event === 'offline') connectivity.set(false);
        if (event === 'online') connectivity.set(true);
        if (event === 'resume') jumped.fire();
        if (event === 'forget') {
          probes.forget(['c']);
          probes.plan(store.list());
        }
        await time.advance(ms);
      }
      connectivity.set(true);
      probed.length = 0;
      await time.advance(13 * HOUR_MS);
      expect(new Set(probed.map((line) => line.split(' ')[0]))).toEqual(new Set(['a', 'b', 'c']));
      expect(most()).toBeLessThanOrEqual(8);
      probes.dispose();
    }),
    { numRuns: soakCount(150) },
  );
});
