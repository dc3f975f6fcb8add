import { describe, expect, it } from 'vitest';
import { reasonSentences } from '#renderer/features/orders/details/statusSentences.ts';
import { placeTimes } from '#shared/domain/conditions/places.ts';
import type { PollingState } from '#shared/domain/connection.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/thresholds.ts';
import { type StatusContext, shortReason } from '#shared/i18n/statusReason.ts';
import { pushSource } from '#test/support/orderRows.ts';
import { connection, NOW, orderRow, unfetchedRow } from '../renderer/orderRows.ts';
import { chinese, english } from '../renderer/translators.ts';
import { copy } from '../shared/placeFixtures.ts';

function around(
  row: OrderRow,
  { polling = { kind: 'active' }, isPolling = false }: { polling?: PollingState; isPolling?: boolean } = {},
): StatusContext {
  return {
    row,
    connection: connection('c1', 'Production', polling),
    isPolling,
    settings: defaultSettings,
    now: NOW,
    t: english,
    locale: 'en',
  };
}

const rejected = { kind: 'rejected', since: NOW, status: 403 } as const;
const refused = { kind: 'network', reason: 'refused', code: 'ECONNREFUSED' } as const;

describe('shortReason', () => {
  it.each([
    ['healthy', around(orderRow('a')), /^Warns from .*2026$/u],
    ['expiring', around(orderRow('a', { notAfter: NOW + 10 * DAY_MS })), /^Less than 13 days left$/u],
    ['critical', around(orderRow('a', { notAfter: NOW + 2 * DAY_MS })), /^Not renewed yet$/u],
    ['expired', around(orderRow('a', { notAfter: NOW - 2 * DAY_MS })), /^Not renewed$/u],
    ['being asked for', around(unfetchedRow('a'), { isPolling: true }), /^Checking now$/u],
    [
      'without a token',
      around(unfetchedRow('a'), { polling: { kind: 'waitingForToken' } }),
      /^Its connection has no token$/u,
    ],
    [
      'known from the service alone',
      around(orderRow('a', { notAfterSource: 'service' })),
      /^Certificate not read yet$/u,
    ],
  ])('says why an order is %s', (_name, context, expected) => {
    expect(shortReason(context)).toMatch(expected);
  });

  it('names the error of a failing order, and of an expired one that cannot be polled', () => {
    const failing = shortReason(around(orderRow('a', { failures: 3, failure: refused })));
    expect(failing).not.toBe('');
    expect(shortReason(around(orderRow('a', { notAfter: NOW - 1, failures: 1, failure: refused })))).toBe(
      failing,
    );
  });

  it('says that the service asked to wait, and until when', () => {
    const until = NOW + DAY_MS;
    const failure = { kind: 'rateLimited', retryAfterMs: DAY_MS } as const;
    const waiting = { failures: 1, failure, lastAttemptAt: NOW, nextPollAt: until };
    const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' }).format(until);
    const words = new RegExp(`${day}, \\d\\d:\\d\\d`, 'u');
    for (const notAfter of [NOW + 90 * DAY_MS, NOW + 10 * DAY_MS, NOW - DAY_MS]) {
      const context = around(orderRow('a', { ...waiting, notAfter }));
      expect(shortReason(context)).toMatch(words);
      expect(reasonSentences(context).join(' ')).toMatch(words);
    }
    const inChinese = { ...around(orderRow('a', waiting)), t: chinese, locale: 'zh-CN' } as const;
    expect(shortReason(inChinese)).toMatch(/^服务限流，\d+月\d+日 \d\d:\d\d 再查$/u);
    // An earlier poll, for example after a new token, ends the wait.
    const planned = around(orderRow('a', { ...waiting, nextPollAt: NOW }));
    expect(shortReason(planned)).toMatch(/^Warns from/u);
    const refusedToken = around(orderRow('a', waiting), { polling: rejected });
    expect(shortReason(refusedToken)).toBe('The service answered 403');
  });

  it('does not mention a single failure of a healthy order', () => {
    expect(shortReason(around(orderRow('a', { failures: 1, failure: refused })))).toMatch(/^Warns from/u);
  });

  it('says that an order was never confirmed', () => {
    const context = around(orderRow('a', { lastConfirmedAt: null }));
    expect(shortReason(context)).toBe('Never confirmed');
  });
});

describe('reasonSentences', () => {
  it('are none of a healthy order, and one if there is nothing to add', () => {
    expect(reasonSentences(around(orderRow('a')))).toEqual([]);
    expect(reasonSentences(around(orderRow('a', { notAfter: NOW - DAY_MS })))).toHaveLength(1);
  });

  it('leave places to the steps of the deployment', () => {
    const deployment = placeTimes(
      { copies: [copy({ state: 'wider' })], endpoints: [] },
      { renewedAt: () => null, confirmedAt: () => null },
    );
    expect(reasonSentences(around(orderRow('a', { deployment })))).toEqual([]);
  });

  it('adds that the token was rejected and when the order was last confirmed', () => {
    const row = orderRow('a', {
      notAfter: NOW - DAY_MS,
      failures: 1,
      failure: { kind: 'unauthorized', status: 403 },
      lastConfirmedAt: NOW - 3 * HOUR_MS,
    });
    const sentences = reasonSentences(around(row, { polling: rejected }));
    expect(sentences).toHaveLength(3);
    expect(sentences[0]).toMatch(/^It was not renewed\./u);
    expect(sentences[1]).toContain('Production rejects the access token (403)');
    expect(sentences[2]).toContain('3 h ago');
  });

  it('states the number of failures once', () => {
    const row = orderRow('a', { failures: 4, failure: refused });
    expect(reasonSentences(around(row))).toEqual(['The last 4 attempts failed.', 'Last confirmed 1 h ago.']);
  });

  it('is available in Chinese', () => {
    const context = { ...around(orderRow('a', { failures: 4, failure: refused })), t: chinese };
    expect(reasonSentences(context)[0]).toBe('最近 4 次检查失败。');
  });
});

describe('the reasons of a push-only order', () => {
  const pushed = (change: Partial<OrderRow> = {}) =>
    around(orderRow('p', { source: pushSource(), ...change }));

  it('mention deliveries instead of polls', () => {
    expect(reasonSentences(pushed({ notAfter: NOW + DAY_MS }))[0]).toContain('should have been delivered');
  });

  it('say that no delivery has been accepted yet', () => {
    const row = unfetchedRow('p', { source: pushSource() });
    expect(shortReason(around(row))).toBe('nothing was accepted yet');
    expect(reasonSentences(around(row))[0]).toContain('The deliveries say why');
  });
});
