import { detectLocale } from '#shared/i18n/detectLocale.ts';
import { loadTexts } from '#shared/i18n/loadTexts.ts';
import { hasTexts, translatorOf } from '#shared/i18n/translator.ts';
import type { Locale, Translate } from '#shared/i18n/types.ts';
import { Emitter } from './emitter.ts';

/** The language of the app: the user's choice, or that of the system. Only texts in use are loaded. */
export class Language {
  readonly #systemLocales: readonly string[];
  readonly #changed = new Emitter<Locale>('language.changed');
  #locale: Locale;
  /** The last choice: another one may be made while texts are loaded. */
  #wanted: Locale;

  readonly onDidChange = this.#changed.event;

  private constructor(systemLocales: readonly string[], choice: Locale | 'system') {
    this.#systemLocales = systemLocales;
    this.#locale = this.#resolve(choice);
    this.#wanted = this.#locale;
  }

  /** @param systemLocales BCP 47 tags, most preferred first */
  static async load(systemLocales: readonly string[], choice: Locale | 'system'): Promise<Language> {
    const language = new Language(systemLocales, choice);
    await loadTexts(language.#locale);
    return language;
  }

  get locale(): Locale {
    return this.#locale;
  }

  get t(): Translate {
    return translatorOf(this.#locale);
  }

  /**
   * Switches at once, or as soon as the texts are loaded if they were not. Rejects, and keeps the language, if they cannot
   * be read.
   */
  async choose(choice: Locale | 'system'): Promise<void> {
    const locale = this.#resolve(choice);
    this.#wanted = locale;
    if (!hasTexts(locale)) await loadTexts(locale);
    if (locale === this.#locale || locale !== this.#wanted) return;
    this.#locale = locale;
    this.#changed.fire(locale);
  }

  #resolve(choice: Locale | 'system'): Locale {
    return choice === 'system' ? detectLocale(this.#systemLocales) : choice;
  }
}
