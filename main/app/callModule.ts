import { registerCalls } from '#main/ipc/registerCalls.ts';
import { type CallHandlers, type CallName, calls } from '#shared/ipc/contract.ts';
import type { Base } from './base.ts';
import { alertingCalls } from './calls/alertingCalls.ts';
import { appCalls } from './calls/appCalls.ts';
import { createCallLimits } from './calls/callLimits.ts';
import { deploymentCalls } from './calls/deploymentCalls.ts';
import { monitoringCalls } from './calls/monitoringCalls.ts';
import { orderCalls } from './calls/orderCalls.ts';
import { reportingCalls } from './calls/reportingCalls.ts';
import { settingsCalls } from './calls/settingsCalls.ts';
import { undoCalls } from './calls/undoCalls.ts';
import { webhookCalls } from './calls/webhookCalls.ts';
import type { Services } from './services.ts';
import type { FirstCall } from './windowModule.ts';

type LaterCall = Exclude<CallName, FirstCall>;

/** Registers the handlers of all calls of the window but those of `answerFirstCalls`. */
export function answerCalls(base: Base, services: Services): void {
  const { desktop, lifetime, logger } = base;
  const handlers = createCallHandlers(base, services);
  lifetime.stop(registerCalls<LaterCall>(desktop.calls, calls, handlers, { origin: desktop.origin, logger }));
}

/** The handlers of all contexts; a missing one does not compile. */
export function createCallHandlers(base: Base, services: Services) {
  const limits = createCallLimits(base.clock);
  return {
    ...appCalls(base, services, limits),
    ...orderCalls(base, services, limits),
    ...deploymentCalls(base, services, limits),
    ...settingsCalls(base, services, limits),
    ...alertingCalls(services, limits),
    ...monitoringCalls(base, services, limits),
    ...reportingCalls(base, services, limits),
    ...webhookCalls(services),
    ...undoCalls(),
  } satisfies Pick<CallHandlers, LaterCall>;
}
