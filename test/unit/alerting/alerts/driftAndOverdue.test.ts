import { describe, expect, it } from 'vitest';
import type { AlertEvent } from '#main/alerting/alerts/alert.ts';
import { alertText } from '#main/alerting/alerts/alertText.ts';
import type { AddressView, EndpointView } from '#shared/domain/endpoint.ts';
import type { AppLanguage } from '#shared/domain/language.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import { translatorOf } from '#shared/i18n/translator.ts';
import { orderWithDays } from '#test/support/orderRows.ts';
import { start, startSession } from './alertHarness.ts';

/** An address that serves, at `start`, a leaf of 90 days with `days` left. */
function address(days: number, change: Partial<AddressView> = {}): AddressView {
  const notAfter = start + days * DAY_MS;
  return {
    address: '192.0.2.1',
    probedAt: start,
    served: {
      fingerprint256: 'old',
      commonName: 'a.example.com',
      issuerName: 'Test CA',
      notBefore: notAfter - 90 * DAY_MS,
      notAfter,
      chainEnd: null,
      tlsVersion: 'TLSv1.3',
      findings: [],
    },
    relation: 'former',
    servedSince: start - 50 * DAY_MS,
    servedAt: start,
    error: null,
    errorSince: null,
    ...change,
  };
}

function endpoint(id: string, addresses: readonly AddressView[]): EndpointView {
  return {
    id,
    orderId: 'a',
    host: `${id}.example.com`,
    port: 443,
    protocol: 'tls',
    serverName: null,
    intervalMinutes: 720,
    probing: false,
    addedAt: 0,
    probedAt: start,
    nextProbeAt: null,
    error: null,
    addresses,
    omitted: 0,
  };
}

/** A session whose only order has 80 days left, and was renewed `hoursAgo`. */
function renewedSession(hoursAgo: number, ...endpoints: readonly EndpointView[]) {
  const session = startSession([orderWithDays('a', 80, start)]);
  session.state.endpoints = endpoints;
  session.state.leafSeenAt = start - hoursAgo * HOUR_MS;
  return session;
}

describe('an endpoint that serves an older leaf', () => {
  it('alerts once, a day after the renewal, and opens the order', () => {
    const { look, take, shown, opened } = renewedSession(24, endpoint('api', [address(40)]));
    look();
    shown[0]?.onClick();
    look();
    expect(opened).toEqual(['a']);
    expect(take()).toEqual(['drift a api.example.com:443 1']);
  });

  it('does not alert earlier', () => {
    const { look, take } = renewedSession(23, endpoint('api', [address(40)]));
    look();
    expect(take()).toEqual([]);
  });

  it('alerts at once when the served leaf is about to expire, and once more when it has expired', async () => {
    const { look, take, time, shown } = renewedSession(1, endpoint('api', [address(3)]));
    look();
    look();
    expect(take()).toEqual(['drift a api.example.com:443 1']);
    await time.advance(4 * DAY_MS);
    look();
    expect(shown[0]?.urgent).toBe(true);
    expect(take()).toEqual(['drift a api.example.com:443 1']);
    look();
    expect(take()).toEqual([]);
  });

  describe('whose probe is overdue, as after a sleep of days', () => {
    const asleep = async () => {
      const session = renewedSession(12, { ...endpoint('api', [address(40)]), nextProbeAt: start + HOUR_MS });
      session.time.setNow(start + 3 * DAY_MS);
      session.look();
      expect(session.take()).toEqual([]);
      await session.time.advance(MINUTE_MS);
      return session;
    };
    const probed = (nextProbeAt: number | null, change: Partial<AddressView> = {}) => [
      { ...endpoint('api', [address(40, change)]), nextProbeAt },
    ];

    it('does not alert if the probe finds the certificate deployed', async () => {
      const { look, take, state } = await asleep();
      state.endpoints = probed(start + 4 * DAY_MS, { relation: 'issued' });
      look();
      expect(take()).toEqual([]);
    });

    it('alerts if the probe finds the older leaf again', async () => {
      const { look, take, state } = await asleep();
      state.endpoints = probed(start + 4 * DAY_MS);
      look();
      expect(take()).toEqual(['drift a api.example.com:443 1']);
    });

    it('alerts after some minutes if there is no probe', async () => {
      const { look, take, time } = await asleep();
      look();
      expect(take()).toEqual([]);
      await time.advance(10 * MINUTE_MS);
      look();
      expect(take()).toEqual(['drift a api.example.com:443 1']);
    });
  });

  it('shares one alert with the other endpoints of its order, named by the earliest expiry', () => {
    const { look, take } = renewedSession(48, endpoint('api', [address(40)]), endpoint('www', [address(9)]));
    look();
    expect(take()).toEqual(['drift a www.example.com:443 2']);
  });

  it.each([
    ['was last probed before the renewal', { servedAt: start - 3 * DAY_MS }],
    ['could not be reached since', { error: { kind: 'refused' } }],
    ['serves the issued leaf', { relation: 'issued' }],
    ['never showed a leaf', { served: null, relation: null, servedAt: null, servedSince: null }],
  ] as const)('does not alert when it %s', (_why, change) => {
    const { look, take } = renewedSession(48, endpoint('api', [address(40, change)]));
    look();
    expect(take()).toEqual([]);
  });

  it('does not alert while its order is snoozed, or when the settings disable it', () => {
    const { look, take, state, snoozes } = renewedSession(48, endpoint('api', [address(40)]));
    state.settings = { ...defaultSettings, alertOnDrift: false };
    look();
    state.settings = defaultSettings;
    snoozes.snooze(['a'], 'day');
    look();
    expect(take()).toEqual([]);
  });

  it('alerts again for the next renewal', () => {
    const { look, take, state } = renewedSession(48, endpoint('api', [address(40)]));
    look();
    state.rows = state.rows.map((row) => ({ ...row, fingerprint256: 'newer' }));
    look();
    expect(take()).toHaveLength(2);
  });
});

