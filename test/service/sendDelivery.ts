import { type ClientRequest, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { z } from 'zod';
import { assertNever } from '#shared/assertNever.ts';
import {
  buildDelivery,
  type DeliveryOptions,
  type DeliveryRequest,
  deliveryFields,
  type Tamper,
} from './delivery.ts';
import type { ServiceOrder } from './orderBook.ts';

/** The result of a delivery, as returned by the control endpoint. */
export const deliveryVerdictSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('succeeded'), status: z.int(), ms: z.number() }),
  /** Missing if the receiver did not answer; `reason` says why. */
  z.object({ outcome: z.literal('failed'), status: z.int().optional(), reason: z.string(), ms: z.number() }),
  z.object({ outcome: z.literal('timedOut'), ms: z.number() }),
]);

/** The verdict of a delivery by interface section 7, and the milliseconds until it was known. */
export type DeliveryVerdict = z.infer<typeof deliveryVerdictSchema>;

/** How a delivery is built and sent. */
export interface SendOptions extends DeliveryOptions {
  /** Milliseconds from the first step until the head of the answer; default 15 s (interface section 8). */
  readonly timeoutMs?: number | undefined;
  /** PEM certificates to trust for HTTPS instead of the system's. */
  readonly caPem?: string | undefined;
  readonly tamper?: Tamper | undefined;
  /** Aborts the delivery, which then fails with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

const defaultTimeoutMs = 15_000;

function hasHeader({ headers }: DeliveryRequest, name: string): boolean {
  return headers.some(([present]) => present.toLowerCase() === name);
}

// A flat list of names and values keeps repeated headers; Node adds only Connection.
function rawHeaders(delivery: DeliveryRequest, body: Buffer, host: string): string[] {
  const headers = delivery.headers.flat();
  if (!hasHeader(delivery, 'host')) headers.unshift('host', host);
  if (!hasHeader(delivery, 'content-length') && !hasHeader(delivery, 'transfer-encoding')) {
    headers.push('content-length', String(body.length));
  }
  return headers;
}

function open(
  url: URL,
  delivery: DeliveryRequest,
  signal: AbortSignal,
  ca: string | undefined,
): ClientRequest {
  const body = Buffer.from(delivery.body);
  const headers = rawHeaders(delivery, body, url.host);
  const common = { method: delivery.method, headers, signal, agent: false } as const;
  const request =
    url.protocol === 'https:'
      ? httpsRequest(url, ca === undefined ? common : { ...common, ca })
      : httpRequest(url, common);
  return request.end(body);
}

// If all addresses of a name refuse, the error has a code but no message.
function reasonOf(error: Error): string {
  return error.message === '' && 'code' in error ? String(error.code) : error.message;
}

/**
 * Sends the latest material of an order to a receiver once, and returns the verdict: any status below 400 is a success,
 * redirects among them, which are not followed. Rejects with a RangeError when the address is not http or https.
 */
export async function sendDelivery(
  receiverUrl: string,
  order: Pick<ServiceOrder, 'name' | 'material'>,
  options: SendOptions,
): Promise<DeliveryVerdict> {
  const url = URL.parse(receiverUrl);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new RangeError('The receiver address must be an http or https URL');
  }
  const { task, timeoutMs = defaultTimeoutMs, caPem, tamper = (built) => built, signal } = options;
  const fields = deliveryFields(order, task);
  const delivery = tamper(buildDelivery(fields, options), fields);

  const { promise, resolve } = Promise.withResolvers<DeliveryVerdict>();
  const startedAt = performance.now();
  const elapsedMs = (): number => Math.round(performance.now() - startedAt);
  const fail = (reason: string): void => resolve({ outcome: 'failed', reason, ms: elapsedMs() });
  const timeout = AbortSignal.timeout(timeoutMs);
  const either = signal === undefined ? timeout : AbortSignal.any([timeout, signal]);
  open(url, delivery, either, caPem)
    .once('response', (response) => {
      const { statusCode: status = 0 } = response;
      const ms = elapsedMs();
      resolve(
        status < 400
          ? { outcome: 'succeeded', status, ms }
          : { outcome: 'failed', status, reason: `HTTP ${status}`, ms },
      );
      // The body is ignored, but read, so that the receiver can finish writing it.
      response.once('error', () => undefined).resume();
    })
    .on('error', (error) => {
      if (signal?.aborted === true)
        fail(signal.reason instanceof Error ? signal.reason.message : 'Broken off');
      else if (timeout.aborted) resolve({ outcome: 'timedOut', ms: elapsedMs() });
      else fail(reasonOf(error));
    })
    .once('close', () => fail('The connection closed without an answer'));
  return promise;
}

/** A verdict as one line, such as `succeeded: HTTP 204 after 12 ms`. */
export function verdictLine(verdict: DeliveryVerdict): string {
  switch (verdict.outcome) {
    case 'succeeded':
      return `succeeded: HTTP ${verdict.status} after ${verdict.ms} ms`;
    case 'failed':
      return `failed: ${verdict.reason} after ${verdict.ms} ms`;
    case 'timedOut':
      return `timed out: no answer after ${verdict.ms} ms`;
    default:
      return assertNever(verdict);
  }
}
