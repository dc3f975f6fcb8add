import { createI18n, translatorOf } from '#shared/i18n/createI18n.ts';
import { detectLocale } from '#shared/i18n/detectLocale.ts';
import type { Locale, Translate } from '#shared/i18n/types.ts';
import { Emitter } from './emitter.ts';

/** The language that the app speaks: the person's choice, else the system's. */
export class Language {
  readonly #systemLocales: readonly string[];
  readonly #changed = new Emitter<Locale>('language.changed');
  readonly #translators: Readonly<Record<Locale, Translate>>;
  #locale: Locale;

  readonly onDidChange = this.#changed.event;

  /** @param systemLocales BCP 47 tags, most wanted first */
  constructor(systemLocales: readonly string[], choice: Locale | 'system') {
    const i18n = createI18n('en');
    this.#translators = { en: translatorOf(i18n, 'en'), 'zh-CN': translatorOf(i18n, 'zh-CN') };
    this.#systemLocales = systemLocales;
    this.#locale = this.#resolve(choice);
  }

  get locale(): Locale {
    return this.#locale;
  }

  get t(): Translate {
    return this.#translators[this.#locale];
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
