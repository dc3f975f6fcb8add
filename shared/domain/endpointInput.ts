import type { InputReason } from '../errors.ts';
import { err, ok, type Result } from '../result.ts';
import { defaultPorts, type Endpoint, type EndpointProtocol } from './endpoint.ts';
import { parseIpAddress } from './ipAddress.ts';

/** Longer is no host with a port, and no URL that somebody means. */
const TEXT_MAX = 2000;
/** Of a DNS name (RFC 1035, section 2.3.4). */
const NAME_MAX = 253;

type Way = Pick<Endpoint, 'protocol' | 'port'>;

const way = (protocol: EndpointProtocol, port = defaultPorts[protocol]): Way => ({ protocol, port });

/** What the scheme of a URL says about how TLS is begun, and where. */
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

/** Ports at which TLS is begun in one way only. */
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
 * Reads what a person types for an endpoint: `host`, `host:port`, `[v6]:port`, a bare IPv6 literal, or a URL, of which
 * the host and the port count, and the scheme where nothing else says how TLS is begun. Names become A-labels.
 * @param chosen the protocol that the person chose, `null`: what the text speaks of
 * @returns or why not: `empty`, `tooLong`, `notAHost`, `wildcard`, `outOfRange` (the port), `malformed` (a scheme that
 *   stands for no protocol here)
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
  // What is before the @ may be a password: it goes no further than this.
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
 * Reads the name that is asked for at an endpoint (SNI: DNS names alone, RFC 6066 section 3).
 * @returns the name as A-labels, `null` for none, or why not: `tooLong`, `notAHost`, `wildcard`
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
  /** As for an endpoint; of a wildcard the part behind `*.`, for which the person gives a name. */
  readonly host: string;
  readonly wildcard: boolean;
}

/** First labels that speak of a protocol. A mail host may well have a web page, too. */
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

/** Where a leaf is probably served, by the names that it covers. Each place once; what is no host is passed over. */
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

/** The port as digits, empty when there is none. */
function splitPort(authority: string): { readonly host: string; readonly port: string } | null {
  if (parseIpAddress(authority) !== null) return { host: authority, port: '' };
  const match = /^(\[[^\]]*\]|[^:[\]]*)(?::(\d{0,10}))?$/u.exec(authority.trim());
  return match === null ? null : { host: match[1] ?? '', port: match[2] ?? '' };
}

function parseHost(text: string): Result<string, InputReason> {
  const literal = parseIpAddress(text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text);
  if (literal !== null) return ok(literal);
  if (text.includes('*')) return err('wildcard');
  const name = text.trim().replace(/[.。]$/u, '');
  // The parser of URLs would find other parts than a host, decodes percent signs, and passes over line ends.
  if (/[%:/?#@\\\s]/u.test(name) || !URL.canParse(`https://${name}/`)) return err('notAHost');
  const { hostname } = new URL(`https://${name}/`);
  return isName(hostname) ? ok(hostname) : err('notAHost');
}

/** A DNS name of letters, digits and hyphens; underscores are met in private zones. No number, which would be an IPv4 address. */
function isName(text: string): boolean {
  const labels = text.split('.');
  return (
    text.length <= NAME_MAX &&
    labels.every((label) => /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/u.test(label)) &&
    !/^\d+$/u.test(labels.at(-1) ?? '')
  );
}