describe('an endpoint that serves a leaf its order never had', () => {
  const foreign = address(40, { relation: 'other', servedSince: start - 2 * HOUR_MS });

  it('alerts once, as soon as its order has the condition: a day after it was seen, unconfirmed', async () => {
    const { look, take, time, state } = renewedSession(48, endpoint('api', [foreign]));
    state.rows = state.rows.map((row) => ({ ...row, lastConfirmedAt: start - 3 * HOUR_MS }));
    look();
    expect(take()).toEqual([]);
    await time.advance(22 * HOUR_MS);
    look();
    look();
    expect(take()).toEqual(['drift a api.example.com:443 1']);
  });

  it('alerts at once when the service confirmed the order’s own since', () => {
    const { look, take } = renewedSession(48, endpoint('api', [foreign]));
    look();
    look();
    expect(take()).toEqual(['drift a api.example.com:443 1']);
  });
});

describe('an overdue order', () => {
  const lead = { leadMs: 30 * DAY_MS, renewals: 4 };

  it('alerts once per leaf', () => {
    // Earlier than the first expiry alert.
    const { look, take, state } = startSession([orderWithDays('a', 26, start, { lead })]);
    state.settings = { ...defaultSettings, alertDays: [7] };
    look();
    look();
    expect(take()).toEqual(['overdue a']);
  });

  it.each([26, -1])('does not alert in addition to the expiry alert with %d days left', (days) => {
    const { look, take } = startSession([orderWithDays('a', days, start, { lead })]);
    look();
    expect(take()).toEqual(['expiry a']);
  });

  it.each([
    ['was never renewed so far', { lead: { ...lead, renewals: 0 } }],
    ['was not confirmed for a day', { lastConfirmedAt: start - DAY_MS }],
  ])('does not alert when it %s', (_why, change) => {
    const { look, take, state } = startSession([orderWithDays('a', 26, start, { lead, ...change })]);
    state.settings = { ...defaultSettings, alertDays: [7], alertOnTrouble: false };
    look();
    expect(take()).toEqual([]);
  });

  it('does not alert when the settings disable it', () => {
    const { look, take, state } = startSession([orderWithDays('a', 26, start, { lead })]);
    state.settings = { ...defaultSettings, alertDays: [7], alertOnOverdue: false };
    look();
    expect(take()).toEqual([]);
  });
});

describe('the texts of drift and overdue renewals', () => {
  const now = new Date(2026, 10, 20, 12).getTime();
  const context = {
    settings: defaultSettings,
    connectionName: () => '',
    ordersOf: () => 0,
    orders: () => [],
    summary: () => '',
  };
  const text = (event: AlertEvent, locale: AppLanguage = 'en') =>
    alertText(event, context, now, { locale, t: translatorOf(locale) });
  const drift: Extract<AlertEvent, { kind: 'drift' }> = {
    kind: 'drift',
    order: orderWithDays('a', 80, now),
    renewedAt: now - 3 * DAY_MS,
    place: 'api.example.com:443',
    places: 1,
    servedNotAfter: now + 9 * DAY_MS,
    cause: 'former',
  };

  it('say how long ago the renewal was, where it is not served, and how long the served leaf lasts', () => {
    expect(text(drift)).toEqual({
      title: 'a.example.com is not deployed',
      body: 'Deploy it and reload the server: api.example.com:443 still serves the previous certificate. Renewed 3 days ago. The served one expires in 9 d 0 h.',
    });
    expect(text(drift, 'zh-CN')).toEqual({
      title: 'a.example.com 未部署',
      body: '请部署新证书并重载服务：api.example.com:443 仍在使用旧证书。3 天前已续期。服务器上的证书将在 9 天 0 小时后到期。',
    });
  });

  it('count the endpoints, and say that the served leaf has expired', async () => {
    const many = { ...drift, places: 3, renewedAt: null, servedNotAfter: now - 1 };
    expect(text(many)).toEqual({
      title: 'a.example.com is not deployed',
      body: 'Deploy it and reload the servers: 3 servers still serve the previous certificate. The served one has expired.',
    });
  });

  it('name a foreign certificate as such', () => {
    const { title, body } = text({ ...drift, cause: 'foreign' });
    expect(title).toBe('a.example.c…: another certificate served');
    expect(body).toContain('Open NotAfter to compare them: api.example.com:443 serves');
  });

  it('say that a server sends the current certificate with an old chain', () => {
    expect(text({ ...drift, cause: 'chain' })).toEqual({
      title: 'a.example.com: an old chain is served',
      body: 'Deploy the chain of the current files and reload the server: at api.example.com:443 it ends before the certificate. The served one expires in 9 d 0 h.',
    });
  });

  it('say the usual time of renewal, and the days left', () => {
    const order = orderWithDays('a', 26, now, { lead: { leadMs: 30 * DAY_MS, renewals: 4 } });
    const overdue = { kind: 'condition', condition: 'overdue', order } as const;
    expect(text(overdue)).toEqual({
      title: 'a.example.com: renewal 4 days overdue',
      body: 'Check the automation at the service. It is normally renewed 30 days before it expires; it is now 26 days.',
    });
  });
});
