import type { X509Certificate } from 'node:crypto';
import { pathAbove, withoutDuplicates } from '#main/x509/certificates/chain.ts';
import { factsOf } from '#main/x509/certificates/facts.ts';
import { materialDigest } from '#main/x509/certificates/inspect.ts';
import { certificatePem, pemKind, readPemBlocks } from '#main/x509/certificates/pem.ts';
import { canonicalKeyPem, readMaterial } from '#main/x509/certificates/readMaterial.ts';
import type { CertificateFacts } from '#shared/domain/certificate.ts';
import type { RefusalReason } from '#shared/domain/receiver.ts';
import type { InvalidMaterialReason, MaterialPart } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';

/** The payload of a delivery (interface, section 4.2). */
export interface DeliveryFields {
  /** Name of the certificate order. */
  readonly ssl: string;
  /** Name of the automation task. */
  readonly task: string;
  readonly certificate: string;
  readonly certificateServer: string;
  readonly certificateChain: string;
  readonly key: string;
  /** `YYYY-MM-DD HH:mm:ss` without a time zone; empty: not sent. */
  readonly notAfter: string;
}

/**
 * A delivery with a verified head. The signature covers only the timestamp, so no field is proven. Holds the private
 * key: do not keep it as it is.
 */
export interface VerifiedDelivery {
  readonly hookId: string;
  /** Unix ms. */
  readonly receivedAt: number;
  /** `z-timestamp` as sent: ten digits. */
  readonly timestamp: string;
  /** `z-token` as sent: 64 lowercase hex digits. */
  readonly token: string;
  /** SHA-256 of the body as sent, lowercase hex. */
  readonly bodySha256: string;
  /** Length of the body as sent. */
  readonly bodyBytes: number;
  readonly fields: DeliveryFields;
}

/** What became of a delivery. The sender gets a success status only for `kept` and `replayed`. */
export type KeepOutcome =
  /** Stored on disk, its private key encrypted. */
  | { readonly kind: 'kept'; readonly deliveryId: string }
  /** It was stored before; nothing changed. */
  | { readonly kind: 'replayed' }
  /** No usable certificate or key; a rate limit of the hook or the signature; the disk or the keychain failed. */
  | Extract<RefusalReason, { readonly kind: 'unusable' | 'flood' | 'notKept' }>;

/** The validated certificates and private key of a delivery, re-encoded. Do not keep it as it is. */
export interface ReadDelivery {
  readonly leaf: CertificateFacts;
  /** The issuers above the leaf, in order. */
  readonly chain: readonly CertificateFacts[];
  /** The leaf, its chain, and what else came with it, canonical PEM. */
  readonly pem: string;
  /** The key of the leaf, canonical PEM in its original format: PKCS#8, PKCS#1 or SEC1. */
  readonly keyPem: string;
}

/**
 * Reads the PEM fields of a delivery (interface, section 4.2). `certificateServer` and `certificateChain` may be empty,
 * as for an order without a chain; otherwise they must agree with `certificate`. The key must belong to the leaf. Every
 * error is `invalidMaterial`. Does not check trust.
 */
export function readDelivery(fields: DeliveryFields): Result<ReadDelivery> {
  const read = readMaterial({ ...fields, notAfter: null, name: null });
  if (!read.ok) return read;
  const { leaf, pool, key, withoutKey } = read.value;
  if (key === null) return invalid(withoutKey === 'notGiven' ? 'pemMissing' : 'keyNotSupported', 'key');
  const path = pathAbove(leaf, pool);
  // Whatever else came with it may be a path to another root.
  const all = withoutDuplicates([leaf, ...path, ...pool]);
  if (!isPartOf(fields.certificateChain, [leaf, ...path]))
    return invalid('partsDisagree', 'certificateChain');
  return ok({
    leaf: factsOf(leaf),
    chain: path.map(factsOf),
    pem: all.map(certificatePem).join(''),
    keyPem: key.pem,
  });
}

/**
 * Whether a text has no certificates, or at least one of the path. Services may add roots or old cross-signed issuers,
 * but the chain of another order has no certificate in common.
 */
function isPartOf(text: string, path: readonly X509Certificate[]): boolean {
  const blocks = readPemBlocks(text);
  const listed = blocks.ok ? blocks.value.filter((block) => pemKind(block) === 'certificate') : [];
  const known = new Set(path.map(({ raw }) => raw.toString('base64')));
  return listed.length === 0 || listed.some(({ base64 }) => known.has(base64));
}

function invalid(reason: InvalidMaterialReason, part: MaterialPart): Result<never> {
  return err({ kind: 'invalidMaterial', reason, part });
}

/** A renewal is delivered once per task, often in the same second. */
const MOST_REMEMBERED = 16;

/**
 * Reads deliveries. Caches the certificates, so that the same material for another task is not parsed and verified
 * again. The cache holds no keys; the digest proves that the key of the same text was checked.
 */
export class DeliveryReader {
  /** By digest of the four PEM texts, the most recently used last. */
  readonly #known = new Map<string, Omit<ReadDelivery, 'keyPem'>>();

  /** See `readDelivery`. */
  read(fields: DeliveryFields): Result<ReadDelivery> {
    const digest = materialDigest({ ...fields, name: null });
    const known = this.#known.get(digest);
    if (known === undefined) {
      const read = readDelivery(fields);
      if (read.ok) {
        const { leaf, chain, pem } = read.value;
        this.#remember(digest, { leaf, chain, pem });
      }
      return read;
    }
    const key = canonicalKeyPem(fields.key);
    if (!key.ok) return key;
    this.#remember(digest, known);
    return ok({ ...known, keyPem: key.value });
  }

  #remember(digest: string, read: Omit<ReadDelivery, 'keyPem'>): void {
    this.#known.delete(digest);
    this.#known.set(digest, read);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MOST_REMEMBERED && oldest !== undefined) this.#known.delete(oldest);
  }
}
