import { bridge } from '#renderer/bridge.ts';
import type { ToastContent } from '#renderer/components/Toaster.tsx';
import { lazyCall } from '#renderer/hooks/lazyPart.tsx';
import type { UndoStep } from '#shared/ipc/undoStep.ts';
import { showPartFailed, showToast, translateNow } from './toastStore.ts';

const undo = lazyCall(async () => (await import('./undoSteps.ts')).undo, showPartFailed);

/**
 * Shows a toast whose button undoes what it says. Ctrl+Z does that, too, until the app is quit.
 * @returns the toast's id, for `dismissToast`
 */
export function showUndoable(content: Omit<ToastContent, 'action' | 'undoKey'>, step: UndoStep): number {
  const undoKey = crypto.randomUUID();
  void bridge().calls['undo:keep']({ key: undoKey, title: content.title, step });
  const action = { label: translateNow()('orders.action.undo'), run: () => undo(undoKey) };
  return showToast({ ...content, undoKey, action });
}
