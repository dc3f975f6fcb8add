import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';

/** What a FormField hands to its input: spread it there. */
export interface FieldProps {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

interface FormFieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  /** Why the value cannot be taken, in words; `null` or left out when it can. */
  readonly error?: string | null | undefined;
  readonly children: (field: FieldProps) => ReactNode;
}

/** A labelled input with its hint and its error, tied together for screen readers. */
export function FormField({ label, hint, error, children }: FormFieldProps) {
  const id = useId();
  const hintId = hint === undefined ? undefined : `${id}-hint`;
  const errorId = error == null ? undefined : `${id}-error`;
  const describedBy = [errorId, hintId].filter((part) => part !== undefined).join(' ');
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-xs font-medium text-ink">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': describedBy === '' ? undefined : describedBy,
        'aria-invalid': errorId === undefined ? undefined : true,
      })}
      {errorId !== undefined && (
        <p id={errorId} className="flex items-start gap-1.5 text-xs text-danger">
          <CircleAlert size={13} aria-hidden className="mt-0.5 shrink-0" />
          <span>{error}</span>
        </p>
      )}
      {hintId !== undefined && (
        <p id={hintId} className="text-xs text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}
