import type { CertificateFacts } from './certificate.ts';
import { CLIENT_AUTH, type ReviewFinding } from './finding.ts';
import { parseIpAddress } from './ipAddress.ts';

/** What a renewal takes away, compared with the accepted certificate: each is to be reviewed before it is deployed. */
export type RenewalLoss = Extract<
  ReviewFinding,
  { readonly kind: 'namesLost' | 'purposesLost' | 'keyTypeChanged' | 'clientsLost' | 'trustLost' }
>;

/** What later certificates are compared with. */
export interface Baseline extends Pick<CertificateFacts, 'keyType'> {
  readonly names: readonly string[];
  /** As of `CertificateFacts`, as the next; left out: an earlier version did not store them. */
  readonly purposes?: readonly string[] | null;
  readonly curve?: string | null;
  readonly chainComplete: boolean;
}

/**
 * What is lost from one certificate to the next one.
 * @param missingIssuer of the next one, missing or not trusted; `null`: its chain is trusted
 */
export function lossesOf(
  before: Baseline,
  next: CertificateFacts,
  missingIssuer: string | null,
): readonly RenewalLoss[] {
  const losses: RenewalLoss[] = [];
  const names = lostNames(before.names, namesOf(next));
  if (names.length > 0) losses.push({ kind: 'namesLost', names });
  const purposes = lostPurposes(before.purposes, next.purposes);
  if (purposes.length > 0) losses.push({ kind: 'purposesLost', purposes });
  const { keyType } = next;
  if (keyType !== before.keyType) losses.push({ kind: 'keyTypeChanged', from: before.keyType, to: keyType });
  const former = clientsRefusing(before);
  const clients = former === null ? [] : (clientsRefusing(next) ?? []).filter((one) => !former.includes(one));
  if (clients.length > 0) losses.push({ kind: 'clientsLost', key: keyName(next), clients });
  const trust = trustLoss(before, missingIssuer);
  return trust === null ? losses : [...losses, trust];
}

/** The loss of trust after a chain that was trusted; `null`: none. */
export function trustLoss(
  { chainComplete }: Pick<Baseline, 'chainComplete'>,
  missingIssuer: string | null,
): RenewalLoss | null {
  return chainComplete && missingIssuer !== null ? { kind: 'trustLost', missingIssuer } : null;
}

/** The names of a leaf; without alternative names its common name, which some clients still use. */
export function namesOf({
  subjectAltNames,
  commonName,
}: Pick<CertificateFacts, 'subjectAltNames' | 'commonName'>): readonly string[] {
  return subjectAltNames.length > 0 || commonName === null ? subjectAltNames : [commonName];
}

const SERVER_AUTH = '1.3.6.1.5.5.7.3.1';
const ANY_PURPOSE = '2.5.29.37.0';

/** A lost purpose of servers is left out: it is a fault already. A certificate for any purpose is for clients too. */
function lostPurposes(before: Baseline['purposes'], next: Baseline['purposes']): readonly string[] {
  if (before === undefined || next == null || next.includes(ANY_PURPOSE)) return [];
  const had = before === null || before.includes(ANY_PURPOSE) ? [CLIENT_AUTH] : before;
  return had.filter((purpose) => purpose !== SERVER_AUTH && !next.includes(purpose));
}

/** Clients by the keys that they do not accept in certificates: they do not offer the signature algorithm in TLS. */
const refusing: ReadonlyMap<string, readonly string[]> = new Map([
  ['P-521', ['Chrome', 'Edge']],
  ['Ed25519', ['Chrome', 'Edge', 'Firefox', 'Safari']],
  ['Ed448', ['Chrome', 'Edge', 'Firefox', 'Safari']],
]);

/** `null`: the curve is not known. */
function clientsRefusing(key: Pick<Baseline, 'keyType' | 'curve'>): readonly string[] | null {
  if (key.keyType === 'EC' && key.curve === undefined) return null;
  return refusing.get(keyName(key)) ?? [];
}

function keyName({ keyType, curve }: Pick<Baseline, 'keyType' | 'curve'>): string {
  return curve ?? keyType;
}

/** Names of the first certificate that the second does not cover, in their original spelling. */
function lostNames(before: readonly string[], after: readonly string[]): readonly string[] {
  const given = new Set(after.map(folded));
  return before.filter((name) => !covers(given, folded(name)));
}

/** A wildcard covers exactly one label, and not itself (RFC 6125, section 6.4.3; RFC 9525, section 6.3). */
function covers(given: ReadonlySet<string>, name: string): boolean {
  if (given.has(name)) return true;
  const dot = name.indexOf('.');
  if (dot < 1 || name.startsWith('*.') || parseIpAddress(name) !== null) return false;
  return given.has(`*${name.slice(dot)}`);
}

/** Normalises case, a final dot, and the forms of addresses and international names. */
export function folded(name: string): string {
  const lower = name.toLowerCase().replace(/\.$/u, '');
  const address = parseIpAddress(lower);
  if (address !== null) return address;
  const [star, host] = lower.startsWith('*.') ? ['*.', lower.slice(2)] : ['', lower];
  // Only where needed, because a URL parses `1.2` as an address too.
  const url = `http://${host}/`;
  const isAscii = /^[\x20-\x7e]*$/u.test(host);
  return star + (isAscii || !URL.canParse(url) ? host : new URL(url).hostname);
}
