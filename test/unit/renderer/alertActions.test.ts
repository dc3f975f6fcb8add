import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { undoCalls } from '#main/app/calls/undoCalls.ts';
import {
  setAlertsPaused,
  snoozeOrders,
  unsnoozeOrders,
} from '#renderer/features/settings/alerts/alertActions.ts';
import { useAppStore } from '#renderer/stores/appStore.ts';
import { projectSnapshot } from '#renderer/stores/mirror.ts';
import { useToastStore } from '#renderer/stores/toastStore.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { orderRow, snapshotOf } from './orderRows.ts';

let asked: [string, unknown][];
let answer: Result<null>;

beforeEach(() => {
  asked = [];
  answer = ok(null);
  const calls = Object.fromEntries(
    ['alerts:snooze', 'alerts:unsnooze', 'alerts:setPaused'].map((name) => [
      name,
      (args: unknown) => {
        asked.push([name, args]);
        return Promise.resolve(answer);
      },
    ]),
  );
  vi.stubGlobal('window', { notAfter: { calls: { ...calls, ...undoCalls() } } });
  const rows = [orderRow('a', { alias: 'Shop' }), orderRow('b')];
  useAppStore.setState({ phase: 'ready', projection: projectSnapshot(snapshotOf(1, rows)) }, true);
  useToastStore.setState({ toasts: [] });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const toasts = () => useToastStore.getState().toasts;

describe('snoozeOrders', () => {
  it('names the order and the duration, and can be undone', async () => {
    await snoozeOrders(['a'], 'week');
    expect(asked).toEqual([['alerts:snooze', { ids: ['a'], for: 'week' }]]);
    expect(toasts()[0]).toMatchObject({
      title: 'Shop is snoozed',
      text: 'No alerts for a week, unless it becomes critical or expires before.',
    });
    toasts()[0]?.action?.run();
    await vi.waitFor(() => expect(asked.at(-1)).toEqual(['alerts:unsnooze', ['a']]));
  });

  it('counts several orders', async () => {
    await snoozeOrders(['a', 'b'], 'renewal');
    expect(toasts()[0]?.title).toBe('2 orders are snoozed');
  });

  it('calls nothing without orders', async () => {
    await snoozeOrders([], 'day');
    await unsnoozeOrders([]);
    expect(asked).toEqual([]);
  });
});

describe('a failure', () => {
  it.each([
    ['Could not snooze', () => snoozeOrders(['a'], 'day')],
    ['Could not end the snooze', () => unsnoozeOrders(['a'])],
    ['Could not pause or resume notifications', () => setAlertsPaused('hour')],
  ])('is reported: %s', async (title, act) => {
    answer = err({ kind: 'storage', reason: 'full', detail: '' });
    await act();
    expect(toasts()).toHaveLength(1);
    expect(toasts()[0]).toMatchObject({ tone: 'danger', title });
    expect(toasts()[0]?.action).toBeUndefined();
  });
});
