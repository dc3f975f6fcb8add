import { assertNever } from '#shared/assertNever.ts';
import type { ReceiverOutcome } from '#shared/domain/receiver.ts';
import type { Translate } from '#shared/i18n/types.ts';
import { refusalWords } from '../receiver/refusalWords.ts';

/** What became of a request, in one or two sentences; of a refused one why, as the sender is never told. */
export function outcomeWords(outcome: ReceiverOutcome, t: Translate): string {
  switch (outcome.kind) {
    case 'kept':
      return t('inbox.log.keptText', { name: outcome.orderName });
    case 'replayed':
    case 'selfTest':
      return t(`inbox.log.${outcome.kind}Text`);
    case 'refused':
      return refusalWords(outcome.reason, t);
    default:
      return assertNever(outcome);
  }
}
