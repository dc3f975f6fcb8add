import type { ValiditySpan } from './renewal.ts';
import { type Columns, columnsOf, rowAt } from './snapshot.ts';

export interface OrderSpan extends ValiditySpan {
  readonly orderId: string;
}

/** Leaves as one array per field: ten thousand orders have tens of thousands. */
export type SpanColumns = Columns<OrderSpan>;

const spanFields = [
  'orderId',
  'fingerprint256',
  'notBefore',
  'notAfter',
  'firstSeenAt',
] as const satisfies readonly (keyof OrderSpan)[];

export function toSpanColumns(spans: readonly OrderSpan[]): SpanColumns {
  return columnsOf(spans, spanFields);
}

export function fromSpanColumns(columns: SpanColumns): readonly OrderSpan[] {
  return columns.orderId.map((_, index) => rowAt(columns, spanFields, index));
}
