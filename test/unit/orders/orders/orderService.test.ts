import { describe, expect, it } from 'vitest';
import type { PollOutcome } from '#main/orders/orders/applyOutcome.ts';
import { OrderService, type OrdersChange } from '#main/orders/orders/orderService.ts';
import type { Finding } from '#shared/domain/finding.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import type { AppError } from '#shared/errors.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';
import { createFakeRepository, leafOf } from './fakes.ts';

const full: AppError = { kind: 'storage', reason: 'full', detail: '' };

function createService(repository = createFakeRepository()) {
  const time = createFakeTime();
  let count = 0;
  const service = new OrderService({
    repository,
    hasConnection: (id) => id === 'a' || id === 'b',
    clock: time.clock,
    newId: () => `order-${++count}`,
    logger: createRecordingLogger().logger,
  });
  const changes: OrdersChange[] = [];
  service.onDidChange((change) => changes.push(change));
  return { service, repository, changes, time };
}

function success(
  orderId: string,
  name: string,
  fields: { at?: number; days?: [number, number]; serviceNotAfter?: string | null } = {},
): PollOutcome {
  const { at = 1000, days = [20_000, 21_000], serviceNotAfter = null } = fields;
  const leaf = leafOf(name, days);
  return {
    kind: 'inspected',
    orderId,
    at,
    nextPollAt: at + 5,
    inspection: { leaf, leafPem: name, chain: [], chainPem: [], findings: [] },
    serviceName: null,
    serviceNotAfter,
  };
}

function failure(orderId: string, error: AppError, serviceNotAfter: string | null = null): PollOutcome {
  return { kind: 'failed', orderId, at: 2000, nextPollAt: 2500, error, serviceNotAfter };
}

describe('adding orders', () => {
  it('reports each rid: added, already there, repeated, refused', () => {
    const { service, changes } = createService();
    service.add('a', 'one');
    const result = service.add('a', 'one, two; two ..');
    expect(result).toEqual({
      ok: true,
      value: {
        results: [
          { rid: 'one', outcome: 'alreadyThere', orderId: 'order-1' },
          { rid: 'two', outcome: 'added', orderId: 'order-2' },
          { rid: 'two', outcome: 'repeated', orderId: 'order-2' },
        ],
        refused: [{ text: '..', reason: 'dotSegment' }],
      },
    });
    expect(service.list().map(({ source }) => source.rid)).toEqual(['one', 'two']);
    expect(changes.at(-1)).toEqual({ upserts: ['order-2'], removed: [], renewed: [] });
  });

  it('takes one rid under two connections as two orders', () => {
    const { service } = createService();
    service.add('a', 'same');
    service.add('b', 'same');
    expect(service.list().map(({ source }) => source.connectionId)).toEqual(['a', 'b']);
  });

  it.each([
    ['an unknown connection', 'none', 'rid', 'unknownConnection'],
    ['text without a rid', 'a', ' ,;\n', 'empty'],
    [
      'more rids than can be meant',
      'a',
      Array.from({ length: 20_001 }, (_, n) => `r${n}`).join(' '),
      'outOfRange',
    ],
  ])('refuses %s', (_, connectionId, text, reason) => {
    const { service, repository } = createService();
    expect(service.add(connectionId, text)).toEqual({
      ok: false,
      error: { kind: 'invalidInput', field: 'rid', reason },
    });
    expect(repository.stored.size).toBe(0);
  });

  it('adds nothing when nothing can be stored', () => {
    const { service, repository, changes } = createService();
    repository.failWith(full);
    expect(service.add('a', 'one two')).toEqual({ ok: false, error: full });
    expect(service.list()).toEqual([]);
    expect(changes).toEqual([]);
  });
});

