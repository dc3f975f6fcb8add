import { describe, expect, it } from 'vitest';
import { addressGroups } from '#renderer/features/deployment/endpoints/addressGroups.ts';
import {
  probeStatusText,
  probeTimes,
  servedText,
} from '#renderer/features/deployment/endpoints/addressText.ts';
import {
  coversCopies,
  deploymentStatuses,
  driftedOrders,
  hasDeploymentMark,
} from '#renderer/features/deployment/endpoints/deploymentStatuses.ts';
import { deploymentText } from '#renderer/features/deployment/endpoints/deploymentText.ts';
import { type DeploymentStatus, deploymentStatus } from '#shared/domain/deploymentStatus.ts';
import type { AddressView, ProbeError, ServedFinding } from '#shared/domain/endpoint.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/thresholds.ts';
import { probeErrorText, servedFindingText } from '#shared/i18n/probeText.ts';
import { address, copy, endpoint, now, servedLeaf } from '../shared/placeFixtures.ts';
import { chinese, english } from './words.ts';

const renewed = { notBefore: now - 3 * DAY_MS, notAfter: now + 60 * DAY_MS };
const old = servedLeaf({ fingerprint256: 'cd'.repeat(32), notAfter: now + 9 * DAY_MS });
const stale = (ip: string) => address({ address: ip, served: old, relation: 'former' });
const five = [1, 2, 3].map((last) => address({ address: `192.0.2.${last}` }));

function truthOf(facts: Partial<Parameters<typeof deploymentStatus>[0]>): DeploymentStatus {
  const truth = deploymentStatus({ copies: [], endpoints: [], ...facts }, now);
  if (truth === null) throw new Error('there is no place');
  return truth;
}

function said(truth: DeploymentStatus, order = renewed) {
  return deploymentText(truth, order, now, english);
}

describe('the sentence about an order’s places', () => {
  const mixed = endpoint({ addresses: [...five, stale('192.0.2.4'), stale('192.0.2.5')] });

  it('says since when, how many addresses, and until when', () => {
    const truth = truthOf({ endpoints: [mixed] });
    expect(said(truth)).toEqual({
      what: 'Renewed 3 days ago; 2 of 5 addresses still serve the old certificate, which expires in 9 days.',
      next: 'Export the new certificate to the server, then reload it.',
    });
    expect(deploymentText(truth, renewed, now, chinese)).toEqual({
      what: '3 天前续期；5 个地址中有 2 个仍在使用旧证书，该证书将在 9 天后到期。',
      next: '请将新证书导出到服务器，然后重新加载。',
    });
  });

  it('takes a certificate that is valid from this minute on for renewed just now', () => {
    const order = { ...renewed, notBefore: now + 30_000 };
    expect(said(truthOf({ endpoints: [mixed] }), order).what).toMatch(/^Renewed just now; 2 of 5/u);
    const ahead = { ...renewed, notBefore: now + DAY_MS };
    expect(said(truthOf({ endpoints: [mixed] }), ahead).what).toMatch(/^2 of 5/u);
  });

  it('speaks of the server where there is one address, and of all where they agree', () => {
    const one = truthOf({ endpoints: [endpoint({ addresses: [stale('192.0.2.1')] })] });
    expect(said(one).what).toContain('the server still serves the old certificate');
    const all = truthOf({ endpoints: [endpoint({ addresses: [stale('192.0.2.1'), stale('192.0.2.2')] })] });
    expect(said(all).what).toContain('all 2 addresses still serve');
  });

  it('leads to the copies first where they are old, and to the server where they are not', () => {
    const outdated = copy({ state: 'stale', outdated: true });
    const both = said(truthOf({ endpoints: [mixed], copies: [outdated] }));
    expect(both.what).toMatch(/in 9 days\. A copy on this computer needs a look, too\.$/u);
    expect(both.next).toBe('Refresh the copies, then reload the server.');
    expect(said(truthOf({ endpoints: [mixed], copies: [copy()] })).next).toContain('reload the server');
    expect(said(truthOf({ copies: [outdated] }))).toEqual({
      what: 'Renewed 3 days ago; a copy on this computer still holds the old certificate.',
      next: 'Refresh the copies.',
    });
  });

  it('says for how long nobody looked at what was in step', () => {
    const old = (last: number, days: number) =>
      address({
        address: `192.0.2.${last}`,
        probedAt: now - days * DAY_MS,
        servedAt: now - days * DAY_MS,
      });
    const words = (...addresses: AddressView[]) => said(truthOf({ endpoints: [endpoint({ addresses })] }));
    expect(words(old(1, 8))).toEqual({
      what: 'The server has not been checked for 8 days.',
      next: 'All was in step then. NotAfter checks again as soon as it can, or at once when you ask it to.',
    });
    expect(words(old(1, 8), old(2, 9)).what).toBe('None of 2 addresses has been checked for 8 days.');
    expect(words(old(1, 8), address()).what).toBe('1 of 2 addresses has not been checked for 8 days.');
    const truth = truthOf({ endpoints: [endpoint({ addresses: [old(1, 8)] })] });
    expect(deploymentText(truth, renewed, now, chinese).what).toBe('已有 8 天未检查服务器。');
  });

  it('sends an order that expired itself to the service', () => {
    const expired = address({ served: servedLeaf({ notAfter: now - DAY_MS }) });
    const order = { notBefore: now - 90 * DAY_MS, notAfter: now - DAY_MS };
    expect(said(truthOf({ endpoints: [endpoint({ addresses: [expired] })] }), order)).toEqual({
      what: 'The server serves an expired certificate.',
      next: 'The order itself has expired: it has to be renewed at the service first.',
    });
  });

  it('does not take the end of the present certificate for that of the old one', () => {
    const same = { ...renewed, notAfter: now + 9 * DAY_MS };
    expect(said(truthOf({ endpoints: [mixed] }), same).what).toMatch(/the old certificate\.$/u);
  });

  it('has nothing to do where all is in step', () => {
    expect(said(truthOf({ endpoints: [endpoint({ addresses: five })] }))).toEqual({
      what: 'All 3 addresses serve the present certificate.',
      next: null,
    });
    expect(said(truthOf({ copies: [copy()] })).what).toBe(
      'The copies on this computer hold the present certificate.',
    );
  });
});

