import type { ValiditySpan } from '#shared/domain/renewal.ts';

/** The certificates that an order has and had, by the order's id. */
export type History = ReadonlyMap<string, readonly ValiditySpan[]>;

/** Reads the history of these orders, or of all (`null`). */
export async function readHistory(_orderIds: readonly string[] | null): Promise<History> {
  return new Map();
}
