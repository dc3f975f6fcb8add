// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import { againId } from '#renderer/features/orders/list/listEntries.ts';
import { verbGroups, verbs } from '#renderer/features/orders/verbs/verbs.ts';
import { fuzzyScore } from '#renderer/frame/palette/fuzzy.ts';
import { paletteGroups } from '#renderer/frame/palette/paletteEntries.ts';
import { projectSnapshot } from '#renderer/stores/mirror.ts';
import { toColumns } from '#shared/domain/snapshot.ts';
import { orderWithDays, pushSource } from '#test/support/orderRows.ts';
import { snapshotOf } from './orderRows.ts';
import { english } from './translators.ts';

const now = Date.UTC(2026, 5, 15, 12);
const mail = orderWithDays('mail', 40, now, { alias: 'Mail gateway' });
const portal = orderWithDays('portal', 50, now, { alias: 'Customer portal' });

describe('fuzzyScore', () => {
  const scores = (query: string, ...texts: readonly string[]) =>
    texts.map((text) => fuzzyScore(query, text) ?? -1);

  it('is highest at the start, then at a word, then inside, then for letters in order', () => {
    const found = scores('port', 'Portal', 'Customer portal', 'Airport', 'Private old route');
    expect(found).toEqual(found.toSorted((one, other) => other - one));
    expect(found.every((score) => score > 0)).toBe(true);
  });

  it('needs every word, in any case and order', () => {
    expect(fuzzyScore('PORTAL cust', 'Customer portal')).not.toBeNull();
    expect(fuzzyScore('portal mail', 'Customer portal')).toBeNull();
  });

  it('finds letters from the start of a word on only', () => {
    expect(fuzzyScore('cpo', 'Customer portal')).not.toBeNull();
    expect(fuzzyScore('uso', 'Customer portal')).toBeNull();
  });

  it('prefers letters that start words', () => {
    const [initials = 0, others = 0] = scores('cpo', 'Customer portal', 'Copy report');
    expect(initials).toBeGreaterThan(others);
  });

  it('prefers the shorter of equal matches', () => {
    const [short = 0, long = 0] = scores('shop', 'Shop', 'Shop of the northern region');
    expect(short).toBeGreaterThan(long);
  });
});

describe('verbs', () => {
  it('have one verb per key for any orders', () => {
    const snoozed = { ...mail, snooze: { until: null, because: 'renewed' as const } };
    for (const rows of [[mail], [snoozed], [mail, snoozed]]) {
      const keys = verbs.filter(({ isOffered }) => isOffered(rows)).flatMap(({ key }) => key ?? []);
      expect(new Set(keys).size).toBe(keys.length);
    }
  });

  it('offer for several orders, or one that is only delivered, what can be done with them', () => {
    const offered = (...rows: readonly (typeof mail)[]) =>
      verbGroups.flat().flatMap(({ id, isOffered }) => (isOffered(rows) ? [id] : []));
    expect(offered(mail, portal)).toEqual([
      'export',
      'sync',
      'snoozeDay',
      'snoozeWeek',
      'snoozeRenewal',
      'thresholds',
      'remove',
    ]);
    expect(offered({ ...mail, source: pushSource() })).not.toContain('sync');
    expect(offered({ ...mail, source: pushSource() })).toContain('copyName');
  });
});

describe('paletteGroups', () => {
  const app = projectSnapshot({ ...snapshotOf(1, []), orders: toColumns([mail, portal]) });
  const view = { view: 'orders', openOrderId: null, activeOrderId: 'mail' } as const;
  const context = { app, view, t: english, now, withCommand: (key: string) => `Ctrl+${key}` };
  const found = (query: string) => paletteGroups(query, context).flatMap(({ entries }) => entries);

  it('begin with what can be done with the current order', () => {
    const [first] = paletteGroups('', context);
    expect(first?.title).toBe('Mail gateway');
    expect(first?.entries[1]).toMatchObject({ text: 'Export…', shortcut: { key: 'E' } });
  });

  it('begin with it also where the list shows it again under a tag', () => {
    const again = { ...view, activeOrderId: againId('mail', 'tag:web') };
    expect(paletteGroups('', { ...context, view: again })[0]?.title).toBe('Mail gateway');
  });

  it('have the verbs of no order among the deliveries', () => {
    const groups = paletteGroups('', { ...context, view: { ...view, view: 'inbox' } });
    expect(groups.map(({ id }) => id)).toEqual(['actions', 'settings']);
  });

  it('find an order by its name, a domain or its rid', () => {
    for (const query of ['cust', 'portal.example', 'rid-portal'])
      expect(found(query).map(({ id }) => id)).toContain('order portal');
  });

  it('find a verb together with an order', () => {
    expect(found('export portal')[0]).toMatchObject({ text: 'Export…', about: 'Customer portal' });
    expect(found('zzz portal')).toEqual([]);
  });

  it('find settings, and put what matches best first', () => {
    expect(found('presets')[0]?.text).toBe('Presets');
    expect(paletteGroups('mail', context)[0]?.id).toBe('orders');
  });

  it('do nothing before an entry is chosen', () => {
    const calls = vi.fn();
    Object.assign(globalThis, { notAfter: { calls: new Proxy({}, { get: calls }) } });
    found('remove mail');
    expect(calls).not.toHaveBeenCalled();
    Reflect.deleteProperty(globalThis, 'notAfter');
  });
});
