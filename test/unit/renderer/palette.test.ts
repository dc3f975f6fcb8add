// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import { againId } from '#renderer/features/orders/list/listEntries.ts';
import { possible, runVerb, verbs, verbsIn } from '#renderer/features/orders/verbs/verbs.ts';
import { paletteGroups } from '#renderer/frame/palette/paletteEntries.ts';
import { placedSettings } from '#renderer/frame/palette/settingEntries.ts';
import { useAppStore } from '#renderer/stores/appStore.ts';
import { projectSnapshot } from '#renderer/stores/mirror.ts';
import { noRow, useViewStore } from '#renderer/stores/viewStore.ts';
import { builtinPresets } from '#shared/domain/presets/presets.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import { toColumns } from '#shared/domain/snapshot.ts';
import { en } from '#shared/i18n/en/index.ts';
import { ok } from '#shared/result.ts';
import { orderWithDays, pushSource } from '#test/support/orderRows.ts';
import { hookView } from '#test/support/receiverViews.ts';
import { snapshotOf } from './orderRows.ts';
import { chinese, english } from './translators.ts';

const now = Date.UTC(2026, 5, 15, 12);
const mail = orderWithDays('mail', 40, now, { alias: 'Mail gateway' });
const portal = orderWithDays('portal', 50, now, { alias: 'Customer portal' });

describe('verbs', () => {
  const snoozed = { ...mail, snooze: { until: null, because: 'renewed' as const } };
  const pushOnly = { ...mail, source: pushSource() };

  it('have one verb per key for orders that are snoozed, or are not', () => {
    for (const rows of [[mail], [snoozed], [mail, portal]]) {
      const keys = possible(verbs, rows).flatMap(({ key }) => key ?? []);
      expect(new Set(keys).size).toBe(keys.length);
    }
  });

  it('end the snooze of orders that are snoozed in part by its key', () => {
    const ended = vi.fn(async () => ok(null));
    vi.stubGlobal('window', Object.assign(window, { notAfter: { calls: { 'alerts:unsnooze': ended } } }));
    const orders = toColumns([snoozed, portal]);
    const projection = projectSnapshot({ ...snapshotOf(1, []), orders });
    useAppStore.setState({ phase: 'ready', projection }, true);
    runVerb('z', ['mail', 'portal']);
    expect(ended).toHaveBeenCalledWith(['mail', 'portal']);
    vi.unstubAllGlobals();
    Reflect.deleteProperty(window, 'notAfter');
  });

  const offered = (place: 'row' | 'details' | 'bar', ...rows: readonly (typeof mail)[]) =>
    verbsIn(place, rows).map((group) => group.map(({ id }) => id));

  it('are grouped in the menu of a row', () => {
    const groups = (copy: string, ...snooze: readonly string[]) => [
      ['open', 'export', ...(copy === 'copyRid' ? ['sync'] : [])],
      ['copyChain', copy],
      snooze,
      ['thresholds', 'annotate'],
      ['remove'],
    ];
    const spans = ['snoozeDay', 'snoozeWeek', 'snoozeRenewal'];
    expect(offered('row', mail)).toEqual(groups('copyRid', ...spans));
    expect(offered('row', snoozed)).toEqual(groups('copyRid', ...spans.slice(1), 'unsnooze'));
    expect(offered('row', pushOnly)).toEqual(groups('copyName', ...spans));
  });

  it('leave out of the details what has a button there, and of the bar what is for one order', () => {
    expect(offered('details', mail)).toEqual([
      ['export', 'sync'],
      ['copyLeaf', 'copyChain', 'copyKey'],
      ['thresholds', 'annotate'],
      ['remove'],
    ]);
    const bar = [['export', 'sync'], ['thresholds', 'tags', 'servers'], ['remove']];
    expect(offered('bar', mail)).toEqual(bar);
    expect(offered('bar', mail, portal)).toEqual(bar);
    expect(offered('bar', pushOnly)[0]).toEqual(['export']);
  });
});

