import { isIPv4, isIPv6 } from 'node:net';
import type { GeneralName, NameConstraints } from './extensions.ts';
import { shortAddress } from './facts.ts';

/** The name that an authority's constraints forbid, as text; or that there are too many comparisons. */
export type ConstraintProblem = { readonly name: string } | 'tooComplex';

/** Comparisons per certificate, the limit of Go (`crypto/x509`, maxConstraintComparisons). */
const MAX_COMPARISONS = 250_000;

/**
 * Checks names against an authority's constraints (RFC 5280, section 4.2.1.10). A wildcard must be permitted with all
 * names it covers, and is excluded if any of them is, as in browsers and Go. A name of an unsupported kind is rejected
 * if a constraint has that kind, as in OpenSSL.
 * @returns the violation; `null`: all names are allowed
 */
export function constraintProblem(
  names: readonly GeneralName[],
  { permitted, excluded }: NameConstraints,
): ConstraintProblem | null {
  if (names.length * (permitted.length + excluded.length) > MAX_COMPARISONS) return 'tooComplex';
  for (const name of names) {
    const ofKind = (trees: readonly GeneralName[]) => trees.filter((tree) => isOfKind(name, tree));
    const allowed = ofKind(permitted);
    const forbidden = ofKind(excluded);
    const isAllowed = allowed.length === 0 || allowed.some((tree) => isWithin(name, tree, 'permitted'));
    if (!isAllowed || forbidden.some((tree) => isWithin(name, tree, 'excluded')))
      return { name: nameText(name) };
  }
  return null;
}

function isOfKind(name: GeneralName, tree: GeneralName): boolean {
  if (name.kind === 'other' && tree.kind === 'other') return name.tag === tree.tag;
  return name.kind === tree.kind;
}

type Side = 'permitted' | 'excluded';

function isWithin(name: GeneralName, tree: GeneralName, side: Side): boolean {
  if (name.kind === 'ip' && tree.kind === 'ip') return isInNetwork(name.bytes, tree.bytes);
  if (name.kind === 'directory' && tree.kind === 'directory')
    return tree.parts.every((part, place) => part === name.parts[place]);
  if (name.kind === 'dns' && tree.kind === 'dns') return isInDomain(name.value, tree.value, side);
  if (name.kind === 'email' && tree.kind === 'email') return isMailIn(name.value, tree.value);
  if (name.kind === 'uri' && tree.kind === 'uri') return isHostIn(hostOf(name.value), tree.value);
  // A name of a kind that is not compared counts as not permitted and as excluded.
  return side === 'excluded';
}

function isInNetwork(address: Buffer, network: Buffer): boolean {
  if (network.length !== address.length * 2) return false;
  return address.every((byte, place) => {
    const mask = network[address.length + place] ?? 0;
    return (byte & mask) === ((network[place] ?? 0) & mask);
  });
}

/** A base with a leading dot means its subdomains, as in OpenSSL and Go; RFC 5280 does not define it. */
function isInDomain(name: string, base: string, side: Side): boolean {
  const host = name.toLowerCase();
  const domain = base.toLowerCase();
  if (isSuffix(host, domain)) return true;
  if (side === 'permitted' || !host.startsWith('*.')) return false;
  // `*.example.com` covers `x.example.com` but no name further down.
  const parent = host.slice(2);
  const label = domain.startsWith('.') ? domain.slice(1) : domain;
  return label.endsWith(`.${parent}`) && !label.slice(0, -parent.length - 1).includes('.');
}

function isSuffix(host: string, domain: string): boolean {
  if (domain === '') return true;
  if (domain.startsWith('.')) return host.endsWith(domain);
  return host === domain || host.endsWith(`.${domain}`);
}

/** A mailbox, all mailboxes of a host, or with a leading dot those of its subdomains. */
function isMailIn(mail: string, base: string): boolean {
  const at = mail.lastIndexOf('@');
  const baseAt = base.lastIndexOf('@');
  const host = mail.slice(at + 1).toLowerCase();
  if (at === -1) return false;
  if (baseAt === -1) return isHostIn(host, base);
  return mail.slice(0, at) === base.slice(0, baseAt) && host === base.slice(baseAt + 1).toLowerCase();
}

/** The exact host, or with a leading dot its subdomains; an empty base is every host. */
function isHostIn(host: string | null, base: string): boolean {
  if (host === null) return false;
  const domain = base.toLowerCase();
  return domain === '' || (domain.startsWith('.') ? host.endsWith(domain) : host === domain);
}

/** Constraints apply only to URIs with a host name. */
function hostOf(uri: string): string | null {
  const host = /^[^:/]+:\/\/(?:[^@/]*@)?([^:/?#]+)/u.exec(uri)?.[1]?.toLowerCase() ?? null;
  return host === null || isIPv4(host) || isIPv6(host) ? null : host;
}

function nameText(name: GeneralName): string {
  switch (name.kind) {
    case 'ip':
      return addressText(name.bytes);
    case 'directory':
      return name.parts
        .flatMap((part) => (JSON.parse(part) as string[]).map((each) => each.slice(each.indexOf('=') + 1)))
        .reverse()
        .join(', ');
    case 'other':
      return `[${name.tag}]`;
    default:
      return name.value;
  }
}

function addressText(bytes: Buffer): string {
  if (bytes.length === 4) return bytes.join('.');
  const groups = Array.from({ length: bytes.length >> 1 }, (_, place) =>
    bytes.readUInt16BE(place * 2).toString(16),
  );
  return shortAddress(groups.join(':'));
}
