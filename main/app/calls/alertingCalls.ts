import type { CallHandlers } from '#shared/ipc/contract.ts';
import { ok } from '#shared/result.ts';
import type { Services } from '../services.ts';
import type { CallLimits } from './callLimits.ts';
import { channelHandlers } from './channelHandlers.ts';

/** Handlers of the calls about alerts and of the quick window. */
export function alertingCalls(services: Services, { probes }: CallLimits) {
  const { snoozes, alertPause, exampleAlert, alertChannels, testEvent, quick } = services;
  return {
    'alerts:snooze': ({ ids, for: span }) => snoozes.snooze(ids, span),
    'alerts:unsnooze': (ids) => snoozes.unsnooze(ids),
    'alerts:setPaused': (span) => (span === null ? alertPause.resume() : alertPause.pause(span)),
    'alerts:example': () => exampleAlert().show(),
    ...channelHandlers(alertChannels, testEvent, probes),
    'quick:view': ({ search }) => quick.view(search),
    'quick:help': ({ orderId, action }) => {
      const taken = action === 'check' ? probes.take() : ok(null);
      return taken.ok ? quick.help(orderId, action) : quick.failure(taken.error);
    },
    'quick:open': (place) => quick.open(place),
    'quick:close': () => quick.close(),
  } satisfies Partial<CallHandlers>;
}
