import { describe, expect, it } from 'vitest';
import { defaultSettings } from '#shared/domain/settings.ts';
import { DAY_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import { orderWithDays } from '#test/support/orderRows.ts';
import { start, startSession } from './alertHarness.ts';

/** An order with five days left that the service confirmed a day ago, and whose polls end when the test says so. */
function startPolling() {
  const order = orderWithDays('a', 5, start, {
    lastConfirmedAt: start - DAY_MS,
    lastAttemptAt: start - DAY_MS,
  });
  const session = startSession([order]);
  const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>();
  session.state.settings = { ...defaultSettings, alertOnTrouble: false, alertOnOverdue: false };
  session.state.isAnswering = false;
  session.state.polled = promise;
  return { ...session, order, resolve, reject };
}

describe('an alert about an expiring order', () => {
  it('waits for the result of its poll, not for another attempt', async () => {
    const { look, state, order, time, titles } = startPolling();
    look();
    state.rows = [{ ...order, lastAttemptAt: start, failures: 1 }];
    await time.advance(MINUTE_MS);
    look();
    expect(titles()).toEqual([]);
  });

  it('comes once, as soon as the poll ended without another certificate', async () => {
    const { look, resolve, time, asked, take } = startPolling();
    look();
    resolve(['a']);
    await time.advance(200);
    look();
    look();
    expect(take()).toEqual(['expiry a']);
    await time.advance(DAY_MS / 24);
    look();
    expect(take()).toEqual([]);
    expect(asked).toEqual([['a']]);
  });

  it('comes for a chain that expires first, and again for the leaf after a longer chain came', () => {
    const chainEnd = { at: start + 2 * DAY_MS, name: 'Issuing CA' };
    const { look, state, take } = startSession([orderWithDays('a', 60, start, { chainEnd })]);
    look();
    expect(take()).toEqual(['expiry a']);
    look();
    expect(take()).toEqual([]);
    state.rows = [orderWithDays('a', 2, start)];
    look();
    expect(take()).toEqual(['expiry a']);
  });

  it('does not come when the poll found a renewal', async () => {
    const { look, resolve, state, time, asked, titles } = startPolling();
    look();
    state.rows = [orderWithDays('a', 90, start, { fingerprint256: 'renewed' })];
    resolve(['a']);
    await time.advance(5 * MINUTE_MS);
    look();
    expect(titles()).toEqual([]);
    expect(asked).toEqual([['a']]);
  });

  it.each([
    ['skipped', 0],
    ['broken', 1],
  ])('comes after two minutes when the poll was %s', async (how, logged) => {
    const { look, resolve, reject, time, asked, lines, titles } = startPolling();
    look();
    if (how === 'skipped') resolve([]);
    else reject(new TypeError('SENTINEL'));
    await time.advance(2 * MINUTE_MS - 1);
    look();
    expect(titles()).toEqual([]);
    await time.advance(1);
    look();
    expect(titles()).toEqual(['expiry a']);
    expect(asked).toHaveLength(1);
    expect(lines).toHaveLength(logged);
    expect(JSON.stringify(lines)).not.toContain('SENTINEL');
  });

  it('is not due when the order is removed during the poll, and polls again when it is restored', async () => {
    const { look, resolve, state, order, time, asked, titles } = startPolling();
    look();
    state.rows = [];
    look();
    resolve(['a']);
    await time.advance(MINUTE_MS);
    look();
    state.polled = new Promise(() => undefined);
    state.rows = [order];
    look();
    expect(titles()).toEqual([]);
    expect(asked).toEqual([['a'], ['a']]);
  });

  it('needs no poll when the service confirmed the certificate in the last 15 minutes', async () => {
    const { look, state, order, asked, take } = startPolling();
    state.rows = [{ ...order, lastConfirmedAt: start - 15 * MINUTE_MS + 1 }];
    look();
    expect(take()).toEqual(['expiry a']);
    expect(asked).toEqual([]);
  });

  it.each([
    ['15 minutes ago', start - 15 * MINUTE_MS],
    ['in the future, as the wall clock was set back', start + 1],
  ])('needs one when the certificate was confirmed %s', (_when, lastConfirmedAt) => {
    const { look, state, order, asked, take } = startPolling();
    state.rows = [{ ...order, lastConfirmedAt }];
    look();
    expect(take()).toEqual([]);
    expect(asked).toEqual([['a']]);
  });

  it('polls again after a long pause of alerts', async () => {
    const { look, resolve, pause, time, asked, take } = startPolling();
    look();
    resolve(['a']);
    pause.pause('resumed');
    await time.advance(DAY_MS);
    pause.resume();
    look();
    expect(take()).toEqual([]);
    expect(asked).toEqual([['a'], ['a']]);
    await time.advance(MINUTE_MS);
    look();
    expect(take()).toEqual(['expiry a']);
  });
});
