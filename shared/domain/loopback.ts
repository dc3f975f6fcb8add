/**
 * Whether a host is this computer: `localhost` and names under it (RFC 6761, section 6.3), 127.0.0.0/8 or ::1. For a
 * name this only holds if it is not looked up elsewhere: see `loopbackLookup`.
 * @param host a name or an IP address, with or without the brackets of a URL, in any case, with or without a trailing
 * dot
 */
export function isLoopbackHost(host: string): boolean {
  const name = host
    .toLowerCase()
    .replace(/^\[(.*)\]$/u, '$1')
    .replace(/\.$/u, '');
  return name === 'localhost' || name.endsWith('.localhost') || isLoopbackAddress(name);
}

/** Whether a canonical IP address is a loopback address: 127.0.0.0/8 or ::1. */
export function isLoopbackAddress(address: string): boolean {
  return address === '::1' || /^127(?:\.\d{1,3}){3}$/u.test(address);
}
