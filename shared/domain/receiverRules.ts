import type { InputField, InputReason } from '../errors.ts';
import { err, ok, type Result } from '../result.ts';
import { parseHostName } from './hostName.ts';
import { parseAddressBlock, parseIpAddress } from './ipAddress.ts';
import { receiverBounds } from './receiverBounds.ts';
import type { ReceiverConfig } from './receiverConfig.ts';

const hostAndPort = /^(?<host>\[[^\]]*\]|[^:]*)(?::(?<port>[1-9]\d{0,4}))?$/u;

/**
 * Validates a configuration beyond its schema and normalises it: addresses and blocks canonical, hosts as {@link
 * parseHost} gives them, lists without blanks and duplicates. Error: `invalidInput` of the first invalid field.
 */
export function parseReceiverConfig(candidate: ReceiverConfig): Result<ReceiverConfig> {
  const address = parseIpAddress(candidate.address.trim());
  if (address === null) return invalid('address', 'notAnAddress');
  const { port, listLength } = receiverBounds;
  if (!Number.isInteger(candidate.port) || candidate.port < port.min || candidate.port > port.max)
    return invalid('port', 'outOfRange');
  const allowedHosts = parseAll(candidate.allowedHosts, parseHost);
  if (allowedHosts === null) return invalid('allowedHosts', 'notAHost');
  const sourceAddresses = parseAll(candidate.sourceAddresses, parseAddressBlock);
  if (sourceAddresses === null) return invalid('sourceAddresses', 'notAnAddress');
  const trustedProxies = parseAll(candidate.trustedProxies, parseAddressBlock);
  if (trustedProxies === null) return invalid('trustedProxies', 'notAnAddress');
  const lists = { allowedHosts, sourceAddresses, trustedProxies };
  for (const field of ['allowedHosts', 'sourceAddresses', 'trustedProxies'] as const)
    if (lists[field].length > listLength.max) return invalid(field, 'tooMany');
  return ok({ ...candidate, address, ...lists });
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

/** Parses every text and removes duplicates; `null`: one of them is malformed. */
function parseAll(texts: readonly string[], parse: (text: string) => string | null): string[] | null {
  const parsed = texts.map((text) => parse(text.trim()));
  const good = parsed.filter((value) => value !== null);
  return good.length === parsed.length ? [...new Set(good)] : null;
}

function invalid(field: InputField, reason: InputReason): Result<never> {
  return err({ kind: 'invalidInput', field, reason });
}
