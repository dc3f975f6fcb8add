/** The bounds of every number of the settings. The schema and the form both use them. */
export const settingsBounds = {
  /** Minutes: 15 minutes to 7 days. */
  pollIntervalMinutes: { min: 15, max: 10_080 },
  warningDays: { min: 1, max: 365 },
  warningLifetimeDivisor: { min: 2, max: 20 },
  criticalDays: { min: 1, max: 365 },
  criticalLifetimeDivisor: { min: 2, max: 100 },
  /** Each of the days before the expiry that alert. */
  alertDays: { min: 1, max: 365 },
  /** How many of these days there can be. */
  alertDaysCount: { min: 1, max: 10 },
} as const;

/** Whether the critical window starts before the warning, which would then never show. */
export function isCriticalAboveWarning(days: {
  readonly criticalDays: number;
  readonly warningDays: number;
}): boolean {
  return days.criticalDays > days.warningDays;
}
