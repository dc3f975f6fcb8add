import type { X509Certificate } from 'node:crypto';
import type { Clock } from '#main/platform/time.ts';
import type { ServedChain } from '#main/platform/tlsClient.ts';
import { coversName } from '#main/x509/certificates/coversName.ts';
import { extensionsOf } from '#main/x509/certificates/extensions.ts';
import { factsOf } from '#main/x509/certificates/facts.ts';
import { type ChainJudgement, judgeChain } from '#main/x509/certificates/judgeChain.ts';
import type { TrustAnchors } from '#main/x509/certificates/trustAnchors.ts';
import { isDamage } from '#shared/domain/chainFault.ts';
import { ENDPOINTS_MAX, type ServedFinding, type ServedLeaf } from '#shared/domain/endpoint.ts';

/** A few authorities issue for thousands of endpoints; a certificate takes some kilobytes. */
const MAX_ISSUERS = 200;

/** A parsed chain, and the time in which its findings hold (Unix ms). */
interface Reading {
  readonly leaf: Omit<ServedLeaf, 'tlsVersion'>;
  readonly from: number;
  readonly until: number;
}

/** Reads served certificates with a cache: most probes find the same ones, and verifying signatures is slow. */
export class ServedLeaves {
  readonly #clock: Pick<Clock, 'now'>;
  /** By SHA-256: every handshake creates new objects for the same certificate. */
  readonly #issuers = new BoundedMap<string, X509Certificate>(MAX_ISSUERS);
  readonly #readings = new WeakMap<TrustAnchors, BoundedMap<string, Reading>>();

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /** @returns `null` if the certificate's times cannot be read */
  read(chain: ServedChain, name: string, anchors: TrustAnchors): ServedLeaf | null {
    const { leaf, above, tlsVersion, isStapled } = chain;
    const readings = this.#readings.get(anchors) ?? new BoundedMap<string, Reading>(ENDPOINTS_MAX);
    this.#readings.set(anchors, readings);
    const prints = [leaf, ...above].map(({ fingerprint256 }) => fingerprint256);
    const key = [name, isStapled, ...prints].join(' ');
    const now = this.#clock.now();
    const known = readings.get(key);
    if (known !== undefined && known.from <= now && now < known.until) return { ...known.leaf, tlsVersion };
    const reading = this.#reading(chain, name, anchors, now);
    if (reading === null) return null;
    readings.set(key, reading);
    return { ...reading.leaf, tlsVersion };
  }

  #reading(
    { leaf, above: served, isStapled }: ServedChain,
    name: string,
    anchors: TrustAnchors,
    now: number,
  ): Reading | null {
    const above = served.map((certificate) => this.#known(certificate));
    if (![leaf, ...above].every(hasTimes)) return null;
    const { fingerprint256, commonName, issuerName, notBefore, notAfter } = factsOf(leaf);
    const { findings: found, chainEnd, from, until } = judgeServed(leaf, above, anchors, now);
    const findings: ServedFinding[] = [...found];
    if (!coversName(leaf, name)) findings.push({ kind: 'nameNotCovered', name });
    if (!isStapled && extensionsOf(leaf)?.mustStaple === true) findings.push({ kind: 'stapleMissing' });
    const about = { fingerprint256, commonName, issuerName, notBefore, notAfter, chainEnd };
    return { leaf: { ...about, findings }, from, until };
  }

  #known(certificate: X509Certificate): X509Certificate {
    const { fingerprint256 } = certificate;
    const known = this.#issuers.get(fingerprint256);
    if (known !== undefined) return known;
    this.#issuers.set(fingerprint256, certificate);
    return certificate;
  }
}

function hasTimes(certificate: X509Certificate): boolean {
  const { notBefore, notAfter } = factsOf(certificate);
  return Number.isFinite(notBefore) && Number.isFinite(notAfter);
}

/** A map with a maximum size; the oldest entry is dropped. */
export class BoundedMap<Key, Value> {
  readonly #entries = new Map<Key, Value>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get(key: Key): Value | undefined {
    return this.#entries.get(key);
  }

  set(key: Key, value: Value): void {
    if (!this.#entries.has(key) && this.#entries.size >= this.#most) {
      const [oldest] = this.#entries.keys();
      if (oldest !== undefined) this.#entries.delete(oldest);
    }
    this.#entries.set(key, value);
  }
}

const MAX_TRIED = 16;

/** Findings of a served chain, and the time in which they hold (Unix ms). */
export interface ChainVerdict extends Pick<ChainJudgement, 'chainEnd' | 'from' | 'until'> {
  readonly findings: readonly ServedFinding[];
}

/**
 * Judges a chain by the served certificates and the anchors only. An expired leaf is not a finding.
 * @param above certificates served besides the leaf, in any order
 * @param now Unix ms
 */
export function judgeServed(
  leaf: X509Certificate,
  above: readonly X509Certificate[],
  anchors: TrustAnchors,
  now: number,
): ChainVerdict {
  const { trust, faults, chainEnd, from, until } = judgeChain(leaf, above.slice(0, MAX_TRIED), anchors, now);
  // An invalid signature also explains why no path continues from there.
  const isExplained = trust === null || faults.some(isDamage);
  return { findings: isExplained ? faults : [trust, ...faults], chainEnd, from, until };
}
