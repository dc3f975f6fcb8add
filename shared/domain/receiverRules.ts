import type { InputReason } from '../errors.ts';
import { err, ok, type Result } from '../result.ts';
import { parseHostName } from './hostName.ts';
import { parseAddressBlock, parseIpAddress } from './ipAddress.ts';
import { receiverBounds } from './receiverBounds.ts';
import type { ReceiverConfig } from './receiverConfig.ts';

const hostAndPort = /^(?<host>\[[^\]]*\]|[^:]*)(?::(?<port>[1-9]\d{0,4}))?$/u;

type Field = 'address' | 'port' | 'allowedHosts' | 'sourceAddresses' | 'trustedProxies';

/** The invalid fields, in the order of the form. */
type Refusals = ReadonlyMap<Field, InputReason>;

/**
 * Validates a configuration beyond its schema and normalises it: addresses and blocks canonical, hosts as {@link
 * parseHost} gives them, lists without blanks and duplicates.
 */
export function checkReceiverConfig(candidate: ReceiverConfig): Result<ReceiverConfig, Refusals> {
  const refusals = new Map<Field, InputReason>();
  const address = parseIpAddress(candidate.address.trim());
  if (address === null) refusals.set('address', 'notAnAddress');
  const { port, listLength } = receiverBounds;
  if (!Number.isInteger(candidate.port) || candidate.port < port.min || candidate.port > port.max)
    refusals.set('port', 'outOfRange');
  const list = (
    field: Exclude<Field, 'address' | 'port'>,
    parse: (text: string) => string | null,
    reason: InputReason,
  ) => {
    const parsed = new Set(candidate[field].map((text) => parse(text.trim())));
    if (parsed.has(null)) refusals.set(field, reason);
    else if (parsed.size > listLength.max) refusals.set(field, 'tooMany');
    return [...parsed].filter((entry) => entry !== null);
  };
  const lists = {
    allowedHosts: list('allowedHosts', parseHost, 'notAHost'),
    sourceAddresses: list('sourceAddresses', parseAddressBlock, 'notAnAddress'),
    trustedProxies: list('trustedProxies', parseAddressBlock, 'notAnAddress'),
  };
  return address === null || refusals.size > 0 ? err(refusals) : ok({ ...candidate, address, ...lists });
}

/** See `checkReceiverConfig`. Error: `invalidInput` of the first invalid field. */
export function parseReceiverConfig(candidate: ReceiverConfig): Result<ReceiverConfig> {
  const checked = checkReceiverConfig(candidate);
  if (checked.ok) return checked;
  const [[field, reason] = ['address', 'malformed'] as const] = checked.error;
  return err({ kind: 'invalidInput', field, reason });
}

/**
 * Parses an allowed `Host`: a name or an IP literal, optionally with the only allowed port.
 * @returns lower case, names as A-labels (RFC 5891) without a trailing dot, IPv6 in brackets; `null`: malformed
 */
export function parseHost(text: string): string | null {
  const bare = parseIpAddress(text);
  if (bare !== null) return bracketed(bare);
  const { host, port } = hostAndPort.exec(text)?.groups ?? {};
  if (host === undefined || Number(port ?? 0) > receiverBounds.port.max) return null;
  const name = host.startsWith('[')
    ? parseIpAddress(host.slice(1, -1))
    : (parseIpAddress(host) ?? parseHostName(host));
  if (name === null) return null;
  return bracketed(name) + (port === undefined ? '' : `:${port}`);
}

function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
