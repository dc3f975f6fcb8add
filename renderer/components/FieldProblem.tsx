import { CircleAlert } from 'lucide-react';

interface FieldProblemProps {
  /** For the `aria-describedby` of the controls. */
  readonly id: string;
  /** Why the value above is invalid; `null` shows nothing. */
  readonly text: string | null;
}

/** The error of a checkbox or a group of controls, styled as the error of a `FormField`. */
export function FieldProblem({ id, text }: FieldProblemProps) {
  if (text === null) return null;
  return (
    <p id={id} className="flex items-start gap-1.5 text-xs text-danger">
      <CircleAlert size={13} aria-hidden className="mt-0.5 shrink-0" />
      <span>{text}</span>
    </p>
  );
}
