import { describe, expect, it } from 'vitest';
import {
  addressGroups,
  probeTimes,
  servedText,
} from '#renderer/features/deployment/endpoints/addressText.ts';
import {
  deploymentStatuses,
  worstPlaceCondition,
} from '#renderer/features/deployment/endpoints/DeploymentMark.tsx';
import { serversText } from '#renderer/features/deployment/endpoints/deploymentText.ts';
import {
  type DeploymentSummary,
  type Places,
  placeTimes,
  summarisePlaces,
} from '#shared/domain/conditions/places.ts';
import { termsOf } from '#shared/domain/conditions/terms.ts';
import { type CopyBundleView, needsAttention } from '#shared/domain/copy.ts';
import type { AddressView, EndpointView, ProbeError, ServedFinding } from '#shared/domain/endpoint.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/thresholds.ts';
import { placeStatusText } from '#shared/i18n/placeStatusText.ts';
import { probeErrorText, servedFindingText } from '#shared/i18n/probeText.ts';
import { orderWithDays } from '#test/support/orderRows.ts';
import { address, copy, endpoint, now, servedLeaf } from '../shared/placeFixtures.ts';
import { chinese, english } from './translators.ts';

const renewed = { chainEnd: null, notBefore: now - 3 * DAY_MS, notAfter: now + 60 * DAY_MS };
const old = servedLeaf({ fingerprint256: 'cd'.repeat(32), notAfter: now + 9 * DAY_MS });
const stale = (ip: string) => address({ address: ip, served: old, relation: 'former' });
const five = [1, 2, 3].map((last) => address({ address: `192.0.2.${last}` }));

function statusOf(facts: Partial<Parameters<typeof summarisePlaces>[0]>): DeploymentSummary {
  const status = summarisePlaces({ copies: [], endpoints: [], ...facts }, now);
  if (status === null) throw new Error('the order has no deployment');
  return status;
}

/** What is said of these servers, beside exported files. */
function textOf(endpoints: readonly EndpointView[], copies: readonly CopyBundleView[] = [], order = renewed) {
  const files = {
    copies: copies.length,
    copiesAffected: copies.filter(needsAttention).length,
  };
  return serversText(statusOf({ endpoints }), files, order, now, english);
}

describe('serversText', () => {
  const mixed = endpoint({ addresses: [...five, stale('192.0.2.4'), stale('192.0.2.5')] });

  it('says how many addresses are affected, and when the old certificate expires', () => {
    expect(textOf([mixed])).toEqual({
      what: '2 of 5 addresses still serve the previous certificate, which expires in 9 d 0 h.',
      next: 'Export the new certificate to the server, then reload it.',
    });
    const none = { copies: 0, copiesAffected: 0 };
    expect(serversText(statusOf({ endpoints: [mixed] }), none, renewed, now, chinese)).toEqual({
      what: '5 个地址中有 2 个仍在使用旧证书，该证书将在 9 天 0 小时后到期。',
      next: '请将新证书导出到服务器，然后重载服务（reload）。',
    });
  });

  it('says “the server” for one address, and “all” if all are affected', () => {
    expect(textOf([endpoint({ addresses: [stale('192.0.2.1')] })]).what).toContain(
      'The server still serves the previous certificate',
    );
    const both = endpoint({ addresses: [stale('192.0.2.1'), stale('192.0.2.2')] });
    expect(textOf([both]).what).toContain('All 2 addresses still serve');
  });

  it('recommends updating old copies first, otherwise reloading the server', () => {
    const outdated = copy({ state: 'stale', outdated: true });
    expect(textOf([mixed], [outdated]).next).toBe('Update the files, then reload the server.');
    expect(textOf([mixed], [copy()]).next).toContain('reload the server');
  });

  it('says for how long a current place has not been checked', () => {
    const old = (last: number, days: number) =>
      address({
        address: `192.0.2.${last}`,
        probedAt: now - days * DAY_MS,
        servedAt: now - days * DAY_MS,
      });
    const text = (...addresses: AddressView[]) => textOf([endpoint({ addresses })]);
    expect(text(old(1, 8))).toEqual({
      what: 'The server has not been checked for 8 days.',
      next: 'It was deployed then. NotAfter checks again as soon as possible, or now with “Check”.',
    });
    expect(text(old(1, 8), old(2, 9)).what).toBe('None of 2 addresses has been checked for 8 days.');
    expect(text(old(1, 8), address()).what).toBe('1 of 2 addresses has not been checked for 8 days.');
  });

  it('recommends renewing first if the order itself has expired', () => {
    const expired = address({ served: servedLeaf({ notAfter: now - DAY_MS }) });
    const order = { chainEnd: null, notBefore: now - 90 * DAY_MS, notAfter: now - DAY_MS };
    expect(textOf([endpoint({ addresses: [expired] })], [], order)).toEqual({
      what: 'The server serves an expired certificate.',
      next: 'The order itself has expired. Renew it at the service first.',
    });
  });

  it('does not mistake the expiry of the current certificate for that of the old one', () => {
    const same = { ...renewed, notAfter: now + 9 * DAY_MS };
    expect(textOf([mixed], [], same).what).toMatch(/the previous certificate\.$/u);
  });

  it('has nothing to do if everything is current', () => {
    expect(textOf([endpoint({ addresses: five })])).toEqual({
      what: 'All 3 addresses serve the current certificate.',
      next: null,
    });
  });
});

