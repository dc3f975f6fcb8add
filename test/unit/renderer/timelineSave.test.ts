import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { saveTimeline } from '#renderer/features/timeline/TimelineToolbar.tsx';
import { useAppStore } from '#renderer/stores/appStore.ts';
import { projectSnapshot } from '#renderer/stores/mirror.ts';
import { useToastStore } from '#renderer/stores/toastStore.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { snapshotOf } from './orderRows.ts';

let asked: unknown[];
let answer: Result<string | null>;

beforeEach(() => {
  asked = [];
  answer = ok('notafter.ics');
  const save = async (args: unknown) => {
    asked.push(args);
    return answer;
  };
  vi.stubGlobal('window', { notAfter: { calls: { 'timeline:save': save } } });
  useAppStore.setState({ phase: 'ready', projection: projectSnapshot(snapshotOf(1, [])) }, true);
  useToastStore.setState({ toasts: [] });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const toasts = () => useToastStore.getState().toasts;

it('reports the name of the file', async () => {
  await saveTimeline('ics');
  expect(asked).toEqual([{ format: 'ics' }]);
  expect(toasts()).toMatchObject([{ tone: 'success', title: 'Saved as notafter.ics' }]);
});

it('reports nothing if the dialog was cancelled', async () => {
  answer = ok(null);
  await saveTimeline('csv');
  expect(toasts()).toEqual([]);
});

it('shows why nothing was saved', async () => {
  answer = err({ kind: 'storage', reason: 'full', detail: '' });
  await saveTimeline('csv');
  expect(toasts()).toMatchObject([{ tone: 'danger', title: 'The timeline could not be saved' }]);
  expect(toasts()[0]?.text).not.toBe('');
});
