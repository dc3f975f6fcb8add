const octet = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const ipv4 = new RegExp(`^${octet}(?:\\.${octet}){3}$`, 'u');
const looksLikeIpv6 = /^[0-9a-f.]*:[0-9a-f:.]*$/iu;
const prefixLength = /^(?:0|[1-9]\d{0,2})$/u;

/**
 * Reads an IPv4 or IPv6 literal without brackets: four decimal parts, none of the short or octal forms that some
 * programs take; no zone.
 * @returns the canonical form (RFC 5952 for IPv6), or `null`
 */
export function parseIpAddress(text: string): string | null {
  if (ipv4.test(text)) return text;
  const url = `http://[${text}]/`;
  return looksLikeIpv6.test(text) && URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : null;
}

/**
 * Reads an IP literal or a CIDR block (RFC 4632, RFC 4291 section 2.3), such as `192.0.2.0/24`.
 * @returns the canonical form, its prefix as it was given, or `null`
 */
export function parseAddressBlock(text: string): string | null {
  const slash = text.indexOf('/');
  if (slash === -1) return parseIpAddress(text);
  const address = parseIpAddress(text.slice(0, slash));
  const length = text.slice(slash + 1);
  if (address === null || !prefixLength.test(length)) return null;
  return Number(length) <= (address.includes(':') ? 128 : 32) ? `${address}/${length}` : null;
}

/** Whether an IP address stands for all addresses of this computer. */
export function isWildcardAddress(address: string): boolean {
  return address === '0.0.0.0' || address === '::';
}
