import { isIP } from 'node:net';

const dnsName = /^(?:\*\.)?[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*$/iu;
/** What stands in the place of a wildcard's star; the name is never looked up. */
const madeUpLabel = 'www';

/**
 * A name by which a client can connect to the holder of a certificate: its first DNS name, a made-up one below a
 * wildcard (RFC 9525, section 6.3), else its first IP address. `null`: it has neither.
 */
export function proofName(subjectAltNames: readonly string[]): string | null {
  const names = subjectAltNames.filter((name) => isIP(name) === 0 && dnsName.test(name));
  const name = names.find((candidate) => !candidate.startsWith('*.')) ?? names[0];
  if (name === undefined) return subjectAltNames.find((address) => isIP(address) !== 0) ?? null;
  return name.replace(/^\*/u, madeUpLabel);
}
