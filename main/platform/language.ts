import { detectLocale } from '#shared/i18n/detectLocale.ts';
import { loadTexts } from '#shared/i18n/loadTexts.ts';
import { hasTexts, translatorOf } from '#shared/i18n/translator.ts';
import type { Locale, Translate } from '#shared/i18n/types.ts';
import { Emitter } from './emitter.ts';

/**
 * The language of the app: the user's choice, or that of the system. Only texts in use are loaded, and none before `load`:
 * the first page of the window has its own.
 */
export class Language {
  readonly #systemLocales: readonly string[];
  readonly #changed = new Emitter<Locale>('language.changed');
  #locale: Locale;
  /** The last choice: another one may be made while texts are loaded. */
  #wanted: Locale;

  #isLoaded = false;

  readonly onDidChange = this.#changed.event;

  /** @param systemLocales BCP 47 tags, most preferred first */
  constructor(systemLocales: readonly string[], choice: Locale | 'system' = 'system') {
    this.#systemLocales = systemLocales;
    this.#locale = this.#resolve(choice);
    this.#wanted = this.#locale;
  }

  /** A language with its texts. Rejects if no texts can be read. */
  static async load(...args: ConstructorParameters<typeof Language>): Promise<Language> {
    const language = new Language(...args);
    await language.load();
    return language;
  }

  /**
   * Loads the texts. If those of the chosen language cannot be read, the other language is used. Rejects if no texts can be
   * read.
   * @param onUnreadable called when the other language is used
   */
  async load(onUnreadable: (error: unknown) => void = () => undefined): Promise<void> {
    const wanted = this.#wanted;
    await loadTexts(wanted).catch(async (error: unknown) => {
      onUnreadable(error);
      const other = wanted === 'en' ? 'zh-CN' : 'en';
      await loadTexts(other);
      this.#use(other);
    });
    this.#isLoaded = true;
  }

  get locale(): Locale {
    return this.#locale;
  }

  /** Throws before the texts were loaded. */
  get t(): Translate {
    return translatorOf(this.#locale);
  }

  /**
   * Switches at once, or as soon as the texts are loaded if those of another language were. Rejects, and keeps the language,
   * if they cannot be read.
   */
  async choose(choice: Locale | 'system'): Promise<void> {
    const locale = this.#resolve(choice);
    this.#wanted = locale;
    if (this.#isLoaded && !hasTexts(locale)) await loadTexts(locale);
    if (locale === this.#wanted) this.#use(locale);
  }

  #use(locale: Locale): void {
    if (locale === this.#locale) return;
    this.#locale = locale;
    this.#changed.fire(locale);
  }

  #resolve(choice: Locale | 'system'): Locale {
    return choice === 'system' ? detectLocale(this.#systemLocales) : choice;
  }
}
