import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { copyKey, copyPem } from '#renderer/features/orders/list/orderActions.ts';
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
  useToastStore.setState({ toasts: [] });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const toasts = () => useToastStore.getState().toasts;

it('main copies certificates, and a toast says so', async () => {
  await copyPem('a', 'chain');
  expect(asked).toEqual([['orders:copyPem', { id: 'a', part: 'chain' }]]);
  expect(toasts()).toMatchObject([{ tone: 'success', title: 'Copied', text: 'Full chain (PEM)' }]);
});

it('shows why certificates were not copied', async () => {
  answer = err({ kind: 'offline' });
  await copyPem('a', 'leaf');
  expect(toasts()).toMatchObject([{ tone: 'danger', title: 'Nothing was copied' }]);
});

it('main copies a key, and a toast says so', async () => {
  await copyKey('a');
  expect(asked).toEqual([['orders:copyKey', 'a']]);
  expect(toasts()).toMatchObject([{ title: 'Copied. It is removed from the clipboard in 30 s' }]);
});

it('shows why a key was not copied, unless the user declined', async () => {
  answer = err({ kind: 'consent', reason: 'declined' });
  await copyKey('a');
  expect(toasts()).toEqual([]);
  answer = err({ kind: 'tooOften', waitMs: 9_100 });
  await copyKey('a');
  expect(toasts()).toMatchObject([
    { tone: 'danger', title: 'Nothing was copied', text: 'Too many attempts. Try again in 10 s.' },
  ]);
});
