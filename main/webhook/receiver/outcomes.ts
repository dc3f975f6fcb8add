import type { ReceiverOutcome, RefusalReason } from '#shared/domain/receiver.ts';
import { cleanText } from '#shared/text.ts';
import type { KeepOutcome } from '../inbox/delivery.ts';

/** The outcome of a refused request. */
export function refused(reason: RefusalReason): ReceiverOutcome {
  return { kind: 'refused', reason };
}

/** What the keeper's word means for the request. @param orderName as the delivery has it */
export function outcomeOf(kept: KeepOutcome, orderName: string): ReceiverOutcome {
  switch (kept.kind) {
    case 'kept':
      return { kind: 'kept', orderName: cleanText(orderName) };
    case 'replayed':
      return { kind: 'replayed' };
    case 'unusable':
      return refused({ kind: 'unusable', error: kept.error });
    case 'flood':
      return refused({ kind: 'flood' });
    case 'notKept':
      return refused({ kind: 'notKept', error: kept.error });
  }
}
