import type { Locale, Translate } from '#shared/i18n/types.ts';

/** A catalog: texts by dotted path. */
export interface Catalog {
  readonly [key: string]: string | Catalog;
}

/** A piece of a text: words, or the place of a value, which may be written as a number of the language. */
type Piece = string | { readonly name: string; readonly isNumber: boolean };

/**
 * The typed function over one catalog. It gives what i18next gives in the main process, for the little of its grammar
 * that the catalogs use: `{{name}}`, `{{name, number}}`, and plural forms by `count`. A list renders hundreds of texts
 * in a frame, and i18next reads a text anew every time; here each is taken apart once.
 */
export function createTranslator(catalog: Catalog, locale: Locale): Translate {
  const plurals = new Intl.PluralRules(locale);
  const numbers = new Intl.NumberFormat(locale);
  const known = new Map<string, readonly Piece[]>();

  const piecesOf = (path: string): readonly Piece[] => {
    let pieces = known.get(path);
    if (pieces === undefined) {
      pieces = takenApart(textAt(catalog, path) ?? path);
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

function textAt(catalog: Catalog, path: string): string | null {
  let found: string | Catalog | undefined = catalog;
  for (const part of path.split('.')) {
    if (typeof found !== 'object') return null;
    found = found[part];
  }
  return typeof found === 'string' ? found : null;
}

function takenApart(text: string): readonly Piece[] {
  // Every second part is what stood in braces.
  return text.split(/\{\{([^}]*)\}\}/u).flatMap((part, index): readonly Piece[] => {
    if (index % 2 === 0) return part === '' ? [] : [part];
    const [name = '', format] = part.split(',').map((word) => word.trim());
    return [{ name, isNumber: format === 'number' }];
  });
}
