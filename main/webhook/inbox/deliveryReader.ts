import { materialDigest } from '#main/x509/certificates/inspect.ts';
import { canonicalKeyPem } from '#main/x509/certificates/readMaterial.ts';
import { ok, type Result } from '#shared/result.ts';
import type { DeliveryFields } from './delivery.ts';
import { type ReadDelivery, readDelivery } from './readDelivery.ts';

/** A renewal is delivered once for each of its tasks, often in the same second. */
const MOST_REMEMBERED = 16;

/**
 * Reads deliveries, and the same material for another task without parsing it and checking its signatures once more.
 * What it remembers holds no key: that a text is the one whose key was checked is told by its digest.
 */
export class DeliveryReader {
  /** By digest of the four PEM texts, the one that was used last at the end. */
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
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= MOST_REMEMBERED) break;
      this.#known.delete(oldest);
    }
  }
}
