import type { FetchOutcome } from '#main/x509/material.ts';
import { isTrusted } from '#shared/domain/delivery.ts';
import { err } from '#shared/result.ts';
import type { DeliveryKeys } from './deliveryKeys.ts';
import type { DeliveryStore } from './deliveryStore.ts';

/**
 * Gives what a delivery carried as fetched material, for the exporter. Never throws for expected errors.
 * `withKey` reads the private key too. Errors: `unknownId` for one that is not there, or that counts for nothing as it
 * is neither confirmed nor accepted; those of `DeliveryKeys.read`.
 */
export type DeliveryMaterial = (deliveryId: string, withKey: boolean) => Promise<FetchOutcome>;

/** Makes it. The key goes no further than the answer. */
export function createDeliveryMaterial(
  store: Pick<DeliveryStore, 'get'>,
  keys: Pick<DeliveryKeys, 'read'>,
): DeliveryMaterial {
  const trusted = (deliveryId: string) => {
    const record = store.get(deliveryId);
    return record !== null && isTrusted(record) ? record : null;
  };
  return async (deliveryId, withKey) => {
    const key = withKey && trusted(deliveryId) !== null ? await keys.read(deliveryId) : null;
    // Asked for again: the person may have discarded it meanwhile.
    const record = trusted(deliveryId);
    if (record === null) return { material: err({ kind: 'unknownId' }), serviceNotAfter: null };
    const { pem, serviceNotAfter, orderName } = record;
    if (key?.ok === false) return { material: key, serviceNotAfter };
    const material = {
      certificate: pem,
      // The certificate holds its chain.
      certificateServer: null,
      certificateChain: null,
      key: key?.value ?? null,
      notAfter: serviceNotAfter,
      name: orderName,
    };
    return { material: { ok: true, value: material }, serviceNotAfter };
  };
}