describe('the addresses of an endpoint', () => {
  it('are grouped by result, the worst and smallest group first', () => {
    const refused = address({ address: '192.0.2.8', error: { kind: 'refused' } });
    const addresses = [refused, ...five, stale('192.0.2.6'), stale('192.0.2.7')];
    const groups = addressGroups(endpoint({ addresses }), now);
    expect(groups.map(({ status, addresses: own }) => [status, own.length])).toEqual([
      ['stale', 2],
      ['unreachable', 1],
      ['current', 3],
    ]);
  });

  it('are represented by the one that has been in this state for the longest time', () => {
    const addresses = five.map((one, index) => ({ ...one, servedSince: now - index * DAY_MS }));
    expect(addressGroups(endpoint({ addresses }), now)[0]?.shown.address).toBe('192.0.2.3');
  });

  it('all fail if the endpoint failed as a whole', () => {
    const failed = endpoint({ addresses: five, error: { kind: 'notFound', code: 'ENOTFOUND' } });
    expect(addressGroups(failed, now)).toMatchObject([{ status: 'unreachable', addresses: { length: 3 } }]);
  });
});

describe('the text of an address', () => {
  const order = { issuerName: 'Issuing CA' };
  const servedOf = (view: AddressView, status: DeploymentSummary['status']) =>
    servedText(view, status, order, now, english, 'en');

  it('has the expiry, since when it is served, and whose certificate it is unless the status says so', () => {
    expect(servedOf(stale('192.0.2.1'), 'stale')).toEqual({
      remembered: null,
      times: ['Expires in 9 d 0 h', 'here since 14 Jun 2026'],
      relation: null,
      issuer: null,
    });
    const past = address({ served: servedLeaf({ notAfter: now - DAY_MS }), relation: 'former' });
    expect(servedOf(past, 'expired')).toMatchObject({
      times: ['Expired 1 day ago', expect.any(String)],
      relation: 'It is a previous certificate of this order.',
    });
  });

  it('names a different issuer, and when a certificate was last seen', () => {
    const other = address({
      served: servedLeaf({ issuerName: 'Other CA' }),
      relation: 'other',
      error: { kind: 'refused' },
      servedAt: now - 2 * HOUR_MS,
    });
    expect(servedOf(other, 'unreachable')).toMatchObject({
      remembered: 'Last seen here 2 h ago:',
      relation: 'This order never had it.',
      issuer: 'Issued by Other CA',
    });
    expect(servedOf(address({ served: null }), 'unreachable')).toBeNull();
  });

  it('says when it was last seen if the last check is too old', () => {
    const eightDays = now - 8 * DAY_MS;
    const old = address({ probedAt: eightDays, servedAt: eightDays });
    const [group] = addressGroups(endpoint({ addresses: [old] }), now);
    expect(group).toMatchObject({ status: 'unknown', uncheckedSince: eightDays });
    expect(servedOf(old, 'unknown')?.remembered).toBe('Last seen here 8 days ago:');
    expect(placeStatusText('unknown', eightDays, english, 'en', 'local')).toBe(
      'Not checked since 7 Jun 2026',
    );
    expect(placeStatusText('unknown', null, english, 'en', 'local')).toBe('Not checked yet');
  });

  it('says when it was checked and will be checked next', () => {
    const times = { probedAt: now - 5 * 60_000, nextProbeAt: now + 11 * HOUR_MS };
    expect(probeTimes(times, now, english)).toEqual(['Checked 5 min ago', 'next in 11 h']);
    expect(probeTimes({ probedAt: null, nextProbeAt: now }, now, english)).toEqual([
      'Not checked yet',
      'next in a moment',
    ]);
  });
});

