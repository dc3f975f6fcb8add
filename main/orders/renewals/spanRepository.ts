import type { OrderSpan } from '#shared/domain/timeline.ts';
import type { Result } from '#shared/result.ts';

/** Reads the leaves that are kept of pulled orders, removed ones too; in no order. Error of each: `storage`. */
export interface SpanRepository {
  /** Of these orders. */
  of(orderIds: readonly string[]): Result<readonly OrderSpan[]>;
  all(): Result<readonly OrderSpan[]>;
}
