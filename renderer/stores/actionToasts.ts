import type { AppError } from '#shared/errors.ts';
import { describeError } from '#shared/i18n/describeError.ts';
import { translatorOf } from '#shared/i18n/translator.ts';
import type { Translate } from '#shared/i18n/types.ts';
import { currentApp, localeOf } from './appStore.ts';
import { showToast } from './toastStore.ts';

/** The translator for the current language, for actions. Throws before main's state is known. */
export function translateNow(): Translate {
  const app = currentApp();
  if (app === null) throw new Error('an action has run before main’s state is known');
  return translatorOf(localeOf(app));
}

/** Shows a toast for an action that failed: `title`, then what went wrong and what to do. */
export function showFailure(title: string, error: AppError): void {
  const described = describeError(error, translateNow());
  showToast({ tone: 'danger', title, text: `${described.title}. ${described.next}` });
}
