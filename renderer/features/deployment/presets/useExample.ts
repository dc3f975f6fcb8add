import { useMemo } from 'react';
import { useApp } from '#renderer/stores/appStore.ts';
import { exampleOf, inventedExample, type NamesExample } from './exampleNames.ts';

/** The order that names are shown for: the first of those that are exported, else any, else an invented one. */
export function useExample(orderIds: readonly string[]): NamesExample {
  const order = useApp(({ orders }) => orders.get(orderIds[0] ?? '') ?? orders.values().next().value);
  return useMemo(() => (order === undefined ? inventedExample : exampleOf(order)), [order]);
}
