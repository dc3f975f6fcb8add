import { expect, it } from 'vitest';
import { type AuthorityRecord, AuthorityRecords } from '#main/monitoring/authority/authorityRecords.ts';
import { AuthorityWatch } from '#main/monitoring/authority/authorityWatch.ts';
import type { RevocationLookup } from '#main/monitoring/authority/revocationLists.ts';
import { Emitter } from '#main/platform/emitter.ts';
import type { CrlIssue } from '#main/x509/certificates/crl.ts';
import type { RevocationReason } from '#shared/domain/authorityNews.ts';
import { defaultSettings, type Settings } from '#shared/domain/settings.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import { ok } from '#shared/result.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';
import { createFakeConnectivity } from '../../orders/polling/fakes.ts';
import { createAuthority, issue } from '../../x509/certificates/certificateFixtures.ts';

const { certificateServer: pem } = await issue(await createAuthority());
const start = createFakeTime().clock.now();
const issued = (at: number) => ({ thisUpdate: start + at, number: null });
const notListed: RevocationLookup = { kind: 'notListed', issue: issued(0), againInMs: DAY_MS };
const listed = (reason: RevocationReason, at = 0): RevocationLookup => ({
  kind: 'listed',
  revocation: { at: 0, reason },
  issue: issued(at),
  againInMs: DAY_MS,
});

/** A watch over orders, whose questions end when the test answers them. */
function createWatch(
  ids: readonly string[],
  change: Partial<Settings> = { checkRevocation: true },
  stored = new Map<string, AuthorityRecord>(),
) {
  const time = createFakeTime();
  const records = new AuthorityRecords({
    load: () => stored,
    save: (id, record) => {
      stored.set(id, record);
      return ok(null);
    },
    remove: () => ok(null),
  });
  const open: ((answer: RevocationLookup | Promise<never>) => void)[] = [];
  const asked = { renewal: 0, most: 0, known: [] as (CrlIssue | null)[] };
  let notAfter: number | null = null;
  const orders = new Map(ids.map((id) => [id, 'first']));
  let settings = { ...defaultSettings, ...change };
  let cleared = 0;
  const changed = new Emitter<void>('authorityWatch.test');
  const connectivity = createFakeConnectivity();
  const watch = new AuthorityWatch({
    records,
    lists: {
      ask: (_leaf, _chain, known) =>
        new Promise((resolve) => {
          asked.known.push(known);
          open.push(resolve);
          asked.most = Math.max(asked.most, open.length);
        }),
    },
    renewalInfo: {
      ask: async () => {
        asked.renewal += 1;
        return { window: null, againInMs: HOUR_MS };
      },
    },
    crls: {
      clear: () => {
        cleared += 1;
        return ok(null);
      },
    },
    orders: () => [...orders].map(([id, fingerprint256]) => ({ id, fingerprint256, notAfter })),
    order: (id) => {
      const fingerprint256 = orders.get(id);
      return fingerprint256 === undefined ? null : { id, fingerprint256, notAfter };
    },
    pem: () => pem,
    settings: () => settings,
    connectivity,
    wakes: [changed.event],
    ...time,
    random: () => 0.5,
    logger: createRecordingLogger().logger,
  });
  return {
    watch,
    changed,
    connectivity,
    time,
    records,
    orders,
    open,
    asked,
    cleared: () => cleared,
    set: (next: Partial<Settings>) => {
      settings = { ...settings, ...next };
      changed.fire();
    },
    expireAt: (at: number) => {
      notAfter = at;
    },
    /** Answers all questions that are open. */
    answer: async (answer: RevocationLookup | Promise<never> = notListed) => {
      for (const resolve of open.splice(0)) resolve(answer);
      await time.advance(0);
    },
  };
}

it('asks nothing while all is off', async () => {
  const { watch, time, open, asked } = createWatch(['a'], {});
  watch.start();
  await time.advance(DAY_MS);
  expect({ open, renewal: asked.renewal }).toEqual({ open: [], renewal: 0 });
});