describe('removing orders', () => {
  it('can be undone, with all data', () => {
    const { service, changes } = createService();
    service.add('a', 'one two');
    service.apply([success('order-1', 'leaf')]);
    const before = service.get('order-1');
    service.remove(['order-1', 'unknown']);
    expect(changes.at(-1)).toEqual({ upserts: [], removed: ['order-1'], renewed: [] });
    expect(service.list().map(({ id }) => id)).toEqual(['order-2']);
    expect(service.details('order-1')).toEqual({ ok: false, error: { kind: 'unknownId' } });
    expect(service.restore(['order-1']).ok).toBe(true);
    expect(changes.at(-1)?.upserts).toEqual(['order-1']);
    expect(service.get('order-1')).toEqual(before);
  });

  it('is undone by adding the rid again, with its history', () => {
    const { service } = createService();
    service.add('a', 'one');
    service.apply([success('order-1', 'leaf')]);
    service.remove(['order-1']);
    const again = service.add('a', 'one');
    expect(again.ok && again.value.results).toEqual([{ rid: 'one', outcome: 'added', orderId: 'order-1' }]);
    const details = service.details('order-1');
    expect(details.ok && details.value.history).toHaveLength(1);
  });

  it('becomes final after thirty days, at a start', () => {
    const { service, repository, time } = createService();
    service.add('a', 'one two');
    service.remove(['order-1']);
    time.setNow(time.clock.now() + 29 * DAY_MS);
    service.remove(['order-2']);
    createService(repository);
    expect([...repository.stored.keys()]).toEqual(['order-1', 'order-2']);
    for (const [id, record] of repository.stored) {
      repository.stored.set(id, { ...record, removedAt: (record.removedAt ?? 0) - 30 * DAY_MS - 1 });
    }
    createService(repository);
    expect([...repository.stored.keys()]).toEqual(['order-2']);
  });

  it('does not touch an order whose removal cannot be stored', () => {
    const { service, repository } = createService();
    service.add('a', 'one');
    repository.failWith(full);
    expect(service.remove(['order-1'])).toEqual({ ok: false, error: full });
    expect(service.list()).toHaveLength(1);
  });

  it('says when there is nothing to restore', () => {
    const { service } = createService();
    service.add('a', 'one');
    expect(service.restore(['order-1', 'unknown'])).toEqual({ ok: false, error: { kind: 'unknownId' } });
  });

  it('takes all orders of a connection that is removed, and only those', () => {
    const { service, changes } = createService();
    service.add('a', 'one two');
    service.add('b', 'one');
    service.removeConnection('a');
    expect(changes.at(-1)).toEqual({ upserts: [], removed: ['order-1', 'order-2'], renewed: [] });
    expect(service.list().map(({ id }) => id)).toEqual(['order-3']);
  });
});

describe('aliases', () => {
  it('are trimmed, and removed by a blank text', () => {
    const { service } = createService();
    service.add('a', 'one');
    service.setAlias('order-1', '  Web shop  ');
    expect(service.get('order-1')?.alias).toBe('Web shop');
    service.setAlias('order-1', '   ');
    expect(service.get('order-1')?.alias).toBeNull();
  });

  it.each([
    ['a line break', 'a\nb', 'controlCharacters'],
    ['a direction override', 'a\u202Eb', 'controlCharacters'],
    ['more than a name', 'x'.repeat(201), 'tooLong'],
  ])('refuse %s', (_, alias, reason) => {
    const { service } = createService();
    service.add('a', 'one');
    expect(service.setAlias('order-1', alias)).toEqual({
      ok: false,
      error: { kind: 'invalidInput', field: 'alias', reason },
    });
  });

  it('need an order', () => {
    expect(createService().service.setAlias('unknown', 'x')).toEqual({
      ok: false,
      error: { kind: 'unknownId' },
    });
  });
});

