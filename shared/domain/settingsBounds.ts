/** The least and the greatest value of every number that a person can set. The schema and the form both read them. */
export const settingsBounds = {
  /** Minutes: 15 minutes to 7 days. */
  pollIntervalMinutes: { min: 15, max: 10_080 },
  warningDays: { min: 1, max: 365 },
  warningLifetimeDivisor: { min: 2, max: 20 },
  criticalDays: { min: 1, max: 365 },
  criticalLifetimeDivisor: { min: 2, max: 100 },
  /** Each of the days at which is alerted ... */
  alertDays: { min: 1, max: 365 },
  /** ... and how many of them there can be. */
  alertDaysCount: { min: 1, max: 10 },
} as const;
