import type { CertificateFacts } from './certificate.ts';
import { CLIENT_AUTH, type ReviewFinding } from './finding.ts';
import { parseIpAddress } from './ipAddress.ts';

/** What a renewal takes away, compared with the accepted certificate: each is to be reviewed before it is deployed. */
export type RenewalLoss = Extract<
  ReviewFinding,
  {
    readonly kind:
      | 'namesLost'
      | 'namesWidened'
      | 'purposesLost'
      | 'encipheringLost'
      | 'stapleCame'
      | 'keyTypeChanged'
      | 'trustLost';
  }
>;

/** What later certificates are compared with. */
export interface Baseline extends Pick<CertificateFacts, 'keyType'> {
  readonly names: readonly string[];
  /** As of `CertificateFacts`, as the next; left out: an earlier version did not store them. */
  readonly purposes?: readonly string[] | null;
  readonly curve?: string | null;
  readonly mustStaple?: boolean;
  readonly mayEncipher?: boolean;
  readonly chainComplete: boolean;
  /** Kinds of key of earlier accepted certificates: a renewal that returns to one needs no review. */
  readonly formerKeys?: readonly string[];
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
  const { lost, widened } = comparedNames(before.names, namesOf(next));
  if (lost.length > 0) losses.push({ kind: 'namesLost', names: lost });
  if (widened.length > 0) losses.push({ kind: 'namesWidened', names: widened });
  const purposes = lostPurposes(before.purposes, next.purposes);
  if (purposes.length > 0) losses.push({ kind: 'purposesLost', purposes });
  // Only RSA keys encipher, in TLS 1.2 without forward secrecy.
  if (
    before.keyType === 'RSA' &&
    next.keyType === 'RSA' &&
    before.mayEncipher === true &&
    next.mayEncipher === false
  )
    losses.push({ kind: 'encipheringLost' });
  if (before.mustStaple === false && next.mustStaple === true) losses.push({ kind: 'stapleCame' });
  const change = keyChange(before, next);
  if (change !== null) losses.push(change);
  const trust = trustLoss(before, missingIssuer);
  return trust === null ? losses : [...losses, trust];
}

/** Another type of key, or another curve, unless an accepted certificate had it. */
function keyChange(before: Baseline, next: CertificateFacts): RenewalLoss | null {
  const isOther =
    next.keyType !== before.keyType || (before.curve !== undefined && next.curve !== before.curve);
  if (!isOther || before.formerKeys?.includes(keyName(next)) === true) return null;
  const [from, to] =
    next.keyType === before.keyType ? [keyName(before), keyName(next)] : [before.keyType, next.keyType];
  return { kind: 'keyTypeChanged', from, to };
}

/** The name of a kind of key: its curve, or its type. */
export function keyName({ keyType, curve }: Pick<Baseline, 'keyType' | 'curve'>): string {
  return curve ?? keyType;
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

/**
 * Names of the first certificate that the second does not cover, and those that only its wildcards cover, in their
 * original spelling.
 */
function comparedNames(
  before: readonly string[],
  after: readonly string[],
): { readonly lost: readonly string[]; readonly widened: readonly string[] } {
  const given = new Set(after.map(folded));
  const former = new Set(before.map(folded));
  const gone = before.filter((name) => !given.has(folded(name)));
  const lost = gone.filter((name) => !covers(given, folded(name)));
  // A wildcard that was there before covered them already.
  const widened = gone.filter((name) => covers(given, folded(name)) && !covers(former, folded(name), true));
  return { lost, widened };
}

/** A wildcard covers exactly one label, and not itself (RFC 6125, section 6.4.3; RFC 9525, section 6.3). */
function covers(given: ReadonlySet<string>, name: string, byWildcard = false): boolean {
  if (given.has(name) && !byWildcard) return true;
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
