import type { Projection } from '#renderer/stores/mirror.ts';
import { alertChannels } from '#shared/domain/alertChannels.ts';
import type { SettingPlaces } from '../preferences/changeSettings.ts';

/** The settings of the section with the names that it shows. */
export const alertPlaces = {
  alerts: 'settings.alertsOn',
  notifications: 'settings.notifications',
  warningDays: 'settings.warning',
  criticalDays: 'settings.critical',
  alertDays: 'settings.alertDays',
  alertOnRenewal: 'settings.alertOnRenewal',
  alertOnTrouble: 'settings.alertOnTrouble',
  alertOnDrift: 'settings.alertOnDrift',
  alertOnOverdue: 'settings.alertOnOverdue',
  checkRevocation: 'settings.authority.revocation',
  checkRenewalInfo: 'settings.authority.renewalInfo',
  acmeDirectory: 'settings.authority.directory',
} as const satisfies SettingPlaces;

/** Whether notifications have a switch of their own: there is another way for alerts, or they are off. */
export function isNotificationsShown(app: Pick<Projection, 'alertChannels' | 'settings'>): boolean {
  return !app.settings.notifications || alertChannels.some(({ id }) => app.alertChannels[id] != null);
}
