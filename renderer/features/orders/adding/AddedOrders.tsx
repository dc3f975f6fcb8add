import { CircleAlert, CircleCheck, CircleDashed, CircleX, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '#renderer/components/cx.ts';
import { Spinner } from '#renderer/components/Spinner.tsx';
import { VirtualList } from '#renderer/components/VirtualList.tsx';
import { currentTime } from '#renderer/hooks/useNow.ts';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { endOf } from '#shared/domain/chainEnd.ts';
import { type OrderRow, orderTitle } from '#shared/domain/order.ts';
import type { AppError } from '#shared/errors.ts';
import { describeError } from '#shared/i18n/describeError.ts';
import { formatDate } from '#shared/i18n/format.ts';
import type { AddOrdersReport } from '#shared/ipc/answers.ts';
import { OddParts } from './OddParts.tsx';

interface AddedOrdersProps {
  readonly report: AddOrdersReport;
  readonly host: string;
}

/** The result of adding: every rid with its live state, and the refused texts. */
export function AddedOrders({ report, host }: AddedOrdersProps) {
  const t = useT();
  const results = report.results.filter(({ outcome }) => outcome !== 'repeated');
  const repeated = report.results.length - results.length;
  const added = results.filter(({ outcome }) => outcome === 'added').length;
  const alreadyThere = results.length - added;
  const kinds = useApp(({ orders, polling }) =>
    results.map(({ orderId }) => answerOf(orders.get(orderId), polling.has(orderId)).kind).join(' '),
  ).split(' ');
  const count = (...wanted: readonly string[]) => kinds.filter((kind) => wanted.includes(kind)).length;
  const failuresFirst = results
    .map((result, index) => ({ result, isFailed: kinds[index] === 'failed' }))
    .toSorted((one, other) => Number(other.isFailed) - Number(one.isFailed))
    .map(({ result }) => result);
  const facts = [
    t('addOrders.summary.added', { count: added }),
    count('failed') > 0 && t('addOrders.summary.failedOf', { count: count('failed') }),
    alreadyThere > 0 && t('addOrders.summary.alreadyThere', { count: alreadyThere }),
    repeated > 0 && t('addOrders.preview.duplicates', { count: repeated }),
    count('waiting', 'asking') > 0 && t('addOrders.summary.asking', { count: count('waiting', 'asking') }),
  ].filter((fact) => fact !== false);
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="tabular text-sm font-medium">
        {facts.join(' · ')}
      </p>
      {results.length > 0 && (
        <VirtualList
          items={failuresFirst}
          keyOf={({ orderId }) => orderId}
          estimatedHeight={54}
          label={t('addOrders.results')}
          className="h-72"
        >
          {(result) => <AddedOrder result={result} host={host} />}
        </VirtualList>
      )}
      <OddParts parts={report.refused} />
    </div>
  );
}

interface AddedOrderProps {
  readonly result: AddOrdersReport['results'][number];
  readonly host: string;
}

/** An added rid with the service's answer as it arrives. */
function AddedOrder({ result, host }: AddedOrderProps) {
  const t = useT();
  const locale = useLocale();
  const order = useApp((projection) => projection.orders.get(result.orderId));
  const isAsking = useApp((projection) => projection.polling.has(result.orderId));
  const answer = answerOf(order, isAsking);
  const title = order === undefined ? result.rid : orderTitle(order);
  const note = result.outcome === 'added' ? null : t(`addOrders.result.${result.outcome}`);
  const row = (mark: ReactNode, state: ReactNode) => (
    <div className="flex items-start gap-2 px-3 py-2">
      <span className="mt-0.5 flex size-4 shrink-0 items-center justify-center">{mark}</span>
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm">{title}</p>
        <p className="truncate text-xs text-muted">
          {title !== result.rid && <span className="font-mono">{result.rid} · </span>}
          {state}
          {note !== null && ` · ${note}`}
        </p>
        {answer.kind === 'failed' && (
          <p className="text-xs break-words text-muted">{describeError(answer.error, t, { host }).next}</p>
        )}
      </div>
    </div>
  );
  switch (answer.kind) {
    case 'removed':
      return row(<Mark icon={CircleDashed} look="text-faint" />, t('addOrders.result.removed'));
    case 'waiting':
      return row(<Mark icon={CircleDashed} look="text-faint" />, t('addOrders.result.waiting'));
    case 'asking':
      return row(<Spinner />, t('addOrders.result.asking'));
    case 'failed':
      return row(
        <Mark icon={CircleX} look="text-danger" />,
        <span className="text-danger">{describeError(answer.error, t, { host }).title}</span>,
      );
    case 'known': {
      const isPast = answer.end < currentTime();
      const notAfter = formatDate(answer.end, locale, 'local');
      return row(
        <Mark icon={isPast ? CircleAlert : CircleCheck} look={isPast ? 'text-danger' : 'text-green'} />,
        t(isPast ? 'addOrders.result.expired' : 'addOrders.result.validUntil', { notAfter }),
      );
    }
  }
}

function Mark({ icon: Icon, look }: { readonly icon: LucideIcon; readonly look: string }) {
  return <Icon size={15} aria-hidden className={cx('shrink-0', look)} />;
}

type OrderAnswer =
  | { readonly kind: 'removed' }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'asking' }
  | { readonly kind: 'failed'; readonly error: AppError }
  | { readonly kind: 'known'; readonly end: number };

/** The answer, from the order's row (`undefined` once removed) and whether it is being polled. */
export function answerOf(order: OrderRow | undefined, isAsking: boolean): OrderAnswer {
  if (order === undefined) return { kind: 'removed' };
  if (isAsking) return { kind: 'asking' };
  if (order.failure !== null) return { kind: 'failed', error: order.failure };
  const end = endOf(order);
  if (end !== null) return { kind: 'known', end };
  return { kind: 'waiting' };
}
