import { bridge } from '#renderer/bridge.ts';
import type { ValiditySpan } from '#shared/domain/renewal.ts';
import type { SpanColumns } from '#shared/domain/timeline.ts';

/** The certificates that an order has and had, by the order's id. */
export type History = ReadonlyMap<string, readonly ValiditySpan[]>;

/** Reads the history of these orders, or of all (`null`). What cannot be read is left out: the present is known anyway. */
export async function readHistory(orderIds: readonly string[] | null): Promise<History> {
  const result = await bridge().calls['timeline:spans'](orderIds === null ? null : [...orderIds]);
  return result.ok ? historyOf(result.value) : new Map();
}

/** Columns as the certificates of each order. */
export function historyOf(columns: SpanColumns): History {
  const history = new Map<string, ValiditySpan[]>();
  for (const [index, orderId] of columns.orderId.entries()) {
    const fingerprint256 = columns.fingerprint256[index];
    const notBefore = columns.notBefore[index];
    const notAfter = columns.notAfter[index];
    const firstSeenAt = columns.firstSeenAt[index];
    if (
      fingerprint256 === undefined ||
      notBefore === undefined ||
      notAfter === undefined ||
      firstSeenAt === undefined
    )
      continue;
    const spans = history.get(orderId);
    const span = { fingerprint256, notBefore, notAfter, firstSeenAt };
    if (spans === undefined) history.set(orderId, [span]);
    else spans.push(span);
  }
  return history;
}
