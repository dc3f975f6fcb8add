import { Fragment, type ReactNode, useId } from 'react';
import { FieldProblem } from '#renderer/components/FormField.tsx';
import { Select } from '#renderer/components/Select.tsx';
import { TextField } from '#renderer/components/TextField.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import type { Settings } from '#shared/domain/settings.ts';
import { DAY_MS, HOUR_MS, windowsFor } from '#shared/domain/thresholds.ts';
import { formatDuration } from '#shared/i18n/format.ts';
import type { Translate } from '#shared/i18n/types.ts';
import { offeredDivisors, readDays } from '../preferences/settingsDraft.ts';
import type { LiveSettings } from '../preferences/useLiveSettings.ts';
import { useTypedSetting } from '../preferences/useTypedSetting.ts';

const fields = {
  warning: { days: 'warningDays', part: 'warningLifetimeDivisor' },
  critical: { days: 'criticalDays', part: 'criticalLifetimeDivisor' },
} as const;

interface ThresholdSentenceProps {
  readonly live: LiveSettings;
  readonly level: keyof typeof fields;
}

/** When an order becomes expiring or critical, as a sentence with its two values as fields. */
export function ThresholdSentence({ live: { settings, change }, level }: ThresholdSentenceProps) {
  const t = useT();
  const problemId = useId();
  const { days, part } = fields[level];
  const { input, error } = useTypedSetting(
    String(settings[days]),
    (text) => readDays(days, text, settings),
    (next) => change(next, `settings.${level}`),
  );
  const controls: Readonly<Record<string, ReactNode>> = {
    days: (
      <TextField
        {...input}
        aria-label={t('settings.days')}
        aria-invalid={error === null ? undefined : true}
        aria-describedby={error === null ? undefined : problemId}
        inputMode="numeric"
        className="w-14! text-center"
      />
    ),
    part: (
      <Select
        aria-label={t('settings.lifetimePart')}
        className="inline-block! w-auto"
        value={String(settings[part])}
        onValueChange={(divisor) => change({ [part]: Number(divisor) }, `settings.${level}`)}
        options={offeredDivisors(part, settings[part]).map((divisor) => ({
          value: String(divisor),
          label: partWords(divisor, t),
        }))}
      />
    ),
  };
  return (
    <fieldset aria-label={t(`settings.${level}`)} className="flex flex-col gap-1 px-4 py-2">
      <div className="flex flex-wrap items-center gap-x-1.5 gap-y-1 text-sm">
        {t(`settings.sentence.${level}`, { days: '\n{days}\n', part: '\n{part}\n' })
          .split('\n')
          .map((piece) => (
            <Fragment key={piece}>{controls[piece.replace(/[{}]/gu, '')] ?? <span>{piece}</span>}</Fragment>
          ))}
      </div>
      <FieldProblem id={problemId} text={error} />
    </fieldset>
  );
}

/** A part of a lifetime in words: a third, or 1/12 where there is no common word. */
function partWords(divisor: number, t: Translate): string {
  switch (divisor) {
    case 2:
    case 3:
    case 4:
    case 5:
    case 10:
      return t(`settings.part.${divisor}`);
    default:
      return t('settings.part.other', { divisor });
  }
}

/** Common lifetimes in days: one year, the usual one, and short-lived. */
const LIFETIMES = [365, 90, 6] as const;

/** What the thresholds mean for certificates of common lifetimes. */
export function ThresholdMeaning({ settings }: { readonly settings: Settings }) {
  const t = useT();
  const words = (ms: number) => formatDuration(Math.round(ms / HOUR_MS) * HOUR_MS, t);
  return (
    <table className="mx-4 mt-1 mb-3 text-left text-xs">
      <caption className="sr-only">{t('settings.meaning')}</caption>
      <thead className="text-muted">
        <tr>
          <th scope="col" className="w-1/3 py-0.5 font-medium">
            {t('settings.meaningLifetime')}
          </th>
          <th scope="col" className="w-1/3 font-medium">
            {t('settings.warning')}
          </th>
          <th scope="col" className="font-medium">
            {t('settings.critical')}
          </th>
        </tr>
      </thead>
      <tbody className="tabular">
        {LIFETIMES.map((days) => {
          const { warningMs, criticalMs } = windowsFor(0, days * DAY_MS, settings);
          return (
            <tr key={days}>
              <td className="py-0.5">{formatDuration(days * DAY_MS, t)}</td>
              <td>{t('settings.meaningBefore', { time: words(warningMs) })}</td>
              <td>{t('settings.meaningBefore', { time: words(criticalMs) })}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
