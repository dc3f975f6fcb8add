import { z } from 'zod';
import { isCriticalAboveWarning, settingsBounds } from './settingsBounds.ts';

const within = ({ min, max }: { readonly min: number; readonly max: number }) => z.int().min(min).max(max);

/** What a person can set. Every bound of settingsBounds is enforced here and only here. */
export const settingsSchema = z
  .object({
    /** Minutes between two polls of one order: 15 minutes to 7 days. */
    pollIntervalMinutes: within(settingsBounds.pollIntervalMinutes),
    /** An order is expiring from this many days before notAfter ... */
    warningDays: within(settingsBounds.warningDays),
    /** ... or from this part (1/n) of its lifetime before, whichever is later. */
    warningLifetimeDivisor: within(settingsBounds.warningLifetimeDivisor),
    criticalDays: within(settingsBounds.criticalDays),
    criticalLifetimeDivisor: within(settingsBounds.criticalLifetimeDivisor),
    /** Whether anything is notified at all. */
    alerts: z.boolean(),
    /** Days before notAfter at which is alerted, each once, most first. The expiry itself always is. */
    alertDays: z
      .array(within(settingsBounds.alertDays))
      .min(settingsBounds.alertDaysCount.min)
      .max(settingsBounds.alertDaysCount.max)
      .refine((days) => days.every((value, index) => index === 0 || value < (days[index - 1] ?? 0)), {
        message: 'alertDays must descend',
      })
      .readonly(),
    alertOnRenewal: z.boolean(),
    /** On a rejected token, and on orders that could not be confirmed for a day. */
    alertOnTrouble: z.boolean(),
    /** On places that serve another certificate than the order has. */
    alertOnDrift: z.boolean(),
    /** On orders that are past their usual time of renewal. */
    alertOnOverdue: z.boolean(),
    startAtLogin: z.boolean(),
    checkForUpdates: z.boolean(),
    language: z.enum(['system', 'en', 'zh-CN']),
    theme: z.enum(['system', 'light', 'dark']),
  })
  .refine((settings) => !isCriticalAboveWarning(settings), {
    path: ['criticalDays'],
    message: 'criticalDays must not exceed warningDays',
  })
  .readonly();

export type Settings = z.infer<typeof settingsSchema>;

export const defaultSettings: Settings = {
  pollIntervalMinutes: 360,
  warningDays: 30,
  warningLifetimeDivisor: 3,
  criticalDays: 7,
  criticalLifetimeDivisor: 10,
  alerts: true,
  alertDays: [30, 14, 7, 3, 1],
  alertOnRenewal: true,
  alertOnTrouble: true,
  alertOnDrift: true,
  alertOnOverdue: true,
  startAtLogin: false,
  checkForUpdates: false,
  language: 'system',
  theme: 'system',
};
