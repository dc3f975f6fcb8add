import type { ConsentQuestion } from '#main/platform/consent/consent.ts';
import { fact, quote } from '#main/platform/consent/facts.ts';
import type { Translate } from '#shared/i18n/types.ts';

/** May this CA of a connection, which came from a configuration file, be trusted? All of its certificates are named. */
export function importedCaQuestion(
  t: Translate,
  about: Readonly<Record<'name' | 'baseUrl' | 'fileName', string>> & {
    readonly fingerprints: readonly string[];
  },
): ConsentQuestion {
  return {
    title: t('dialogs.consent.importedCa.title'),
    text: t('dialogs.consent.importedCa.text'),
    facts: [
      fact(t, 'connection', quote(about.name)),
      fact(t, 'address', quote(about.baseUrl)),
      fact(t, 'file', quote(about.fileName)),
      ...about.fingerprints.map((fingerprint) => fact(t, 'fingerprint', fingerprint)),
    ],
    next: t('dialogs.consent.importedCa.next'),
    agree: t('dialogs.consent.importedCa.agree'),
  };
}