describe('the result of a poll', () => {
  it('is read from the certificate', () => {
    const { service } = createService();
    service.add('a', 'one');
    service.apply([success('order-1', 'shop.example', { at: 77 })]);
    expect(service.get('order-1')).toMatchObject({
      commonName: 'shop.example',
      notAfter: 21_000 * DAY_MS,
      notAfterSource: 'certificate',
      lastConfirmedAt: 77,
      failures: 0,
    });
  });

  it('stays known when later polls fail', () => {
    const { service } = createService();
    service.add('a', 'one');
    service.apply([success('order-1', 'shop.example', { at: 77 })]);
    service.apply([failure('order-1', { kind: 'unknownRid' })]);
    service.apply([failure('order-1', { kind: 'unknownRid' })]);
    expect(service.get('order-1')).toMatchObject({
      commonName: 'shop.example',
      lastConfirmedAt: 77,
      lastAttemptAt: 2000,
      failures: 2,
      failure: { kind: 'unknownRid' },
    });
    service.apply([{ kind: 'unchanged', orderId: 'order-1', at: 3000, nextPollAt: 4000 }]);
    expect(service.get('order-1')).toMatchObject({ lastConfirmedAt: 3000, failures: 0, failure: null });
  });

  it('is on disk before it is shown', () => {
    const { service, repository } = createService();
    service.add('a', 'one');
    let storedWhenShown: string | null | undefined;
    service.onDidChange(() => {
      storedWhenShown = repository.stored.get('order-1')?.leaf?.commonName;
    });
    service.apply([success('order-1', 'shop.example')]);
    expect(storedWhenShown).toBe('shop.example');
  });

  it('that cannot be stored is a failure, and the known data stays', () => {
    const { service, repository } = createService();
    service.add('a', 'one');
    service.apply([success('order-1', 'old.example', { at: 77 })]);
    repository.failWith(full);
    expect(service.apply([success('order-1', 'new.example', { at: 99 })])).toEqual({
      ok: false,
      error: full,
    });
    expect(service.get('order-1')).toMatchObject({
      commonName: 'old.example',
      lastConfirmedAt: 77,
      lastAttemptAt: 99,
      failures: 1,
      failure: full,
    });
  });

  it('is ignored for a removed order', () => {
    const { service, repository, changes } = createService();
    service.add('a', 'one');
    service.remove(['order-1']);
    const before = changes.length;
    service.apply([success('order-1', 'shop.example'), success('unknown', 'shop.example')]);
    expect(repository.stored.get('order-1')?.leaf).toBeNull();
    expect(changes).toHaveLength(before);
  });
});

describe('renewals', () => {
  const old = { days: [20_000, 20_090] as [number, number] };
  const next = { days: [20_060, 20_150] as [number, number] };

  it('are reported when the rid has another leaf, and the former one stays in the history', () => {
    const { service, changes } = createService();
    service.add('a', 'one');
    service.apply([success('order-1', 'old', { ...old, at: 10 })]);
    expect(changes.at(-1)?.renewed).toEqual([]);
    service.apply([success('order-1', 'new', { ...next, at: 20 })]);
    expect(changes.at(-1)?.renewed).toEqual([
      { orderId: 'order-1', from: 'fingerprint of old', to: 'fingerprint of new' },
    ]);
    const details = service.details('order-1');
    expect(details.ok && details.value.history.map(({ fingerprint256 }) => fingerprint256)).toEqual([
      'fingerprint of new',
      'fingerprint of old',
    ]);
  });

  it('include a reissue with the same notAfter', () => {
    const { service, changes } = createService();
    service.add('a', 'one');
    service.apply([success('order-1', 'old', old)]);
    service.apply([success('order-1', 'reissued', { days: [20_010, 20_090] })]);
    expect(changes.at(-1)?.renewed).toHaveLength(1);
  });

  it('are not reported when a service flaps between two leaves, and neither leaf is lost', () => {
    const { service, changes } = createService();
    service.add('a', 'one');
    service.apply([success('order-1', 'old', { ...old, at: 10 })]);
    service.apply([success('order-1', 'new', { ...next, at: 20 })]);
    for (const [name, validity, at] of [
      ['old', old, 30],
      ['new', next, 40],
    ] as const) {
      service.apply([success('order-1', name, { ...validity, at })]);
      expect(changes.at(-1)?.renewed).toEqual([]);
      expect(service.get('order-1')?.commonName).toBe(name);
    }
    const details = service.details('order-1');
    expect(details.ok && details.value.history.map((entry) => [entry.firstSeenAt, entry.lastSeenAt])).toEqual(
      [
        [20, 40],
        [10, 30],
      ],
    );
  });

  it('are not reported for an older leaf that was never seen', () => {
    const { service, changes } = createService();
    service.add('a', 'one');
    service.apply([success('order-1', 'new', next)]);
    service.apply([success('order-1', 'older', old)]);
    expect(changes.at(-1)?.renewed).toEqual([]);
  });
});

