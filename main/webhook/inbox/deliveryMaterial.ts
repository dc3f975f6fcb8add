import type { FetchOutcome } from '#main/x509/material.ts';
import { isTrusted } from '#shared/domain/delivery.ts';
import { err } from '#shared/result.ts';
import type { DeliveryKeys } from './deliveryKeys.ts';
import type { DeliveryStore } from './deliveryStore.ts';

/**
 * Gives the material of a trusted delivery to the exporter. Never throws for expected errors. `withKey` includes the
 * private key. Errors: `unknownId` if the delivery is missing or not trusted (confirmed or accepted); those of
 * `DeliveryKeys.read`.
 */
export type DeliveryMaterial = (deliveryId: string, withKey: boolean) => Promise<FetchOutcome>;

/** Creates the function from its sources. */
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
    // The user may have discarded it while the key was read.
    const record = trusted(deliveryId);
    if (record === null) return { material: err({ kind: 'unknownId' }), serviceNotAfter: null };
    const { pem, serviceNotAfter, orderName } = record;
    if (key?.ok === false) return { material: key, serviceNotAfter };
    const material = {
      certificate: pem,
      // `pem` includes the chain.
      certificateServer: null,
      certificateChain: null,
      key: key?.value ?? null,
      notAfter: serviceNotAfter,
      name: orderName,
    };
    return { material: { ok: true, value: material }, serviceNotAfter };
  };
}
