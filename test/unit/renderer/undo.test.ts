import { beforeEach, expect, it, vi } from 'vitest';
import { undoCalls } from '#main/app/calls/undoCalls.ts';
import { useAppStore } from '#renderer/stores/appStore.ts';
import { projectSnapshot } from '#renderer/stores/mirror.ts';
import { dismissToast, useToastStore } from '#renderer/stores/toastStore.ts';
import { showUndoable } from '#renderer/stores/undo.ts';
import { undo } from '#renderer/stores/undoSteps.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { snapshotOf } from './orderRows.ts';

let asked: [string, unknown][];
let answer: Result<null>;

beforeEach(() => {
  asked = [];
  answer = ok(null);
  const names = [
    'orders:restore',
    'alerts:unsnooze',
    'settings:set',
    'planned:restore',
    'endpoints:restore',
  ] as const;
  const calls = Object.fromEntries(
    names.map((name) => [
      name,
      async (args: unknown) => {
        asked.push([name, args]);
        return answer;
      },
    ]),
  );
  vi.stubGlobal('window', { notAfter: { calls: { ...calls, ...undoCalls() } } });
  openWindow();
  return () => vi.unstubAllGlobals();
});

/** A new page knows nothing of the one before it. */
function openWindow(): void {
  useAppStore.setState({ phase: 'ready', projection: projectSnapshot(snapshotOf(1, [])) }, true);
  useToastStore.setState({ toasts: [] });
}

const toasts = () => useToastStore.getState().toasts;
const remove = (name: string) =>
  showUndoable({ tone: 'neutral', title: `${name} removed` }, { call: 'orders:restore', args: [name] });

it('goes back step by step, and names what its toast no longer says', async () => {
  const first = remove('a');
  remove('b');
  dismissToast(first);
  await undo(null);
  expect(asked.at(-1)).toEqual(['orders:restore', ['b']]);
  expect(toasts()).toEqual([]);
  await undo(null);
  expect(asked.at(-1)).toEqual(['orders:restore', ['a']]);
  expect(toasts().map(({ title }) => title)).toEqual(['Undone: a removed']);
  await undo(null);
  expect(asked).toHaveLength(2);
});

it('happens once, by the button or by the keys', async () => {
  remove('a');
  toasts()[0]?.action?.run();
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  await undo(null);
  expect(asked).toHaveLength(1);
});

it('goes on in the next window, whatever was done in the earlier one', async () => {
  remove('a');
  showUndoable({ tone: 'neutral', title: 'b is snoozed' }, { call: 'alerts:unsnooze', args: ['b'] });
  showUndoable(
    { tone: 'success', title: 'Setting changed' },
    { call: 'settings:set', args: { theme: 'dark' } },
  );
  showUndoable({ tone: 'neutral', title: '~/tls removed' }, { call: 'planned:restore', args: ['p'] });
  showUndoable({ tone: 'neutral', title: 'c removed' }, { call: 'endpoints:restore', args: ['c'] });
  openWindow();
  for (let step = 0; step < 5; step += 1) await undo(null);
  expect(asked).toEqual([
    ['endpoints:restore', ['c']],
    ['planned:restore', ['p']],
    ['settings:set', { theme: 'dark' }],
    ['alerts:unsnooze', ['b']],
    ['orders:restore', ['a']],
  ]);
  expect(toasts().at(-1)?.title).toBe('Undone: a removed');
});

it('says why a step could not be undone, and not that it was', async () => {
  remove('a');
  openWindow();
  answer = err({ kind: 'unknownId' });
  await undo(null);
  await vi.waitFor(() => expect(toasts().map(({ title }) => title)).toEqual(['Could not bring back']));
});

it('keeps the last hundred steps', async () => {
  for (let index = 0; index < 101; index += 1) remove(`${index}`);
  for (let index = 0; index < 101; index += 1) await undo(null);
  expect(asked).toHaveLength(100);
  expect(asked.at(-1)).toEqual(['orders:restore', ['1']]);
});
