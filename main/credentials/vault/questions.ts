import type { ConsentQuestion } from '#main/platform/consent/consent.ts';
import type { Translate } from '#shared/i18n/types.ts';

/** May stored private keys that cannot be opened be deleted? */
export function startOverQuestion(t: Translate, count: number): ConsentQuestion {
  return {
    title: t('dialogs.consent.startOver.title', { count }),
    text: t('dialogs.consent.startOver.text'),
    facts: [],
    next: t('dialogs.consent.startOver.next'),
    agree: t('dialogs.consent.startOver.agree', { count }),
  };
}
