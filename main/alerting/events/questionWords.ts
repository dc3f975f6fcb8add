import { fact, quote, quoteCommand } from '#main/platform/consent/facts.ts';
import type { Translate } from '#shared/i18n/types.ts';

export type QuestionWords = ReturnType<typeof questionWords>;

/** What channels write their questions of consent with. It is loaded when one is asked. */
export function questionWords(t: Translate) {
  return { t, quote, quoteCommand, fact: (...[name, value]: LastOf<typeof fact>) => fact(t, name, value) };
}

type LastOf<Fact> = Fact extends (t: Translate, ...last: infer Last) => string ? Last : never;
