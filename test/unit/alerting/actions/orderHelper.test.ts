import { describe, expect, it } from 'vitest';
import { OrderHelper, type OrderHelperPorts } from '#main/alerting/actions/orderHelper.ts';
import type { HelpfulAction } from '#shared/domain/conditions/helpfulActions.ts';
import { termsOf } from '#shared/domain/conditions/terms.ts';
import type { ExportProof } from '#shared/domain/exportProof.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import type { OrderWrite, WriteResult } from '#shared/domain/writeResult.ts';
import { err, ok } from '#shared/result.ts';
import { orderWithDays } from '#test/support/orderRows.ts';
import { deliveryView } from '#test/support/receiverViews.ts';
import { copy, endpoint, now } from '../../shared/placeFixtures.ts';

const outdated = copy({ id: 'old', state: 'stale', outdated: true });
const order = orderWithDays('a', 60, now);
const proof: ExportProof = { kind: 'notTried', reason: 'noKey' };

/** A helper of the order `a` that notes what it does. */
function helperWith(change: Partial<OrderHelperPorts> = {}) {
  const done: string[] = [];
  const note = (what: string) => (id: string) => void done.push(`${what} ${id}`);
  const helper = new OrderHelper({
    order: (id) => (id === 'a' ? order : null),
    orders: () => [order],
    pollingKind: () => 'active',
    consoleUrl: () => null,
    openExternal: note('open'),
    copies: () => [],
    endpoints: () => [],
    waiting: () => [],
    refresh: async () => err({ kind: 'busy' }),
    runCommand: (id) => {
      note('run')(id);
      return ok(null);
    },
    tighten: async () => err({ kind: 'busy' }),
    verify: (ids) => note('verify')(ids.join()),
    poll: note('poll'),
    probe: note('probe'),
    show: { order: note('show'), export: note('export'), token: note('token'), delivery: note('delivery') },
    terms: () => termsOf(defaultSettings),
    now: () => now,
    ...change,
  });
  return { helper, done };
}

const written: WriteResult = { kind: 'written', files: ['a/key.pem'], canUndo: true, proof, run: null };
const current: WriteResult = { kind: 'current', writtenAt: 1 };

/** Files that can be updated, with these results. */
function writing(...results: readonly WriteResult[]): Partial<OrderHelperPorts> {
  const all = ok(results.map((result): OrderWrite => ({ orderId: 'a', copyId: 'c', ...result })));
  return { copies: () => [outdated], refresh: async () => all };
}

describe('what is offered', () => {
  it('follows from what belongs to each order', () => {
    const other = orderWithDays('b', 60, now);
    const { helper } = helperWith({
      copies: () => [outdated, copy({ id: 'c2', orderId: 'b', folder: '~/b' })],
      endpoints: () => [endpoint()],
    });
    expect([...helper.offersFor([order, other])]).toEqual([['a', 'update']]);
  });

  it('is the delivery that waits for an order', () => {
    const { helper } = helperWith({
      waiting: () => [deliveryView('d', now, { orderName: 'a.example.com' })],
    });
    const named = orderWithDays('a', 60, now, { alias: 'a.example.com' });
    expect(helper.offersFor([named]).get('a')).toBe('export');
    const { helper: other } = helperWith({
      orders: () => [named],
      waiting: () => [deliveryView('d', now, { orderName: 'a.example.com' })],
    });
    expect(other.offersFor([named]).get('a')).toBe('link');
  });
});

