import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkResult, runCheck } from '#main/cli/commands/check.ts';
import type { CommandContext } from '#main/cli/context.ts';
import { sayUnknown } from '#main/cli/noAnswer.ts';
import type { InventoryOrder } from '#shared/domain/inventory.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/thresholds.ts';
import type { Threshold } from '#shared/domain/typedThreshold.ts';
import { translatorOf } from '#shared/i18n/translator.ts';
import { z } from '#shared/zod.ts';
import { anyCharacter } from '#test/support/anyText.ts';
import { blockWith } from '#test/support/documentBlocks.ts';
import { timesOfPlaces } from '#test/support/orderRows.ts';
import { readPlugin } from '#test/support/pluginOutput.ts';
import { now, order, takesInventory } from './inventoryOrders.ts';

interface GivenCheck {
  readonly orders: readonly string[];
  readonly warning: Threshold | null;
  readonly critical: Threshold | null;
  readonly isVerbose: boolean;
  readonly json: boolean;
}

const typed = (days: number): Threshold => ({ ms: days * DAY_MS, share: null });
/** As `20d,100%`: whatever the lifetime is. */
const exactly = (days: number): Threshold => ({ ms: days * DAY_MS, share: 1 });

/** Runs a check over these orders, in the order of the inventory. */
async function check(
  orders: readonly InventoryOrder[] | null,
  given: Partial<GivenCheck> = {},
  words = ['check'],
  clockAheadMs: number | null = null,
) {
  let out = '';
  const output = {
    out: (text: string) => {
      out += text;
    },
    err: () => undefined,
  };
  const context = {
    prepare: async () => undefined,
    services: {
      ...takesInventory(orders, clockAheadMs),
      connections: { knownTokens: () => [], list: () => [] },
    },
    base: { clock: { now: () => now }, desktop: { platform: 'linux' } },
    ...{ t: translatorOf('en'), locale: 'en', isJson: given.json ?? false },
    say: (line: string) => output.out(`${line}\n`),
    write: output.out,
    unknown: (text: string) => sayUnknown(text, words, output),
  } as unknown as CommandContext;
  const { warning = null, critical = null, isVerbose = false } = given;
  const options = { warning, critical, verbose: isVerbose };
  const code = await runCheck({ words: given.orders ?? [], options }, context);
  return { code, out };
}

const soon = order({ id: '1', title: 'Shop', notBefore: now - 80 * DAY_MS, notAfter: now + 10 * DAY_MS });
const later = order({ id: '2', rid: 'b', title: 'Intranet', notAfter: now + 40 * DAY_MS });

