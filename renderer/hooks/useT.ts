import { createContext, useContext } from 'react';
import { firstLocale } from '#renderer/i18n.ts';
import type { AppLanguage } from '#shared/domain/language.ts';
import { translatorOf } from '#shared/i18n/translator.ts';
import type { Locale, Translate } from '#shared/i18n/types.ts';

export interface TextEnvironment {
  readonly language: AppLanguage;
  /** The language with the system’s region, for dates. */
  readonly locale: Locale;
  /** Node's name of the operating system, such as `linux`; `undefined` until main's state is known. */
  readonly platform: string | undefined;
}

/** Provided by `App`; without it the system's language applies. */
export const TextContext = createContext<TextEnvironment | null>(null);

/** The language of the window with the system’s region, for dates. */
export function useLocale(): Locale {
  return useContext(TextContext)?.locale ?? firstLocale();
}

/** The operating system that main runs on, as `TextEnvironment` names it. */
export function usePlatform(): string | undefined {
  return useContext(TextContext)?.platform;
}

/** The texts in the language of the window. */
export function useT(): Translate {
  return translatorOf(useContext(TextContext)?.language ?? firstLocale());
}
