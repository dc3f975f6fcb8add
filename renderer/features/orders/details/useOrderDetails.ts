import { useEffect, useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import type { OrderDetails, OrderRow } from '#shared/domain/order.ts';
import type { Result } from '#shared/result.ts';

/**
 * All that is known of an order, read anew whenever its row says that something changed. What was read before stays
 * in sight meanwhile; `null` until the first answer.
 */
export function useOrderDetails(row: OrderRow): Result<OrderDetails> | null {
  const [details, setDetails] = useState<Result<OrderDetails> | null>(null);
  // Main sends a new row for every change of an order, so the row itself is the revision to follow.
  useEffect(() => {
    let isCurrent = true;
    void bridge()
      .calls['orders:details'](row.id)
      .then((answer) => {
        if (isCurrent) setDetails(answer);
      });
    return () => {
      isCurrent = false;
    };
  }, [row]);
  return details;
}
