import { useFieldErrorText } from '#renderer/hooks/useFieldErrorText.ts';
import { useT } from '#renderer/hooks/useT.ts';
import type { ReceiverProblem } from './receiverDraft.ts';

/** Gives the words under a value of the receiver's configuration that is refused; `null` for one that is not. */
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