describe('the addresses of an endpoint', () => {
  it('are folded where they agree, the odd ones first', () => {
    const refused = address({ address: '192.0.2.8', error: { kind: 'refused' } });
    const addresses = [refused, ...five, stale('192.0.2.6'), stale('192.0.2.7')];
    const groups = addressGroups(endpoint({ addresses }), now);
    expect(groups.map(({ status, addresses: own }) => [status, own.length])).toEqual([
      ['stale', 2],
      ['unreachable', 1],
      ['current', 3],
    ]);
  });

  it('speak with the one that has been so for the longest', () => {
    const addresses = five.map((one, index) => ({ ...one, servedSince: now - index * DAY_MS }));
    expect(addressGroups(endpoint({ addresses }), now)[0]?.shown.address).toBe('192.0.2.3');
  });

  it('fail together when the endpoint failed as a whole', () => {
    const failed = endpoint({ addresses: five, error: { kind: 'notFound', code: 'ENOTFOUND' } });
    expect(addressGroups(failed, now)).toMatchObject([{ status: 'unreachable', addresses: { length: 3 } }]);
  });
});

describe('what is said of an address', () => {
  const order = { issuerName: 'Issuing CA' };
  const words = (view: AddressView, status: DeploymentStatus['status']) =>
    servedText(view, status, order, now, english, 'en');

  it('is its end, since when, and whose it is where the status leaves that open', () => {
    expect(words(stale('192.0.2.1'), 'stale')).toEqual({
      remembered: null,
      times: ['Expires in 9 days', 'here since 14 Jun 2026'],
      relation: null,
      issuer: null,
    });
    const past = address({ served: servedLeaf({ notAfter: now - DAY_MS }), relation: 'former' });
    expect(words(past, 'expired')).toMatchObject({
      times: ['Expired 1 day ago', expect.any(String)],
      relation: 'It is an older certificate of this order.',
    });
  });

  it('names another issuer, and when a certificate that is only remembered was seen', () => {
    const other = address({
      served: servedLeaf({ issuerName: 'Other CA' }),
      relation: 'other',
      error: { kind: 'refused' },
      servedAt: now - 2 * HOUR_MS,
    });
    expect(words(other, 'unreachable')).toMatchObject({
      remembered: 'A certificate was last seen here 2 h ago:',
      relation: 'This order never had it.',
      issuer: 'Issued by Other CA',
    });
    expect(words(address({ served: null }), 'unreachable')).toBeNull();
  });

  it('is only remembered where nobody looked for long, and its status says since when', () => {
    const eightDays = now - 8 * DAY_MS;
    const old = address({ probedAt: eightDays, servedAt: eightDays });
    const [group] = addressGroups(endpoint({ addresses: [old] }), now);
    expect(group).toMatchObject({ status: 'unknown', uncheckedSince: eightDays });
    expect(words(old, 'unknown')?.remembered).toBe('A certificate was last seen here 8 days ago:');
    expect(probeStatusText('unknown', eightDays, english, 'en')).toBe('Not checked since 7 Jun 2026');
    expect(probeStatusText('unknown', null, english, 'en')).toBe('Not checked yet');
  });

  it('tells when it was checked and will be again', () => {
    const times = { probedAt: now - 5 * 60_000, nextProbeAt: now + 11 * HOUR_MS };
    expect(probeTimes(times, now, english)).toEqual(['Checked 5 min ago', 'next in 11 h']);
    expect(probeTimes({ probedAt: null, nextProbeAt: now }, now, english)).toEqual([
      'Not checked yet',
      'next in a moment',
    ]);
  });
});

