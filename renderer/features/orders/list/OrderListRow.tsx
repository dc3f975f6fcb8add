import { memo } from 'react';
import { Checkbox } from '#renderer/components/Checkbox.tsx';
import { cx } from '#renderer/components/cx.ts';
import { Spinner } from '#renderer/components/Spinner.tsx';
import { CopyMark } from '#renderer/features/deployment/endpoints/DeploymentMark.tsx';
import { SnoozeMark } from '#renderer/features/settings/alerts/Snooze.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { toggled } from '#renderer/stores/selection.ts';
import { select, useViewStore } from '#renderer/stores/viewStore.ts';
import { isPushOnly, type OrderRow, orderTitle, serviceKey } from '#shared/domain/order.ts';
import type { OrderStatus } from '#shared/domain/status.ts';
import { visibleText } from '#shared/text.ts';
import { ConfirmedText, CountdownCell, StatusCell } from './OrderCells.tsx';
import { OrderStatusIcon, PushOnlyMark } from './OrderStatusBadge.tsx';
import { RowActions } from './RowActions.tsx';

export const ROW_HEIGHT = 60;

interface OrderListRowProps {
  readonly row: OrderRow;
  readonly status: OrderStatus;
  /** `null` if there is only one connection. */
  readonly connectionName: string | null;
  readonly isPolling: boolean;
  readonly isSelected: boolean;
  readonly isActive: boolean;
  readonly isOpen: boolean;
  readonly index: number;
  /** Distance from the top of the list, in pixels. */
  readonly top: number;
}

/** One order of the list. The list handles clicks and keys. */
export const OrderListRow = memo(function OrderListRow(props: OrderListRowProps) {
  const { row, status, connectionName, isPolling, isSelected, isActive, isOpen, index, top } = props;
  const t = useT();
  const title = orderTitle(row);
  const tabIndex = isActive ? 0 : -1;
  return (
    <tr
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-order-id={row.id}
      data-status={status}
      tabIndex={tabIndex}
      style={{ height: ROW_HEIGHT, top }}
      className={cx(
        'order-columns group absolute inset-x-0 border-b border-line px-4 outline-offset-[-2px]',
        isSelected ? 'bg-accent-soft' : isOpen ? 'bg-hover' : 'hover:bg-hover',
        isOpen && 'shadow-[inset_3px_0_0_var(--color-accent)]',
      )}
    >
      <td className="flex">
        <Checkbox
          hideLabel
          label={t('orders.list.select', { name: title })}
          checked={isSelected}
          tabIndex={tabIndex}
          onCheckedChange={() => select(toggled(useViewStore.getState().selection, row.id))}
        />
      </td>
      <td className="flex min-w-0 items-center gap-3">
        <OrderStatusIcon status={status} size={18} />
        <div className="flex min-w-0 flex-1 flex-col">
          <span className="flex min-w-0 items-center gap-2">
            <span className="truncate font-medium" title={title}>
              {title}
            </span>
            {isPushOnly(row) && <PushOnlyMark />}
            {row.snooze !== null && <SnoozeMark snooze={row.snooze} />}
            <CopyMark orderId={row.id} />
            {isPolling && <Spinner size={12} />}
          </span>
          <Names row={row} title={title} />
        </div>
      </td>
      <td className="min-w-0">
        <CountdownCell row={row} status={status} />
      </td>
      <td className="min-w-0">
        <StatusCell row={row} status={status} isPolling={isPolling} />
      </td>
      <td className="hidden min-w-0 flex-col text-xs @min-[980px]:flex">
        {connectionName !== null && (
          <span className="truncate" title={connectionName}>
            {connectionName}
          </span>
        )}
        <span
          className={cx('truncate', connectionName !== null && 'text-2xs text-muted')}
          title={row.issuerName ?? undefined}
        >
          {row.issuerName ?? '—'}
        </span>
      </td>
      <td className="hidden min-w-0 truncate text-xs text-muted tabular @min-[800px]:block">
        <ConfirmedText at={row.lastConfirmedAt} isDelivered={isPushOnly(row)} />
      </td>
      <RowActions row={row} isActive={isActive} />
    </tr>
  );
});

/** The first domain, the number of others, and the rid; without what is already in the title. */
function Names({ row, title }: { readonly row: OrderRow; readonly title: string }) {
  const t = useT();
  const others = row.domains.filter((domain) => domain !== title);
  const [first] = others;
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-2xs text-muted">
      {first !== undefined && (
        <span className="min-w-8 truncate" title={row.domains.slice(0, 12).join('\n')}>
          {first}
        </span>
      )}
      {others.length > 1 && (
        <span className="shrink-0 tabular">{t('orders.list.moreDomains', { more: others.length - 1 })}</span>
      )}
      {title !== serviceKey(row) && (
        <span
          className="max-w-[15ch] shrink-0 truncate font-mono text-faint"
          title={visibleText(serviceKey(row))}
        >
          {visibleText(serviceKey(row))}
        </span>
      )}
    </span>
  );
}