describe('the problems of an address', () => {
  const errors: readonly ProbeError[] = [
    { kind: 'notFound', code: 'ENOTFOUND' },
    { kind: 'refused' },
    { kind: 'unreachable', code: 'ENETUNREACH' },
    { kind: 'closed' },
    { kind: 'timeout', phase: 'resolve' },
    { kind: 'timeout', phase: 'connect' },
    { kind: 'timeout', phase: 'startTls' },
    { kind: 'timeout', phase: 'handshake' },
    { kind: 'notTls' },
    { kind: 'noStartTls', detail: '502 what?' },
    { kind: 'handshake', code: 'ERR_SSL_VERSION' },
    { kind: 'offline' },
  ];
  const findings: readonly ServedFinding[] = [
    { kind: 'chainIncomplete', missingIssuer: 'Issuing CA' },
    { kind: 'nameNotCovered', name: 'a.example' },
    { kind: 'notTrusted', code: 'SELF_SIGNED' },
    { kind: 'stapleMissing' },
    { kind: 'keyKindMissing', served: 'RSA', wanted: 'ECDSA P-256' },
  ];

  it('have their own title and next step in both languages', () => {
    for (const t of [english, chinese]) {
      const all = [
        ...errors.map((error) => probeErrorText(error, t)),
        ...findings.map((finding) => servedFindingText(finding, t, 'en')),
      ];
      expect(new Set(all.map(({ title }) => title)).size).toBe(all.length);
      expect(all.every(({ next }) => next.length > 5)).toBe(true);
    }
  });

  it('include the server’s answer, the missing issuer and the name', () => {
    expect(probeErrorText({ kind: 'noStartTls', detail: '502 what?' }, english).next).toMatch(
      /^The server said: 502 what\? Check/u,
    );
    const titles = findings.map((finding) => servedFindingText(finding, english, 'en').title).join('\n');
    expect(titles).toContain('The certificate of Issuing CA is missing');
    expect(titles).toContain('Not valid for a.example');
    expect(titles).toContain('The server sends its RSA certificate, no ECDSA P-256 one');
  });
});

describe('deploymentStatuses', () => {
  it('are computed once per change and minute', () => {
    const copies = [copy({ orderId: 'fresh' })];
    const endpoints = [
      endpoint({ orderId: 'old', addresses: [stale('192.0.2.1')] }),
      endpoint({ orderId: 'new', addresses: [], probedAt: null }),
    ];
    const statuses = deploymentStatuses(copies, endpoints, now);
    expect(deploymentStatuses(copies, endpoints, now)).toBe(statuses);
    expect(deploymentStatuses(copies, endpoints, now + 60_000)).not.toBe(statuses);
    expect([...statuses.keys()].sort()).toEqual(['fresh', 'new', 'old']);
  });
});

describe('the worst condition of the places of an order', () => {
  const worst = (places: Places) => {
    const deployment = placeTimes(places, { renewedAt: () => null, confirmedAt: () => null });
    const order = orderWithDays('a', 60, now, { deployment });
    return worstPlaceCondition(order, termsOf(defaultSettings), now)?.kind ?? null;
  };

  it('is none where all is as it should be, or there are no places', () => {
    expect(worst({ copies: [], endpoints: [] })).toBeNull();
    expect(worst({ copies: [copy()], endpoints: [endpoint()] })).toBeNull();
  });

  it('is that of a server before that of files, by severity', () => {
    const open = copy({ state: 'wider' });
    const served = endpoint({ addresses: [stale('192.0.2.1')] });
    expect(worst({ copies: [open], endpoints: [served] })).toBe('notDeployed');
    expect(worst({ copies: [open], endpoints: [endpoint()] })).toBe('filesOpen');
  });
});
