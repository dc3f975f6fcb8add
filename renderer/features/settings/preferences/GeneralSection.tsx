import { useState } from 'react';
import { PageHeading } from '#renderer/components/PageHeading.tsx';
import { Select } from '#renderer/components/Select.tsx';
import { TextField } from '#renderer/components/TextField.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';
import { formatDuration } from '#shared/i18n/format.ts';
import { ConfigurationFile } from '../configuration/ConfigurationFile.tsx';
import { LanguageSelect, ThemeSelect } from './AppearanceSelects.tsx';
import type { SettingPlaces } from './changeSettings.ts';
import { SettingGroup, SettingRow, SettingSwitch } from './SettingRow.tsx';
import { ShortcutSetting } from './ShortcutSetting.tsx';
import {
  type IntervalUnit,
  intervalPresets,
  intervalTexts,
  intervalUnits,
  readInterval,
} from './settingsDraft.ts';
import { type LiveSettings, useLiveSettings } from './useLiveSettings.ts';
import { useTypedSetting } from './useTypedSetting.ts';

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
  return (
    <>
      <PageHeading title={t('settings.sections.general')}>{t('settings.atOnce')}</PageHeading>
      <SettingGroup title={t('settings.appearance')}>
        <SettingRow label={t('settings.language')}>
          {(field) => <LanguageSelect {...field} className="w-52" live={live} />}
        </SettingRow>
        <SettingRow label={t('settings.theme')}>
          {(field) => <ThemeSelect {...field} className="w-52" live={live} />}
        </SettingRow>
      </SettingGroup>
      <SettingGroup title={t('settings.checking')}>
        <IntervalSetting live={live} />
      </SettingGroup>
      <SettingGroup title={t('settings.computer')}>
        <SettingSwitch live={live} name="startAtLogin" label="settings.startAtLogin" />
        <ShortcutSetting live={live} />
        {hasCount && <SettingSwitch live={live} name="menuBarCount" label="settings.menuBarCount" />}
      </SettingGroup>
      <ConfigurationFile />
    </>
  );
}

/** How often each order is checked: a usual interval or a custom one. */
function IntervalSetting({ live }: { readonly live: LiveSettings }) {
  const t = useT();
  const minutes = live.settings.pollIntervalMinutes;
  const isPreset = intervalPresets.some((preset) => preset === minutes);
  const [isCustom, setCustom] = useState(!isPreset);
  return (
    <>
      <SettingRow label={t('settings.interval')} hint={t('settings.intervalHint')}>
        {(field) => (
          <Select
            {...field}
            className="w-52"
            value={isCustom || !isPreset ? 'custom' : String(minutes)}
            onValueChange={(preset) => {
              setCustom(preset === 'custom');
              if (preset !== 'custom')
                live.change({ pollIntervalMinutes: Number(preset) }, 'settings.interval');
            }}
            options={[
              ...intervalPresets.map((preset) => ({
                value: String(preset),
                label: formatDuration(preset * MINUTE_MS, t),
              })),
              { value: 'custom', label: t('settings.custom') },
            ]}
          />
        )}
      </SettingRow>
      {(isCustom || !isPreset) && <CustomInterval live={live} />}
    </>
  );
}

function CustomInterval({ live }: { readonly live: LiveSettings }) {
  const t = useT();
  const stored = intervalTexts(live.settings.pollIntervalMinutes);
  const [chosenUnit, setUnit] = useState<IntervalUnit | null>(null);
  const unit = chosenUnit ?? stored.unit;
  const apply = (change: Parameters<LiveSettings['change']>[0]) => {
    setUnit(null);
    live.change(change, 'settings.interval');
  };
  const { input, error } = useTypedSetting(stored.text, (text) => readInterval(text, unit), apply, {
    inMinutes: true,
  });
  const units = Object.keys(intervalUnits) as IntervalUnit[];
  return (
    <SettingRow label={t('settings.intervalValue')} error={error}>
      {(field) => (
        <span className="flex w-52 gap-2">
          <TextField {...field} {...input} inputMode="numeric" className="w-16" />
          <Select
            aria-label={t('settings.unit')}
            className="flex-1"
            value={unit}
            onValueChange={(next) => {
              const read = readInterval(input.value, next);
              if (read.ok) apply(read.value);
              else setUnit(next);
            }}
            options={units.map((each) => ({ value: each, label: t(`settings.units.${each}`) }))}
          />
        </span>
      )}
    </SettingRow>
  );
}
