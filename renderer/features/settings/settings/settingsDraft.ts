import type { Problems } from '#renderer/hooks/useForm.ts';
import type { Settings } from '#shared/domain/settings.ts';
import { isCriticalAboveWarning, settingsBounds } from '#shared/domain/settingsBounds.ts';
import { err, ok, type Result } from '#shared/result.ts';

export const intervalUnits = { minutes: 1, hours: 60, days: 1440 } as const;
export type IntervalUnit = keyof typeof intervalUnits;

/** Minutes that the form offers by name. */
export const intervalPresets = [15, 30, 60, 180, 360, 720, 1440, 4320, 10_080] as const;

export type NumberField =
  | 'warningDays'
  | 'warningLifetimeDivisor'
  | 'criticalDays'
  | 'criticalLifetimeDivisor';

/** The settings as they are typed: numbers as text. */
export interface SettingsDraft extends Omit<Settings, NumberField | 'pollIntervalMinutes' | 'alertDays'> {
  /** Minutes as text, or `custom`. */
  readonly preset: string;
  readonly customInterval: string;
  readonly customUnit: IntervalUnit;
  readonly numbers: Readonly<Record<NumberField, string>>;
  /** Whole days, separated by commas, semicolons or white space. */
  readonly alertDays: string;
}

/** Why a number, or a list of them, is refused. Bounds of the interval are in minutes. */
export type NumberProblem =
  | { readonly kind: 'notWhole' }
  | { readonly kind: 'noDays' }
  | { readonly kind: 'notDays'; readonly text: string }
  | { readonly kind: 'tooManyDays'; readonly max: number }
  | { readonly kind: 'outOfRange'; readonly min: number; readonly max: number }
  | { readonly kind: 'criticalAboveWarning'; readonly max: number };

export type SettingsProblems = Problems<NumberField | 'pollIntervalMinutes' | 'alertDays', NumberProblem>;

export function draftOfSettings(settings: Settings): SettingsDraft {
  const { pollIntervalMinutes: minutes, alertDays, ...others } = settings;
  const { warningDays, warningLifetimeDivisor, criticalDays, criticalLifetimeDivisor, ...chosen } = others;
  const unit = minutes % 1440 === 0 ? 'days' : minutes % 60 === 0 ? 'hours' : 'minutes';
  const isPreset = intervalPresets.some((preset) => preset === minutes);
  return {
    ...chosen,
    preset: isPreset ? String(minutes) : 'custom',
    customInterval: String(minutes / intervalUnits[unit]),
    customUnit: unit,
    numbers: {
      warningDays: String(warningDays),
      warningLifetimeDivisor: String(warningLifetimeDivisor),
      criticalDays: String(criticalDays),
      criticalLifetimeDivisor: String(criticalLifetimeDivisor),
    },
    alertDays: alertDays.join(', '),
  };
}

/** The settings of a draft, or what is wrong with each number. */
export function checkSettings(draft: SettingsDraft): Result<Settings, SettingsProblems> {
  const { preset, customInterval, customUnit, numbers, alertDays: typedDays, ...chosen } = draft;
  const problems: SettingsProblems = {};
  const read = (field: NumberField | 'pollIntervalMinutes', text: string, factor = 1): number => {
    const value = wholeNumber(text);
    const { min, max } = settingsBounds[field];
    if (value === null) problems[field] = { kind: 'notWhole' };
    else if (value * factor < min || value * factor > max) problems[field] = { kind: 'outOfRange', min, max };
    return (value ?? 0) * factor;
  };
  const pollIntervalMinutes =
    preset === 'custom'
      ? read('pollIntervalMinutes', customInterval, intervalUnits[customUnit])
      : read('pollIntervalMinutes', preset);
  const alertDays = readAlertDays(typedDays);
  if (!alertDays.ok) problems.alertDays = alertDays.error;
  const settings: Settings = {
    pollIntervalMinutes,
    warningDays: read('warningDays', numbers.warningDays),
    warningLifetimeDivisor: read('warningLifetimeDivisor', numbers.warningLifetimeDivisor),
    criticalDays: read('criticalDays', numbers.criticalDays),
    criticalLifetimeDivisor: read('criticalLifetimeDivisor', numbers.criticalLifetimeDivisor),
    alertDays: alertDays.ok ? alertDays.value : [],
    ...chosen,
  };
  if (
    problems.criticalDays === undefined &&
    problems.warningDays === undefined &&
    isCriticalAboveWarning(settings)
  )
    problems.criticalDays = { kind: 'criticalAboveWarning', max: settings.warningDays };
  return Object.keys(problems).length === 0 ? ok(settings) : err(problems);
}

/** Days in any order, and some of them twice: they are sorted, most first, each once. */
function readAlertDays(text: string): Result<number[], NumberProblem> {
  const parts = text.split(/[\s,;，、；]+/u).filter((part) => part !== '');
  const { min, max } = settingsBounds.alertDays;
  const days = new Set<number>();
  for (const part of parts) {
    const value = wholeNumber(part);
    if (value === null) return err({ kind: 'notDays', text: part.slice(0, MAX_QUOTED) });
    if (value < min || value > max) return err({ kind: 'outOfRange', min, max });
    days.add(value);
  }
  if (days.size === 0) return err({ kind: 'noDays' });
  const most = settingsBounds.alertDaysCount.max;
  if (days.size > most) return err({ kind: 'tooManyDays', max: most });
  return ok([...days].sort((a, b) => b - a));
}

/** Characters of a refused text that the problem quotes. */
const MAX_QUOTED = 20;

function wholeNumber(text: string): number | null {
  const trimmed = text.trim();
  return /^\d{1,7}$/u.test(trimmed) ? Number(trimmed) : null;
}
