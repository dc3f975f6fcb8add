import { describe, expect, it } from 'vitest';
import type { SeenCopy } from '#main/alerting/alerts/autoRefreshRule.ts';
import { isEverywhere, type PlaceTimes, SETTLE_MS } from '#shared/domain/conditions/places.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import { ALWAYS, DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import { orderWithDays, timesOfPlaces as places } from '#test/support/orderRows.ts';
import { FakeAlertDisk, startSession } from './alertHarness.ts';

/** Noon, local time. */
const noon = new Date(2026, 0, 1, 12).getTime();
const everywhere = places();
const onTheWay = places({ filesOutdated: noon + SETTLE_MS, settlesUntil: noon + SETTLE_MS });

const row = (id: string, deployment: PlaceTimes | null, leaf = `leaf-${id}`, lifetimeDays = 90) =>
  orderWithDays(id, lifetimeDays, noon, {
    ...{ fingerprint256: leaf, deployment, lastConfirmedAt: noon },
    notBefore: noon,
  });

const shortLived = (id: string, deployment: PlaceTimes | null, leaf?: string) => row(id, deployment, leaf, 6);

const failed = (orderId: string): SeenCopy => ({
  ...{ bundleId: `copy-${orderId}`, orderId, folder: '~/tls', to: `leaf-${orderId}`, at: noon },
  outcome: 'failed',
  command: null,
});

function session(rows: Parameters<typeof startSession>[0], disk = new FakeAlertDisk(), at = noon) {
  const started = startSession(rows, disk, at);
  started.state.addedAt = noon - 100 * DAY_MS;
  return started;
}

describe('a renewal that reaches its places automatically', () => {
  it('is told once, when it is everywhere', () => {
    const { renewed, state, look, take } = session([row('a', onTheWay)]);
    renewed('a', 'leaf-a');
    look();
    expect(take()).toEqual([]);
    state.rows = [row('a', everywhere)];
    look();
    look();
    expect(take()).toEqual(['renewed a deployed']);
  });

  it('is told when the command after the update has ended too', () => {
    const { renewed, state, look, take, alerts } = session([row('a', everywhere)]);
    renewed('a', 'leaf-a');
    state.updating = ['a'];
    look();
    expect(take()).toEqual([]);
    expect(alerts.nextEvaluation(noon)).toBe(noon + MINUTE_MS);
    state.updating = [];
    look();
    expect(take()).toEqual(['renewed a deployed']);
  });

  it('is told after 15 minutes if it is not everywhere then', () => {
    const { renewed, look, take, time } = session([row('a', onTheWay)]);
    renewed('a', 'leaf-a');
    look();
    time.advanceSync(SETTLE_MS - 1);
    look();
    expect(take()).toEqual([]);
    time.advanceSync(1);
    look();
    look();
    expect(take()).toEqual(['renewed a']);
  });

  it('that failed is told as a failure at once, and as deployed once it is', () => {
    const { renewed, state, look, take, time, alerts, sent } = session([row('a', onTheWay)]);
    renewed('a', 'leaf-a');
    alerts.copyRefreshed(failed('a'));
    look();
    expect(take()).toEqual(['copy a failed']);
    time.advanceSync(HOUR_MS);
    look();
    expect(take()).toEqual([]);
    alerts.copyRefreshed({ ...failed('a'), outcome: 'rewritten' });
    state.rows = [row('a', everywhere)];
    look();
    expect(take()).toEqual(['renewed a deployed']);
    expect(sent).toEqual(['copy a failed', 'filesUpdated a', 'renewed a deployed']);
  });

  it('that failed is told as a renewal where failures are not wanted', () => {
    const { renewed, state, look, take, time, alerts } = session([row('a', onTheWay)]);
    state.settings = { ...defaultSettings, alertOnTrouble: false };
    renewed('a', 'leaf-a');
    alerts.copyRefreshed(failed('a'));
    look();
    time.advanceSync(SETTLE_MS);
    look();
    expect(take()).toEqual(['renewed a']);
  });

  it('is neither lost nor told twice by a restart in the middle', () => {
    const disk = new FakeAlertDisk();
    const first = session([row('a', onTheWay)], disk);
    first.renewed('a', 'leaf-a');
    first.look();
    const second = session([row('a', onTheWay)], disk, noon + HOUR_MS);
    second.look();
    expect(second.take()).toEqual([]);
    second.state.rows = [row('a', everywhere)];
    second.look();
    expect(second.take()).toEqual(['renewed a deployed']);
    const third = session([row('a', everywhere)], disk, noon + 2 * HOUR_MS);
    third.look();
    expect(third.take()).toEqual([]);
  });

  it('is not told after a restart if its failure was told before', () => {
    const disk = new FakeAlertDisk();
    const first = session([row('a', onTheWay)], disk);
    first.renewed('a', 'leaf-a');
    first.alerts.copyRefreshed(failed('a'));
    first.look();
    const second = session([row('a', onTheWay)], disk, noon + HOUR_MS);
    second.look();
    second.time.advanceSync(SETTLE_MS);
    second.look();
    expect(second.take()).toEqual([]);
  });

  it('and needs a review is told at once, and again when it is everywhere', () => {
    const findings = [{ kind: 'namesLost', names: ['www.a.example.com'] }] as const;
    const { renewed, state, look, take } = session([{ ...row('a', onTheWay), findings }]);
    renewed('a', 'leaf-a');
    look();
    look();
    expect(take()).toEqual(['renewed a']);
    state.rows = [row('a', everywhere)];
    look();
    expect(take()).toEqual(['renewed a deployed']);
  });
});

