import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Checkbox } from '#renderer/components/Checkbox.tsx';
import { cx } from '#renderer/components/cx.ts';
import { FieldProblem, type FieldProps, useField } from '#renderer/components/FormField.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import type { Settings } from '#shared/domain/settings.ts';
import type { SettingLabel } from './changeSettings.ts';
import type { LiveSettings } from './useLiveSettings.ts';

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
  const { field, hintId, errorId } = useField(hint, error);
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3">
      <div className="flex min-w-52 flex-1 flex-col">
        <label htmlFor={field.id} className="text-sm">
          {label}
        </label>
        {hint !== undefined && (
          <p id={hintId} className="text-xs text-muted">
            {hint}
          </p>
        )}
        <FieldProblem id={errorId} text={error} />
      </div>
      {children(field)}
    </div>
  );
}

/** The name of a setting that is on or off. */
type SwitchName = {
  [Name in keyof Settings]: Settings[Name] extends boolean ? Name : never;
}[keyof Settings];

/** A label to which there is a hint: its key ends with `Hint`. */
type Hinted<Key> = Key extends `${infer Label}Hint` ? Label : never;

interface SettingSwitchProps {
  readonly live: LiveSettings;
  readonly name: SwitchName;
  readonly label: Hinted<SettingLabel> & SettingLabel;
  readonly disabled?: boolean;
}

/** A setting that is on or off, in a row of its own. */
export function SettingSwitch({ live, name, label, disabled = false }: SettingSwitchProps) {
  const { settings, change } = live;
  const t = useT();
  return (
    <div className="px-4 py-3">
      <Checkbox
        label={t(label)}
        hint={t(`${label}Hint`)}
        checked={settings[name]}
        disabled={disabled}
        onCheckedChange={(isOn) => change({ [name]: isOn }, label)}
      />
    </div>
  );
}

interface FoldedSettingProps {
  readonly title: string;
  /** What is set, such as whether it is on. */
  readonly state?: string;
  /** Needs the user now. */
  readonly isUrgent?: boolean;
  readonly children: ReactNode;
}

/** A setting in a group that is one line until it is wanted. What was typed in it stays. */
export function FoldedSetting({ title, state, isUrgent = false, children }: FoldedSettingProps) {
  const id = useId();
  const [isOpened, setOpened] = useState(false);
  const isOpen = isOpened || isUrgent;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a group of fields of the form around it.
    <div role="group" aria-label={title}>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpened(!isOpened)}
        className="flex min-h-9 w-full items-center gap-1.5 px-4 py-1 text-left text-sm outline-offset-[-2px] hover:bg-hover"
      >
        <ChevronRight
          size={15}
          aria-hidden
          className={cx('-ml-1 shrink-0 text-muted transition-transform', isOpen && 'rotate-90')}
        />
        <span className="min-w-0 flex-1">{title}</span>{' '}
        {state !== undefined && <span className="shrink-0 text-xs text-muted">{state}</span>}
      </button>
      <div id={id} hidden={!isOpen}>
        {children}
      </div>
    </div>
  );
}
