import type { ConsentQuestion } from '#main/platform/consent/consent.ts';
import { fact, quote } from '#main/platform/consent/facts.ts';
import type { ReceiverConfig } from '#shared/domain/receiverConfig.ts';
import type { Translate } from '#shared/i18n/types.ts';

const EVERY_ADDRESS: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/** May other computers reach the receiver at this address? */
export function exposureQuestion(
  t: Translate,
  { address, port, tls }: Pick<ReceiverConfig, 'address' | 'port' | 'tls'>,
): ConsentQuestion {
  const place = EVERY_ADDRESS.has(address) ? 'allAddresses' : 'addressAndPort';
  return {
    title: t('dialogs.consent.exposure.title'),
    text: t('dialogs.consent.exposure.text'),
    facts: [
      // A port is written without digit grouping.
      fact(t, 'address', t(`dialogs.consent.${place}`, { address, port: String(port) })),
      fact(t, 'protocol', t(tls === null ? 'dialogs.consent.plainHttp' : 'dialogs.consent.https')),
    ],
    next: t(tls === null ? 'dialogs.consent.exposure.plainNext' : 'dialogs.consent.exposure.next'),
    agree: t('dialogs.consent.exposure.agree'),
  };
}

/** May a test delivery for a hook be sent to this host? */
export function selfTestQuestion(
  t: Translate,
  { host, port, protocol, hook }: Readonly<Record<'host' | 'port' | 'protocol' | 'hook', string>>,
): ConsentQuestion {
  return {
    title: t('dialogs.consent.selfTest.title'),
    text: t('dialogs.consent.selfTest.text'),
    facts: [
      fact(t, 'address', t('dialogs.consent.addressAndPort', { address: quote(host), port })),
      fact(t, 'protocol', t(protocol === 'https:' ? 'dialogs.consent.https' : 'dialogs.consent.plainHttp')),
      fact(t, 'hook', quote(hook)),
    ],
    next: t('dialogs.consent.selfTest.next'),
    agree: t('dialogs.consent.selfTest.agree'),
  };
}
