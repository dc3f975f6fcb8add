import type { InputReason } from '../errors.ts';
import { err, ok, type Result } from '../result.ts';
import type { Endpoint } from './endpoint.ts';
import { type EndpointProtocol, probeProtocols } from './endpointProtocol.ts';
import { parseHostName } from './hostName.ts';
import { parseIpAddress } from './ipAddress.ts';

const TEXT_MAX = 2000;

type Way = Pick<Endpoint, 'protocol' | 'port'>;

const usualPorts = Object.fromEntries(probeProtocols.map(({ id, ports }) => [id, ports[0]])) as Record<
  EndpointProtocol,
  number
>;

const schemes: ReadonlyMap<string, Way> = new Map(
  probeProtocols.flatMap(({ id, schemes: own }) =>
    Object.entries(own).map(([scheme, port]) => [scheme, { protocol: id, port }]),
  ),
);

const usualProtocols: ReadonlyMap<number, EndpointProtocol> = new Map(
  probeProtocols.flatMap(({ id, ports }) => ports.map((port) => [port, id])),
);

/**
 * Parses an endpoint: `host`, `host:port`, `[v6]:port`, a bare IPv6 literal, or a URL, of which host, port and scheme
 * are used. Names become A-labels.
 * @param chosen the protocol that the user chose; `null`: derived from the text
 * @returns the endpoint, or an error: `empty`, `tooLong`, `notAHost`, `wildcard`, `outOfRange` (the port), `malformed`
 * (an unknown scheme)
 */
export function parseEndpoint(
  text: string,
  chosen: EndpointProtocol | null,
): Result<Pick<Endpoint, 'host' | 'port' | 'protocol'>, InputReason> {
  const trimmed = text.trim();
  if (trimmed === '') return err('empty');
  if (trimmed.length > TEXT_MAX) return err('tooLong');
  const [, scheme, rest = ''] = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(.*)$/isu.exec(trimmed) ?? [];
  const meant = scheme === undefined ? null : schemes.get(scheme.toLowerCase());
  if (meant === undefined) return err('malformed');
  // The part before the @ may contain a password and is dropped.
  const authority = rest.replace(/[/?#\\].*$/su, '').replace(/^.*@/su, '');
  const parts = splitPort(authority);
  if (parts === null) return err('notAHost');
  const host = parseHost(parts.host);
  if (!host.ok) return host;
  const given = parts.port === '' ? null : Number(parts.port);
  if (given !== null && (given < 1 || given > 65_535)) return err('outOfRange');
  const protocol = chosen ?? meant?.protocol ?? usualProtocols.get(given ?? 0) ?? 'tls';
  const usualPort = meant?.protocol === protocol ? meant.port : usualPorts[protocol];
  return ok({ host: host.value, port: given ?? usualPort, protocol });
}

/**
 * Parses the name for SNI, a DNS name (RFC 6066 section 3).
 * @returns the name as A-labels, `null` for none, or an error: `tooLong`, `notAHost`, `wildcard`
 */
export function parseServerName(text: string): Result<string | null, InputReason> {
  const trimmed = text.trim();
  if (trimmed === '') return ok(null);
  if (trimmed.length > TEXT_MAX) return err('tooLong');
  const host = parseHost(trimmed);
  if (host.ok && parseIpAddress(host.value) !== null) return err('notAHost');
  return host;
}

/** An endpoint that an order's names suggest. */
export interface EndpointSuggestion extends Way {
  /** Host of the endpoint; for a wildcard the part after `*.`, which the user has to complete. */
  readonly host: string;
  readonly wildcard: boolean;
}

/** Probable endpoints of a certificate by its names, without duplicates. Names that are no hosts are skipped. */
export function suggestEndpoints(domains: readonly string[]): readonly EndpointSuggestion[] {
  const suggestions = new Map<string, EndpointSuggestion>();
  for (const domain of domains) {
    const wildcard = domain.startsWith('*.');
    const host = parseHost(wildcard ? domain.slice(2) : domain);
    if (!host.ok) continue;
    const label = wildcard ? '' : (host.value.split('.')[0] ?? '');
    const implied = probeProtocols.filter(({ labels }) => labels.includes(label)).map(({ id }) => id);
    for (const protocol of implied.length === 0 ? (['tls'] as const) : implied) {
      const suggestion = { protocol, port: usualPorts[protocol], host: host.value, wildcard };
      suggestions.set(`${wildcard} ${protocol} ${host.value}`, suggestion);
    }
  }
  return [...suggestions.values()];
}

/** The port as digits; empty if there is none. */
function splitPort(authority: string): { readonly host: string; readonly port: string } | null {
  if (parseIpAddress(authority) !== null) return { host: authority, port: '' };
  const match = /^(\[[^\]]*\]|[^:[\]]*)(?::(\d{0,10}))?$/u.exec(authority.trim());
  return match === null ? null : { host: match[1] ?? '', port: match[2] ?? '' };
}

function parseHost(text: string): Result<string, InputReason> {
  const literal = parseIpAddress(text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text);
  if (literal !== null) return ok(literal);
  if (text.includes('*')) return err('wildcard');
  const name = parseHostName(text.trim());
  return name === null ? err('notAHost') : ok(name);
}