it('asks two at once at most, each again when its answer is old, with a different delay', async () => {
  const { watch, time, open, asked, answer } = createWatch(['a', 'b', 'c', 'd', 'e']);
  watch.start();
  expect(open).toHaveLength(0);
  await time.advance(MINUTE_MS);
  expect(open).toHaveLength(2);
  await answer();
  await answer();
  await answer();
  expect(asked.most).toBe(2);
  // Half of the jitter: a twentieth of the day, 72 minutes.
  await time.advance(DAY_MS + HOUR_MS);
  expect(open).toHaveLength(0);
  await time.advance(20 * MINUTE_MS);
  expect(open).toHaveLength(2);
});

it('says when it was answered, what failed since, and when it asks again', async () => {
  const { watch, time, records, answer } = createWatch(['a']);
  const check = () => records.get('a')?.revocationCheck ?? null;
  const failed: RevocationLookup = { kind: 'failed', againInMs: HOUR_MS };
  watch.start();
  await time.advance(MINUTE_MS);
  await answer(failed);
  const first = time.clock.now();
  expect(check()).toMatchObject({ answer: null, answeredAt: null, failedAt: first });
  await time.advance(2 * HOUR_MS);
  await answer();
  const second = time.clock.now();
  expect(check()).toMatchObject({ answer: 'notListed', answeredAt: second, failedAt: null });
  expect(check()?.nextAt).toBe(second + 1.05 * DAY_MS);
  await time.advance(DAY_MS + 2 * HOUR_MS);
  await answer(failed);
  expect(check()).toMatchObject({
    answer: 'notListed',
    answeredAt: second,
    failedAt: time.clock.now(),
  });
});

it('says once that there is no directory to ask, and asks when there is one', async () => {
  const { watch, time, records, asked, set } = createWatch(['a'], { checkRenewalInfo: true });
  const changes: unknown[] = [];
  records.onDidChange((change) => changes.push(change));
  watch.start();
  await time.advance(DAY_MS);
  expect(records.get('a')?.renewalCheck).toMatchObject({ answer: 'noDirectory', nextAt: null });
  expect(changes).toHaveLength(1);
  expect(asked.renewal).toBe(0);
  set({ acmeDirectory: 'https://ca.example/directory' });
  await time.advance(MINUTE_MS);
  expect(asked.renewal).toBe(1);
  set({ acmeDirectory: null });
  await time.advance(DAY_MS);
  expect(records.get('a')?.renewalCheck?.answer).toBe('noDirectory');
});

it('does not store an answer about a certificate that was renewed, or after the switch was turned off', async () => {
  const { watch, time, records, orders, answer, set } = createWatch(['a', 'b']);
  watch.start();
  await time.advance(MINUTE_MS);
  orders.set('a', 'second');
  await answer(listed('superseded'));
  expect(records.ids()).toEqual(['b']);
  await time.advance(6 * MINUTE_MS);
  set({ checkRevocation: false });
  await answer(listed('superseded'));
  expect(records.ids()).toEqual([]);
});

it('deletes the lists once when the switch is turned off', () => {
  const { watch, cleared, set } = createWatch([]);
  watch.start();
  expect(cleared()).toBe(0);
  set({ checkRevocation: false });
  set({});
  expect(cleared()).toBe(1);
});

it('logs a question that throws, waits before it repeats it, and asks the other one', async () => {
  const { watch, time, records, asked, open, answer } = createWatch(['a'], {
    checkRevocation: true,
    checkRenewalInfo: true,
    acmeDirectory: 'https://ca.example/directory',
  });
  watch.start();
  await time.advance(MINUTE_MS);
  const bug = Promise.reject(new Error('bug'));
  await answer(bug);
  expect(records.get('a')?.revocationCheck).toMatchObject({ answer: null, failedAt: time.clock.now() });
  expect(asked.renewal).toBe(1);
  await time.advance(5 * HOUR_MS);
  expect(open).toHaveLength(0);
  await time.advance(2 * HOUR_MS);
  expect(open).toHaveLength(1);
});

