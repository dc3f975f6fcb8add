import type { HistoryEntry } from '#shared/domain/order.ts';
import type { OrderSpan } from '#shared/domain/timeline.ts';
import { ok, type Result } from '#shared/result.ts';

/** Reads the leaves of pulled orders, removed ones too, in no order. Error of both: `storage`. */
export interface SpanRepository {
  of(orderIds: readonly string[]): Result<readonly OrderSpan[]>;
  all(): Result<readonly OrderSpan[]>;
}

/** What names a certificate. `serialNumber`: hex, as in `CertificateFacts`. */
export interface LeafIdentity {
  readonly serialNumber: string;
  /** `null`: it has none, or it is not stored. */
  readonly commonName: string | null;
  readonly issuerName: string;
}

/** Identities by SHA-256 fingerprint. */
export type LeafIdentities = ReadonlyMap<string, LeafIdentity>;

/** As `SpanRepository`, and reads what names leaves, by their SHA-256 fingerprints. Error: `storage`. */
export interface LeafRepository extends SpanRepository {
  identities(fingerprints: readonly string[]): Result<LeafIdentities>;
}

/** The leaves that push-only orders have or had, by order. */
export type PushHistories = () => ReadonlyMap<string, readonly HistoryEntry[]>;

/** The leaves that all orders have or had, in no order. Error of both: `storage`. */
export class OrderHistories implements LeafRepository {
  readonly #pulled: LeafRepository;
  readonly #pushed: PushHistories;

  constructor(pulled: LeafRepository, pushed: PushHistories) {
    this.#pulled = pulled;
    this.#pushed = pushed;
  }

  of(orderIds: readonly string[]): Result<readonly OrderSpan[]> {
    const wanted = new Set(orderIds);
    return this.#with(this.#pulled.of(orderIds), (id) => wanted.has(id));
  }

  all(): Result<readonly OrderSpan[]> {
    return this.#with(this.#pulled.all(), () => true);
  }

  identities(fingerprints: readonly string[]): Result<LeafIdentities> {
    const pulled = this.#pulled.identities(fingerprints);
    if (!pulled.ok) return pulled;
    const wanted = new Set(fingerprints);
    const pushed = [...this.#pushed().values()].flat().flatMap((entry): [string, LeafIdentity][] => {
      const { fingerprint256, serialNumber, issuerName } = entry;
      if (!wanted.has(fingerprint256)) return [];
      return [[fingerprint256, { serialNumber, commonName: null, issuerName }]];
    });
    return ok(new Map([...pushed, ...pulled.value]));
  }

  #with(pulled: Result<readonly OrderSpan[]>, isWanted: (id: string) => boolean): typeof pulled {
    if (!pulled.ok) return pulled;
    const pushed = [...this.#pushed()].filter(([id]) => isWanted(id));
    if (pushed.length === 0) return pulled;
    return ok([...pulled.value, ...pushed.flatMap(([id, entries]) => entries.map((one) => spanOf(id, one)))]);
  }
}

function spanOf(
  orderId: string,
  { fingerprint256, notBefore, notAfter, firstSeenAt }: HistoryEntry,
): OrderSpan {
  return { orderId, fingerprint256, notBefore, notAfter, firstSeenAt };
}
