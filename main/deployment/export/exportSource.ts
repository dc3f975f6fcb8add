import type { CertificateMaterial, FetchOptions, FetchOutcome, MaterialSource } from '#main/x509/material.ts';
import { isPushOnly, type OrderRow } from '#shared/domain/order.ts';
import type { Result } from '#shared/result.ts';

/** Gives the material that is to be exported. Never throws for expected errors. */
export interface ExportSource {
  /** @param deliveryId the delivery whose material is wanted, or `null`: what the order has now */
  material(order: OrderRow, deliveryId: string | null, options: FetchOptions): Promise<FetchOutcome>;
}

/**
 * The material of deliveries, with its private key only when that is wanted. Errors of both: `unknownId`, `storage`;
 * with the key also `keyGone`, `vaultKey` and the keychain's.
 */
export interface DeliveryMaterials {
  material(deliveryId: string, withKey: boolean): Promise<Result<CertificateMaterial>>;
  /** Of the delivery that counts for a push-only order. */
  materialOf(orderId: string, withKey: boolean): Promise<Result<CertificateMaterial>>;
}

/** Whether the material comes from a delivery, and so out of the vault, rather than from the service. */
export function isDelivered(order: Pick<OrderRow, 'source'>, deliveryId: string | null): boolean {
  return isPushOnly(order) || deliveryId !== null;
}

/** Asks whoever has the material: the inbox for one delivery and for push-only orders, else the order's service. */
export function createExportSource(
  pulled: Pick<MaterialSource, 'latest'>,
  deliveries: DeliveryMaterials,
): ExportSource {
  return {
    async material(order, deliveryId, options) {
      const { source } = order;
      if (deliveryId === null && source.kind === 'pull') return await pulled.latest(source, options);
      const material = await (deliveryId === null
        ? deliveries.materialOf(order.id, options.withKey)
        : deliveries.material(deliveryId, options.withKey));
      return { material, serviceNotAfter: null };
    },
  };
}
