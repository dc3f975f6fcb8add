import type { AppLanguage } from '../domain/language.ts';
import type { en } from './en/index.ts';

/**
 * The app's language with the region whose dates are shown, such as `en-US`; alone it is that of Great Britain or China.
 * After `@` is the time zone (IANA) in which the reader is; without one it is that of the process.
 */
export type Locale = AppLanguage | `en-${string}` | `zh-Hans-${string}` | `${AppLanguage}@${string}`;

/** Plural categories that English has (CLDR); Chinese has `other` alone. */
type WithoutPlural<Key extends string> = Key extends `${infer Base}_${'one' | 'other'}` ? Base : Key;

/** Dotted paths of all texts in a catalog, plural suffixes removed. */
type Paths<Catalog, Prefix extends string = ''> = {
  [Key in keyof Catalog & string]: Catalog[Key] extends string
    ? `${Prefix}${WithoutPlural<Key>}`
    : Paths<Catalog[Key], `${Prefix}${Key}.`>;
}[keyof Catalog & string];

/** The key of a text, such as `common.cancel`. */
export type MessageKey = Paths<typeof en>;

type TextAt<Catalog, Path extends string> = Path extends `${infer Head}.${infer Rest}`
  ? Head extends keyof Catalog
    ? TextAt<Catalog[Head], Rest>
    : never
  : Path extends keyof Catalog
    ? Catalog[Path]
    : `${Path}_other` extends keyof Catalog
      ? Catalog[`${Path}_other`]
      : never;

/** The names between braces in a text; a format after a comma (`{{count, number}}`) is not part of the name. */
type Placeholders<Text> = Text extends `${string}{{${infer Inside}}}${infer Rest}`
  ? (Inside extends `${infer Name},${string}` ? Name : Inside) | Placeholders<Rest>
  : never;

type PlaceholdersOf<Key extends MessageKey> = Key extends MessageKey
  ? Placeholders<TextAt<typeof en, Key>>
  : never;

/** Those of the keys whose texts have no placeholders. */
export type PlainKey<Key extends MessageKey> = Key extends MessageKey
  ? [PlaceholdersOf<Key>] extends [never]
    ? Key
    : never
  : never;

/** The values for the placeholders of a text. `count` selects the plural form. */
type Values<Key extends MessageKey> = [PlaceholdersOf<Key>] extends [never]
  ? []
  : [values: { readonly [Name in PlaceholdersOf<Key>]: Name extends 'count' ? number : string | number }];

export type Translate = <Key extends MessageKey>(key: Key, ...values: Values<Key>) => string;

/**
 * A catalog of a language with one plural form: every key of the English catalog, with `_other` only. A missing or extra
 * key does not compile.
 */
export type Translation<Catalog> = {
  readonly [Key in keyof Catalog as Key extends `${string}_one` ? never : Key]: Catalog[Key] extends string
    ? string
    : Translation<Catalog[Key]>;
};
