import { useFieldErrorText } from '#renderer/hooks/useFieldErrorText.ts';
import { useT } from '#renderer/hooks/useT.ts';
import type { ReceiverProblem } from './receiverDraft.ts';

/** The text for a refused value of the receiver's configuration; `null` for no problem. */
export function useReceiverProblemText(): (problem: ReceiverProblem | undefined) => string | null {
  const t = useT();
  const errorText = useFieldErrorText();
  return (problem) => {
    switch (problem?.kind) {
      case 'notWhole':
        return t('settings.bounds.wholeNumber');
      case 'outOfRange':
        return t('settings.bounds.range', { min: problem.min, max: problem.max });
      default:
        return errorText(problem);
    }
  };
}