describe('paletteGroups', () => {
  const app = projectSnapshot({
    ...snapshotOf(1, []),
    orders: toColumns([mail, portal]),
    presets: builtinPresets,
  });
  const view = { view: 'orders', orders: { ...noRow, activeId: 'mail' } } as const;
  const context = { app, view, t: english, now, withCommand: (key: string) => `Ctrl+${key}` };
  const found = (query: string, change: Partial<typeof context> = {}) =>
    paletteGroups(query, { ...context, ...change }).flatMap(({ entries }) => entries);
  const first = (query: string, change: Partial<typeof context> = {}) => found(query, change)[0];

  it('begin with what can be done with the current order', () => {
    const [group] = paletteGroups('', context);
    expect(group?.title).toBe('Mail gateway');
    expect(group?.entries[1]).toMatchObject({ text: 'Export…', shortcut: { key: 'E' } });
  });

  it('begin with it also where the list shows it again under a tag', () => {
    const again = { ...view, orders: { ...noRow, activeId: againId('mail', 'tag:web') } };
    expect(paletteGroups('', { ...context, view: again })[0]?.title).toBe('Mail gateway');
  });

  it('have the verbs of no order among the deliveries', () => {
    const groups = paletteGroups('', { ...context, view: { ...view, view: 'inbox' } });
    expect(groups.map(({ id }) => id)).toEqual(['actions', 'settings']);
  });

  it('show single settings and rare actions only once something is typed', () => {
    const shown = found('').map(({ id }) => id);
    expect(shown).toContain('settings general');
    for (const id of ['theme dark', 'alertDays', 'quit', 'copyKey mail', 'settings webHooks'])
      expect(shown).not.toContain(id);
  });

  it('have WebHooks before anything is typed once there is one', () => {
    const receiver = { ...app.receiver, hooks: [hookView('h1')] };
    expect(found('', { app: { ...app, receiver } }).map(({ id }) => id)).toContain('settings webHooks');
  });

  it('find an order by its name, a domain or its rid', () => {
    for (const query of ['cust', 'portal.example', 'rid-portal'])
      expect(found(query).map(({ id }) => id)).toContain('order portal');
  });

  it('find a verb together with an order, also by a synonym or several words', () => {
    expect(first('export portal')).toMatchObject({ text: 'Export…', about: 'Customer portal' });
    expect(first('delete portal')).toMatchObject({ id: 'remove portal', about: 'Customer portal' });
    expect(first('copy key portal')).toMatchObject({ id: 'copyKey portal', about: 'Customer portal' });
    expect(found('zzz portal')).toEqual([]);
  });

  it('put an order before a verb with an order, if it is named like that', () => {
    const west = orderWithDays('west', 50, now, { alias: 'Key West' });
    const own = projectSnapshot({ ...snapshotOf(1, []), orders: toColumns([mail, west]) });
    expect(first('key west', { app: own })?.id).toBe('order west');
  });

  it('find settings, and put what matches best first', () => {
    expect(first('presets')?.text).toBe('Presets');
    expect(paletteGroups('mail', context)[0]?.id).toBe('orders');
  });

  it.each([
    ['theme', 'theme system'],
    ['dark', 'theme dark'],
    ['language', 'language system'],
    ['zh', 'language zh-CN'],
    ['中文', 'language zh-CN'],
    ['import', 'openConfiguration'],
    ['config', 'saveConfiguration'],
    ['pause', 'pause hour'],
    ['quit', 'quit'],
    ['tag', 'annotate mail'],
    ['note', 'annotate mail'],
    ['token', 'token c1'],
    ['copy key', 'copyKey mail'],
    ['nginx', 'settings presets'],
    ['help', 'help'],
    ['webhook', 'settings webHooks'],
  ])('find by %s what it means', (query, id) => {
    expect(found(query).map((entry) => entry.id)).toContain(id);
  });

  it.each([
    ['深色', 'theme dark'],
    ['zt', 'theme dark'],
    ['dark', 'theme dark'],
    ['退出', 'quit'],
    ['标签', 'annotate mail'],
    ['备注', 'annotate mail'],
    ['bq', 'annotate mail'],
    ['令牌', 'token c1'],
    ['私钥', 'copyKey mail'],
    ['导入', 'openConfiguration'],
  ])('find in Chinese by %s what it means', (query, id) => {
    expect(found(query, { t: chinese }).map((entry) => entry.id)).toContain(id);
  });

  it.each(['<14d', '>90d', 'tag:web', 'status:exp', 'mail -portal', '<14x'])(
    'lead to the list with what %s finds',
    (search) => {
      expect(first(search)?.text).toBe(english('palette.search', { search }));
      first(search)?.run();
      expect(useViewStore.getState().filter.search).toBe(search);
    },
  );

  it('lead to no list for words alone, or an operator without a value', () => {
    for (const query of ['mail', 'tag:', '<', 'edge-nodes'])
      expect(found(query).map(({ id }) => id)).not.toContain('search');
  });

  it('have each entry once', () => {
    for (const query of ['', 'e', 'al']) {
      const ids = found(query).map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  it('do nothing before an entry is chosen', () => {
    const calls = vi.fn();
    Object.assign(globalThis, { notAfter: { calls: new Proxy({}, { get: calls }) } });
    found('remove mail');
    expect(calls).not.toHaveBeenCalled();
    Reflect.deleteProperty(globalThis, 'notAfter');
  });

  describe.each([
    ['English', english],
    ['Chinese', chinese],
  ])('in %s', (_, t) => {
    it('find each verb by each of its words', () => {
      const snoozed = { ...mail, snooze: { until: null, because: 'renewed' as const } };
      const pushed = { ...mail, source: pushSource() };
      for (const row of [mail, snoozed, pushed]) {
        const own = projectSnapshot({ ...snapshotOf(1, []), orders: toColumns([row]) });
        for (const { id } of possible(verbs, [row]))
          for (const word of t(`verbs.words.${id}`).split(' '))
            expect(found(word, { t, app: own }).map((entry) => entry.id)).toContain(`${id} mail`);
      }
    });

    it('find each setting by its name and each of its words', () => {
      const settings = { ...app.settings, checkRenewalInfo: true, notifications: false };
      const everywhere = {
        ...{ ...app, settings },
        app: { ...app.app, platform: 'darwin' as const },
        update: { kind: 'idle' as const },
      };
      for (const { name, label } of placedSettings)
        for (const word of [t(label), ...t(`settings.words.${name}`).split(' ')])
          expect(found(word, { t, app: everywhere }).some(({ id }) => id.split(' ')[0] === name)).toBe(true);
    });
  });

  it('have a place for each setting but those that are set elsewhere', () => {
    const elsewhere = [
      'warningLifetimeDivisor',
      'criticalLifetimeDivisor',
      'tagThresholds',
      'collapsedGroups',
    ];
    const names = [...placedSettings.map(({ name }) => name), ...elsewhere];
    expect(names.toSorted()).toEqual(Object.keys(defaultSettings).toSorted());
  });

  it('have words for all verbs, and for no others', () => {
    expect(verbs.map(({ id }) => id).toSorted()).toEqual(Object.keys(en.verbs.words).toSorted());
  });
});
