import type { DeliveryVerdict, DeliveryView } from '#shared/domain/delivery.ts';

/** A delivery that was judged. */
export type JudgedDelivery = DeliveryView & {
  readonly verdict: Exclude<DeliveryVerdict, { readonly kind: 'checking' }>;
};

/**
 * Finds deliveries with a verdict that is new.
 * @param list all deliveries as they are
 * @returns to be called when they changed: those whose verdict changed since the last call, the oldest first
 */
export function followVerdicts(list: () => readonly DeliveryView[]): () => readonly JudgedDelivery[] {
  const told = new Map(list().map(({ id, verdict }) => [id, verdict.kind]));
  const isNews = (delivery: DeliveryView): delivery is JudgedDelivery => {
    const { id, verdict } = delivery;
    if (verdict.kind === 'checking' || told.get(id) === verdict.kind) return false;
    told.set(id, verdict.kind);
    return true;
  };
  return () =>
    list()
      .toSorted((one, other) => one.receivedAt - other.receivedAt)
      .filter(isNews);
}
