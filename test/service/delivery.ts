import { createHmac } from 'node:crypto';
import type { ServiceOrder } from './orderBook.ts';

/** The two ways in which a delivery can be written, `application/json` and `application/x-www-form-urlencoded`. */
export const deliveryEncodings = ['json', 'form'] as const;

/** How the body of a delivery is written. */
export type DeliveryEncoding = (typeof deliveryEncodings)[number];

/** The seven fields of a delivery under the names of interface section 4.2. */
export interface DeliveryFields {
  readonly ssl: string;
  readonly task: string;
  readonly certificate: string;
  readonly certificateServer: string;
  readonly certificateChain: string;
  readonly key: string;
  readonly notAfter: string;
}

/** The inputs of a delivery besides the order. */
export interface DeliveryOptions {
  /** The signing secret of the WebHook configuration; its UTF-8 bytes are the key of the signature. */
  readonly secret: string;
  /** The name of the automation task. */
  readonly task: string;
  /** Default `json`. */
  readonly encoding?: DeliveryEncoding | undefined;
  /** Adds `charset=utf-8` to the content type; default false. */
  readonly charset?: boolean | undefined;
  /** The clock for the timestamp, in Unix ms; default the system's. */
  readonly now?: (() => number) | undefined;
}

/** A delivery before it is sent. The sender adds Host and Content-Length if they are missing. */
export interface DeliveryRequest {
  readonly method: string;
  /** Names and values as they are sent, in this order; a name may be repeated. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/**
 * Changes a correct delivery, for tests of receivers. It also gets the fields, to write
 * the body again with {@link encodeFields}; {@link signTimestamp} makes a token for another timestamp.
 */
export type Tamper = (request: DeliveryRequest, fields: DeliveryFields) => DeliveryRequest;

const mediaTypes: Readonly<Record<DeliveryEncoding, string>> = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
};

/** Returns the `z-token` of a `z-timestamp`: HMAC-SHA256 of its text, 64 lowercase hex digits (interface section 5). */
export function signTimestamp(timestamp: string, secret: string): string {
  return createHmac('sha256', secret).update(timestamp).digest('hex');
}

/** The payload that carries the latest material of an order for a task. */
export function deliveryFields(
  { name, material }: Pick<ServiceOrder, 'name' | 'material'>,
  task: string,
): DeliveryFields {
  const { certificate, certificateServer, certificateChain, key, notAfter } = material;
  return { ssl: name, task, certificate, certificateServer, certificateChain, key, notAfter };
}

/** Encodes fields as a JSON object or as a form. Fields may be missing or unknown, for tests of receivers. */
export function encodeFields(fields: Readonly<Record<string, string>>, encoding: DeliveryEncoding): string {
  return encoding === 'json' ? JSON.stringify(fields) : new URLSearchParams(fields).toString();
}

/** Builds the request of interface section 4.2 from fields, signed with the time at which this is called. */
export function buildDelivery(fields: DeliveryFields, options: DeliveryOptions): DeliveryRequest {
  const { secret, encoding = 'json', charset = false, now = Date.now } = options;
  const timestamp = String(Math.floor(now() / 1000));
  return {
    method: 'POST',
    headers: [
      ['content-type', mediaTypes[encoding] + (charset ? '; charset=utf-8' : '')],
      ['z-timestamp', timestamp],
      ['z-token', signTimestamp(timestamp, secret)],
    ],
    body: encodeFields({ ...fields }, encoding),
  };
}
