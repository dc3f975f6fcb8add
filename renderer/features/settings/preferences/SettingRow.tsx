import { type ReactNode, useId } from 'react';
import { FieldProblem, type FieldProps } from '#renderer/components/FormField.tsx';

interface SettingGroupProps {
  readonly title?: string;
  readonly children: ReactNode;
}

/** Settings that belong together, one below the other. */
export function SettingGroup({ title, children }: SettingGroupProps) {
  const id = useId();
  return (
    <section aria-labelledby={title === undefined ? undefined : id} className="flex max-w-180 flex-col gap-2">
      {title !== undefined && (
        <h3 id={id} className="text-sm font-semibold">
          {title}
        </h3>
      )}
      <div className="flex flex-col divide-y divide-line rounded-lg border border-line">{children}</div>
    </section>
  );
}

interface SettingRowProps {
  readonly label: string;
  readonly hint?: string;
  readonly error?: string | null;
  readonly children: (field: FieldProps) => ReactNode;
}

/** One setting: its label and hint, and the control beside them. */
export function SettingRow({ label, hint, error = null, children }: SettingRowProps) {
  const id = useId();
  const hintId = hint === undefined ? undefined : `${id}-hint`;
  const errorId = error === null ? undefined : `${id}-error`;
  const describedBy = [errorId, hintId].filter((part) => part !== undefined).join(' ');
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3">
      <div className="flex min-w-52 flex-1 flex-col">
        <label htmlFor={id} className="text-sm">
          {label}
        </label>
        {hint !== undefined && (
          <p id={hintId} className="text-xs text-muted">
            {hint}
          </p>
        )}
        <FieldProblem id={errorId} text={error} />
      </div>
      {children({
        id,
        'aria-describedby': describedBy === '' ? undefined : describedBy,
        'aria-invalid': errorId === undefined ? undefined : true,
      })}
    </div>
  );
}
