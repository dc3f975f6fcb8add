import type { Form, Problems } from '#renderer/hooks/useForm.ts';
import { type Endpoint, hostAndPort, PROBE_INTERVAL_MINUTES } from '#shared/domain/endpoint.ts';
import { parseEndpoint, parseServerName } from '#shared/domain/endpointInput.ts';
import type { EndpointProtocol } from '#shared/domain/endpointProtocol.ts';
import type { CallArgs } from '#shared/ipc/contract.ts';
import { err, ok, type Result } from '#shared/result.ts';

/** The chosen protocol; `auto`: it follows from the address. */
export type ProtocolChoice = EndpointProtocol | 'auto';

type EndpointFields = Omit<CallArgs<'endpoints:add'>, 'orderId'>;

export interface EndpointDraft extends Omit<EndpointFields, 'protocol'> {
  readonly protocol: ProtocolChoice;
}

type EndpointField = 'endpoint' | 'serverName';
export type EndpointForm = Pick<
  Form<EndpointDraft, EndpointFields, EndpointField>,
  'values' | 'problems' | 'change'
>;

export function newDraft(text: string, protocol: ProtocolChoice = 'auto'): EndpointDraft {
  return { text, protocol, serverName: '', intervalMinutes: PROBE_INTERVAL_MINUTES };
}

export function draftOf(endpoint: Endpoint): EndpointDraft {
  const { protocol, serverName, intervalMinutes } = endpoint;
  return { text: hostAndPort(endpoint), protocol, serverName: serverName ?? '', intervalMinutes };
}

export function fieldsOf({ protocol, ...rest }: EndpointDraft): EndpointFields {
  return { ...rest, protocol: protocol === 'auto' ? null : protocol };
}

/** Validates the draft. Only main can tell whether the limits allow one more endpoint. */
export function checkEndpoint(draft: EndpointDraft): Result<EndpointFields, Problems<EndpointField>> {
  const fields = fieldsOf(draft);
  const endpoint = parseEndpoint(fields.text, fields.protocol);
  if (!endpoint.ok)
    return err({ endpoint: { kind: 'invalidInput', field: 'endpoint', reason: endpoint.error } });
  const name = parseServerName(fields.serverName);
  return name.ok
    ? ok(fields)
    : err({ serverName: { kind: 'invalidInput', field: 'serverName', reason: name.error } });
}

const usualIntervals = [15, 60, 360, 720, 1440, 10_080] as const;

/** The intervals to choose from in minutes, ascending; includes the current one. */
export function intervalsWith(present: number): readonly number[] {
  return [...new Set<number>([...usualIntervals, present])].sort((a, b) => a - b);
}
