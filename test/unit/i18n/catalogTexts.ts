import type { Catalog } from '#shared/i18n/translator.ts';

/** A text by its key, such as `tray.quit`. */
export type Text = readonly [key: string, text: string];

/** All texts of a catalog by their keys. */
export function textsOf(catalog: Catalog, prefix = ''): readonly Text[] {
  return Object.entries(catalog).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as const] : textsOf(value, `${prefix}${key}.`),
  );
}
