import { create } from 'zustand';
import type { Toast, ToastContent } from '#renderer/components/Toaster.tsx';
import { hasLaterTexts, loadLaterTexts } from '#renderer/i18n.ts';
import { type AppError, isDeclined } from '#shared/errors.ts';
import { describeError } from '#shared/i18n/describeError.ts';
import { translatorOf } from '#shared/i18n/translator.ts';
import type { MessageKey, PlainKey, Translate } from '#shared/i18n/types.ts';
import type { Result } from '#shared/result.ts';
import { currentApp, localeOf } from './appStore.ts';

const MOST_TOASTS = 3;
let lastId = 0;

interface ToastState {
  /** Short messages about what was done, oldest first, with an action such as undo. */
  readonly toasts: readonly Toast[];
}

export const useToastStore = create<ToastState>()(() => ({ toasts: [] }));

/** Shows a toast for a few seconds. @returns its id, for `dismissToast` */
export function showToast(content: ToastContent): number {
  lastId += 1;
  const toast = { ...content, id: lastId };
  useToastStore.setState(({ toasts }) => ({ toasts: [...toasts, toast].slice(-MOST_TOASTS) }));
  return lastId;
}

/** Removes a toast. */
export function dismissToast(id: number): void {
  useToastStore.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
}

/** The translator for the current language, for actions. Throws before main's state is known. */
export function translateNow(): Translate {
  const app = currentApp();
  if (app === null) throw new Error('an action has run before main’s state is known');
  return translatorOf(localeOf(app));
}

/**
 * Waits for a call, and shows a toast if it failed, unless the user declined.
 * @param failed the key of the toast's title
 * @param done runs after a success, such as to show a toast with the value
 * @returns the answer of the call
 */
export async function told<Value>(
  call: Promise<Result<Value>>,
  failed: PlainKey<MessageKey>,
  done?: (value: Value, t: Translate) => void,
): Promise<Result<Value>> {
  const result = await call;
  if (result.ok) done?.(result.value, translateNow());
  else showFailure(translateNow()(failed), result.error);
  return result;
}

/** Shows a toast for an action that failed, unless the user declined: `title`, then what went wrong and what to do. */
export function showFailure(title: string, error: AppError): void {
  if (isDeclined(error)) return;
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
