import type { Disposable } from '#main/platform/disposable.ts';
import { forEachBounded } from './bounded.ts';
import type { ExportServicePorts } from './exportPorts.ts';
import { type RewriteOutcome, type RewriteWish, rewriteBundle } from './rewriteBundle.ts';
import type { DeliveredKey } from './writtenItems.ts';

const rewrittenAtOnce = 4;

/** Writes bundles anew where they are, one call at a time. */
export class BundleRewriter implements Disposable {
  readonly #ports: ExportServicePorts;
  #abort: AbortController | null = null;

  constructor(ports: ExportServicePorts) {
    this.#ports = ports;
  }

  /** @returns what became of each, in the order of the wishes */
  async rewrite(wishes: readonly RewriteWish[]): Promise<readonly RewriteOutcome[]> {
    const abort = new AbortController();
    this.#abort = abort;
    try {
      return await this.#rewriteAll(wishes, abort.signal);
    } finally {
      this.#abort = null;
    }
  }

  /** Ends what is under way: what is written stays, the rest is cancelled. */
  dispose(): void {
    this.#abort?.abort();
  }

  async #rewriteAll(wishes: readonly RewriteWish[], signal: AbortSignal): Promise<RewriteOutcome[]> {
    const outcomes = new Map<RewriteWish, RewriteOutcome>();
    const keys: DeliveredKey[] = [];
    await forEachBounded(wishes, rewrittenAtOnce, async (wish) => {
      const { outcome, deliveredKeys } = await rewriteBundle(wish, this.#ports, signal);
      outcomes.set(wish, outcome);
      keys.push(...deliveredKeys);
    });
    // Not before all are written: an order may have several copies, and its key may be only here.
    for (const { orderId, fingerprint256 } of keys)
      this.#ports.orders.onKeyExported(orderId, null, fingerprint256);
    return wishes.flatMap((wish) => outcomes.get(wish) ?? []);
  }
}
