import { useProblemText } from '#renderer/features/settings/preferences/useProblemText.ts';
import { useFieldErrorText } from '#renderer/hooks/useFieldErrorText.ts';
import type { ReceiverProblem } from './receiverDraft.ts';

/** The text for a refused value of the receiver's configuration; `null` for no problem. */
export function useReceiverProblemText(): (problem: ReceiverProblem | undefined) => string | null {
  const numberText = useProblemText();
  const errorText = useFieldErrorText();
  return (problem) => (problem?.kind === 'invalidInput' ? errorText(problem) : numberText(problem));
}
