import type { CertificateFile } from '#main/deployment/copies/copyView.ts';
import type { SpanRepository } from '#main/orders/renewals/orderHistories.ts';
import { atOnce, inSlices, type Steps } from '#main/platform/slices.ts';
import type { Inventory } from '#shared/domain/inventory.ts';
import type { OrderSpan } from '#shared/domain/timeline.ts';
import { ok, type Result } from '#shared/result.ts';
import { buildInventory, type InventoryFacts } from './inventory.ts';

export interface InventorySourcePorts {
  /** The ids of all orders. */
  readonly orderIds: () => readonly string[];
  /** All but the stored histories, as it is now. @param orderIds `null`: of all orders */
  readonly facts: (orderIds: readonly string[] | null) => Omit<InventoryFacts, 'spans'>;
  /** Exported files with a certificate, as they are now. */
  readonly files: () => readonly CertificateFile[];
  readonly histories: Pick<SpanRepository, 'of'>;
  /** How often orders changed so far. */
  readonly changes: () => number;
}

/** Orders whose histories are read together. */
const ORDERS_AT_ONCE = 250;
/** How often the histories are read in slices before they are read in one piece, because orders keep changing. */
const MOST_ATTEMPTS = 3;

/** An inventory, and the exported files of the same moment. */
interface Taken {
  readonly inventory: Inventory;
  readonly files: readonly CertificateFile[];
}

/**
 * Takes inventories without holding the thread up. An inventory is of one state: the stored histories are read in slices, and
 * again if an order changed meanwhile; everything else is taken at one moment right after them, and never changes once taken.
 * What follows from it is worked out in slices.
 */
export class InventorySource {
  readonly #ports: InventorySourcePorts;

  constructor(ports: InventorySourcePorts) {
    this.#ports = ports;
  }

  /** @param orderIds `null`: all orders. Error: `storage` */
  async take(orderIds: readonly string[] | null): Promise<Result<Inventory>> {
    const taken = await this.takeWithFiles(orderIds);
    return taken.ok ? ok(taken.value.inventory) : taken;
  }

  /** As `take`. */
  async takeWithFiles(orderIds: readonly string[] | null): Promise<Result<Taken>> {
    const { facts, files, changes, histories } = this.#ports;
    for (let attempt = 0; ; attempt += 1) {
      const before = changes();
      const reading = spansOf(orderIds ?? this.#ports.orderIds(), histories);
      const spans = attempt < MOST_ATTEMPTS ? await inSlices(reading) : atOnce(reading);
      if (!spans.ok) return spans;
      if (changes() !== before) continue;
      const taken = { ...facts(orderIds), spans: spans.value };
      const ofThen = files();
      return ok({ inventory: await inSlices(buildInventory(taken)), files: ofThen });
    }
  }
}

function* spansOf(
  ids: readonly string[],
  histories: InventorySourcePorts['histories'],
): Steps<Result<readonly OrderSpan[]>> {
  const found: OrderSpan[] = [];
  for (let start = 0; start < ids.length; start += ORDERS_AT_ONCE) {
    const spans = histories.of(ids.slice(start, start + ORDERS_AT_ONCE));
    if (!spans.ok) return spans;
    for (const span of spans.value) found.push(span);
    yield;
  }
  return ok(found);
}