describe('a check', () => {
  it('has a line with its state for each order with -v, those with a reason first', async () => {
    const { out } = await check([later, soon], { isVerbose: true });
    expect(out.split('\n').slice(1)).toEqual([
      'WARNING - Shop: the certificate expires in 10 d 0 h',
      'OK - Intranet: the certificate expires in 40 days',
      '',
    ]);
  });

  it('prints what docs/monitoring.md shows', async () => {
    // A second passed.
    const withDays = (id: string, title: string, days: number) => {
      const notAfter = now + days * DAY_MS - 1000;
      return order({ id, rid: id, title, notBefore: notAfter - 90 * DAY_MS, notAfter });
    };
    const { out } = await check([withDays('1', 'Shop', 10), withDays('2', 'Intranet', 75)]);
    expect(out).toBe(blockWith('docs/monitoring.md', 'CERT WARNING'));
  });

  it('is OK with the first to expire, and has the time left of each order', async () => {
    expect(await check([later, order({ id: '3', rid: 'c', title: 'Mail' })])).toEqual({
      code: 0,
      out:
        'CERT OK - 2 orders; the first to expire is Intranet, in 40 days' +
        "|'next_expiry'=3456000s;1209600:;432000: 'orders'=2;;;0 'critical'=0;;;0 'warning'=0;;;0 'unknown'=0;;;0" +
        " 'Intranet'=3456000s;1209600:;432000: 'Mail'=6912000s;1209600:;604800:\n",
    });
  });

  it('is WARNING and CRITICAL by the time left, and names the worst order in its first line', async () => {
    const warning = await check([soon, later], { critical: typed(1) });
    expect(warning.code).toBe(1);
    expect(readPlugin(warning.out)).toMatchObject({
      state: 'WARNING',
      text: '1 expiring soon (2 orders). Shop: the certificate expires in 10 d 0 h',
      long: ['Shop: the certificate expires in 10 d 0 h'],
    });
    const critical = await check([soon, later], { warning: exactly(50), critical: exactly(20) });
    expect(critical.code).toBe(2);
    expect(readPlugin(critical.out)).toMatchObject({
      state: 'CRITICAL',
      text: '1 expiring very soon, 1 expiring soon (2 orders). Shop: the certificate expires in 10 d 0 h',
      values: {
        critical: ['1', '', '', '0'],
        warning: ['1', '', '', '0'],
        Shop: ['864000s', '4320000:', '1728000:'],
      },
    });
  });

  const nothing = { notAfter: null, notAfterSource: null } as const;
  it.each<[string, number, string, Parameters<typeof order>[0]]>([
    ['expired', 2, 'CRITICAL', { notAfter: now - DAY_MS }],
    ['not deployed', 2, 'CRITICAL', { deployment: timesOfPlaces({ notDeployed: 0 }) }],
    ['a rejected token', 2, 'CRITICAL', { polling: 'rejected' }],
    ['misconfigured', 1, 'WARNING', { deployment: timesOfPlaces({ misconfigured: 0 }) }],
    ['never fetched', 1, 'WARNING', nothing],
    ['gone at the service', 2, 'CRITICAL', { failure: { kind: 'unknownRid' }, failures: 1 }],
    ['unanswered three times', 3, 'UNKNOWN', { failure: { kind: 'offline' }, failures: 3 }],
    ['not confirmed lately', 3, 'UNKNOWN', { lastConfirmedAt: now - 3 * DAY_MS }],
  ])('of an order that is %s ends with %i', async (_what, code, state, given) => {
    const ended = await check([order(given)]);
    expect(ended.code).toBe(code);
    expect(readPlugin(ended.out).state).toBe(state);
  });

  it('lets a warning come before what is unknown', async () => {
    const stale = order({ id: '3', rid: 'c', title: 'Mail', lastConfirmedAt: now - 3 * DAY_MS });
    expect((await check([soon, stale])).code).toBe(1);
  });

  it('has shorter times for short-lived certificates, unless they are given', async () => {
    const short = order({ notBefore: now - 2 * DAY_MS, notAfter: now + 4 * DAY_MS });
    expect((await check([short])).code).toBe(0);
    expect((await check([order({ notBefore: now - 5 * DAY_MS, notAfter: now + DAY_MS })])).code).toBe(1);
    expect((await check([short], { critical: exactly(5) })).code).toBe(2);
  });

  it('of a 6-day certificate goes by the parts of its lifetime, by the recipe of the documents too', async () => {
    const left = (hours: number) => [
      order({ notBefore: now - (144 - hours) * HOUR_MS, notAfter: now + hours * HOUR_MS }),
    ];
    const recipes = [
      { warning: typed(14), critical: typed(7) },
      { warning: { ms: null, share: 1 / 3 }, critical: { ms: null, share: 1 / 10 } },
      { warning: { ms: 14 * DAY_MS, share: 1 / 3 }, critical: { ms: 7 * DAY_MS, share: 1 / 10 } },
    ];
    for (const given of recipes) {
      expect((await check(left(49), given)).code).toBe(0);
      expect((await check(left(47), given)).code).toBe(1);
      expect((await check(left(15), given)).code).toBe(1);
      expect((await check(left(14), given)).code).toBe(2);
    }
    expect((await check(left(72), { warning: exactly(14), critical: exactly(7) })).code).toBe(2);
  });

  it('takes a time as it is typed, up to half of the lifetime', async () => {
    const left = (days: number, lifetime: number) => [
      order({ notBefore: now - (lifetime - days) * DAY_MS, notAfter: now + days * DAY_MS }),
    ];
    const given = { warning: typed(20), critical: typed(14) };
    for (const [days, lifetime, code] of [
      [21, 90, 0],
      [19, 90, 1],
      [13, 90, 2],
      [13, 47, 2],
      [19, 40, 1],
      // Of 30 days, 20 days are too much: the warning comes at 10 days, and so critical cannot be at 14.
      [11, 30, 0],
      [9, 30, 1],
      [2, 30, 2],
    ] as const)
      expect((await check(left(days, lifetime), given)).code, `${days} of ${lifetime}`).toBe(code);
  });

  it('limits a default by the other time that is given', async () => {
    const left = (days: number) => [order({ notBefore: now - 80 * DAY_MS, notAfter: now + days * DAY_MS })];
    expect((await check(left(6), { warning: typed(5) })).code).toBe(0);
    expect((await check(left(4), { warning: typed(5) })).code).toBe(2);
    const { code, out } = await check(left(15), { critical: exactly(20) });
    expect(code).toBe(2);
    expect(readPlugin(out).values['Shop']).toEqual(['1296000s', '1728000:', '1728000:']);
    expect((await check(left(21), { critical: exactly(20) })).code).toBe(0);
  });

  it('is JSON for programs, with the state and the reasons of each order, and the same exit code', async () => {
    const { code, out } = await check([later, soon], { json: true });
    expect(code).toBe(1);
    expect(checkResult(z).parse(JSON.parse(out))).toEqual({
      ...{ schema: 2, changed: false, state: 'WARNING', exitCode: 1 },
      message: '1 expiring soon (2 orders). Shop: the certificate expires in 10 d 0 h',
      counts: { orders: 2, critical: 0, warning: 1, unknown: 0 },
      connections: [],
      orders: [
        {
          ...{ id: '1', rid: 'rid', title: 'Shop', state: 'WARNING', secondsLeft: 864_000 },
          reasons: [{ kind: 'ends', state: 'WARNING', text: 'the certificate expires in 10 d 0 h' }],
          ...{ warningBelow: 14 * 86_400, criticalBelow: 7 * 86_400 },
        },
        {
          ...{ id: '2', rid: 'b', title: 'Intranet', state: 'OK', reasons: [], secondsLeft: 40 * 86_400 },
          ...{ warningBelow: 14 * 86_400, criticalBelow: 5 * 86_400 },
        },
      ],
    });
    const refused = await check([order({ polling: 'rejected' })], { json: true });
    expect(checkResult(z).parse(JSON.parse(refused.out))).toMatchObject({
      connections: [{ name: 'Main', state: 'CRITICAL', reasons: [{ kind: 'rejected', state: 'CRITICAL' }] }],
      orders: [{ state: 'OK', reasons: [] }],
    });
    const none = await check([], { json: true }, ['check', '--json']);
    expect(none.code).toBe(3);
    expect(checkResult(z).parse(JSON.parse(none.out))).toMatchObject({
      ...{ state: 'UNKNOWN', exitCode: 3, counts: null, orders: [] },
      message: 'No orders yet. Add some with “notafter orders add”.',
    });
  });

  it('is UNKNOWN with one sentence about a wrong clock, instead of a countdown for each order', async () => {
    const text = 'This computer’s clock is 400 days behind. The service gives another time,';
    const wrong = await check([soon, later], {}, ['check'], -400 * DAY_MS);
    expect(wrong).toEqual({
      code: 3,
      out: expect.stringMatching(new RegExp(`^CERT UNKNOWN - ${text} [^\\n|]+\\n$`, 'u')),
    });
    const json = await check([soon], { json: true }, ['check', '--json'], -400 * DAY_MS);
    expect(checkResult(z).parse(JSON.parse(json.out))).toMatchObject({ state: 'UNKNOWN', orders: [] });
    expect(json.out).toContain(text);
  });

  it('has no answer without orders, for a name that no order has, and for data that cannot be read', async () => {
    expect(await check([])).toEqual({
      code: 3,
      out: 'CERT UNKNOWN - No orders yet. Add some with “notafter orders add”.\n',
    });
    const unknown = await check([soon], { orders: ['a|b'] });
    expect(unknown).toEqual({
      code: 3,
      out: expect.stringMatching(/^CERT UNKNOWN - No order is named “a\/b”/u),
    });
    const damaged = await check(null);
    expect({ code: damaged.code, state: readPlugin(damaged.out).state }).toEqual({
      code: 3,
      state: 'UNKNOWN',
    });
  });

  it('of many orders has only the counts and the soonest, and stays below the 8 KiB that Nagios reads', async () => {
    const many = Array.from({ length: 500 }, (_, index) =>
      order({ id: `${index}`, rid: `${index}`, title: `Order number ${index}`, notAfter: now + DAY_MS }),
    );
    const { out, code } = await check(many);
    const { values, long } = readPlugin(out);
    expect(code).toBe(2);
    expect(Object.keys(values)).toEqual(['next_expiry', 'orders', 'critical', 'warning', 'unknown']);
    expect(long).toHaveLength(33);
    expect(long.at(-1)).toBe('and 468 more orders');
    expect(Buffer.byteLength(out)).toBeLessThan(8192);
  });

  it.each([
    ['Chinese', '证书'.repeat(100), 32],
    ['emoji', '\u{1f512}'.repeat(200), 32],
    ['of the longest rid', '\u{1f512}'.repeat(1000), 3],
  ])('stays below 8 KiB with long names: %s', async (_what, name, count) => {
    const orders = Array.from({ length: count }, (_, index) =>
      order({ id: `${index}`, rid: `${index}`, title: `${index} ${name}`, notAfter: now + DAY_MS }),
    );
    const { out, code } = await check(orders);
    const { values, long } = readPlugin(out);
    expect(code).toBe(2);
    expect(Buffer.byteLength(out)).toBeLessThan(8192);
    expect(Buffer.byteLength(out.split('\n')[0] ?? '')).toBeLessThanOrEqual(4096);
    expect(Object.keys(values).length).toBe(count === 32 ? 5 : 5 + count);
    const [, more = '0'] = /^and (\d+) more/u.exec(long.at(-1) ?? '') ?? [];
    expect(Number(more)).toBe(count - long.length + 1);
    expect(long.length).toBeGreaterThan(1);
  });

  it('is valid whatever the names are, and has each label once', async () => {
    const name = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.constantFrom(
        "a'b",
        'a=b',
        'a|b',
        'a"b',
        'a\nb',
        '',
        'orders',
        'Shop',
        '`id`',
        '$(id)',
        '\u202e|',
        '__proto__',
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(name, { minLength: 1, maxLength: 5 }), async (names) => {
        const orders = names.map((title, index) => order({ id: `id-${index}`, rid: `${index}`, title }));
        const { values } = readPlugin((await check(orders)).out);
        expect(Object.keys(values)).toHaveLength(5 + names.length);
        const { long } = readPlugin((await check(orders, { warning: exactly(99) })).out);
        expect(long).toHaveLength(names.length);
      }),
    );
  });
});

describe('a check of orders with own thresholds', () => {
  it('goes by those of the order or its tag before those of the command line', async () => {
    const thresholds = { warning: '59d', critical: '50d' };
    const own = order({ id: 'own', title: 'Own', thresholds });
    const other = order({ id: 'other', title: 'Other' });
    const all = await check([own, other], { critical: typed(3), warning: typed(5), json: true });
    const { orders } = checkResult(z).parse(JSON.parse(all.out));
    const times = Object.fromEntries(
      orders.map(({ id, warningBelow, criticalBelow }) => [id, [warningBelow, criticalBelow]]),
    );
    const days = (count: number) => (count * DAY_MS) / 1000;
    // More than half of the lifetime of 90 days is a third and a tenth of it, as for times that are typed.
    expect(times).toEqual({ own: [days(30), days(9)], other: [days(5), days(3)] });
  });
});
