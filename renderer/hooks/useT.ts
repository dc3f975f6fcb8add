import { initialLocale, translator } from '#renderer/i18n.ts';
import { localeOf, useAppStore } from '#renderer/stores/appStore.ts';
import type { Locale, Translate } from '#shared/i18n/types.ts';

/** The language that is spoken now. */
export function useLocale(): Locale {
  return useAppStore((state) => (state.phase === 'ready' ? localeOf(state.projection) : initialLocale()));
}

/** The application's words in the language of now; components that use it follow a change of language. */
export function useT(): Translate {
  return translator(useLocale());
}
