import type { AppLanguage } from '../domain/language.ts';
import type { Translate } from './types.ts';

export interface Catalog {
  readonly [key: string]: string | Catalog;
}

/** A piece of a text: literal text, or the place of a value, optionally formatted as a number. */
type Piece = string | { readonly name: string; readonly isNumber: boolean };

/** Between these, Chinese has a space. Texts have it, but a value may begin or end with either. */
const GAP = /^(?:\p{sc=Han}\w|\w\p{sc=Han})$/u;

/** Where a whole number gets a comma: English and Chinese group digits alike. */
const THOUSANDS = /\B(?=(?:\d{3})+$)/gu;

/**
 * Creates the translate function of a catalog. Texts contain `{{name}}`, or `{{name, number}}` for a number with the
 * digit grouping of the language; the value of `count` selects the plural form (`_one`, `_other`). Values are inserted
 * as they are, in Chinese with a space between Chinese characters and Latin letters or digits. Each text is parsed once,
 * because a list renders hundreds of them in a frame.
 */
export function createTranslator(catalog: Catalog, locale: AppLanguage): Translate {
  const plurals = new Intl.PluralRules(locale);
  // The format takes up to 8 ms to make. The first rows of a long list count in whole numbers, which do not need it.
  let numbers: Intl.NumberFormat | undefined;
  const known = new Map<string, readonly Piece[]>();

  const grouped = (value: number): string => {
    if (Number.isSafeInteger(value)) return String(value).replace(THOUSANDS, ',');
    numbers ??= new Intl.NumberFormat(locale);
    return numbers.format(value);
  };

  const piecesOf = (path: string): readonly Piece[] => {
    let pieces = known.get(path);
    if (pieces === undefined) {
      const text = textAt(catalog, path);
      // The text may be added later.
      if (text === null) return [path];
      pieces = parsed(text);
      known.set(path, pieces);
    }
    return pieces;
  };

  const pluralOf = (path: string, count: number): readonly Piece[] => {
    const plural = `${path}_${plurals.select(count)}`;
    return piecesOf(known.has(plural) || textAt(catalog, plural) !== null ? plural : path);
  };

  return (key, ...given) => {
    const values: Readonly<Record<string, unknown>> = given[0] ?? {};
    const { count } = values;
    const pieces = typeof count === 'number' ? pluralOf(key, count) : piecesOf(key);
    let text = '';
    for (const piece of pieces) {
      let next = piece;
      if (typeof next !== 'string') {
        const value = values[next.name];
        next = next.isNumber && typeof value === 'number' ? grouped(value) : String(value ?? '');
      }
      text += GAP.test(`${text.at(-1)}${next[0]}`) ? ` ${next}` : next;
    }
    return text;
  };
}

interface LoadedTexts {
  readonly texts: { [namespace: string]: string | Catalog };
  readonly t: Translate;
}

const loaded = new Map<AppLanguage, LoadedTexts>();

/**
 * Adds texts of a language to those that `translatorOf` knows. Two catalogs may share a namespace, such as `orders`, but no
 * key in it.
 */
export function addTexts(locale: AppLanguage, catalog: Catalog): void {
  let { texts } = loaded.get(locale) ?? {};
  if (texts === undefined) {
    texts = {};
    loaded.set(locale, { texts, t: createTranslator(texts, locale) });
  }
  for (const [namespace, added] of Object.entries(catalog)) {
    const known = texts[namespace];
    texts[namespace] =
      typeof known === 'object' && typeof added === 'object' ? { ...known, ...added } : added;
  }
}

/** Whether texts of a language were added, or those of a namespace in it. */
export function hasTexts(locale: AppLanguage, namespace?: string): boolean {
  const known = loaded.get(locale);
  return known !== undefined && (namespace === undefined || namespace in known.texts);
}

/** The languages that have texts, in the order in which they were loaded. */
export function loadedLocales(): readonly AppLanguage[] {
  return [...loaded.keys()];
}

/** The translate function of a language: always the same one. Throws before texts of the language were added. */
export function translatorOf(locale: AppLanguage): Translate {
  const known = loaded.get(locale);
  if (known === undefined) throw new Error(`no texts of ${locale}`);
  return known.t;
}

function textAt(catalog: Catalog, path: string): string | null {
  let found: string | Catalog | undefined = catalog;
  for (const part of path.split('.')) {
    if (typeof found !== 'object') return null;
    found = found[part];
  }
  return typeof found === 'string' ? found : null;
}

function parsed(text: string): readonly Piece[] {
  // Every second part is the content of braces.
  return text.split(/\{\{([^{}]*)\}\}/u).flatMap((part, index): readonly Piece[] => {
    if (index % 2 === 0) return part === '' ? [] : [part];
    const [name = '', format] = part.split(',').map((word) => word.trim());
    return [{ name, isNumber: format === 'number' }];
  });
}
