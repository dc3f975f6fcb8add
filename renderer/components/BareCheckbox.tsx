import { CheckboxInput, type CheckboxState } from './CheckboxInput.tsx';

interface BareCheckboxProps extends CheckboxState {
  /** For screen readers. */
  readonly label: string;
  readonly tabIndex?: number;
}

/**
 * A checkbox without a visible label, in a flex container that is positioned: a list has one in each row. A click four
 * pixels beside the box counts, too.
 */
export function BareCheckbox({ label, ...box }: BareCheckboxProps) {
  return (
    <CheckboxInput {...box} aria-label={label} className="bare-checkbox" markClassName="top-0.5 left-0.5" />
  );
}
