import type { ConsentQuestion } from '#main/platform/consent/consent.ts';
import { fact, list } from '#main/platform/consent/facts.ts';
import { type ConfigurationWarning, configurationWarnings } from '#shared/domain/configurationChange.ts';
import type { Translate } from '#shared/i18n/types.ts';

/** May a configuration file change who reads private keys, where they go, and which alerts are silent? */
export function importQuestion(t: Translate, warnings: readonly ConfigurationWarning[]): ConsentQuestion {
  const named = configurationWarnings.flatMap((kind) => {
    const names = warnings.filter((warning) => warning.kind === kind).map(({ name }) => name);
    return names.length === 0 ? [] : fact(t, kind, list(t, [...new Set(names)]));
  });
  return {
    title: t('dialogs.consent.import.title'),
    text: t('dialogs.consent.import.text'),
    facts: named,
    next: t('dialogs.consent.import.next'),
    agree: t('dialogs.consent.import.agree'),
  };
}
