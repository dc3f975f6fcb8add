import type { ValiditySpan } from './renewal.ts';
import type { Columns } from './snapshot.ts';

/** A leaf that an order has or had. */
export interface OrderSpan extends ValiditySpan {
  readonly orderId: string;
}

/** Leaves as one array per field: ten thousand orders have tens of thousands. */
export type SpanColumns = Columns<OrderSpan>;

/** Turns leaves into columns. */
export function toSpanColumns(spans: readonly OrderSpan[]): SpanColumns {
  return {
    orderId: spans.map(({ orderId }) => orderId),
    fingerprint256: spans.map(({ fingerprint256 }) => fingerprint256),
    notBefore: spans.map(({ notBefore }) => notBefore),
    notAfter: spans.map(({ notAfter }) => notAfter),
    firstSeenAt: spans.map(({ firstSeenAt }) => firstSeenAt),
  };
}
