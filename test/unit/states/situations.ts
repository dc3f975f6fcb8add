import type { AddressView } from '#shared/domain/endpoint.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import type { ProgramRun } from '#shared/domain/programRun.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/thresholds.ts';
import { authorityNews, unfetchedOrder } from '#test/support/orderRows.ts';
import { deliveryView } from '#test/support/receiverViews.ts';
import { endpoint, now, servedLeaf } from '#test/unit/shared/placeFixtures.ts';
import { fingerprintOf, type Situation, situation, together } from './situation.ts';

const dayAgo = now - DAY_MS;

const revoked = authorityNews({ revoked: { at: dayAgo, reason: 'keyCompromise' } });
const replacement = authorityNews({
  replacement: { from: dayAgo, by: now + 4 * DAY_MS, explanationUrl: null },
});

const lostName = { kind: 'namesLost', names: ['www.shop.example'] } as const;
const broken = { kind: 'signatureBroken', subject: 'Shop', issuer: 'Test CA' } as const;

/** The token is refused: the first order that was polled has the answer, and the others are not polled any more. */
const refusedToken = { kind: 'rejected', since: dayAgo, status: 401 } as const;
const sixHoursAgo = { lastConfirmedAt: now - 6 * HOUR_MS };
const unauthorized: Partial<OrderRow> = {
  ...sixHoursAgo,
  failures: 1,
  failure: { kind: 'unauthorized', status: 401 },
};
const unknownRid: Partial<OrderRow> = { ...sixHoursAgo, failures: 1, failure: { kind: 'unknownRid' } };
const noAnswer: Partial<OrderRow> = {
  lastConfirmedAt: now - 20 * HOUR_MS,
  failures: 3,
  failure: { kind: 'serverError', status: 503, retryAfterMs: null },
};
const unconfirmed = { lastConfirmedAt: now - 2 * DAY_MS, lastAttemptAt: now - 2 * DAY_MS } as const;

/** The chain expires before the certificate, which its places have with the same chain. */
const chainEndsIn = (days: number): Pick<OrderRow, 'chainEnd'> => ({
  chainEnd: { at: now + days * DAY_MS, name: 'Issuing CA 1' },
});

const previous: Partial<AddressView> = {
  relation: 'former',
  served: servedLeaf({ fingerprint256: fingerprintOf('previous'), notAfter: now + 30 * DAY_MS }),
};
const outdated = { state: 'stale', outdated: true, notAfter: now + 30 * DAY_MS } as const;
const refused = { error: { kind: 'refused' }, errorSince: now - HOUR_MS } as const;
const failedRun: ProgramRun = {
  ...{ kind: 'ended', startedAt: now - HOUR_MS, endedAt: now - HOUR_MS, output: '', isCut: false },
  outcome: { kind: 'exited', code: 1 },
};

const waitingDelivery = deliveryView('d1', now - HOUR_MS);

/**
 * The situations of the table: each condition alone, and the pairs that matter. Certificates that expire soon are usually
 * renewed even later, so that nothing else is wrong with them.
 */
export const situations = {
  healthy: situation(),
  expired: situation({ left: -2, lead: 1 }),
  revoked: situation({ row: { authority: revoked } }),
  critical: situation({ left: 5, lead: 3 }),
  expiring: situation({ left: 20, lead: 10 }),
  chainExpired: situation({ row: chainEndsIn(-1) }),
  chainCritical: situation({ row: chainEndsIn(3) }),
  chainExpiring: situation({ row: chainEndsIn(20) }),
  damaged: situation({ row: { findings: [broken] } }),
  needsReview: situation({ row: { findings: [lostName] } }),
  notYetValid: situation({ left: 203 }),
  toReplace: situation({ row: { authority: replacement } }),
  overdue: situation({ left: 60 }),
  expectedRenewal: situation({ left: 40, lead: null }),
  neverFetched: {
    ...situation({ hasPlaces: false }),
    orders: [unfetchedOrder('a', { alias: 'Shop' })],
    spans: [],
  },
  rejectedToken: situation({ row: unauthorized, polling: refusedToken }),
  unknownRid: situation({ row: unknownRid }),
  serviceDown: situation({ row: noAnswer }),
  unconfirmed: situation({ row: unconfirmed }),
  servedExpired: situation({
    served: {
      relation: 'former',
      served: servedLeaf({ fingerprint256: fingerprintOf('previous'), notAfter: dayAgo }),
    },
  }),
  servedOther: situation({
    served: {
      relation: 'other',
      served: servedLeaf({ fingerprint256: fingerprintOf('other') }),
      servedSince: now - 2 * DAY_MS,
    },
  }),
  servedChainCritical: situation({
    served: { served: servedLeaf({ fingerprint256: fingerprintOf('a'), ...chainEndsIn(3) }) },
  }),
  servedPrevious: situation({ served: previous }),
  servedFaulty: situation({
    served: { served: servedLeaf({ findings: [{ kind: 'chainIncomplete', missingIssuer: 'Test CA' }] }) },
  }),
  notStapled: situation({ served: { served: servedLeaf({ findings: [{ kind: 'stapleMissing' }] }) } }),
  unreachable: situation({ served: refused }),
  unchecked: situation({ served: { probedAt: now - 3 * DAY_MS, servedAt: now - 3 * DAY_MS } }),
  neverProbed: {
    ...situation(),
    endpoints: [endpoint({ id: 'e-a', orderId: 'a', addedAt: now - HOUR_MS, probedAt: null, addresses: [] })],
  },
  filesOutdated: situation({ files: outdated }),
  filesChanged: situation({ files: { state: 'changed' } }),
  filesMissing: situation({ files: { state: 'missing' } }),
  filesOpen: situation({
    files: { state: 'wider', files: [{ name: 'privkey.pem', hasKey: true, state: 'wider' }] },
  }),
  commandFailed: situation({
    files: { command: ['systemctl', 'reload', 'nginx'], autoRefresh: true, lastRun: failedRun },
    update: 'commandFailed',
  }),
  renewedAndDeployed: situation({
    left: 199,
    seenAt: now - HOUR_MS,
    files: { autoRefresh: true },
    update: 'rewritten',
  }),
  deliveryWaits: situation({ deliveries: [waitingDelivery] }),
  snoozed: situation({ left: 20, lead: 10, row: { snooze: { until: null, because: 'renewed' } } }),
  expiredAndRevoked: situation({ left: -2, lead: 1, row: { authority: revoked } }),
  unconfirmedAndExpiring: situation({ left: 20, lead: 10, row: unconfirmed }),
  overdueAndUnknownRid: situation({ left: 60, row: unknownRid }),
  unreachableAndFilesMissing: situation({ served: refused, files: { state: 'missing' } }),
  servedPreviousAndFilesOutdated: situation({ served: previous, files: outdated }),
  servedPreviousAndNeedsReview: situation({ served: previous, row: { findings: [lostName] } }),
  rejectedTokenOfTen: together(
    situation({ row: unauthorized, polling: refusedToken }),
    Array.from({ length: 9 }, (_, index) => situation({ id: `b${index}` })),
  ),
} satisfies Readonly<Record<string, Situation>>;

export type SituationName = keyof typeof situations;
