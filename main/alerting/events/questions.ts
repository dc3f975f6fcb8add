import type { ConsentQuestion } from '#main/platform/consent/consent.ts';
import { fact } from '#main/platform/consent/facts.ts';
import { quote, quoteCommand } from '#main/platform/consent/quote.ts';
import type { Translate } from '#shared/i18n/types.ts';

/** May this command run with each alert? */
export function alertCommandQuestion(
  t: Translate,
  command: readonly string[],
  place: { readonly user: string; readonly home: string },
): ConsentQuestion {
  return {
    title: t('alertChannels.command.consent.title'),
    text: t('alertChannels.command.consent.text', { user: quote(place.user), home: quote(place.home) }),
    facts: quoteCommand(command),
    next: t('dialogs.consent.command.next'),
    agree: t('alertChannels.command.consent.agree'),
  };
}

/**
 * May alerts be sent to this address? The last part of its path and its query are not shown: they can be secrets.
 * @param former the present address; `null`: there is none
 */
export function eventWebhookQuestion(t: Translate, url: string, former: string | null): ConsentQuestion {
  const { host, protocol, pathname, search } = new URL(url);
  const folder = pathname.slice(0, pathname.lastIndexOf('/') + 1);
  const isCut = pathname !== folder || search !== '';
  const isSameHost = former !== null && new URL(former).host === host;
  return {
    title: t(`alertChannels.webhook.consent.${isSameHost ? 'titleSameHost' : 'title'}`),
    text: t('alertChannels.webhook.consent.text'),
    facts: [
      fact(t, 'address', quote(`${host}${folder}${isCut ? '…' : ''}`)),
      fact(t, 'protocol', t(protocol === 'https:' ? 'dialogs.consent.https' : 'dialogs.consent.plainHttp')),
    ],
    next: t('dialogs.consent.command.next'),
    agree: t('alertChannels.webhook.consent.agree'),
  };
}
