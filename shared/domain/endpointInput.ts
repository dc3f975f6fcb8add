import type { InputReason } from '../errors.ts';
import { err, ok, type Result } from '../result.ts';
import { defaultPorts, type Endpoint, type EndpointProtocol } from './endpoint.ts';
import { parseHostName } from './hostName.ts';
import { parseIpAddress } from './ipAddress.ts';

const TEXT_MAX = 2000;

type Way = Pick<Endpoint, 'protocol' | 'port'>;

const way = (protocol: EndpointProtocol, port = defaultPorts[protocol]): Way => ({ protocol, port });

const schemes: ReadonlyMap<string, Way> = new Map([
  ['https', way('tls')],
  ['http', way('tls')],
  ['wss', way('tls')],
  ['tls', way('tls')],
  ['smtp', way('smtp')],
  ['smtps', way('tls', 465)],
  ['imap', way('imap')],
  ['imaps', way('tls', 993)],
  ['pop', way('pop3')],
  ['pop3', way('pop3')],
  ['pops', way('tls', 995)],
  ['pop3s', way('tls', 995)],
  ['ldap', way('ldap')],
  ['ldaps', way('tls', 636)],
  ['xmpp', way('xmpp')],
  ['postgres', way('postgres')],
  ['postgresql', way('postgres')],
  ['mysql', way('mysql')],
]);

const usualProtocols: ReadonlyMap<number, EndpointProtocol> = new Map([
  [25, 'smtp'],
  [587, 'smtp'],
  [143, 'imap'],
  [110, 'pop3'],
  [389, 'ldap'],
  [5222, 'xmpp'],
  [5432, 'postgres'],
  [3306, 'mysql'],
]);

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
  const usualPort = meant?.protocol === protocol ? meant.port : defaultPorts[protocol];
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

/** First labels that imply a protocol. A mail host may also have a web page. */
const hints: ReadonlyMap<string, readonly EndpointProtocol[]> = new Map([
  ['mail', ['tls', 'smtp']],
  ['smtp', ['smtp']],
  ['mx', ['smtp']],
  ['imap', ['imap']],
  ['pop', ['pop3']],
  ['pop3', ['pop3']],
  ['ldap', ['ldap']],
  ['xmpp', ['xmpp']],
  ['postgres', ['postgres']],
  ['mysql', ['mysql']],
]);

/** Probable endpoints of a certificate by its names, without duplicates. Names that are no hosts are skipped. */
export function suggestEndpoints(domains: readonly string[]): readonly EndpointSuggestion[] {
  const suggestions = new Map<string, EndpointSuggestion>();
  for (const domain of domains) {
    const wildcard = domain.startsWith('*.');
    const host = parseHost(wildcard ? domain.slice(2) : domain);
    if (!host.ok) continue;
    const hinted = wildcard ? undefined : hints.get(host.value.split('.')[0] ?? '');
    for (const protocol of hinted ?? (['tls'] as const)) {
      const suggestion = { ...way(protocol), host: host.value, wildcard };
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
