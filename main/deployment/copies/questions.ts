import type { ConsentQuestion } from '#main/platform/consent/consent.ts';
import { fact, list, quote, quoteCommand } from '#main/platform/consent/facts.ts';
import type { Translate } from '#shared/i18n/types.ts';

/** May this command run after each update of the files in these folders? */
export function reloadCommandQuestion(
  t: Translate,
  command: readonly string[],
  place: { readonly folders: readonly string[]; readonly user: string; readonly home: string },
): ConsentQuestion {
  return {
    title: t('dialogs.consent.command.title'),
    text: t('dialogs.consent.command.text', { user: quote(place.user), home: quote(place.home) }),
    facts: [fact(t, 'folder', list(t, place.folders)), ...quoteCommand(command)],
    next: t('dialogs.consent.command.next'),
    agree: t('dialogs.consent.command.agree'),
  };
}