describe("the service's notAfter", () => {
  // 21,000 days after 1970-01-01 is 2027-07-01.
  const inChina = { serviceNotAfter: '2027-07-01 08:00:00' };

  it('determines the zone of its connection, and is shown beside the certificate', () => {
    const { service } = createService();
    service.add('a', 'one');
    service.add('b', 'one');
    service.apply([success('order-1', 'shop.example', inChina)]);
    const details = service.details('order-1');
    expect(details.ok && details.value).toMatchObject({ ...inChina, serviceZoneOffsetMinutes: 480 });
    const other = service.details('order-2');
    expect(other.ok && other.value.serviceZoneOffsetMinutes).toBeNull();
    expect(service.get('order-1')?.findings).toEqual([]);
  });

  it('is a finding when it differs from the certificate in that zone', () => {
    const { service } = createService();
    service.add('a', 'one two three four');
    service.apply([
      success('order-1', 'one.example', inChina),
      success('order-2', 'two.example', inChina),
      success('order-3', 'three.example', { serviceNotAfter: '2027-06-30 08:00:00' }),
      success('order-4', 'four.example', inChina),
    ]);
    expect(service.get('order-3')?.findings).toEqual([
      { kind: 'serviceDisagrees', serviceNotAfter: '2027-06-30 08:00:00', differenceMs: -DAY_MS },
    ]);
    expect(service.get('order-1')?.findings).toEqual([]);
  });

  it('is used only without a certificate, in UTC until the zone is known', () => {
    const { service, changes } = createService();
    service.add('a', 'one two');
    service.apply([
      failure(
        'order-1',
        { kind: 'invalidResponse', reason: 'noMaterial', detail: null },
        '2027-07-01 08:00:00',
      ),
    ]);
    expect(service.get('order-1')).toMatchObject({
      notAfter: 21_000 * DAY_MS + 8 * 3_600_000,
      notAfterSource: 'service',
      notBefore: null,
    });
    service.apply([success('order-2', 'two.example', inChina)]);
    expect(service.get('order-1')).toMatchObject({ notAfter: 21_000 * DAY_MS, notAfterSource: 'service' });
    expect(changes.at(-1)?.upserts).toEqual(expect.arrayContaining(['order-1', 'order-2']));
    service.apply([failure('order-2', { kind: 'unknownRid' }, '2028-07-01 08:00:00')]);
    expect(service.get('order-2')).toMatchObject({
      notAfter: 21_000 * DAY_MS,
      notAfterSource: 'certificate',
    });
  });

  it('has its zone determined again at the next start', () => {
    const { service, repository } = createService();
    service.add('a', 'one');
    service.apply([success('order-1', 'shop.example', inChina)]);
    const restarted = createService(repository).service;
    const details = restarted.details('order-1');
    expect(details.ok && details.value.serviceZoneOffsetMinutes).toBe(480);
    expect(restarted.list()).toEqual(service.list());
  });
});

describe('an inspection with a known result', () => {
  it('is a confirmation, which is written later', () => {
    const { service, repository } = createService();
    service.add('a', 'one');
    service.apply([success('order-1', 'shop.example', { at: 10 })]);
    const writes = repository.stateWrites.length;
    service.apply([success('order-1', 'shop.example', { at: 20 })]);
    expect(repository.stateWrites).toHaveLength(writes);
    expect(service.get('order-1')?.lastConfirmedAt).toBe(20);
    service.writeConfirmations(1);
    expect(repository.stored.get('order-1')?.lastConfirmedAt).toBe(20);
  });

  it('is written at once when other data of the service about the same certificate changed', () => {
    const { service, repository } = createService();
    service.add('a', 'one');
    service.apply([success('order-1', 'shop.example', { at: 10 })]);
    service.apply([success('order-1', 'shop.example', { at: 20, serviceNotAfter: '2027-07-01 08:00:00' })]);
    expect(repository.stored.get('order-1')).toMatchObject({
      lastConfirmedAt: 20,
      serviceNotAfter: '2027-07-01 08:00:00',
    });
  });
});

describe('poll times', () => {
  it('are noted in memory even when they cannot be stored', () => {
    const { service, repository } = createService();
    service.add('a', 'one');
    repository.failWith(full);
    service.setNextPolls([{ orderId: 'order-1', nextPollAt: 5 }]);
    expect(service.get('order-1')?.nextPollAt).toBe(5);
  });
});

