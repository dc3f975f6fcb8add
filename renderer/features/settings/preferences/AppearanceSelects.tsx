import { Select } from '#renderer/components/Select.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import type { Settings } from '#shared/domain/settings.ts';
import type { LiveSettings } from './useLiveSettings.ts';

export const languages = ['system', 'en', 'zh-CN'] as const satisfies readonly Settings['language'][];
export const themes = ['system', 'light', 'dark'] as const satisfies readonly Settings['theme'][];

interface AppearanceSelectProps {
  readonly live: LiveSettings;
  /** Of the label beside it. */
  readonly id: string;
  readonly className?: string;
}

/** The choice of the language, which changes at once. */
export function LanguageSelect({ live: { settings, change }, ...select }: AppearanceSelectProps) {
  const t = useT();
  return (
    <Select
      {...select}
      value={settings.language}
      options={languages.map((value) => ({ value, label: t(`settings.languages.${value}`) }))}
      onValueChange={(language) => change({ language }, 'settings.language')}
    />
  );
}

/** The choice of light or dark, which changes at once. */
export function ThemeSelect({ live: { settings, change }, ...select }: AppearanceSelectProps) {
  const t = useT();
  return (
    <Select
      {...select}
      value={settings.theme}
      options={themes.map((value) => ({ value, label: t(`settings.themes.${value}`) }))}
      onValueChange={(theme) => change({ theme }, 'settings.theme')}
    />
  );
}
