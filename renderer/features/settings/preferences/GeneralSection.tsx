import { Checkbox } from '#renderer/components/Checkbox.tsx';
import { PageHeading } from '#renderer/components/PageHeading.tsx';
import { Select } from '#renderer/components/Select.tsx';
import { ConfigurationFile } from '#renderer/features/settings/configuration/ConfigurationFile.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import type { SettingPlaces } from './changeSettings.ts';
import { IntervalSetting } from './IntervalSetting.tsx';
import { SettingGroup, SettingRow } from './SettingRow.tsx';
import { ShortcutSetting } from './ShortcutSetting.tsx';
import { useLiveSettings } from './useLiveSettings.ts';

export const languages = ['system', 'en', 'zh-CN'] as const;
export const themes = ['system', 'light', 'dark'] as const;

/** The settings of this section with the names that it shows. */
export const generalPlaces = {
  language: 'settings.language',
  theme: 'settings.theme',
  pollIntervalMinutes: 'settings.interval',
  startAtLogin: 'settings.startAtLogin',
  quickShortcut: 'settings.quickShortcut',
  menuBarCount: 'settings.menuBarCount',
} as const satisfies SettingPlaces;

/** Whether a setting is shown on this platform. */
export const isGeneralShown = (name: string, platform: string) =>
  name !== 'menuBarCount' || platform === 'darwin';

/** Language, theme, how often orders are checked, and the start with the computer. */
export function GeneralSection() {
  const t = useT();
  const hasCount = useApp(({ app }) => isGeneralShown('menuBarCount', app.platform));
  const live = useLiveSettings();
  const { settings, change } = live;
  return (
    <>
      <PageHeading title={t('settings.sections.general')}>{t('settings.atOnce')}</PageHeading>
      <SettingGroup title={t('settings.appearance')}>
        <SettingRow label={t('settings.language')}>
          {(field) => (
            <Select
              {...field}
              className="w-52"
              value={settings.language}
              onValueChange={(language) => change({ language }, 'settings.language')}
              options={languages.map((value) => ({ value, label: t(`settings.languages.${value}`) }))}
            />
          )}
        </SettingRow>
        <SettingRow label={t('settings.theme')}>
          {(field) => (
            <Select
              {...field}
              className="w-52"
              value={settings.theme}
              onValueChange={(theme) => change({ theme }, 'settings.theme')}
              options={themes.map((value) => ({ value, label: t(`settings.themes.${value}`) }))}
            />
          )}
        </SettingRow>
      </SettingGroup>
      <SettingGroup title={t('settings.checking')}>
        <IntervalSetting live={live} />
      </SettingGroup>
      <SettingGroup title={t('settings.computer')}>
        <div className="px-4 py-3">
          <Checkbox
            label={t('settings.startAtLogin')}
            hint={t('settings.startAtLoginHint')}
            checked={settings.startAtLogin}
            onCheckedChange={(startAtLogin) => change({ startAtLogin }, 'settings.startAtLogin')}
          />
        </div>
        <ShortcutSetting live={live} />
        {hasCount && (
          <div className="px-4 py-3">
            <Checkbox
              label={t('settings.menuBarCount')}
              hint={t('settings.menuBarCountHint')}
              checked={settings.menuBarCount}
              onCheckedChange={(menuBarCount) => change({ menuBarCount }, 'settings.menuBarCount')}
            />
          </div>
        )}
      </SettingGroup>
      <ConfigurationFile />
    </>
  );
}
