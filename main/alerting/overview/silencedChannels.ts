import type { EventWebhookView } from '#shared/domain/eventWebhook.ts';
import type { Settings } from '#shared/domain/settings.ts';

/** What can become silent. `secret`: receivers refuse what is signed with another secret. */
export type AlertChannel =
  | 'secret'
  | 'alerts'
  | 'notifications'
  | 'kind'
  | 'days'
  | 'command'
  | 'webhook'
  | 'events'
  | 'pause';

/** By which ways alerts reach the user. */
export interface AlertChannels {
  readonly settings: Pick<Settings, (typeof channelSettings)[number]>;
  readonly hasCommand: boolean;
  readonly webhook: Pick<EventWebhookView, 'url' | 'events'> | null;
  readonly isPaused: boolean;
}

const kinds = ['alertOnRenewal', 'alertOnTrouble', 'alertOnDrift', 'alertOnOverdue'] as const;

/** The settings that open or silence a channel. */
export const channelSettings = ['alerts', 'notifications', 'alertDays', ...kinds] as const;

/** The channels that were open before a change and are silent after it, or tell less. */
export function silencedChannels(before: AlertChannels, after: AlertChannels): readonly AlertChannel[] {
  const wasOn = before.settings;
  const isOn = after.settings;
  const isSilenced: Readonly<Record<Exclude<AlertChannel, 'secret'>, boolean>> = {
    alerts: wasOn.alerts && !isOn.alerts,
    notifications: wasOn.notifications && !isOn.notifications,
    kind: kinds.some((kind) => wasOn[kind] && !isOn[kind]),
    days: wasOn.alertDays.some((day) => !isOn.alertDays.includes(day)),
    command: before.hasCommand && !after.hasCommand,
    webhook: before.webhook !== null && before.webhook.url !== after.webhook?.url,
    events: before.webhook?.events.some((event) => after.webhook?.events.includes(event) === false) ?? false,
    pause: !before.isPaused && after.isPaused,
  };
  return (Object.keys(isSilenced) as (keyof typeof isSilenced)[]).filter((channel) => isSilenced[channel]);
}