describe('a renewal that the user deploys', () => {
  it('is told at once', () => {
    const outdated = places({ filesOutdated: ALWAYS });
    const { renewed, state, look, take } = session([row('a', outdated), row('b', null)]);
    renewed('a', 'leaf-a');
    renewed('b', 'leaf-b');
    look();
    expect(take()).toEqual(['renewed a', 'renewed b']);
    state.rows = [row('a', everywhere), row('b', null)];
    look();
    expect(take()).toEqual([]);
  });

  it('and needs a review is told once', () => {
    const findings = [{ kind: 'namesLost', names: ['www.a.example.com'] }] as const;
    const { renewed, state, look, take } = session([{ ...row('a', null), findings }]);
    renewed('a', 'leaf-a');
    look();
    state.rows = [row('a', null)];
    look();
    expect(take()).toEqual(['renewed a']);
  });
});

describe('renewals of short-lived certificates', () => {
  const nextMorning = new Date(2026, 0, 2, 9).getTime();

  function renewedAtNoon(...rows: Parameters<typeof startSession>[0]) {
    const started = session(rows);
    for (const { id, fingerprint256 } of rows) started.renewed(id, fingerprint256 ?? '');
    return started;
  }

  it('are told together the next morning, each once', () => {
    const { look, take, time, disk, sent } = renewedAtNoon(
      shortLived('a', everywhere),
      shortLived('b', everywhere),
    );
    look();
    time.setNow(nextMorning - 1);
    look();
    expect(take()).toEqual([]);
    time.setNow(nextMorning);
    look();
    look();
    expect(take()).toEqual(['renewals a b deployed']);
    expect(sent).toEqual(['renewals a b deployed']);
    const later = session([shortLived('a', everywhere)], disk, nextMorning + DAY_MS);
    later.look();
    expect(later.take()).toEqual([]);
  });

  it('found later that day wait for the morning after', () => {
    const { look, take, time, state, renewed } = renewedAtNoon(shortLived('a', everywhere));
    time.setNow(nextMorning);
    look();
    expect(take()).toEqual(['renewed a deployed']);
    state.rows = [shortLived('a', everywhere), shortLived('b', everywhere)];
    renewed('b', 'leaf-b');
    time.setNow(nextMorning + DAY_MS - 1);
    look();
    expect(take()).toEqual([]);
    time.setNow(nextMorning + DAY_MS);
    look();
    expect(take()).toEqual(['renewed b deployed']);
  });

  it('that another session told today do not bring a second summary', () => {
    const { look, time, disk } = renewedAtNoon(shortLived('a', everywhere), shortLived('b', onTheWay));
    time.setNow(nextMorning);
    look();
    const later = session(
      [shortLived('a', everywhere), shortLived('b', everywhere)],
      disk,
      nextMorning + MINUTE_MS,
    );
    later.look();
    expect(later.take()).toEqual([]);
    later.time.setNow(nextMorning + DAY_MS);
    later.look();
    expect(later.take()).toEqual(['renewed b deployed']);
  });

  it('that failed are told at once', () => {
    const { look, take, alerts } = renewedAtNoon(shortLived('a', onTheWay));
    alerts.copyRefreshed(failed('a'));
    look();
    expect(take()).toEqual(['copy a failed']);
  });

  it('that are not everywhere in time are told at once', () => {
    const { look, take, time } = renewedAtNoon(shortLived('a', onTheWay));
    look();
    time.advanceSync(SETTLE_MS);
    look();
    expect(take()).toEqual(['renewed a']);
  });

  it.each([
    [10, []],
    [10.01, ['renewed a deployed']],
  ])('are those valid for ten days at most: %d days bring %j at once', (days, expected) => {
    const { look, take } = renewedAtNoon(row('a', everywhere, 'leaf-a', days));
    look();
    expect(take()).toEqual(expected);
  });
});

it.each(['misconfigured', 'filesChanged'] as const)(
  'a renewal is not told as deployed while the status is another: %s',
  (kind) => {
    const { renewed, look, take } = session([row('a', places({ [kind]: ALWAYS }))]);
    renewed('a', 'leaf-a');
    look();
    expect(take().filter((said) => said.startsWith('renewed'))).toEqual(['renewed a']);
  },
);

it('a renewal is not told as deployed while a server sends a chain that ends before the certificate', () => {
  const { renewed, look, take } = session([row('a', places({ servedEnd: noon + 40 * DAY_MS }))]);
  renewed('a', 'leaf-a');
  look();
  expect(take()).toEqual(['renewed a']);
});

it('the news of a deployed renewal are taken back once a server sends something else', () => {
  const disk = new FakeAlertDisk();
  const { renewed, state, look } = session([row('a', everywhere)], disk);
  renewed('a', 'leaf-a');
  look();
  look();
  expect(disk.closed).toEqual([]);
  state.rows = [row('a', places({ misconfigured: ALWAYS }))];
  look();
  expect(disk.closed).toEqual(['renewed a deployed']);
});

it.each([
  [everywhere, true],
  [places({ misconfigured: ALWAYS }), false],
  [places({ filesOpen: ALWAYS }), true],
  [places({ servedEnd: noon + 91 * DAY_MS }), true],
  [places({ notDeployed: ALWAYS }), false],
  [places({ unreachable: ALWAYS }), false],
  [places({ placesUnknown: noon }), false],
  [places({ placesUnknown: noon + 1 }), true],
  [places({ notDeployed: noon + 1, settlesUntil: noon + 1 }), false],
  [places({ isUnseen: true }), false],
])('whether the places %j have the certificate is %s', (times, expected) => {
  expect(isEverywhere(row('a', times), noon)).toBe(expected);
});
