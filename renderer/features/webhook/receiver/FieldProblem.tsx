import { CircleAlert } from 'lucide-react';

interface FieldProblemProps {
  /** For the `aria-describedby` of what it is about. */
  readonly id: string;
  /** Why what stands above cannot be taken; `null` shows nothing. */
  readonly text: string | null;
}

/** What is wrong with a checkbox or a group of buttons, as a FormField says it of its input. */
export function FieldProblem({ id, text }: FieldProblemProps) {
  if (text === null) return null;
  return (
    <p id={id} className="flex items-start gap-1.5 text-xs text-danger">
      <CircleAlert size={13} aria-hidden className="mt-0.5 shrink-0" />
      <span>{text}</span>
    </p>
  );
}
