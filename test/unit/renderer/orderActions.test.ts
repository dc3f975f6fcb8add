import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { undoCalls } from '#main/app/calls/undoCalls.ts';
import {
  copyRid,
  exportOrders,
  removeNow,
  removeOrders,
  syncOrders,
} from '#renderer/features/orders/list/orderActions.ts';
import { useAppStore } from '#renderer/stores/appStore.ts';
import { projectSnapshot } from '#renderer/stores/mirror.ts';
import { useToastStore } from '#renderer/stores/toastStore.ts';
import { initialView, openOrder, useViewStore } from '#renderer/stores/viewStore.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { pushSource } from '#test/support/orderRows.ts';
import { orderRow, snapshotOf } from './orderRows.ts';

/** Replaces the bridge of the preload script; records the calls and gives the same answer to all. */
class FakeBridge {
  readonly asked: [string, unknown][] = [];
  answer: Result<null> = ok(null);
  readonly calls = {
    ...undoCalls(),
    ...Object.fromEntries(
      ['orders:remove', 'orders:restore', 'orders:sync', 'app:copyText'].map((name) => [
        name,
        (args: unknown) => {
          this.asked.push([name, args]);
          return Promise.resolve(this.answer);
        },
      ]),
    ),
  };
}

let main: FakeBridge;

beforeEach(() => {
  main = new FakeBridge();
  vi.stubGlobal('window', { notAfter: main });
  const rows = [orderRow('a', { alias: 'Shop' }), orderRow('b')];
  useAppStore.setState({ phase: 'ready', projection: projectSnapshot(snapshotOf(1, rows)) }, true);
  useViewStore.setState(initialView, true);
  useToastStore.setState({ toasts: [] });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const toasts = () => useToastStore.getState().toasts;

describe('removeOrders', () => {
  const many = ['a', 'b', 'c', 'd', 'e', 'f'];

  it('removes five orders at once', () => {
    expect(removeOrders(many.slice(0, 5))).toBe(true);
    expect(main.asked).toEqual([['orders:remove', many.slice(0, 5)]]);
  });

  it('asks about more, and removes none', () => {
    expect(removeOrders(many)).toBe(false);
    expect(main.asked).toEqual([]);
    expect(useViewStore.getState().dialog).toEqual({ kind: 'removeOrders', orderIds: many });
  });
});

describe('removeNow', () => {
  it('removes at once, names the order and restores it on undo', async () => {
    await removeNow(['a']);
    expect(main.asked).toEqual([['orders:remove', ['a']]]);
    expect(toasts()[0]).toMatchObject({ title: 'Shop removed', action: { label: 'Undo' } });
    toasts()[0]?.action?.run();
    await vi.waitFor(() => expect(main.asked.at(-1)).toEqual(['orders:restore', ['a']]));
  });

  it('counts several orders', async () => {
    await removeNow(['a', 'b']);
    expect(toasts()[0]?.title).toBe('2 orders removed');
  });

  it('closes the panel of a removed order only', async () => {
    openOrder('b');
    await removeNow(['a']);
    expect(useViewStore.getState().orders.openId).toBe('b');
    await removeNow(['b']);
    expect(useViewStore.getState().orders.openId).toBeNull();
  });

  it('shows why nothing was removed, without undo', async () => {
    main.answer = err({ kind: 'storage', reason: 'full', detail: '' });
    openOrder('a');
    await removeNow(['a']);
    expect(toasts()).toHaveLength(1);
    expect(toasts()[0]).toMatchObject({ tone: 'danger', title: 'Could not remove' });
    expect(toasts()[0]?.action).toBeUndefined();
    expect(useViewStore.getState().orders.openId).toBe('a');
  });

  it('shows why a removed order could not be restored', async () => {
    await removeNow(['a']);
    main.answer = err({ kind: 'unknownId' });
    toasts()[0]?.action?.run();
    await vi.waitFor(() => expect(toasts().at(-1)?.title).toBe('Could not bring back'));
  });

  it('calls nothing without orders', async () => {
    await removeNow([]);
    expect(main.asked).toEqual([]);
  });
});

describe('other actions', () => {
  it('polls some orders, or all', () => {
    syncOrders(['a']);
    syncOrders(null);
    expect(main.asked).toEqual([
      ['orders:sync', ['a']],
      ['orders:sync', null],
    ]);
  });

  it('does not poll push-only orders', () => {
    const rows = [orderRow('a'), orderRow('p', { source: pushSource() })];
    useAppStore.setState({ phase: 'ready', projection: projectSnapshot(snapshotOf(1, rows)) }, true);
    syncOrders(['a', 'p']);
    syncOrders(['p']);
    expect(main.asked).toEqual([['orders:sync', ['a']]]);
  });

  it('opens the export dialog for the selected orders, never for none', () => {
    exportOrders([]);
    expect(useViewStore.getState().dialog).toEqual({ kind: 'none' });
    exportOrders(['a', 'b']);
    expect(useViewStore.getState().dialog).toEqual({ kind: 'export', orderIds: ['a', 'b'] });
  });

  it('copies a rid and reports it', async () => {
    await copyRid('rid-a');
    expect(main.asked).toEqual([['app:copyText', 'rid-a']]);
    expect(toasts()[0]).toMatchObject({ tone: 'success', text: 'rid-a' });
  });
});
