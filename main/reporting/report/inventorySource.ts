import type { SpanRepository } from '#main/orders/renewals/orderHistories.ts';
import type { Clock } from '#main/platform/time.ts';
import type { Inventory } from '#shared/domain/inventory.ts';
import { ok, type Result } from '#shared/result.ts';
import { buildInventory, type InventoryFacts } from './buildInventory.ts';

export interface InventorySourcePorts {
  readonly clock: Pick<Clock, 'now'>;
  /** Of the app. */
  readonly version: string;
  readonly orders: () => InventoryFacts['orders'];
  readonly connections: () => InventoryFacts['connections'];
  readonly hooks: () => InventoryFacts['hooks'];
  readonly copies: () => InventoryFacts['copies'];
  readonly endpoints: () => InventoryFacts['endpoints'];
  readonly histories: Pick<SpanRepository, 'all'>;
  readonly settings: () => InventoryFacts['settings'];
}

/** Takes an inventory of all that is known, when somebody asks for it. */
export class InventorySource {
  readonly #ports: InventorySourcePorts;

  constructor(ports: InventorySourcePorts) {
    this.#ports = ports;
  }

  /** All that is known at this moment. Error: `storage`. */
  take(): Result<Inventory> {
    const { clock, version, orders, connections, hooks, copies, endpoints, histories, settings } =
      this.#ports;
    const spans = histories.all();
    if (!spans.ok) return spans;
    return ok(
      buildInventory({
        takenAt: clock.now(),
        version,
        orders: orders(),
        connections: connections(),
        hooks: hooks(),
        copies: copies(),
        endpoints: endpoints(),
        spans: spans.value,
        settings: settings(),
      }),
    );
  }
}
