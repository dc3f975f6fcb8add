import { Select } from '#renderer/components/Select.tsx';
import { TextField } from '#renderer/components/TextField.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';
import { formatDuration } from '#shared/i18n/format.ts';
import {
  type IntervalUnit,
  intervalPresets,
  intervalUnits,
  type NumberProblem,
  type SettingsDraft,
} from './settingsDraft.ts';
import { useProblemText } from './useProblemText.ts';

interface IntervalFieldProps {
  readonly draft: SettingsDraft;
  readonly problem: NumberProblem | undefined;
  readonly onChange: (change: Partial<SettingsDraft>) => void;
}

/** How often each order is checked: a usual interval or a custom one. */
export function IntervalField({ draft, problem, onChange }: IntervalFieldProps) {
  const t = useT();
  const problemText = useProblemText();
  const units = Object.keys(intervalUnits) as IntervalUnit[];
  const isCustom = draft.preset === 'custom';
  return (
    <div className="flex flex-col gap-3">
      <Select
        label={t('settings.interval')}
        hint={t('settings.intervalHint')}
        className="max-w-60"
        value={draft.preset}
        onValueChange={(preset) => onChange({ preset })}
        options={[
          ...intervalPresets.map((minutes) => ({
            value: String(minutes),
            label: formatDuration(minutes * MINUTE_MS, t),
          })),
          { value: 'custom', label: t('settings.custom') },
        ]}
      />
      {isCustom && (
        <TextField
          label={t('settings.intervalValue')}
          error={problemText(problem, true)}
          className="max-w-24"
          inputMode="numeric"
          value={draft.customInterval}
          onValueChange={(customInterval) => onChange({ customInterval })}
          beside={
            <Select
              aria-label={t('settings.unit')}
              className="w-34"
              value={draft.customUnit}
              onValueChange={(customUnit) => onChange({ customUnit })}
              options={units.map((unit) => ({ value: unit, label: t(`settings.units.${unit}`) }))}
            />
          }
        />
      )}
    </div>
  );
}
