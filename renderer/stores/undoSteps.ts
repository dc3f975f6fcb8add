import { bridge } from '#renderer/bridge.ts';
import type { MessageKey, PlainKey } from '#shared/i18n/types.ts';
import type { UndoStep } from '#shared/ipc/undoStep.ts';
import type { Result } from '#shared/result.ts';
import { dismissToast, showToast, told, useToastStore } from './toastStore.ts';

/** What is said if a step failed. */
const failures = {
  'orders:restore': 'orders.removed.restoreFailed',
  'alerts:unsnooze': 'orders.snooze.endFailed',
  'settings:set': 'settings.notChanged',
  'planned:restore': 'copies.planned.restoreFailed',
  'endpoints:restore': 'places.endpoint.restoreFailed',
} as const satisfies Record<UndoStep['call'], PlainKey<MessageKey>>;

/** Undoes what has this key, or with `null` the last thing, also of an earlier window. Then it names it unless its toast is still there. */
export async function undo(wanted: string | null): Promise<void> {
  const taken = await bridge().calls['undo:take'](wanted);
  if (taken === null) return;
  const { key, title, step } = taken;
  const toast = useToastStore.getState().toasts.find(({ undoKey }) => undoKey === key);
  if (toast !== undefined) dismissToast(toast.id);
  const run: (args: never) => Promise<Result<null>> = bridge().calls[step.call];
  await told(run(step.args as never), failures[step.call], (_, t) => {
    if (wanted === null && toast === undefined)
      showToast({ tone: 'neutral', title: t('orders.action.undone', { what: title }) });
  });
}
