import { useEffect } from 'react';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { remembered } from '#renderer/stores/remembered.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { searchFactsOf } from '#shared/domain/orderSearch.ts';
import type { SearchQuery } from '#shared/domain/search.ts';

/** The operators of a search with an example each, in the order in which they are explained. */
const operators = ['time', 'status', 'issuer', 'server', 'tag', 'note', 'not'] as const;

/** Those that can find something: some are of no use until an order has a tag, a note or a server. */
const usableOperators = remembered((orders: ReadonlyMap<string, OrderRow>, hasServers: boolean) => {
  const rows = [...orders.values()];
  const isUsable: Partial<Record<(typeof operators)[number], boolean>> = {
    server: hasServers,
    tag: rows.some(({ tags }) => tags.length > 0),
    note: rows.some(({ note }) => note !== ''),
  };
  return operators.filter((operator) => isUsable[operator] ?? true);
});

/** Explains the operators of a search that can find something here. */
export function SearchOperators() {
  const t = useT();
  const usable = useApp(({ orders, endpoints }) => usableOperators(orders, endpoints.length > 0));
  return (
    <dl className="grid grid-cols-[max-content_1fr] gap-x-3 gap-y-1 text-left text-xs">
      {usable.map((operator) => (
        <div key={operator} className="contents">
          <dt className="font-mono text-ink">{t(`orders.search.example.${operator}`)}</dt>
          <dd className="text-muted">{t(`orders.search.about.${operator}`)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Says which parts of a search cannot be understood. */
export function SearchProblems({ query }: { readonly query: SearchQuery }) {
  const t = useT();
  return query.problems.map(({ kind, word }) => (
    <p key={word} className="text-sm text-amber">
      {t(`orders.search.problem.${kind}`, { word })}
    </p>
  ));
}

/** Shown below the search field while nothing has been typed in it. Meanwhile it prepares what the first letter searches. */
export function SearchHint({ id }: { readonly id: string }) {
  const orders = useApp((app) => app.orders);
  useEffect(() => prepareSearch(orders.values()), [orders]);
  return (
    <div
      id={id}
      className="absolute inset-x-0 top-full z-40 mt-1 min-w-72 animate-fade rounded-lg bg-raised p-3 shadow-pop"
    >
      <SearchOperators />
    </div>
  );
}

/** Makes what a search compares of the rows while the page has nothing else to do. @returns what ends it */
function prepareSearch(rows: Iterator<OrderRow>): () => void {
  const prepare = (deadline: IdleDeadline) => {
    for (let row = rows.next(); row.done !== true; row = rows.next()) {
      searchFactsOf(row.value, undefined, []);
      if (deadline.timeRemaining() > 0) continue;
      request = requestIdleCallback(prepare);
      return;
    }
  };
  let request = requestIdleCallback(prepare);
  return () => cancelIdleCallback(request);
}
