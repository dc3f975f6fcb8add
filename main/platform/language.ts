import type { AppLanguage, DatePlace } from '#shared/domain/language.ts';
import { detectLocale } from '#shared/i18n/detectLocale.ts';
import { loadTexts } from '#shared/i18n/loadTexts.ts';
import { regionalLocale } from '#shared/i18n/regionalLocale.ts';
import { hasTexts, translatorOf } from '#shared/i18n/translator.ts';
import type { Locale, Translate } from '#shared/i18n/types.ts';
import { Emitter } from './emitter.ts';

/**
 * The language of the app: the user's choice, or that of the system. Only texts in use are loaded, and none before `load`:
 * the first page of the window has its own.
 */
export class Language {
  readonly #systemLocales: readonly string[];
  readonly #changed = new Emitter<AppLanguage>('language.changed');
  readonly #moved = new Emitter<DatePlace>('language.moved');
  #place: DatePlace;
  #name: AppLanguage;
  /** The last choice: another one may be made while texts are loaded. */
  #wanted: AppLanguage;

  #isLoaded = false;

  readonly onDidChange = this.#changed.event;
  /** Fires after `moveTo`: dates are others now. */
  readonly onDidMove = this.#moved.event;

  /**
   * @param systemLocales BCP 47 tags, most preferred first
   * @param region whose dates are shown, as `regionOf` gives it
   * @param timeZone in which dates are shown, IANA; empty: that of the process
   */
  constructor(
    systemLocales: readonly string[],
    choice: AppLanguage | 'system' = 'system',
    region = '',
    timeZone = '',
  ) {
    this.#systemLocales = systemLocales;
    this.#place = { region, timeZone };
    this.#name = this.#resolve(choice);
    this.#wanted = this.#name;
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

  get name(): AppLanguage {
    return this.#name;
  }

  /** The language with the region and the time zone, for dates. */
  get locale(): Locale {
    return regionalLocale(this.#name, this.#place.region, this.#place.timeZone);
  }

  /** Where dates are read. */
  get place(): DatePlace {
    return this.#place;
  }

  /** The computer is elsewhere now, or has other settings for dates. */
  moveTo(place: DatePlace): void {
    this.#place = place;
    this.#moved.fire(place);
  }

  /** Throws before the texts were loaded. */
  get t(): Translate {
    return translatorOf(this.#name);
  }

  /**
   * Switches at once, or as soon as the texts are loaded if those of another language were. Rejects, and keeps the language,
   * if they cannot be read.
   */
  async choose(choice: AppLanguage | 'system'): Promise<void> {
    const name = this.#resolve(choice);
    this.#wanted = name;
    if (this.#isLoaded && !hasTexts(name)) await loadTexts(name);
    if (name === this.#wanted) this.#use(name);
  }

  #use(name: AppLanguage): void {
    if (name === this.#name) return;
    this.#name = name;
    this.#changed.fire(name);
  }

  #resolve(choice: AppLanguage | 'system'): AppLanguage {
    return choice === 'system' ? detectLocale(this.#systemLocales) : choice;
  }
}
