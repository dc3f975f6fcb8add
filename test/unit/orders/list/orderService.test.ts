import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';
import { createService, failure, full, success } from './serviceHarness.ts';

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
    expect(changes.at(-1)).toEqual({
      ...{ upserts: ['order-2'], removed: [], renewed: [] },
      parts: new Set(['existence']),
    });
  });

  it('refuses access tokens and their parts without showing them', () => {
    const token = 'Zt7Qm4Kx9Lw2Vb8N|Ns5Rj3Hd6Fg1Yp0A';
    const { service } = createService(undefined, undefined, [token, 'short']);
    const result = service.add('b', `one ${token} "x ${token}" short shorter`);
    expect(JSON.stringify(result)).not.toContain('Zt7Qm4');
    const refused = Array.from({ length: 4 }, () => ({ text: '••••••••', reason: 'token' }));
    expect(result).toMatchObject({ ok: true, value: { refused } });
    expect(service.list().map(({ source }) => source.rid)).toEqual(['one', 'shorter']);
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
    const { service, list, changes } = createService();
    service.add('a', 'one two');
    service.apply([success('order-1', 'leaf')]);
    const before = service.get('order-1');
    list.remove(['order-1', 'unknown']);
    expect(changes.at(-1)).toMatchObject({ upserts: [], removed: ['order-1'], renewed: [] });
    expect(service.list().map(({ id }) => id)).toEqual(['order-2']);
    expect(list.details('order-1')).toEqual({ ok: false, error: { kind: 'unknownId' } });
    expect(list.restore(['order-1']).ok).toBe(true);
    expect(changes.at(-1)?.upserts).toEqual(['order-1']);
    expect(service.get('order-1')).toEqual(before);
  });

  it('is undone by adding the rid again, with its history', () => {
    const { service, list } = createService();
    service.add('a', 'one');
    service.apply([success('order-1', 'leaf')]);
    list.remove(['order-1']);
    const again = service.add('a', 'one');
    expect(again.ok && again.value.results).toEqual([{ rid: 'one', outcome: 'added', orderId: 'order-1' }]);
    const details = list.details('order-1');
    expect(details.ok && details.value.history).toHaveLength(1);
  });

  it('becomes final after thirty days, at a start', () => {
    const { service, list, repository, time } = createService();
    service.add('a', 'one two');
    list.remove(['order-1']);
    time.setNow(time.clock.now() + 29 * DAY_MS);
    list.remove(['order-2']);
    createService(repository);
    expect([...repository.stored.keys()]).toEqual(['order-1', 'order-2']);
    for (const [id, record] of repository.stored) {
      repository.stored.set(id, { ...record, removedAt: (record.removedAt ?? 0) - 30 * DAY_MS - 1 });
    }
    createService(repository);
    expect([...repository.stored.keys()]).toEqual(['order-2']);
  });

  it('is dated by the confirmed clock, also when it is planned', () => {
    const time = createFakeTime(0);
    const confirmedClock = { ...time.confirmedClock, now: () => 40 * DAY_MS };
    const { service, list, repository } = createService(undefined, { ...time, confirmedClock });
    service.add('a', 'one two');
    list.remove(['order-1']);
    service.plan({ added: [], aliases: [], removed: ['order-2'] }).write();
    const removedAt = [...repository.stored.values()].map((record) => record.removedAt);
    expect(removedAt).toEqual([40 * DAY_MS, 40 * DAY_MS]);
  });

  it('is not dated earlier because the confirmed clock was late, as after days off', () => {
    const time = createFakeTime(40 * DAY_MS);
    let lateMs = 35 * DAY_MS;
    const confirmedClock = { ...time.confirmedClock, now: () => time.clock.now() - lateMs };
    const { service, list, repository } = createService(undefined, { ...time, confirmedClock });
    service.add('a', 'one two');
    list.remove(['order-1']);
    service.plan({ added: [], aliases: [], removed: ['order-2'] }).write();
    lateMs = 0;
    createService(repository, { ...time, confirmedClock });
    expect([...repository.stored.keys()]).toEqual(['order-1', 'order-2']);
  });

  it('does not touch an order whose removal cannot be stored', () => {
    const { service, list, repository } = createService();
    service.add('a', 'one');
    repository.failWith(full);
    expect(list.remove(['order-1'])).toEqual({ ok: false, error: full });
    expect(service.list()).toHaveLength(1);
  });

  it('says when there is nothing to restore', () => {
    const { service, list } = createService();
    service.add('a', 'one');
    expect(list.restore(['order-1', 'unknown'])).toEqual({ ok: false, error: { kind: 'unknownId' } });
  });

  it('takes all orders of a connection that is removed, and only those', () => {
    const { service, changes } = createService();
    service.add('a', 'one two');
    service.add('b', 'one');
    service.removeConnection('a');
    expect(changes.at(-1)).toMatchObject({ removed: ['order-1', 'order-2'], parts: new Set(['existence']) });
    expect(service.list().map(({ id }) => id)).toEqual(['order-3']);
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
    service.onDidChange(['poll'], () => {
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
    const { service, list, repository, changes } = createService();
    service.add('a', 'one');
    list.remove(['order-1']);
    const before = changes.length;
    service.apply([success('order-1', 'shop.example'), success('unknown', 'shop.example')]);
    expect(repository.stored.get('order-1')?.leaf).toBeNull();
    expect(changes).toHaveLength(before);
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

describe("the service's notAfter", () => {
  // 21,000 days after 1970-01-01 is 2027-07-01.
  const inChina = { serviceNotAfter: '2027-07-01 08:00:00' };

  it('determines the zone of its connection, and is shown beside the certificate', () => {
    const { service, list } = createService();
    service.add('a', 'one');
    service.add('b', 'one');
    service.apply([success('order-1', 'shop.example', inChina)]);
    const details = list.details('order-1');
    expect(details.ok && details.value).toMatchObject({ ...inChina, serviceZoneOffsetMinutes: 480 });
    const other = list.details('order-2');
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

  it('is no finding in the season of the other half of the orders', () => {
    const { service, list } = createService();
    service.add('a', 'one two');
    const winter = { days: [20_000, 20_833] as [number, number], serviceNotAfter: '2027-01-15 01:00:00' };
    const summer = { days: [20_000, 21_014] as [number, number], serviceNotAfter: '2027-07-15 02:00:00' };
    service.apply([success('order-1', 'one.example', winter), success('order-2', 'two.example', summer)]);
    const offsets = ['order-1', 'order-2'].map((id) => {
      const details = list.details(id);
      return details.ok ? details.value.serviceZoneOffsetMinutes : null;
    });
    expect(offsets).toEqual([60, 120]);
    expect(service.list().flatMap(({ findings }) => findings)).toEqual([]);
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

describe('orders whose rids turn out to be tokens', () => {
  const token = 'Zt7Qm4Kx9Lw2Vb8N';

  it('are masked once a token is known, removed ones too, and say why', () => {
    const tokens: string[] = [];
    const { service, repository, changes } = createService(undefined, undefined, tokens);
    service.add('a', `one ${token} sk_${token}`);
    service.add('b', token);
    service.setRemoved(['order-3'], 5);
    const before = changes.length;
    service.maskTokens();
    expect(changes).toHaveLength(before);

    tokens.push(token);
    service.maskTokens();
    const stored = [...repository.stored.values()];
    expect(stored.map(({ rid }) => rid)).toEqual(['one', '••••••••', '•••••••••', '••••••••']);
    const failure = { kind: 'invalidInput', field: 'rid', reason: 'isToken' };
    expect(service.get('order-2')).toMatchObject({ source: { rid: '••••••••' }, failures: 1, failure });
    expect(service.get('order-1')).toMatchObject({ failures: 0, failure: null });
    expect(changes.at(-1)).toMatchObject({ upserts: ['order-2', 'order-4'], removed: ['order-3'] });
    // Nothing is left to do.
    service.maskTokens();
    expect(changes).toHaveLength(before + 1);
    expect(service.add('a', '••••••••')).toMatchObject({ value: { refused: [{ reason: 'token' }] } });
  });

  it('are masked with the next token if the database did not take it', () => {
    const old = createService();
    old.service.add('a', token);
    const { service, repository } = createService(old.repository, undefined, [token]);
    repository.failWith({ kind: 'storage', reason: 'full', detail: '' });
    expect(service.maskTokens()).toMatchObject({ ok: false, error: { kind: 'storage' } });
    repository.failWith(null);
    service.maskTokens();
    expect(service.get('order-1')?.source.rid).toBe('••••••••');
  });
});
