import { CircleAlert, CircleCheck, CircleDashed, CircleX, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '#renderer/components/cx.ts';
import { Spinner } from '#renderer/components/Spinner.tsx';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { orderTitle } from '#shared/domain/order.ts';
import { describeError } from '#shared/i18n/describeError.ts';
import { formatDate } from '#shared/i18n/format.ts';
import type { AddOrdersReport } from '#shared/ipc/contract.ts';
import { answerOf } from './orderAnswer.ts';

interface AddedOrderProps {
  readonly result: AddOrdersReport['results'][number];
  /** The host of the connection that is asked. */
  readonly host: string;
}

/** One rid that was added, with what the service says of it as it comes in. */
export function AddedOrder({ result, host }: AddedOrderProps) {
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
      const isPast = answer.notAfter < Date.now();
      const notAfter = formatDate(answer.notAfter, locale, 'local');
      return row(
        isPast ? (
          <Mark icon={CircleAlert} look="text-danger" />
        ) : (
          <Mark icon={CircleCheck} look="text-green" />
        ),
        t(isPast ? 'addOrders.result.expired' : 'addOrders.result.validUntil', { notAfter }),
      );
    }
  }
}

function Mark({ icon: Icon, look }: { readonly icon: LucideIcon; readonly look: string }) {
  return <Icon size={15} aria-hidden className={cx('shrink-0', look)} />;
}
