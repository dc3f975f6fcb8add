import { en } from './en/index.ts';
import type { Locale, Translate } from './types.ts';
import { zhCN } from './zh-CN/index.ts';

export interface Catalog {
  readonly [key: string]: string | Catalog;
}

/** A piece of a text: literal text, or the place of a value, optionally formatted as a number. */
type Piece = string | { readonly name: string; readonly isNumber: boolean };

/**
 * Creates the translate function of a catalog. Texts contain `{{name}}`, or `{{name, number}}` for a number with the
 * digit grouping of the language; the value of `count` selects the plural form (`_one`, `_other`). Values are inserted
 * as they are. Each text is parsed once, because a list renders hundreds of them in a frame.
 */
export function createTranslator(catalog: Catalog, locale: Locale): Translate {
  const plurals = new Intl.PluralRules(locale);
  const numbers = new Intl.NumberFormat(locale);
  const known = new Map<string, readonly Piece[]>();

  const piecesOf = (path: string): readonly Piece[] => {
    let pieces = known.get(path);
    if (pieces === undefined) {
      pieces = parsed(textAt(catalog, path) ?? path);
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
      if (typeof piece === 'string') text += piece;
      else {
        const value = values[piece.name];
        text += piece.isNumber && typeof value === 'number' ? numbers.format(value) : String(value ?? '');
      }
    }
    return text;
  };
}

const translators: Readonly<Record<Locale, Translate>> = {
  en: createTranslator(en, 'en'),
  'zh-CN': createTranslator(zhCN, 'zh-CN'),
};

/** The translate function of a language. */
export function translatorOf(locale: Locale): Translate {
  return translators[locale];
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
  return text.split(/\{\{([^}]*)\}\}/u).flatMap((part, index): readonly Piece[] => {
    if (index % 2 === 0) return part === '' ? [] : [part];
    const [name = '', format] = part.split(',').map((word) => word.trim());
    return [{ name, isNumber: format === 'number' }];
  });
}