it('takes no revocation back but a hold, and only by a newer list', async () => {
  const { watch, time, records, asked, answer } = createWatch(['a']);
  const revoked = () => records.get('a')?.revoked?.reason ?? null;
  const next = async (found: RevocationLookup) => {
    await time.advance(DAY_MS + 2 * HOUR_MS);
    await answer(found);
  };
  watch.start();
  await next(listed('certificateHold', HOUR_MS));
  await next({ ...notListed, issue: issued(HOUR_MS) } as RevocationLookup);
  expect(revoked()).toBe('certificateHold');
  await next({ ...notListed, issue: issued(2 * HOUR_MS) } as RevocationLookup);
  expect(revoked()).toBeNull();
  await next(listed('keyCompromise', 3 * HOUR_MS));
  await next({ ...notListed, issue: issued(4 * HOUR_MS) } as RevocationLookup);
  expect(revoked()).toBe('keyCompromise');
  expect(asked.known.map((known) => known && (known.thisUpdate - start) / HOUR_MS)).toEqual([
    null,
    1,
    1,
    2,
    3,
  ]);
});

it('asks nothing about an expired certificate, unless the clock was wrong', async () => {
  const { watch, time, records, open, asked, answer, expireAt } = createWatch(['a'], {
    checkRevocation: true,
    checkRenewalInfo: true,
    acmeDirectory: 'https://ca.example/directory',
  });
  expireAt(start + HOUR_MS);
  watch.start();
  await time.advance(MINUTE_MS);
  await answer(listed('superseded'));
  expect(asked.renewal).toBe(1);
  await time.advance(2 * DAY_MS);
  expect({ open, renewal: asked.renewal }).toEqual({ open: [], renewal: 1 });
  const none = { answer: 'expired', failedAt: null, nextAt: null };
  expect(records.get('a')).toMatchObject({
    revoked: { reason: 'superseded' },
    replacement: null,
    revocationCheck: none,
    renewalCheck: none,
  });
  time.setNow(start + 2 * MINUTE_MS);
  await time.advance(6 * MINUTE_MS);
  expect(open).toHaveLength(1);
  await answer();
  expect(asked.renewal).toBe(2);
});

it('asks once what is due about the orders of a command, within its time', async () => {
  const { watch, time, records, open, answer } = createWatch(['a', 'b', 'c']);
  const { signal } = new AbortController();
  const first = watch.askDue(['a', 'b'], signal);
  await time.advance(0);
  expect(open).toHaveLength(2);
  await answer();
  await first;
  expect(records.ids()).toEqual(['a', 'b']);
  await watch.askDue(['a', 'b'], signal);
  expect(time.pending()).toBe(0);
  const late = watch.askDue(['c'], signal);
  await time.advance(2 * MINUTE_MS);
  await answer();
  await late;
  // What ends after the limit is no answer and no failure.
  expect(records.ids()).toEqual(['a', 'b']);
});

it('asks about 200 orders of a command at most, and the next time about the others, in a new process too', async () => {
  const ids = Array.from({ length: 250 }, (_, index) => `${index}`);
  const stored = new Map<string, AuthorityRecord>();
  const { signal } = new AbortController();
  for (const count of [200, 250]) {
    // Without a directory to ask, one of the questions is open each time.
    const settings = { checkRevocation: true, checkRenewalInfo: true };
    const { watch, time, open, answer } = createWatch(ids, settings, stored);
    const all = watch.askDue(ids, signal);
    await time.advance(0);
    while (open.length > 0) await answer();
    await all;
    expect(stored.size).toBe(count);
  }
});

it('asks again after a clock that was years ahead, and then as usual', async () => {
  const { watch, changed, time, open, asked, answer } = createWatch(['a']);
  time.setNow(start + 3650 * DAY_MS);
  watch.start();
  await time.advance(MINUTE_MS);
  await answer();
  time.setNow(start);
  changed.fire();
  await time.advance(MINUTE_MS);
  expect(open).toHaveLength(1);
  await answer();
  await time.advance(12 * HOUR_MS);
  expect(open).toEqual([]);
  expect(asked.known).toHaveLength(2);
});

it('without a network asks only when a command wants it, and counts no failure then', async () => {
  const directory = { checkRenewalInfo: true, acmeDirectory: 'https://acme.example.com/directory' };
  const { watch, changed, connectivity, time, records, asked } = createWatch(['a'], directory);
  connectivity.set(false);
  watch.start();
  changed.fire();
  await time.advance(MINUTE_MS);
  expect(asked.renewal).toBe(0);
  watch.dispose();
  const command = createWatch(['a'], directory);
  command.connectivity.set(false);
  await command.watch.askDue(['a'], new AbortController().signal);
  expect(command.asked.renewal).toBe(1);
  expect([...records.ids(), ...command.records.ids()]).toEqual([]);
});
