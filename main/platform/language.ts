import { detectLocale } from '#shared/i18n/detectLocale.ts';
import { translatorOf } from '#shared/i18n/translator.ts';
import type { Locale, Translate } from '#shared/i18n/types.ts';
import { Emitter } from './emitter.ts';

/** The language of the app: the user's choice, or that of the system. */
export class Language {
  readonly #systemLocales: readonly string[];
  readonly #changed = new Emitter<Locale>('language.changed');
  #locale: Locale;

  readonly onDidChange = this.#changed.event;

  /** @param systemLocales BCP 47 tags, most preferred first */
  constructor(systemLocales: readonly string[], choice: Locale | 'system') {
    this.#systemLocales = systemLocales;
    this.#locale = this.#resolve(choice);
  }

  get locale(): Locale {
    return this.#locale;
  }

  get t(): Translate {
    return translatorOf(this.#locale);
  }

  choose(choice: Locale | 'system'): void {
    const locale = this.#resolve(choice);
    if (locale === this.#locale) return;
    this.#locale = locale;
    this.#changed.fire(locale);
  }

  #resolve(choice: Locale | 'system'): Locale {
    return choice === 'system' ? detectLocale(this.#systemLocales) : choice;
  }
}
