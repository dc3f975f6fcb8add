import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';

/** The props that a `FormField` passes to its input. */
export interface FieldProps {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

interface FormFieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | null | undefined;
  readonly children: (field: FieldProps) => ReactNode;
}

/** The label, hint and error of an input. Without a label the input stands alone. */
export type FieldLabel = Partial<Omit<FormFieldProps, 'children'>>;

/** Connects an input with its hint and its error, where it has them. */
export function useField(hint: ReactNode, error: string | null | undefined) {
  const id = useId();
  const hintId = hint === undefined ? undefined : `${id}-hint`;
  const errorId = error == null ? undefined : `${id}-error`;
  const describedBy = [errorId, hintId].filter((part) => part !== undefined).join(' ');
  const field: FieldProps = {
    id,
    'aria-describedby': describedBy === '' ? undefined : describedBy,
    'aria-invalid': errorId === undefined ? undefined : true,
  };
  return { field, hintId, errorId };
}

/** A labelled input with its hint and its error, connected for screen readers. */
export function FormField({ label, hint, error, children }: FormFieldProps) {
  const { field, hintId, errorId } = useField(hint, error);
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={field.id} className="text-xs font-medium text-ink">
        {label}
      </label>
      {children(field)}
      <FieldProblem id={errorId} text={error ?? null} />
      {hintId !== undefined && (
        <p id={hintId} className="text-xs text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}

interface FieldProblemProps {
  readonly id: string | undefined;
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
