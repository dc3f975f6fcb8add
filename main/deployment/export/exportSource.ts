import type { CertificateMaterial, FetchOptions, FetchOutcome, MaterialSource } from '#main/x509/material.ts';
import { isPushOnly, type OrderRow } from '#shared/domain/order.ts';
import type { Result } from '#shared/result.ts';

/** Fetches the material to export. Never throws for expected errors. */
export interface ExportSource {
  /** @param deliveryId a delivery, or `null`: the order's current material */
  material(order: OrderRow, deliveryId: string | null, options: FetchOptions): Promise<FetchOutcome>;
}

/**
 * The material of deliveries, with the private key only if requested. Errors: `unknownId`, `storage`; with the key also
 * `keyGone`, `vaultKey` and those of the keychain.
 */
export interface DeliveryMaterials {
  material(deliveryId: string, withKey: boolean): Promise<Result<CertificateMaterial>>;
  /** Of a push-only order's current delivery. */
  materialOf(orderId: string, withKey: boolean): Promise<Result<CertificateMaterial>>;
}

/** Whether the material comes from a delivery, with its key from the vault, rather than from the service. */
export function isDelivered(order: Pick<OrderRow, 'source'>, deliveryId: string | null): boolean {
  return isPushOnly(order) || deliveryId !== null;
}

/** Uses the inbox for deliveries and push-only orders, and the order's service otherwise. */
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
