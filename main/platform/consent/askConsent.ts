import type { Result } from '#shared/result.ts';
import type { Consent, ConsentQuestion } from './consent.ts';
import type * as Questions from './questions.ts';

/**
 * Asks the user to agree to one of the questions. Their code is loaded when the first is asked: rejects if that fails.
 * Errors: `consent`, `tooOften`; the action must not be done then.
 */
export type AskConsent = (choose: (questions: typeof Questions) => ConsentQuestion) => Promise<Result<null>>;

/** @param consent asks one question at a time */
export function createAskConsent(consent: Pick<Consent, 'ask'>): AskConsent {
  return async (choose) => consent.ask(choose(await import('./questions.ts')));
}
