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
import { ok } from '#shared/result.ts';
import type { AlertChannels } from '../alertChannels.ts';
import type { Services } from '../services.ts';
import { type CallLimits, within } from './callLimits.ts';

/** Handlers of the calls about alerts and of the quick window. */
export function alertingCalls(services: Services, { probes }: CallLimits) {
  const { snoozes, alertPause, exampleAlert, testEvent, quick } = services;
  return {
    'alerts:snooze': ({ ids, for: span }) => snoozes.snooze(ids, span),
    'alerts:unsnooze': (ids) => snoozes.unsnooze(ids),
    'alerts:setPaused': (span) => (span === null ? alertPause.resume() : alertPause.pause(span)),
    'alerts:example': () => exampleAlert().show(),
    ...channelHandlers(services.alertChannels, testEvent, probes),
    'quick:view': ({ search }) => quick.view(search),
    'quick:help': ({ orderId, action }) => {
      const taken = action === 'check' ? probes.take() : ok(null);
      return taken.ok ? quick.help(orderId, action) : quick.failure(taken.error);
    },
    'quick:open': (place) => quick.open(place),
    'quick:close': () => quick.close(),
  } satisfies Partial<CallHandlers>;
}

/**
 * Handlers of the calls about the channels for alerts, which follow from what each is. Tests of signed channels have a
 * limit: they leave this computer.
 */
function channelHandlers(
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
