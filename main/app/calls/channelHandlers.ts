import type { AlertEventJson } from '#main/alerting/events/alertEventSchema.ts';
import {
  type AlertChannelId,
  alertChannels,
  type ChannelDraft,
  channelCall,
  isSignedChannel,
} from '#shared/domain/alertChannels.ts';
import type { ChannelCallName } from '#shared/ipc/channelCalls.ts';
import type { CallHandlers } from '#shared/ipc/contract.ts';
import type { AlertChannels } from '../alertChannels.ts';
import { type CallLimits, within } from './callLimits.ts';

/**
 * Handlers of the calls about the channels for alerts, which follow from what each is. Tests of signed channels have a
 * limit: they leave this computer.
 */
export function channelHandlers(
  channels: Pick<AlertChannels, 'byId'>,
  testEvent: () => AlertEventJson,
  probes: CallLimits['probes'],
) {
  const setterOf =
    <Id extends AlertChannelId>(id: Id) =>
    (draft: ChannelDraft<Id>) =>
      channels.byId[id].set(draft);
  const handlers = alertChannels.map(({ id }) => {
    const test = () => channels.byId[id].test(testEvent());
    const set = { [channelCall('set', id)]: setterOf(id) };
    if (!isSignedChannel(id)) return { ...set, [channelCall('test', id)]: test };
    const signed = () => channels.byId[id];
    return {
      ...set,
      [channelCall('replace', id, 'Secret')]: (secret: string | null) => signed().replaceSecret(secret),
      [channelCall('copy', id, 'Secret')]: () => signed().copySecret(),
      [channelCall('remove', id)]: () => signed().remove(),
      [channelCall('test', id)]: () => within(probes.take(), test),
    };
  });
  return Object.assign({}, ...handlers) as Pick<CallHandlers, ChannelCallName>;
}
