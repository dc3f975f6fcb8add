import type { DeliveryKeyState } from '#shared/domain/delivery.ts';
import type { Result } from '#shared/result.ts';

/** The private keys of deliveries: in the vault, or in memory for this session. */
export interface DeliveryKeyStore {
  /**
   * The key as PEM. Errors: `unknownId`, `keyGone`, the keychain's, `vaultKey`, `storage`. Not to be kept.
   */
  read(deliveryId: string): Promise<Result<string>>;
  /** Removes keys for good and notes why. Error: `storage`; then they are still there. */
  remove(deliveryIds: readonly string[], state: Exclude<DeliveryKeyState, 'vault' | 'memory'>): Result<null>;
}