describe('what is wrong at an address', () => {
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
  ];

  it('has a title and a next step of its own in both languages', () => {
    for (const t of [english, chinese]) {
      const all = [
        ...errors.map((error) => probeErrorText(error, t)),
        ...findings.map((finding) => servedFindingText(finding, t, 'en')),
      ];
      expect(new Set(all.map(({ title }) => title)).size).toBe(all.length);
      expect(all.every(({ next }) => next.length > 5)).toBe(true);
    }
  });

  it('holds what the server said, the missing issuer and the name', () => {
    expect(probeErrorText({ kind: 'noStartTls', detail: '502 what?' }, english).next).toMatch(
      /^The server said: 502 what\? Check/u,
    );
    const titles = findings.map((finding) => servedFindingText(finding, english, 'en').title).join('\n');
    expect(titles).toContain('The certificate of Issuing CA is missing');
    expect(titles).toContain('Not valid for a.example');
  });
});

describe('the truths of all orders', () => {
  it('are made once for each change and minute, and count what is worse than unknown', () => {
    const copies = [copy({ orderId: 'fresh' })];
    const endpoints = [
      endpoint({ orderId: 'old', addresses: [stale('192.0.2.1')] }),
      endpoint({ orderId: 'new', addresses: [], probedAt: null }),
    ];
    const truths = deploymentStatuses(copies, endpoints, now);
    expect(deploymentStatuses(copies, endpoints, now)).toBe(truths);
    expect(deploymentStatuses(copies, endpoints, now + 60_000)).not.toBe(truths);
    expect([...truths.keys()].sort()).toEqual(['fresh', 'new', 'old']);
    expect([...driftedOrders(truths)]).toEqual(['old']);
    expect(driftedOrders(truths)).toBe(driftedOrders(truths));
  });
});

describe('the marks in a row', () => {
  const served = endpoint({ addresses: [stale('192.0.2.1')] });
  const wider = copy({ state: 'wider' });
  const outdated = copy({ state: 'stale', outdated: true });

  it('show that something is served in step, and nothing where only copies are as they should be', () => {
    expect(hasDeploymentMark(truthOf({ endpoints: [endpoint()], copies: [copy()] }))).toBe(true);
    expect(hasDeploymentMark(truthOf({ copies: [copy()] }))).toBe(false);
    expect(hasDeploymentMark(truthOf({ copies: [copy({ state: null })] }))).toBe(false);
    expect(hasDeploymentMark(truthOf({ copies: [outdated] }))).toBe(true);
  });

  it('are one where the status is of the copies, too; that others may read them is said by itself', () => {
    expect(coversCopies(truthOf({ copies: [outdated] }), 'stale')).toBe(true);
    expect(coversCopies(truthOf({ endpoints: [served], copies: [wider] }), 'wider')).toBe(true);
    expect(coversCopies(truthOf({ copies: [outdated, wider] }), 'wider')).toBe(false);
    expect(coversCopies(truthOf({ endpoints: [endpoint()], copies: [wider] }), 'wider')).toBe(false);
  });
});