describe('what is done', () => {
  it.each<[HelpfulAction, string, 'opened' | 'started']>([
    ['replaceToken', 'token c1', 'opened'],
    ['enterToken', 'token c1', 'opened'],
    ['review', 'show a', 'opened'],
    ['exportAgain', 'export a', 'opened'],
    ['export', 'export a', 'opened'],
    ['sync', 'poll a', 'started'],
    ['check', 'probe a', 'started'],
  ])('for %s', async (action, what, kind) => {
    const { helper, done } = helperWith();
    expect(await helper.help('a', action)).toEqual(ok({ kind }));
    expect(done).toEqual([what]);
  });

  it('for files that cannot be read: they are checked', async () => {
    const { helper, done } = helperWith({
      copies: () => [outdated, copy({ id: 'c2', orderId: 'b', folder: '~/b' })],
    });
    expect(await helper.help('a', 'checkFiles')).toEqual(ok({ kind: 'started' }));
    expect(done).toEqual([`verify ${outdated.id}`]);
  });

  it('for a console: it opens, unless its address is gone', async () => {
    const { helper, done } = helperWith({ consoleUrl: () => 'https://console.example.com/' });
    expect(await helper.help('a', 'console')).toEqual(ok({ kind: 'opened' }));
    expect(done).toEqual(['open https://console.example.com/']);
    expect(await helperWith().helper.help('a', 'console')).toEqual(err({ kind: 'unknownId' }));
  });

  it('for a delivery: it is shown', async () => {
    const named = orderWithDays('a', 60, now, { alias: 'Shop' });
    const waiting = () => [deliveryView('d', now, { orderName: 'shop' })];
    const { helper, done } = helperWith({ orders: () => [named], waiting });
    expect(await helper.help('a', 'link')).toEqual(ok({ kind: 'opened' }));
    expect(done).toEqual(['delivery d']);
  });

  it('for a command: the one of its files is run', async () => {
    const { helper, done } = helperWith({ copies: () => [copy(), copy({ id: 'x', command: ['nginx'] })] });
    expect(await helper.help('a', 'run')).toEqual(ok({ kind: 'started' }));
    expect(done).toEqual(['run x']);
  });

  it('for files that others can read: their permissions are restored', async () => {
    const asked: string[] = [];
    const tighten = async (ids: readonly string[]) => {
      asked.push(...ids);
      return ok(null);
    };
    const { helper } = helperWith({ copies: () => [copy({ id: 'open', state: 'wider' }), copy()], tighten });
    expect(await helper.help('a', 'tighten')).toEqual(ok({ kind: 'tightened' }));
    expect(asked).toEqual(['open']);
    const { helper: later, done } = helperWith({ copies: () => [copy()], tighten });
    expect(await later.help('a', 'tighten')).toEqual(ok({ kind: 'opened' }));
    expect(done).toEqual(['show a']);
  });

  const results = (...kinds: readonly WriteResult[]) => ok({ kind: 'written', results: kinds });
  const needsReview: WriteResult = { kind: 'needsReview', fingerprint256: 'f', findings: [] };
  const opened = ok({ kind: 'opened' });

  it.each<[string, Partial<OrderHelperPorts>, object, readonly string[]]>([
    ['all files were written', writing(written), results(written), []],
    ['the files are the same', writing(current), results(current), []],
    ['something has to be decided', writing(written, needsReview), opened, ['show a']],
    ['something failed', writing({ kind: 'failed', error: { kind: 'offline' } }), opened, ['show a']],
    ['files were changed', { copies: () => [copy({ state: 'changed' })] }, opened, ['show a']],
  ])('for an update where %s', async (_, ports, result, what) => {
    const { helper, done } = helperWith(ports);
    expect(await helper.help('a', 'update')).toMatchObject(result);
    expect(done).toEqual(what);
  });

  it('is nothing for an order, a delivery or a command that is gone', async () => {
    const { helper, done } = helperWith();
    for (const [id, action] of [
      ['b', 'sync'],
      ['a', 'link'],
      ['a', 'run'],
    ] as const)
      expect(await helper.help(id, action)).toEqual(err({ kind: 'unknownId' }));
    expect(done).toEqual([]);
  });

  it('fails as the update does', async () => {
    const { helper } = helperWith({ copies: () => [outdated] });
    expect(await helper.help('a', 'update')).toEqual(err({ kind: 'busy' }));
  });
});
