import ipaddr from 'ipaddr.js';

const PREFIX_LENGTH = /^(?:0|[1-9]\d{0,2})$/u;

/**
 * Parses an IPv4 or IPv6 literal without brackets and without a zone. Stricter than ipaddr.js, which also takes octal,
 * hexadecimal and short forms of IPv4, and reads `::192.0.2.1` as the IPv4-mapped `::ffff:192.0.2.1`.
 */
export function readIpAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  if (!/^[0-9a-f.:]+$/iu.test(text)) return null;
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  const groups = withoutDottedTail(text);
  return groups !== null && ipaddr.IPv6.isValid(groups) ? ipaddr.IPv6.parse(groups) : null;
}

/** Writes the dotted end of an IPv6 address (RFC 4291, section 2.2) as two groups; `null`: it is malformed. */
function withoutDottedTail(text: string): string | null {
  if (!text.includes('.')) return text;
  const end = text.lastIndexOf(':') + 1;
  const tail = text.slice(end);
  if (!ipaddr.IPv4.isValidFourPartDecimal(tail)) return null;
  const [a = 0, b = 0, c = 0, d = 0] = ipaddr.IPv4.parse(tail).octets;
  return `${text.slice(0, end)}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}

/**
 * Reads an IP literal: see `readIpAddress` for what it accepts.
 * @returns the canonical form (RFC 5952 for IPv6), or `null`
 */
export function parseIpAddress(text: string): string | null {
  return readIpAddress(text)?.toString() ?? null;
}

/**
 * Reads an IP literal or a CIDR block (RFC 4632, RFC 4291 section 2.3), such as `192.0.2.0/24`.
 * @returns the canonical form, its prefix as it was given, or `null`
 */
export function parseAddressBlock(text: string): string | null {
  const slash = text.indexOf('/');
  if (slash === -1) return parseIpAddress(text);
  const address = readIpAddress(text.slice(0, slash));
  const length = text.slice(slash + 1);
  if (address === null || !PREFIX_LENGTH.test(length)) return null;
  return Number(length) <= (address.kind() === 'ipv6' ? 128 : 32) ? `${address}/${length}` : null;
}

/** Whether an IP address stands for all addresses of this computer. */
export function isWildcardAddress(address: string): boolean {
  return address === '0.0.0.0' || address === '::';
}
