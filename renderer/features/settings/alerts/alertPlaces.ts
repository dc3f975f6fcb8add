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
