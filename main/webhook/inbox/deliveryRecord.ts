import type { Sealed } from '#main/credentials/vault/vault.ts';
import type { CertificateFacts } from '#shared/domain/certificate.ts';
import type { DeliveryKeyState, DeliveryVerdict, DeliveryView } from '#shared/domain/delivery.ts';
import type { Result } from '#shared/result.ts';

/** All that is kept of one delivery, but for its private key. */
export interface DeliveryRecord extends DeliveryView {
  /** Above the leaf, by issuer. */
  readonly chain: readonly CertificateFacts[];
  /** The leaf and its chain, canonical PEM. */
  readonly pem: string;
}

/** A delivery to be written. */
export interface NewDelivery {
  readonly record: DeliveryRecord;
  /** `null`: the key stays in memory. */
  readonly sealedKey: Sealed | null;
  readonly seen: SeenDelivery;
}

/** What tells a replay. */
export interface SeenDelivery {
  /** SHA-256 over timestamp and token, lowercase hex. */
  readonly signature: string;
  /** SHA-256 of the body, lowercase hex. */
  readonly body: string;
  /** Unix seconds, as signed. */
  readonly timestamp: number;
  /** The delivery that was kept; it may be gone from the inbox since. */
  readonly deliveryId: string;
}

/** A push-only order: known from deliveries alone, approved by the person. */
export interface PushOrder {
  readonly id: string;
  readonly hookId: string;
  /** The order's name at the service. */
  readonly name: string;
  readonly alias: string | null;
  /** The names of the leaf, sorted, that a delivery must have. */
  readonly approvedNames: readonly string[];
  readonly addedAt: number;
  readonly removedAt: number | null;
}

/** What the names of a hook's orders mean: the id of a pulled or of a push-only order. */
export interface OrderName {
  readonly hookId: string;
  readonly name: string;
  readonly orderId: string;
}

/**
 * Keeps the inbox across restarts. What a successful write took is on disk when it returns. Error of every write:
 * `storage`; nothing of it was done then. Reads throw when the database does.
 */
export interface InboxRepository {
  /** Every delivery, oldest first. */
  load(): DeliveryRecord[];
  loadSeen(): SeenDelivery[];
  loadNames(): OrderName[];
  loadPushOrders(): PushOrder[];
  /** Adds deliveries, all or none. Every one that shares a signature with another is flagged, earlier ones too. */
  keep(deliveries: readonly NewDelivery[]): Result<null>;
  /** The sealed key of a delivery, or `null`. Error: `storage`. */
  sealedKey(deliveryId: string): Result<Sealed | null>;
  /** Stores keys that were in memory until now; they are in the vault then. */
  storeKeys(keys: readonly { readonly deliveryId: string; readonly sealed: Sealed }[]): Result<null>;
  setVerdicts(
    changes: readonly {
      readonly id: string;
      readonly orderId: string | null;
      readonly verdict: DeliveryVerdict;
    }[],
  ): Result<null>;
  /** Overwrites and removes sealed keys, and notes why. */
  removeKeys(ids: readonly string[], state: Exclude<DeliveryKeyState, 'vault' | 'memory'>): Result<null>;
  /** Forgets deliveries, keys and all. */
  remove(ids: readonly string[]): Result<null>;
  /** Forgets that these were seen. */
  forgetSeen(seen: readonly SeenDelivery[]): Result<null>;
  setName(name: OrderName): Result<null>;
  removeName(hookId: string, name: string): Result<null>;
  savePushOrder(order: PushOrder): Result<null>;
  /**
   * What was removed is in no page of the file or of its log afterwards. Gives freed pages back where that does not
   * block for long.
   */
  vacuum(): Result<null>;
}
