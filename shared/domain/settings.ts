import { z } from '../zod.ts';
import { isAcmeAddress } from './acmeDirectory.ts';
import { appLanguages } from './language.ts';
import { orderGroups } from './orderGroups.ts';
import { tagThresholdsSchema } from './ownThresholdsSchema.ts';
import { isCriticalAboveWarning, settingsBounds } from './settingsBounds.ts';
import { isShortcut } from './shortcut.ts';

const within = ({ min, max }: { readonly min: number; readonly max: number }) => z.int().min(min).max(max);

const settingsFields = z.object({
  /** Minutes between two polls of an order. */
  pollIntervalMinutes: within(settingsBounds.pollIntervalMinutes),
  /** An order is expiring this many days before notAfter, or later (`warningLifetimeDivisor`). */
  warningDays: within(settingsBounds.warningDays),
  /** An order is expiring at most 1/n of its lifetime before notAfter. */
  warningLifetimeDivisor: within(settingsBounds.warningLifetimeDivisor),
  criticalDays: within(settingsBounds.criticalDays),
  criticalLifetimeDivisor: within(settingsBounds.criticalLifetimeDivisor),
  /** When to warn of the orders with a tag, instead of as for all. */
  tagThresholds: tagThresholdsSchema,
  alerts: z.boolean(),
  /** Whether alerts are shown on this computer. Without it they go only to the command and the webhook. */
  notifications: z.boolean(),
  /** Days before notAfter of the expiry alerts, each once, in descending order. The expiry itself is always alerted. */
  alertDays: z
    .array(within(settingsBounds.alertDays))
    .min(settingsBounds.alertDaysCount.min)
    .max(settingsBounds.alertDaysCount.max)
    .refine((days) => days.every((value, index) => index === 0 || value < (days[index - 1] ?? 0)), {
      message: 'alertDays must descend',
    })
    .readonly(),
  alertOnRenewal: z.boolean(),
  /** Alerts for a rejected token, and for orders not confirmed for a day. */
  alertOnTrouble: z.boolean(),
  /** Alerts for endpoints that serve another certificate. */
  alertOnDrift: z.boolean(),
  /** Alerts for overdue renewals. */
  alertOnOverdue: z.boolean(),
  /** Whether the menu bar of macOS shows how many orders need attention. */
  menuBarCount: z.boolean(),
  startAtLogin: z.boolean(),
  /** The keys that open the quick window from every program; `null`: none. */
  quickShortcut: z.string().refine(isShortcut).nullable(),
  checkForUpdates: z.boolean(),
  /** Whether certificates are looked up in the revocation lists that they name. */
  checkRevocation: z.boolean(),
  /** Whether certificate authorities are asked when they want a certificate replaced. */
  checkRenewalInfo: z.boolean(),
  /** The ACME directory of authorities that NotAfter does not know; `null`: they are not asked. */
  acmeDirectory: z.string().refine(isAcmeAddress).nullable(),
  language: z.enum(['system', ...appLanguages]),
  theme: z.enum(['system', 'light', 'dark']),
  /** Groups of the list whose orders are hidden. */
  collapsedGroups: z.array(z.enum(orderGroups)).max(orderGroups.length).readonly(),
});

/** The user's settings. `settingsBounds` is enforced here. */
export const settingsSchema = settingsFields
  .refine((settings) => !isCriticalAboveWarning(settings), {
    path: ['criticalDays'],
    message: 'criticalDays must not exceed warningDays',
  })
  .readonly();

/** Some settings, each within its bounds; others are refused. Whether they go together with the others is checked when they are applied. */
export const settingsChangeSchema = settingsFields.partial().strict().readonly();

export type Settings = z.infer<typeof settingsSchema>;

export const defaultSettings: Settings = {
  pollIntervalMinutes: 360,
  warningDays: 30,
  warningLifetimeDivisor: 3,
  criticalDays: 7,
  criticalLifetimeDivisor: 10,
  tagThresholds: [],
  alerts: true,
  notifications: true,
  alertDays: [30, 14, 7, 3, 1],
  alertOnRenewal: true,
  alertOnTrouble: true,
  alertOnDrift: true,
  alertOnOverdue: true,
  menuBarCount: false,
  startAtLogin: false,
  quickShortcut: null,
  checkForUpdates: false,
  checkRevocation: false,
  checkRenewalInfo: false,
  acmeDirectory: null,
  language: 'system',
  theme: 'system',
  collapsedGroups: ['longExpired'],
};
