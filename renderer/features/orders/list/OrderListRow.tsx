import { memo } from 'react';
import { BareCheckbox } from '#renderer/components/Checkbox.tsx';
import { cx } from '#renderer/components/cx.ts';
import { MiddleEllipsis } from '#renderer/components/MiddleEllipsis.tsx';
import { Spinner } from '#renderer/components/Spinner.tsx';
import { SnoozeMark } from '#renderer/features/settings/alerts/SnoozeMark.tsx';
import type { OpenRowMenu } from '#renderer/hooks/useRowMenu.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { toggled } from '#renderer/stores/selection.ts';
import { select, useViewStore } from '#renderer/stores/viewStore.ts';
import { isPushOnly, type OrderRow, orderTitle, serviceKey } from '#shared/domain/order.ts';
import type { OrderStatus } from '#shared/domain/status.ts';
import { statusText } from '#shared/i18n/statusText.ts';
import { visibleText } from '#shared/text.ts';
import { ConfirmedCell, StatusCell, TimeCell } from './OrderCells.tsx';
import { OrderStatusIcon, PushOnlyMark } from './OrderStatusBadge.tsx';
import { RowActions } from './RowActions.tsx';

/** Pixels. */
export const ROW_HEIGHT = 56;

interface OrderListRowProps {
  readonly row: OrderRow;
  /** Unlike the order's if the list has the order more than once. */
  readonly rowId: string;
  readonly status: OrderStatus;
  /** `null` if there is only one connection. */
  readonly connectionName: string | null;
  readonly isPolling: boolean;
  readonly isSelected: boolean;
  readonly isActive: boolean;
  readonly isOpen: boolean;
  readonly hasMenu: boolean;
  readonly onMenu: (menu: OpenRowMenu) => void;
  readonly index: number;
  /** Distance from the top of the list, in pixels. */
  readonly top: number;
}

/** One order of the list. The list handles clicks and keys. */
export const OrderListRow = memo(function OrderListRow(props: OrderListRowProps) {
  const { row, rowId, status, connectionName, isPolling, isSelected, isActive, isOpen, index, top } = props;
  const { hasMenu, onMenu } = props;
  const t = useT();
  const title = orderTitle(row);
  const tabIndex = isActive ? 0 : -1;
  const key = visibleText(serviceKey(row));
  const hint = title === key ? title : `${title}\n${key}`;
  const hasMarks = isPushOnly(row) || row.snooze !== null;
  const name = (
    <span className="truncate font-semibold" title={hint}>
      {title}
    </span>
  );
  return (
    <tr
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      aria-current={isOpen || undefined}
      aria-label={t('orders.list.row', { name: title, status: statusText(status, t) })}
      data-row-id={rowId}
      data-order-id={row.id}
      data-status={status}
      tabIndex={tabIndex}
      draggable
      style={{ height: ROW_HEIGHT, top }}
      className={cx(
        'order-columns group absolute inset-x-0 border-b border-line px-4 outline-offset-[-2px]',
        isSelected ? 'bg-accent-soft' : isOpen ? 'bg-hover' : 'hover:bg-hover',
        isOpen && 'shadow-[inset_3px_0_0_var(--color-accent)]',
      )}
    >
      <td className="relative flex [grid-area:check]">
        <BareCheckbox
          label={t('orders.list.select', { name: title })}
          checked={isSelected}
          tabIndex={tabIndex}
          onCheckedChange={() => select(toggled(useViewStore.getState().selection, row.id))}
        />
      </td>
      <td className="flex min-w-0 items-baseline gap-x-2 [grid-area:name] @min-[900px]:flex-col @min-[900px]:items-stretch">
        <OrderStatusIcon
          status={status}
          size={18}
          className="absolute top-1/2 left-11 -translate-y-1/2 @min-[420px]:left-12"
        />
        {isPolling && (
          // Around the icon, where it moves nothing.
          <span className="absolute top-1/2 left-9.5 -translate-y-1/2 text-muted @min-[420px]:left-10.5">
            <Spinner size={30} />
          </span>
        )}
        {hasMarks ? (
          <span className="flex min-w-0 items-center gap-2">
            {name}
            {isPushOnly(row) && <PushOnlyMark />}
            {row.snooze !== null && <SnoozeMark snooze={row.snooze} />}
          </span>
        ) : (
          name
        )}
        <Names row={row} title={title} />
      </td>
      <StatusCell row={row} status={status} isPolling={isPolling} />
      {connectionName !== null && (
        <td
          className="hidden min-w-0 truncate text-xs text-muted [grid-area:connection] @min-[1040px]:block"
          title={connectionName}
        >
          {connectionName}
        </td>
      )}
      <td
        className="hidden min-w-0 truncate text-xs text-muted [grid-area:issuer] @min-[1280px]:block"
        title={row.issuerName ?? undefined}
      >
        {row.issuerName ?? '—'}
      </td>
      <ConfirmedCell at={row.lastConfirmedAt} isDelivered={isPushOnly(row)} />
      <TimeCell row={row} status={status} />
      <RowActions row={row} isActive={isActive} isOpen={isOpen} hasMenu={hasMenu} onMenu={onMenu} />
    </tr>
  );
});

/** Most tags that a row shows. */
const SHOWN_TAGS = 2;

/** The first domain that is not in the title already, the number of the others, and the first tags. */
function Names({ row, title }: { readonly row: OrderRow; readonly title: string }) {
  const t = useT();
  const others = row.domains.filter((domain) => domain !== title);
  const { tags } = row;
  const [first] = others;
  if (first === undefined && tags.length === 0) return null;
  const isAlone = others.length === 1 && tags.length === 0;
  const domain = first !== undefined && (
    <MiddleEllipsis
      text={first}
      title={row.domains.slice(0, 12).join('\n')}
      className={
        isAlone
          ? 'hidden min-w-[min(7rem,40%)] shrink-4 overflow-hidden text-xs text-muted @min-[420px]:flex'
          : 'flex min-w-10 shrink-[99] overflow-hidden'
      }
    />
  );
  if (isAlone) return domain;
  return (
    <span
      className={cx(
        'hidden min-w-[min(7rem,40%)] shrink-4 items-center gap-1.5 overflow-hidden text-xs text-muted',
        first === undefined ? '@min-[900px]:flex' : '@min-[420px]:flex',
      )}
    >
      {domain}{' '}
      {others.length > 1 && (
        <span className="shrink-0 tabular">{t('orders.list.moreDomains', { more: others.length - 1 })}</span>
      )}
      {tags.slice(0, SHOWN_TAGS).map((tag) => (
        <span
          key={tag}
          title={tags.join('\n')}
          className="hidden max-w-24 min-w-6 truncate rounded border border-line px-1 text-2xs @min-[900px]:inline"
        >
          {tag}
        </span>
      ))}
      {tags.length > SHOWN_TAGS && (
        <span className="hidden shrink-0 tabular @min-[900px]:inline">
          {t('orders.list.moreDomains', { more: tags.length - SHOWN_TAGS })}
        </span>
      )}
    </span>
  );
}