describe('the reference for the leaf of an order', () => {
  const given = (name: string, names: readonly string[], from: number, findings: readonly Finding[] = []) => {
    const outcome = success('order-1', name, { days: [from, from + 90] });
    if (outcome.kind !== 'inspected') throw new Error('no inspection');
    const leaf = { ...outcome.inspection.leaf, subjectAltNames: names };
    return { ...outcome, inspection: { ...outcome.inspection, leaf, findings } };
  };
  const started = () => {
    const it = createService();
    it.service.add('a', 'rid');
    const accepted: string[] = [];
    it.service.onDidAccept((id) => accepted.push(id));
    const take = (...outcome: Parameters<typeof given>) => {
      it.service.apply([given(...outcome)]);
      return it.service.get('order-1')?.findings;
    };
    return { ...it, take, accepted };
  };
  const lost = (...names: readonly string[]) => [{ kind: 'namesLost', names }];
  const weak = { kind: 'weakKey', bits: 1024, subject: 'a.example' } as const;

  it('is the first leaf, whatever its findings', () => {
    const { take } = started();
    expect(take('one', ['a.example', 'b.example'], 20_000, [weak])).toEqual([weak]);
    expect(take('two', ['a.example'], 20_100)).toEqual(lost('b.example'));
  });

  it('is no leaf that lost something, so that a name cannot be lost in two steps', () => {
    const { take } = started();
    take('one', ['a.example', 'b.example'], 20_000);
    expect(take('two', ['a.example', 'c.example'], 20_100)).toEqual(lost('b.example'));
    expect(take('three', ['c.example'], 20_200)).toEqual(lost('a.example', 'b.example'));
    expect(take('four', ['a.example', 'b.example'], 20_300)).toEqual([]);
    expect(take('five', ['a.example'], 20_400)).toEqual(lost('b.example'));
  });

  it('is each leaf that loses nothing, so that the loss of its new names is found', () => {
    const { take } = started();
    take('one', ['a.example'], 20_000);
    expect(take('two', ['*.example', 'new.test'], 20_100)).toEqual([]);
    expect(take('three', ['*.example'], 20_200)).toEqual(lost('new.test'));
  });

  it('is no leaf that clients refuse, and no older one that returns', () => {
    const { take } = started();
    take('one', ['a.example', 'b.example'], 20_000);
    expect(take('two', ['a.example', 'b.example', 'c.example'], 20_100, [weak])).toEqual([weak]);
    expect(take('older', ['a.example', 'b.example', 'd.example'], 19_000)).toEqual([]);
    expect(take('three', ['a.example', 'b.example'], 20_200)).toEqual([]);
  });

  it('is the accepted leaf: its names and its findings, for later leaves too', () => {
    const { service, repository, take, accepted } = started();
    take('one', ['a.example', 'b.example'], 20_000);
    take('two', ['a.example'], 20_100, [weak]);
    const fingerprint = service.get('order-1')?.fingerprint256 ?? '';
    expect(service.accept('order-1', 'another')).toMatchObject({ error: { kind: 'unknownId' } });
    expect(service.accept('gone', fingerprint)).toMatchObject({ error: { kind: 'unknownId' } });
    expect(accepted).toEqual([]);
    expect(service.accept('order-1', fingerprint)).toEqual({ ok: true, value: null });
    expect(accepted).toEqual(['order-1']);
    expect(service.get('order-1')?.findings).toEqual([{ ...weak, accepted: true }]);
    const again = createService(repository).service;
    expect(again.get('order-1')?.findings).toEqual([{ ...weak, accepted: true }]);
    expect(take('three', ['a.example'], 20_200, [weak])).toEqual([{ ...weak, accepted: true }]);
    expect(take('four', [], 20_300)).toMatchObject(lost('a.example'));
  });

  it('needs another review once the accepted finding had ended', () => {
    const { service, take } = started();
    take('one', ['a.example'], 20_000, [weak]);
    service.accept('order-1', service.get('order-1')?.fingerprint256 ?? '');
    expect(take('two', ['a.example'], 20_100)).toEqual([]);
    expect(take('three', ['a.example'], 20_200, [weak])).toEqual([weak]);
  });

  it('is never a damaged leaf', () => {
    const { service, take } = started();
    take('one', ['a.example'], 20_000);
    take('two', ['a.example'], 20_100, [{ kind: 'signatureBroken', subject: 'a.example' }]);
    const fingerprint = service.get('order-1')?.fingerprint256 ?? '';
    expect(service.accept('order-1', fingerprint)).toMatchObject({ error: { kind: 'unknownId' } });
  });

  it('stays as it was when it cannot be stored', () => {
    const { service, repository, take } = started();
    take('one', ['a.example', 'b.example'], 20_000);
    take('two', ['a.example'], 20_100);
    repository.failWith(full);
    const fingerprint = service.get('order-1')?.fingerprint256 ?? '';
    expect(service.accept('order-1', fingerprint)).toEqual({ ok: false, error: full });
    expect(service.get('order-1')?.findings).toEqual(lost('b.example'));
  });
});
