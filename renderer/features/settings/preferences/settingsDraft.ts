import { isAcmeAddress } from '#shared/domain/acmeDirectory.ts';
import type { Settings } from '#shared/domain/settings.ts';
import { settingsBounds } from '#shared/domain/settingsBounds.ts';
import { err, ok, type Result } from '#shared/result.ts';

export const intervalUnits = { minutes: 1, hours: 60, days: 1440 } as const;
export type IntervalUnit = keyof typeof intervalUnits;

/** Minutes that the page offers by name. */
export const intervalPresets = [15, 30, 60, 180, 360, 720, 1440, 4320, 10_080] as const;

/** Why a typed setting is refused. Bounds of the interval are in minutes. */
export type TypedProblem =
  | { readonly kind: 'notDirectory' }
  | { readonly kind: 'notWhole' }
  | { readonly kind: 'noDays' }
  | { readonly kind: 'notDays'; readonly text: string }
  | { readonly kind: 'tooManyDays'; readonly max: number }
  | { readonly kind: 'outOfRange'; readonly min: number; readonly max: number }
  | { readonly kind: 'criticalAboveWarning'; readonly max: number }
  | { readonly kind: 'warningBelowCritical'; readonly min: number };

/** The part of the settings that a typed text means, or what is wrong with it. */
export type TypedChange = Result<Partial<Settings>, TypedProblem>;

/** The interval in its largest whole unit, as text. */
export function intervalTexts(minutes: number): { readonly text: string; readonly unit: IntervalUnit } {
  const unit = minutes % 1440 === 0 ? 'days' : minutes % 60 === 0 ? 'hours' : 'minutes';
  return { text: String(minutes / intervalUnits[unit]), unit };
}

export function readInterval(text: string, unit: IntervalUnit): TypedChange {
  const minutes = readNumber(text, settingsBounds.pollIntervalMinutes, intervalUnits[unit]);
  return minutes.ok ? ok({ pollIntervalMinutes: minutes.value }) : minutes;
}

/** Days before expiry: the critical window can't be longer than the warning. */
export function readDays(
  field: 'warningDays' | 'criticalDays',
  text: string,
  { warningDays, criticalDays }: Pick<Settings, 'warningDays' | 'criticalDays'>,
): TypedChange {
  const days = readNumber(text, settingsBounds[field]);
  if (!days.ok) return days;
  if (field === 'criticalDays' && days.value > warningDays)
    return err({ kind: 'criticalAboveWarning', max: warningDays });
  if (field === 'warningDays' && days.value < criticalDays)
    return err({ kind: 'warningBelowCritical', min: criticalDays });
  return ok({ [field]: days.value });
}

/** Days in any order, some of them twice, separated by commas, semicolons or white space: sorted, each once. */
export function readAlertDays(text: string): TypedChange {
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
  return ok({ alertDays: [...days].sort((a, b) => b - a) });
}

/** The address of an ACME directory; blank text is none. */
export function readDirectory(text: string): TypedChange {
  const address = text.trim();
  if (address === '') return ok({ acmeDirectory: null });
  return isAcmeAddress(address) ? ok({ acmeDirectory: address }) : err({ kind: 'notDirectory' });
}

/** Parts of a lifetime that are offered as 1/n, the current one among them. */
export function offeredDivisors(
  field: 'warningLifetimeDivisor' | 'criticalLifetimeDivisor',
  current: number,
): readonly number[] {
  const { max } = settingsBounds[field];
  const usual = [2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 30, 50, 100].filter((divisor) => divisor <= max);
  return [...new Set([...usual, current])].sort((a, b) => a - b);
}

/** Characters of a refused text that the problem quotes. */
const MAX_QUOTED = 20;

/** @param factor what one unit of the text is in the unit of the bounds */
function readNumber(
  text: string,
  { min, max }: { readonly min: number; readonly max: number },
  factor = 1,
): Result<number, TypedProblem> {
  const value = wholeNumber(text);
  if (value === null) return err({ kind: 'notWhole' });
  const number = value * factor;
  return number < min || number > max ? err({ kind: 'outOfRange', min, max }) : ok(number);
}

function wholeNumber(text: string): number | null {
  const trimmed = text.trim();
  return /^\d{1,7}$/u.test(trimmed) ? Number(trimmed) : null;
}
