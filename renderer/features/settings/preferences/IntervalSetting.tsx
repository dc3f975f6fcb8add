import { useState } from 'react';
import { Select } from '#renderer/components/Select.tsx';
import { TextField } from '#renderer/components/TextField.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';
import { formatDuration } from '#shared/i18n/format.ts';
import { SettingRow } from './SettingRow.tsx';
import {
  type IntervalUnit,
  intervalPresets,
  intervalTexts,
  intervalUnits,
  readInterval,
} from './settingsDraft.ts';
import type { LiveSettings } from './useLiveSettings.ts';
import { useTypedSetting } from './useTypedSetting.ts';

/** How often each order is checked: a usual interval or a custom one. */
export function IntervalSetting({ live }: { readonly live: LiveSettings }) {
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
