import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { copyKey, copyPem } from '#renderer/features/panel/copyActions.ts';
import { useAppStore } from '#renderer/stores/appStore.ts';
import { projectSnapshot } from '#renderer/stores/projection.ts';
import { useToastStore } from '#renderer/stores/toastStore.ts';
import { initialView, openDialog, useViewStore } from '#renderer/stores/viewStore.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { orderRow, snapshotOf } from './orderRows.ts';

let asked: [string, unknown][];
let answer: Result<null>;

beforeEach(() => {
  asked = [];
  answer = ok(null);
  const call = (name: string) => async (args: unknown) => {
    asked.push([name, args]);
    return answer;
  };
  const calls = {
    'orders:copyPem': call('orders:copyPem'),
    'orders:copyKey': call('orders:copyKey'),
  };
  vi.stubGlobal('window', { notAfter: { calls } });
  const projection = projectSnapshot(snapshotOf(1, [orderRow('a')]));
  useAppStore.setState({ phase: 'ready', projection }, true);
  useViewStore.setState(initialView, true);
  useToastStore.setState({ toasts: [] });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const toasts = () => useToastStore.getState().toasts;

it('certificates are copied by main, which is said', async () => {
  await copyPem('a', 'chain');
  expect(asked).toEqual([['orders:copyPem', { id: 'a', part: 'chain' }]]);
  expect(toasts()).toMatchObject([{ tone: 'success', title: 'Copied', text: 'Full chain (PEM)' }]);
});

it('why certificates were not copied is said', async () => {
  answer = err({ kind: 'offline' });
  await copyPem('a', 'leaf');
  expect(toasts()).toMatchObject([{ tone: 'danger', title: 'Nothing was copied' }]);
});

it('a copied key closes its question, and how long it stays is said', async () => {
  openDialog({ kind: 'copyKey', orderId: 'a' });
  expect(await copyKey('a')).toEqual(ok(null));
  expect(asked).toEqual([['orders:copyKey', 'a']]);
  expect(useViewStore.getState().dialog).toEqual({ kind: 'none' });
  expect(toasts()).toMatchObject([{ title: 'Copied. It is removed from the clipboard in 30 s' }]);
});

it('a key that is copied late leaves another dialog open', async () => {
  openDialog({ kind: 'settings' });
  await copyKey('a');
  expect(useViewStore.getState().dialog).toEqual({ kind: 'settings' });
  expect(toasts()).toHaveLength(1);
});

it('a key that could not be copied leaves its question open, which shows why', async () => {
  answer = err({ kind: 'keyGone' });
  openDialog({ kind: 'copyKey', orderId: 'a' });
  expect(await copyKey('a')).toEqual(err({ kind: 'keyGone' }));
  expect(useViewStore.getState().dialog.kind).toBe('copyKey');
  expect(toasts()).toEqual([]);
});
