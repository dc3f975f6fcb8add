import { firstLocale, loadFirstTexts } from '#renderer/i18n.ts';
import { translatorOf } from '#shared/i18n/translator.ts';

/** What the quick window says when main did not answer. */
export interface FailureWords {
  readonly title: string;
  readonly text: string;
  readonly tryAgain: string;
}

/**
 * Loads the words from the texts of the main window: main, which has those of this window, did not answer. Rejects if no
 * texts can be read.
 * @param kind `loadFailed`: the orders were not read; `unexpected`: an action did not happen
 */
export async function loadFailureWords(kind: 'loadFailed' | 'unexpected'): Promise<FailureWords> {
  await loadFirstTexts();
  const t = translatorOf(firstLocale());
  return { title: t(`orders.${kind}.title`), text: t(`orders.${kind}.text`), tryAgain: t('common.tryAgain') };
}
