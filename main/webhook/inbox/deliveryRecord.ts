import type { Sealed } from '#main/credentials/vault/vault.ts';
import type { StoredOrder } from '#main/orders/list/orderSource.ts';
import type { CertificateFacts } from '#shared/domain/certificate.ts';
import type { DeliveryKeyState, DeliveryView } from '#shared/domain/delivery.ts';
import type { Result } from '#shared/result.ts';

/** Everything stored about a delivery, except its private key. */
export interface DeliveryRecord extends DeliveryView {
  /** The issuers above the leaf, in order. */
  readonly chain: readonly CertificateFacts[];
  /** The leaf and its chain, canonical PEM. */
  readonly pem: string;
}

/** The new verdict on a delivery, and the order it is for. */
export type VerdictChange = Pick<DeliveryRecord, 'id' | 'orderId' | 'verdict'>;

/** Why a delivery has no key any more. */
export type LostKey = Exclude<DeliveryKeyState, 'vault' | 'memory'>;

export interface NewDelivery {
  readonly record: DeliveryRecord;
  /** `null`: the key stays in memory. */
  readonly sealedKey: Sealed | null;
  readonly seen: SeenDelivery;
}

/** Identifies a delivery, to detect replays. */
export interface SeenDelivery {
  /** SHA-256 over timestamp and token, lowercase hex. */
  readonly signature: string;
  /** SHA-256 of the body, lowercase hex. */
  readonly body: string;
  /** Unix seconds, as signed. */
  readonly timestamp: number;
  /** The stored delivery; it may have been removed from the inbox since. */
  readonly deliveryId: string;
}

/** A push-only order: known only from deliveries, approved by the user. */
export interface PushOrder extends StoredOrder {
  readonly hookId: string;
  /** The order's name at the service. */
  readonly name: string;
  /** The sorted names that the leaf of a delivery must have. */
  readonly approvedNames: readonly string[];
}

/** Links a name that a hook delivers to a pulled or push-only order. */
export interface OrderName {
  readonly hookId: string;
  readonly name: string;
  readonly orderId: string;
}

/**
 * Stores the inbox. A successful write is on disk when it returns. Error of every write: `storage`; nothing was changed
 * then. Reads throw if the database fails.
 */
export interface InboxRepository {
  /** Every delivery, oldest first. */
  load(): DeliveryRecord[];
  loadSeen(): SeenDelivery[];
  loadNames(): OrderName[];
  loadPushOrders(): PushOrder[];
  /** Adds all of these deliveries, or none. Flags all deliveries that share a signature, including earlier ones. */
  keep(deliveries: readonly NewDelivery[]): Result<null>;
  /** The sealed key of a delivery, or `null`. Error: `storage`. */
  sealedKey(deliveryId: string): Result<Sealed | null>;
  storeKeys(keys: readonly { readonly deliveryId: string; readonly sealed: Sealed }[]): Result<null>;
  setVerdicts(changes: readonly VerdictChange[]): Result<null>;
  /** Overwrites and deletes sealed keys, and records why. */
  removeKeys(ids: readonly string[], state: LostKey): Result<null>;
  remove(ids: readonly string[]): Result<null>;
  forgetSeen(seen: readonly SeenDelivery[]): Result<null>;
  setName(name: OrderName): Result<null>;
  removeName(hookId: string, name: string): Result<null>;
  savePushOrder(order: PushOrder): Result<null>;
  /** Removes deleted data from the database file and its log. Gives freed pages back if that is quick. */
  vacuum(): Result<null>;
}
