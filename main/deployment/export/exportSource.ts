import type { FetchOptions, FetchOutcome, MaterialSource } from '#main/x509/material.ts';
import { isPushOnly, type OrderRow } from '#shared/domain/order.ts';
import { err } from '#shared/result.ts';

/** Fetches the material to export. Never throws for expected errors. */
export interface ExportSource {
  /** @param deliveryId a delivery, or `null`: the order's current material */
  material(order: OrderRow, deliveryId: string | null, options: FetchOptions): Promise<FetchOutcome>;
}

/** Whether the material comes from a delivery, with its key from the vault, rather than from the service. */
export function isDelivered(order: Pick<OrderRow, 'source'>, deliveryId: string | null): boolean {
  return isPushOnly(order) || deliveryId !== null;
}

/**
 * Uses the inbox for deliveries and push-only orders, and the order's service otherwise.
 * @param delivered the material of a delivery, with the private key only if requested
 * @param currentDelivery the id of a push-only order's current delivery; `null`: it has none
 */
export function createExportSource(
  pulled: Pick<MaterialSource, 'latest'>,
  delivered: (deliveryId: string, withKey: boolean) => Promise<FetchOutcome>,
  currentDelivery: (orderId: string) => string | null,
): ExportSource {
  return {
    async material(order, deliveryId, options) {
      const { source } = order;
      if (deliveryId === null && source.kind === 'pull') return await pulled.latest(source, options);
      const id = deliveryId ?? currentDelivery(order.id);
      return id === null
        ? { material: err({ kind: 'unknownId' }), serviceNotAfter: null }
        : await delivered(id, options.withKey);
    },
  };
}
