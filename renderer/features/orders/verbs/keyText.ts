import type { Translate } from '#shared/i18n/types.ts';
import type { Verb } from './verbs.ts';

const named = { Enter: 'help.keys.enter', Delete: 'help.keys.delete' } as const;

/** The key of a verb, for an item that does the same; `undefined` without a key. */
export function shortcutOf(
  { key }: Verb,
  t: Translate,
): { readonly key: string; readonly label: string } | undefined {
  if (key === undefined) return undefined;
  return key === 'Enter' || key === 'Delete'
    ? { key, label: t(named[key]) }
    : { key: key.toUpperCase(), label: key.toUpperCase() };
}
