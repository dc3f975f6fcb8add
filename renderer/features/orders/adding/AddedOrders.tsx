import { VirtualList } from '#renderer/components/VirtualList.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import type { AddOrdersReport } from '#shared/ipc/contract.ts';
import { AddedOrder } from './AddedOrder.tsx';
import { answerOf, isAnswered } from './orderAnswer.ts';
import { RefusedRids } from './RefusedRids.tsx';

interface AddedOrdersProps {
  readonly report: AddOrdersReport;
  readonly host: string;
}

/** What came of adding: every rid with its live state, and what was not used. */
export function AddedOrders({ report, host }: AddedOrdersProps) {
  const t = useT();
  const results = report.results.filter(({ outcome }) => outcome !== 'repeated');
  const repeated = report.results.length - results.length;
  const added = results.filter(({ outcome }) => outcome === 'added').length;
  const alreadyThere = results.length - added;
  const answered = useApp(({ orders, polling }) => {
    let count = 0;
    for (const { orderId } of results)
      if (isAnswered(answerOf(orders.get(orderId), polling.has(orderId)))) count += 1;
    return count;
  });
  const facts = [
    t('addOrders.summary.added', { count: added }),
    alreadyThere > 0 && t('addOrders.summary.alreadyThere', { count: alreadyThere }),
    repeated > 0 && t('addOrders.preview.duplicates', { count: repeated }),
    results.length > 0 && t('addOrders.summary.answered', { done: answered, total: results.length }),
  ].filter((fact) => fact !== false);
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="tabular text-sm font-medium">
        {facts.join(' · ')}
      </p>
      {results.length > 0 && (
        <VirtualList
          items={results}
          keyOf={({ orderId }) => orderId}
          estimatedHeight={54}
          label={t('addOrders.results')}
          className="h-72"
        >
          {(result) => <AddedOrder result={result} host={host} />}
        </VirtualList>
      )}
      {report.refused.length > 0 && (
        <div className="flex flex-col gap-1">
          <h3 className="text-xs font-medium">{t('addOrders.refusedRids')}</h3>
          <RefusedRids refused={report.refused} />
        </div>
      )}
    </div>
  );
}
