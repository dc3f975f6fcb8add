import type { CallHandlers } from '#shared/ipc/contract.ts';
import { ok } from '#shared/result.ts';
import type { Services } from '../services.ts';
import { type CallLimits, within } from './callLimits.ts';

/** Handlers of the calls about alerts and of the quick window. */
export function alertingCalls(services: Services, { probes }: CallLimits) {
  const { snoozes, alertPause, exampleAlert, alertCommand, testAlertCommand } = services;
  const { eventWebhook, testEventWebhook, quick } = services;
  return {
    'alerts:snooze': ({ ids, for: span }) => snoozes.snooze(ids, span),
    'alerts:unsnooze': (ids) => snoozes.unsnooze(ids),
    'alerts:setPaused': (span) => (span === null ? alertPause.resume() : alertPause.pause(span)),
    'alerts:example': (shows) => exampleAlert.give(shows),
    'alerts:setCommand': (command) => alertCommand.set(command),
    'alerts:testCommand': () => testAlertCommand(),
    'alerts:setWebhook': (draft) => eventWebhook.set(draft),
    'alerts:replaceWebhookSecret': (text) => eventWebhook.replaceSecret(text),
    'alerts:copyWebhookSecret': () => eventWebhook.copySecret(),
    'alerts:removeWebhook': () => eventWebhook.remove(),
    'alerts:testWebhook': () => within(probes.take(), () => testEventWebhook()),
    'quick:view': ({ search }) => quick.view(search),
    'quick:help': ({ orderId, action }) => {
      const taken = action === 'check' ? probes.take() : ok(null);
      return taken.ok ? quick.help(orderId, action) : quick.failure(taken.error);
    },
    'quick:open': (place) => quick.open(place),
    'quick:close': () => quick.close(),
  } satisfies Partial<CallHandlers>;
}
