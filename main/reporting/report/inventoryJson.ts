import { jsonParts } from '#main/platform/jsonParts.ts';
import type { Parts } from '#main/platform/slices.ts';
import type { Inventory } from '#shared/domain/inventory.ts';
import {
  type Immutable,
  instant,
  orderKeys,
  orderSchemas,
  orderValues,
  type Zod,
} from '#shared/domain/orderFields.ts';
import type { z } from '#shared/zod.ts';

type InventoryValue = Immutable<z.input<ReturnType<typeof inventorySchema>>>;

/** An inventory as JSON for programs. Every key is always present; times in UTC (ISO 8601), durations in seconds. */
export function inventoryJson({ takenAt, clockAheadMs, version, orders }: Inventory): Parts {
  const head: Omit<InventoryValue, 'orders'> = {
    schema: 2,
    changed: false,
    takenAt: instant(takenAt),
    clockAheadSeconds: clockAheadMs === null ? null : Math.round(clockAheadMs / 1000),
    app: { name: 'NotAfter', version },
  };
  return jsonParts(head, 'orders', orders, (order): InventoryValue['orders'][number] =>
    orderValues(orderKeys, order),
  );
}

/** The JSON of `status --json` and of saved reports. Strict, for the tests; readers should ignore unknown keys. */
export const inventorySchema = (z: Zod) =>
  z.strictObject({
    /** Increased when a key is removed or changes its meaning; new keys do not count. */
    schema: z.literal(2),
    changed: z.literal(false).describe('A report changes nothing.'),
    takenAt: z.iso.datetime(),
    clockAheadSeconds: z
      .int()
      .nullable()
      .describe(
        'How far the clock of this computer is ahead; negative: behind; null: right, as far as known.',
      ),
    app: z.strictObject({ name: z.literal('NotAfter'), version: z.string() }),
    orders: z.array(z.strictObject(orderSchemas(orderKeys, z))),
  });
