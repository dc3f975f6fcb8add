import { create } from 'zustand';
import type { Toast, ToastContent } from '#renderer/components/Toaster.tsx';
import { hasLaterTexts, loadLaterTexts } from '#renderer/i18n.ts';
import type { AppError } from '#shared/errors.ts';
import { describeError } from '#shared/i18n/describeError.ts';
import { translatorOf } from '#shared/i18n/translator.ts';
import type { Translate } from '#shared/i18n/types.ts';
import { currentApp, localeOf } from './appStore.ts';

const MOST_TOASTS = 3;
const MOST_UNDOABLE = 100;
let lastId = 0;

interface ToastState {
  /** Short messages about what was done, oldest first, with an action such as undo. */
  readonly toasts: readonly Toast[];
  /** What can be undone, also when its toast is gone, oldest first. */
  readonly undoable: readonly Toast[];
}

export const useToastStore = create<ToastState>()(() => ({ toasts: [], undoable: [] }));

/** Shows a toast for a few seconds. What it offers to undo can be undone by Ctrl+Z as long as the page lives. @returns its id, for `dismissToast` */
export function showToast(content: ToastContent): number {
  lastId += 1;
  const id = lastId;
  const { action } = content;
  const isUndo = action?.isUndo === true;
  const toast = isUndo ? { ...content, id, action: { ...action, run: () => undo(id) } } : { ...content, id };
  useToastStore.setState(({ toasts, undoable }) => ({
    toasts: [...toasts, toast].slice(-MOST_TOASTS),
    undoable: isUndo ? [...undoable, { ...content, id }].slice(-MOST_UNDOABLE) : undoable,
  }));
  return id;
}

function undo(id: number): void {
  const { undoable } = useToastStore.getState();
  useToastStore.setState({ undoable: undoable.filter((one) => one.id !== id) });
  undoable.find((one) => one.id === id)?.action?.run();
}

/** Removes a toast. */
export function dismissToast(id: number): void {
  useToastStore.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
}

/** An action that undoes what a toast says: by its button, or by Ctrl+Z. */
export function undoAction(run: () => void): NonNullable<ToastContent['action']> {
  return { label: translateNow()('orders.action.undo'), isUndo: true, run };
}

/** Undoes the last thing that can be undone, and names it unless its toast is still there. @returns whether there is one */
export function undoLast(): boolean {
  const { toasts, undoable } = useToastStore.getState();
  const last = undoable.at(-1);
  if (last === undefined) return false;
  dismissToast(last.id);
  undo(last.id);
  if (!toasts.some(({ id }) => id === last.id))
    showToast({ tone: 'neutral', title: translateNow()('orders.action.undone', { what: last.title }) });
  return true;
}

/** The translator for the current language, for actions. Throws before main's state is known. */
export function translateNow(): Translate {
  const app = currentApp();
  if (app === null) throw new Error('an action has run before main’s state is known');
  return translatorOf(localeOf(app));
}

/** Shows a toast for an action that failed: `title`, then what went wrong and what to do. */
export function showFailure(title: string, error: AppError): void {
  const show = () => {
    const described = describeError(error, translateNow());
    showToast({ tone: 'danger', title, text: `${described.title}. ${described.next}` });
  };
  const app = currentApp();
  if (app !== null && hasLaterTexts(localeOf(app))) show();
  else loadLaterTexts().then(show, () => showUnexpected(translateNow()));
}

/** Shows that a part of the window could not be loaded. */
export function showPartFailed(): void {
  showUnexpected(translateNow());
}

/** Shows that an action did not happen, because of a bug or a file of the app that is missing. */
export function showUnexpected(t: Translate): void {
  showToast({ tone: 'danger', title: t('orders.unexpected.title'), text: t('orders.unexpected.text') });
}
