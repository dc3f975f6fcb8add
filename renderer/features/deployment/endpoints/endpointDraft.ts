import {
  type Endpoint,
  type EndpointProtocol,
  hostAndPort,
  PROBE_INTERVAL_MINUTES,
} from '#shared/domain/endpoint.ts';
import { parseEndpoint, parseServerName } from '#shared/domain/endpointInput.ts';
import type { AppError } from '#shared/errors.ts';

/** How TLS begins, as it is chosen; `auto`: as the address says. */
export type ProtocolChoice = EndpointProtocol | 'auto';

/** An endpoint while it is edited. */
export interface EndpointDraft {
  readonly text: string;
  readonly protocol: ProtocolChoice;
  readonly serverName: string;
  readonly intervalMinutes: number;
}

/** What main takes for an endpoint. */
export interface EndpointFields {
  readonly text: string;
  readonly protocol: EndpointProtocol | null;
  readonly serverName: string;
  readonly intervalMinutes: number;
}

/** What is wrong with a draft, and in which field. */
export interface EndpointProblem {
  readonly at: 'endpoint' | 'serverName';
  readonly error: AppError;
}

/** The draft of a new endpoint. */
export function newDraft(text: string, protocol: ProtocolChoice = 'auto'): EndpointDraft {
  return { text, protocol, serverName: '', intervalMinutes: PROBE_INTERVAL_MINUTES };
}

/** The draft that says what an endpoint is. */
export function draftOf(endpoint: Endpoint): EndpointDraft {
  const { protocol, serverName, intervalMinutes } = endpoint;
  return { text: hostAndPort(endpoint), protocol, serverName: serverName ?? '', intervalMinutes };
}

/** A draft as main takes it. */
export function fieldsOf({ protocol, ...rest }: EndpointDraft): EndpointFields {
  return { ...rest, protocol: protocol === 'auto' ? null : protocol };
}

/** Looks for what main would not take, as far as it can be seen here: whether there is room cannot. */
export function problemOf(draft: EndpointDraft): EndpointProblem | null {
  const { text, protocol, serverName } = fieldsOf(draft);
  const endpoint = parseEndpoint(text, protocol);
  if (!endpoint.ok)
    return { at: 'endpoint', error: { kind: 'invalidInput', field: 'endpoint', reason: endpoint.error } };
  const name = parseServerName(serverName);
  return name.ok
    ? null
    : { at: 'serverName', error: { kind: 'invalidInput', field: 'serverName', reason: name.error } };
}

/** Main's refusal as a problem of a field; `null` when it is of none. */
export function refusalOf(error: AppError | null): EndpointProblem | null {
  if (error?.kind !== 'invalidInput') return null;
  if (error.field !== 'endpoint' && error.field !== 'serverName') return null;
  return { at: error.field, error };
}

/** Whether two drafts say the same. */
export function saysTheSame(one: EndpointDraft, other: EndpointDraft): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

const usualIntervals = [15, 60, 360, 720, 1440, 10_080] as const;

/** The intervals to choose from, minutes, ascending; the present one is always among them. */
export function intervalsWith(present: number): readonly number[] {
  return [...new Set<number>([...usualIntervals, present])].sort((a, b) => a - b);
}
