import { useEffect, useRef, useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import type { ValiditySpan } from '#shared/domain/renewal.ts';
import { fromSpanColumns, type SpanColumns } from '#shared/domain/timeline.ts';

const noHistory: History = new Map();

/** The certificate history of all orders. Read on first use, and again for each order whose certificate changes. */
export function useHistory(): History {
  const orders = useApp((app) => app.orders);
  const [history, setHistory] = useState(noHistory);
  const asked = useRef<ReadonlyMap<string, OrderRow> | null>(null);
  useEffect(() => {
    const known = asked.current;
    asked.current = orders;
    const ids = known === null ? null : renewedIds(known, orders);
    if (ids !== null && ids.length === 0) return;
    void readHistory(ids).then((read) => setHistory((before) => new Map([...before, ...read])));
  }, [orders]);
  return history;
}

/** The orders whose certificate has changed, including new orders that have one. */
export function renewedIds(
  before: ReadonlyMap<string, OrderRow>,
  now: ReadonlyMap<string, OrderRow>,
): readonly string[] {
  const ids: string[] = [];
  for (const [id, row] of now) {
    const known = before.get(id);
    if (known !== row && row.fingerprint256 !== null && row.fingerprint256 !== known?.fingerprint256)
      ids.push(id);
  }
  return ids;
}

/** The current and earlier certificates by order id. */
export type History = ReadonlyMap<string, readonly ValiditySpan[]>;

/** Reads the history of these orders, or of all with `null`. Empty on an error: the current certificates are known anyway. */
async function readHistory(orderIds: readonly string[] | null): Promise<History> {
  const result = await bridge().calls['timeline:spans'](orderIds === null ? null : [...orderIds]);
  return result.ok ? historyOf(result.value) : new Map();
}

export function historyOf(columns: SpanColumns): History {
  return Map.groupBy(fromSpanColumns(columns), ({ orderId }) => orderId);
}
