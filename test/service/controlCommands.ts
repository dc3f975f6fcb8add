import { z } from 'zod';
import { assertNever } from '#shared/assertNever.ts';
import { deliveryEncodings } from './delivery.ts';
import { faultSchema } from './faults.ts';
import { keyKinds } from './keyPool.ts';
import type { ReferenceService, ServiceOrder } from './referenceService.ts';
import { shapes } from './shapes.ts';

const orderSchema = z.strictObject({
  rid: z.string().min(1).optional(),
  name: z.string().optional(),
  domains: z.tuple([z.string()], z.string()).optional(),
  keyKind: z.enum(keyKinds).optional(),
  keyEncoding: z.enum(['pkcs8', 'pkcs1', 'sec1']).optional(),
  issuer: z.enum(['rsa', 'ecdsa']).optional(),
  days: z.number().optional(),
  lifetimeDays: z.number().positive().optional(),
});

/** A command to the running service, one JSON object. */
export const controlCommandSchema = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('addToken') }),
  /** Without a token: the first one. */
  z.strictObject({ action: z.literal('revokeToken'), token: z.string().optional() }),
  z.strictObject({
    action: z.literal('renew'),
    rid: z.string(),
    days: z.number().optional(),
    keyKind: z.enum(keyKinds).optional(),
    domains: z.tuple([z.string()], z.string()).optional(),
  }),
  z.strictObject({ action: z.literal('addOrder'), order: orderSchema }),
  z.strictObject({
    action: z.literal('deliver'),
    rid: z.string(),
    url: z.url({ protocol: /^https?$/ }),
    secret: z.string().min(1),
    task: z.string().optional(),
    encoding: z.enum(deliveryEncodings).optional(),
    charset: z.boolean().optional(),
    timeoutMs: z.int().positive().optional(),
    caPem: z.string().optional(),
  }),
  z.strictObject({ action: z.literal('removeOrder'), rid: z.string() }),
  z.strictObject({ action: z.literal('setFault'), rid: z.string(), fault: faultSchema }),
  /** Without a rid: all faults. */
  z.strictObject({ action: z.literal('clearFaults'), rid: z.string().optional() }),
  z.strictObject({ action: z.literal('setLatency'), ms: z.number().nonnegative() }),
  z.strictObject({ action: z.literal('setShape'), shape: z.enum(shapes) }),
  z.strictObject({ action: z.literal('clearRequests') }),
  z.strictObject({ action: z.literal('state') }),
]);

/** A command to the running service. */
export type ControlCommand = z.infer<typeof controlCommandSchema>;

const requestsInState = 500;

function summaryOf({ rid, name, keyKind, fingerprint256, notBefore, notAfter }: ServiceOrder): unknown {
  return { rid, name, keyKind, fingerprint256, notBefore, notAfter };
}

/** The state of the service: orders without their material, faults, request counts, the latest 500 requests. */
export function stateOf(service: ReferenceService): unknown {
  return {
    baseUrl: service.baseUrl,
    orders: service.rids.map((rid) => summaryOf(service.order(rid))),
    faults: service.faults,
    inFlight: service.inFlight,
    maxInFlight: service.maxInFlight,
    requestCount: service.requests.length,
    requests: service.requests.slice(-requestsInState),
  };
}

/**
 * Executes a command and returns its answer for JSON: `{token}` for addToken, the order without its material
 * for renew and addOrder, the verdict for deliver, the state for state, otherwise `{}`. Rejects with a RangeError if the service refuses it.
 */
export async function runControlCommand(
  service: ReferenceService,
  command: ControlCommand,
): Promise<unknown> {
  switch (command.action) {
    case 'addToken':
      return { token: service.addToken() };
    case 'revokeToken':
      service.revokeToken(command.token ?? service.token);
      return {};
    case 'renew':
      return summaryOf(await service.renew(command.rid, command));
    case 'addOrder':
      return summaryOf(await service.addOrder(command.order));
    case 'deliver':
      return service.deliver(command.rid, command);
    case 'removeOrder':
      service.removeOrder(command.rid);
      return {};
    case 'setFault':
      service.setFault(command.rid, command.fault);
      return {};
    case 'clearFaults':
      service.clearFaults(command.rid);
      return {};
    case 'setLatency':
      service.setLatency(command.ms);
      return {};
    case 'setShape':
      service.setShape(command.shape);
      return {};
    case 'clearRequests':
      service.clearRequests();
      return {};
    case 'state':
      return stateOf(service);
    default:
      return assertNever(command);
  }
}
