import { ENDPOINTS_MAX, ENDPOINTS_OF_ORDER_MAX, type Endpoint } from '#shared/domain/endpoint.ts';
import { parseEndpoint, parseServerName } from '#shared/domain/endpointInput.ts';
import type { EndpointProtocol } from '#shared/domain/endpointProtocol.ts';
import type { AppError, InputReason } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';

export interface EndpointDraft {
  readonly text: string;
  /** `null`: derived from the text. */
  readonly protocol: EndpointProtocol | null;
  /** Blank: same as the host. */
  readonly serverName: string;
  readonly intervalMinutes: number;
}

export interface OrderDraft extends EndpointDraft {
  readonly orderId: string;
}

/** The fields that identify an endpoint. Probe results belong to one such place only. */
export type EndpointPlace = Pick<Endpoint, 'host' | 'port' | 'protocol' | 'serverName'>;

/** Checks and normalises a draft. Error: `invalidInput` of `endpoint` or `serverName`. */
export function parseDraft(draft: EndpointDraft): Result<EndpointPlace & Pick<Endpoint, 'intervalMinutes'>> {
  const endpoint = parseEndpoint(draft.text, draft.protocol);
  if (!endpoint.ok) return err(invalidEndpoint(endpoint.error));
  const name = parseServerName(draft.serverName);
  if (!name.ok) return err({ kind: 'invalidInput', field: 'serverName', reason: name.error });
  const serverName = name.value === endpoint.value.host ? null : name.value;
  return ok({ ...endpoint.value, serverName, intervalMinutes: draft.intervalMinutes });
}

export function invalidEndpoint(reason: InputReason): AppError {
  return { kind: 'invalidInput', field: 'endpoint', reason };
}

export function isSamePlace(one: EndpointPlace, other: EndpointPlace): boolean {
  return (
    one.host === other.host &&
    one.port === other.port &&
    one.protocol === other.protocol &&
    one.serverName === other.serverName
  );
}

export type Refusal = 'alreadyExists' | 'tooMany';

/**
 * Whether an endpoint may be added; `null`: yes.
 * @param own endpoints of the same order
 * @param all number of endpoints of all orders
 */
export function refusalOf(
  endpoint: EndpointPlace,
  own: readonly EndpointPlace[],
  all: number,
): Refusal | null {
  if (own.some((other) => isSamePlace(other, endpoint))) return 'alreadyExists';
  return all >= ENDPOINTS_MAX || own.length >= ENDPOINTS_OF_ORDER_MAX ? 'tooMany' : null;
}
