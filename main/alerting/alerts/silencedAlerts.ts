import type { Settings } from '#shared/domain/settings.ts';
import { silencedOf } from '../events/alertChannel.ts';

/** Which alerts the user wants, by all ways. */
export interface WantedAlerts {
  readonly settings: Pick<Settings, (typeof wantedSettings)[number]>;
  readonly isPaused: boolean;
}

const kinds = ['alertOnRenewal', 'alertOnTrouble', 'alertOnDrift', 'alertOnOverdue'] as const;

/** The settings by which the user chooses alerts. */
export const wantedSettings = ['alerts', 'notifications', 'alertDays', ...kinds] as const;

/** What of the alerts was wanted before a change and is not after it. */
export function silencedAlerts(before: WantedAlerts, after: WantedAlerts) {
  const wasOn = before.settings;
  const isOn = after.settings;
  return silencedOf({
    alerts: wasOn.alerts && !isOn.alerts,
    notifications: wasOn.notifications && !isOn.notifications,
    kind: kinds.some((kind) => wasOn[kind] && !isOn[kind]),
    days: wasOn.alertDays.some((day) => !isOn.alertDays.includes(day)),
    pause: !before.isPaused && after.isPaused,
  });
}
