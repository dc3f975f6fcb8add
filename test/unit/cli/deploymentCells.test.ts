import { expect, it } from 'vitest';
import { probeLines, probeSummary } from '#main/cli/deploymentCells.ts';
import { atOnce } from '#main/platform/slices.ts';
import { buildInventory } from '#main/reporting/report/inventory.ts';
import type { EndpointView } from '#shared/domain/endpoint.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import { translatorOf } from '#shared/i18n/translator.ts';
import { orderWithDays } from '#test/support/orderRows.ts';
import { address, endpoint, now } from '#test/unit/shared/placeFixtures.ts';

const t = translatorOf('en');

function linesOf(view: EndpointView) {
  const facts = { connections: [], hooks: [], copies: [], spans: [], settings: defaultSettings };
  const building = buildInventory({
    ...facts,
    takenAt: now,
    clockAheadMs: null,
    version: '1.2.3',
    orders: [orderWithDays('a', 60, now)],
    endpoints: [view],
  });
  const [order] = atOnce(building).orders;
  return (order?.endpoints ?? []).flatMap((place) =>
    probeLines({ title: 'Shop' }, place, { t, locale: 'en' }).map(({ cells, status }) => [
      ...cells.slice(2).map(({ text }) => text),
      status,
    ]),
  );
}

it('has a separate line for addresses that are not checked, without a status', () => {
  expect(linesOf(endpoint({ omitted: 3 }))).toEqual([
    ['192.0.2.1', 'Deployed', 'valid until 14 Aug 2026', 'current'],
    ['', '', '3 more addresses were not checked', null],
  ]);
});

it('has the time when an address was last seen current if its check is old', () => {
  const old = address({ probedAt: now - 8 * DAY_MS, servedAt: now - 8 * DAY_MS });
  expect(linesOf(endpoint({ addresses: [old] }))).toEqual([
    ['192.0.2.1', 'Not checked since 7 Jun 2026', '', 'unknown'],
  ]);
});

it.each([
  [{ kind: 'refused' }, 'The connection was refused'],
  [{ kind: 'unreachable', code: 'EHOSTUNREACH' }, 'Network unreachable (EHOSTUNREACH)'],
  [{ kind: 'timeout', phase: 'connect' }, 'No answer in 10 seconds'],
] as const)('says that an address with the error %j is unreachable, and why', (error, why) => {
  expect(linesOf(endpoint({ addresses: [address({ error, errorSince: now })] }))).toEqual([
    ['192.0.2.1', 'Unreachable', why, 'unreachable'],
  ]);
});

it('says that a host whose name does not resolve is unreachable', () => {
  const error = { kind: 'notFound', code: 'ENOTFOUND' } as const;
  expect(linesOf(endpoint({ addresses: [], error }))).toEqual([
    ['', 'Unreachable', 'The name doesn’t resolve (ENOTFOUND)', 'unreachable'],
  ]);
});

it.each([
  [['current', 'current'], '2 addresses, all deployed'],
  [['unreachable'], '1 of 1 unreachable'],
  [['current', 'stale', 'expired', 'unreachable'], '2 of 4 not deployed, 1 of 4 unreachable'],
  [['misconfigured', 'unknown'], '1 of 2 misconfigured, 1 of 2 not checked'],
] as const)('counts what is wrong with the addresses %j', (statuses, expected) => {
  expect(probeSummary(statuses, { t })).toBe(expected);
});
