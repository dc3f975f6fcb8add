import { needsReview } from '#shared/domain/finding.ts';
import { isPushOnly, type OrderRow, serviceKey } from '#shared/domain/order.ts';
import type { OrderStatus } from '#shared/domain/status.ts';
import type { ServiceOrder } from '#test/service/orderBook.ts';

type Issued = Pick<ServiceOrder, 'domains' | 'notBefore'>;

/** The names to which the user agreed for each order: those of its first certificate, of renewals that lost none, and of those that were accepted. */
export class Reviews {
  /** By fingerprint. */
  readonly #issued = new Map<string, Issued>();
  /** By the id of the order. */
  readonly #agreed = new Map<string, Issued>();

  /** The service issued a certificate. */
  note({ fingerprint256, domains, notBefore }: ServiceOrder): void {
    this.#issued.set(fingerprint256, { domains, notBefore });
  }

  /** The user accepted the certificate that an order has. */
  accept({ id, fingerprint256 }: Pick<OrderRow, 'id' | 'fingerprint256'>): void {
    const issued = this.#issued.get(fingerprint256 ?? '');
    if (issued !== undefined) this.#agreed.set(id, issued);
  }

  /** The orders that are healthy although the user did not agree to their certificate. */
  problems(orders: readonly OrderRow[], statuses: ReadonlyMap<string, OrderStatus>): readonly string[] {
    return orders.flatMap((order) => {
      const lost = isPushOnly(order) ? [] : this.#lost(order);
      if (statuses.get(order.id) !== 'healthy') return [];
      return [
        ...(needsReview(order.findings) ? [`${serviceKey(order)} is healthy with a finding`] : []),
        ...(lost.length === 0 ? [] : [`${serviceKey(order)} is healthy and lost ${lost.join(', ')}`]),
      ];
    });
  }

  /** The names that an order had, and its certificate has not. If there are none, the user agrees to it. */
  #lost({ id, fingerprint256 }: OrderRow): readonly string[] {
    const issued = this.#issued.get(fingerprint256 ?? '');
    if (issued === undefined) return [];
    const agreed = this.#agreed.get(id) ?? issued;
    const lost = agreed.domains.filter((name) => !issued.domains.includes(name));
    // One that is not newer is not what the next one is compared with.
    if (
      lost.length === 0 &&
      (issued.notBefore > agreed.notBefore || issued.domains.length === agreed.domains.length)
    )
      this.#agreed.set(id, issued);
    return lost;
  }
}
