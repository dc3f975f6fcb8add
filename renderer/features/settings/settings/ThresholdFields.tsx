import { FormField } from '#renderer/components/FormField.tsx';
import { TextField } from '#renderer/components/TextField.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import type { Settings } from '#shared/domain/settings.ts';
import { DAY_MS, HOUR_MS, windowsFor } from '#shared/domain/thresholds.ts';
import { formatDuration } from '#shared/i18n/format.ts';
import type { NumberField, SettingsDraft, SettingsProblems } from './settingsDraft.ts';
import { useProblemText } from './useProblemText.ts';

interface ThresholdFieldsProps {
  readonly draft: SettingsDraft;
  readonly problems: SettingsProblems;
  readonly onChange: (change: Partial<SettingsDraft>) => void;
}

const levels = [
  { level: 'warning', days: 'warningDays', part: 'warningLifetimeDivisor' },
  { level: 'critical', days: 'criticalDays', part: 'criticalLifetimeDivisor' },
] as const satisfies readonly { level: string; days: NumberField; part: NumberField }[];

/** When an order becomes expiring and critical: days, and the part of a short lifetime that bounds them. */
export function ThresholdFields({ draft, problems, onChange }: ThresholdFieldsProps) {
  const t = useT();
  const problemText = useProblemText();
  const change = (field: NumberField, text: string) =>
    onChange({ numbers: { ...draft.numbers, [field]: text } });
  return (
    <>
      {levels.map(({ level, days, part }) => (
        <fieldset key={level} className="flex flex-col gap-2">
          <legend className="mb-1.5 text-sm font-medium">{t(`settings.${level}`)}</legend>
          <div className="grid grid-cols-2 items-start gap-4">
            <TextField
              label={t('settings.days')}
              error={problemText(problems[days])}
              inputMode="numeric"
              className="max-w-24"
              value={draft.numbers[days]}
              onValueChange={(text) => change(days, text)}
            />
            <FormField label={t('settings.lifetimePart')} error={problemText(problems[part])}>
              {(field) => (
                <span className="flex items-center gap-2">
                  <span className="tabular text-sm text-muted">{t('settings.partPrefix')}</span>
                  <TextField
                    {...field}
                    inputMode="numeric"
                    className="max-w-24"
                    value={draft.numbers[part]}
                    onValueChange={(text) => change(part, text)}
                  />
                </span>
              )}
            </FormField>
          </div>
        </fieldset>
      ))}
    </>
  );
}

/** Common lifetimes in days: one year, the usual one, and short-lived. */
const LIFETIMES = [365, 90, 6] as const;

/** What the thresholds mean for certificates of common lifetimes. */
export function ThresholdMeaning({ settings }: { readonly settings: Settings }) {
  const t = useT();
  const words = (ms: number) => formatDuration(Math.round(ms / HOUR_MS) * HOUR_MS, t);
  return (
    <section className="rounded-lg bg-sunken px-3 py-2">
      <h4 className="text-xs font-medium">{t('settings.meaning')}</h4>
      <ul className="text-xs text-muted">
        {LIFETIMES.map((days) => {
          const { warningMs, criticalMs } = windowsFor(0, days * DAY_MS, settings);
          return (
            <li key={days}>
              {t('settings.meaningFor', {
                lifetime: formatDuration(days * DAY_MS, t),
                warning: words(warningMs),
                critical: words(criticalMs),
              })}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
