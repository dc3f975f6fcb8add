import { useEffect, useRef, useState } from 'react';
import { useApp } from '#renderer/stores/appStore.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { type History, readHistory } from './timelineSource.ts';

const noHistory: History = new Map();

/** What the orders had before: read when this is first used, and again for each order that has another certificate. */
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

/** The orders that have another certificate than before, those that are new with one included. */
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
