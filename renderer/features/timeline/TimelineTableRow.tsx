import { cx } from '#renderer/components/cx.ts';
import { OrderStatusBadge } from '#renderer/features/orders/list/OrderStatusBadge.tsx';
import { rowName } from '#renderer/features/orders/list/rowName.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { useViewStore } from '#renderer/stores/viewStore.ts';
import { endOf } from '#shared/domain/chainEnd.ts';
import { type OrderRow, orderTitle } from '#shared/domain/order.ts';
import { orderWindows } from '#shared/domain/ownThresholds.ts';
import type { OrderStatus } from '#shared/domain/status.ts';
import { timeLeftText } from '#shared/i18n/expiryText.ts';
import { formatDate, formatDateTime } from '#shared/i18n/format.ts';
import { type Localization, usualRenewalText } from './leafText.ts';
import type { Leaf } from './leaves.ts';
import { usualRenewal } from './rowDrawing.ts';

export const TABLE_ROW_HEIGHT = 40;

export const TABLE_COLUMNS =
  'grid grid-cols-[minmax(200px,1fr)_128px_92px_92px_120px_92px_92px_92px_92px] items-center gap-x-3 pr-4 whitespace-nowrap [&:lang(zh)]:grid-cols-[minmax(200px,1fr)_108px_112px_112px_96px_112px_112px_112px_112px]';

interface TimelineTableRowProps {
  readonly row: OrderRow;
  readonly status: OrderStatus;
  /** The earliest first. */
  readonly leaves: readonly Leaf[];
  /** The start of the current minute, Unix ms. */
  readonly now: number;
  readonly localization: Localization;
  readonly index: number;
  /** Distance from the top of the list, in pixels. */
  readonly top: number;
  readonly isActive: boolean;
}

/** One order of the table. The table handles clicks and keys. */
export function TimelineTableRow(props: TimelineTableRowProps) {
  const { row, status, leaves, now, localization, index, top, isActive } = props;
  const { t } = localization;
  const settings = useApp((app) => app.settings);
  const isOpen = useViewStore((view) => view.openOrderId === row.id);
  const { notBefore, notAfter } = row;
  const end = endOf(row);
  const windows = notBefore === null || notAfter === null ? null : orderWindows(row, settings);
  const before = (ms: number | undefined) => (ms === undefined || end === null ? null : end - ms);
  const renewals = leaves.flatMap(({ renewedAt }) => (renewedAt === null ? [] : [renewedAt]));
  return (
    <tr
      aria-rowindex={index + 2}
      aria-label={rowName(row, status, timeLeftText(end, now, t), t)}
      aria-current={isOpen || undefined}
      data-order-id={row.id}
      data-status={status}
      tabIndex={isActive ? 0 : -1}
      style={{ height: TABLE_ROW_HEIGHT, top }}
      className={cx(
        TABLE_COLUMNS,
        'group absolute inset-x-0 border-b border-line text-xs tabular outline-offset-[-2px]',
        isOpen ? 'bg-hover' : 'hover:bg-hover',
      )}
    >
      <th
        scope="row"
        className={cx(
          'sticky left-0 flex h-full min-w-0 items-center gap-2.5 pl-4 text-left text-sm font-medium',
          isOpen ? 'bg-hover shadow-[inset_3px_0_0_var(--color-accent)]' : 'bg-surface group-hover:bg-hover',
        )}
      >
        <span className="truncate" title={orderTitle(row)}>
          {orderTitle(row)}
        </span>
      </th>
      <td className="flex min-w-0">
        <OrderStatusBadge status={status} />
      </td>
      <DayCell at={notBefore} localization={localization} />
      <DayCell at={end} localization={localization} />
      <td className="truncate">{timeLeftText(end, now, t)}</td>
      <DayCell at={before(windows?.warningMs)} localization={localization} />
      <DayCell at={before(windows?.criticalMs)} localization={localization} />
      <DayCell
        at={usualRenewal(row)}
        title={usualRenewalText(row, localization)}
        localization={localization}
      />
      <DayCell at={renewals.at(-1) ?? null} none={t('timeline.table.none')} localization={localization} />
    </tr>
  );
}

/** A day, with the exact time or `title` as its tooltip. */
function DayCell(props: {
  /** Unix ms. */
  readonly at: number | null;
  readonly title?: string | null;
  readonly none?: string;
  readonly localization: Localization;
}) {
  const { at, title, none = '—', localization } = props;
  if (at === null) return <td className="text-faint">{none}</td>;
  return (
    <td>
      <time
        dateTime={new Date(at).toISOString()}
        title={title ?? formatDateTime(at, localization.locale, 'local')}
      >
        {formatDate(at, localization.locale, 'local')}
      </time>
    </td>
  );
}
