import { useId } from 'react';
import { Select } from '#renderer/components/Select.tsx';
import { useLiveSettings } from '#renderer/features/settings/preferences/useLiveSettings.ts';
import { useT } from '#renderer/hooks/useT.ts';
import type { Settings } from '#shared/domain/settings.ts';

const languages = ['system', 'en', 'zh-CN'] as const satisfies readonly Settings['language'][];
const themes = ['system', 'light', 'dark'] as const satisfies readonly Settings['theme'][];

/** Language and theme, which change at once. */
export function AppearanceChoice() {
  const t = useT();
  const { settings, change } = useLiveSettings();
  return (
    <>
      <Choice
        label={t('settings.language')}
        value={settings.language}
        options={languages.map((value) => ({ value, label: t(`settings.languages.${value}`) }))}
        onChange={(language) => change({ language }, 'settings.language')}
      />
      <Choice
        label={t('settings.theme')}
        value={settings.theme}
        options={themes.map((value) => ({ value, label: t(`settings.themes.${value}`) }))}
        onChange={(theme) => change({ theme }, 'settings.theme')}
      />
    </>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
}

function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  const id = useId();
  return (
    <span className="flex items-center gap-1.5">
      <label htmlFor={id} className="text-xs text-muted">
        {label}
      </label>
      <Select id={id} value={value} options={options} onValueChange={onChange} />
    </span>
  );
}
