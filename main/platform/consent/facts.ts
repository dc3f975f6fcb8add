import type { MessageKey, Translate } from '#shared/i18n/types.ts';
import { quote } from './quote.ts';

type Fact = MessageKey extends infer Key
  ? Key extends `dialogs.consent.fact.${infer Name}`
    ? Name
    : never
  : never;

/** Limits for listed names; further ones are counted. */
const NAMES_LISTED = 5;
const NAMES_CHARACTERS = 200;

/** A line of facts. The value is appended, because braces in it would be placeholders in a catalog text. */
export function fact(t: Translate, name: Fact, value: string): string {
  return t(`dialogs.consent.fact.${name}`) + value;
}

/** Outside texts in one line, quoted; those beyond the limits are counted. */
export function list(t: Translate, texts: readonly string[]): string {
  let listed = texts.slice(0, NAMES_LISTED).map(quote);
  while (listed.length > 1 && listed.join('').length > NAMES_CHARACTERS) listed = listed.slice(0, -1);
  const text = listed.join(t('common.listSeparator'));
  const more = texts.length - listed.length;
  return more > 0 ? `${text} ${t('common.showMore', { count: more })}` : text;
}
