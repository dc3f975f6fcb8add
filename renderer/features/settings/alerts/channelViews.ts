import { bridge } from '#renderer/bridge.ts';
import {
  type AlertChannelId,
  type AlertChannelView,
  alertChannels,
  type ChannelSetting,
  channelCall,
  type SignedChannelId,
} from '#shared/domain/alertChannels.ts';
import type { Result } from '#shared/result.ts';

/** The values of settings by their names. */
export type SettingValues = Readonly<Record<string, unknown>>;

/** The settings of a channel, in the order in which they are shown. */
export function settingsOf(id: AlertChannelId): readonly ChannelSetting[] {
  return alertChannels.find((channel) => channel.id === id)?.settings ?? [];
}

/** A channel that the user set, if its events are signed; otherwise `null`. */
export function signedOf(id: AlertChannelId, view: AlertChannelView<AlertChannelId> | null) {
  const isSigned = view !== null && 'secret' in view;
  return isSigned ? { id: id as SignedChannelId, view } : null;
}

/** Sets a channel with its values; the call has a single one alone, and `null` to remove it. */
export function setChannel(id: AlertChannelId, values: SettingValues | null): Promise<Result<null>> {
  const entries = values === null ? [] : settingsOf(id).map(({ name }) => [name, values[name]] as const);
  const [first, ...others] = entries;
  const draft = values === null ? null : others.length === 0 ? first?.[1] : Object.fromEntries(entries);
  // Main checks it with the schema of the channel.
  return bridge().calls[channelCall('set', id)](draft as never);
}
