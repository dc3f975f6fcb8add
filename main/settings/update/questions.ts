import type { ConsentQuestion } from '#main/platform/consent/consent.ts';
import { fact, quote } from '#main/platform/consent/facts.ts';
import type { Translate } from '#shared/i18n/types.ts';

/** May the app quit, and be replaced by another version? */
export function installQuestion(t: Translate, current: string, next: string): ConsentQuestion {
  return {
    title: t('dialogs.consent.install.title'),
    text: t('dialogs.consent.install.text'),
    facts: [fact(t, 'currentVersion', quote(current)), fact(t, 'nextVersion', quote(next))],
    agree: t('dialogs.consent.install.agree'),
  };
}
