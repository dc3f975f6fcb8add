import { ArrowDown, ArrowUp } from 'lucide-react';
import { BareCheckbox } from '#renderer/components/Checkbox.tsx';
import { cx } from '#renderer/components/cx.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { sortBy, useViewStore } from '#renderer/stores/viewStore.ts';
import type { SortKey } from '#shared/domain/windowView.ts';

/** Pixels. */
export const HEADER_HEIGHT = 30;

interface OrderListHeaderProps {
  readonly allSelected: boolean | 'mixed';
  readonly onToggleAll: () => void;
  readonly hasConnections: boolean;
}

/** The column headers; those of sortable columns are buttons. */
export function OrderListHeader({ allSelected, onToggleAll, hasConnections }: OrderListHeaderProps) {
  const t = useT();
  return (
    <thead className="sticky top-0 z-30 block bg-surface">
      <tr
        aria-rowindex={1}
        style={{ height: HEADER_HEIGHT }}
        className="order-columns order-headings border-b border-line px-4 text-left text-xs text-muted"
      >
        <th scope="col" className="relative flex font-medium [grid-area:check]">
          <BareCheckbox
            label={t('orders.list.selectAll')}
            checked={allSelected}
            onCheckedChange={onToggleAll}
          />
        </th>
        <SortHeader sortKey="name" label={t('orders.list.order')} className="[grid-area:name]" />
        <SortHeader sortKey="status" label={t('orders.list.status')} className="[grid-area:status]" />
        {hasConnections && (
          <SortHeader
            sortKey="connection"
            label={t('orders.list.connection')}
            className="hidden [grid-area:connection] @min-[1040px]:block"
          />
        )}
        <th scope="col" className="hidden font-medium [grid-area:issuer] @min-[1280px]:block">
          {t('orders.list.issuer')}
        </th>
        <SortHeader
          sortKey="confirmed"
          label={t('orders.list.confirmed')}
          className="hidden [grid-area:confirmed] @min-[900px]:block"
        />
        <SortHeader sortKey="expiry" label={t('orders.list.timeLeft')} className="[grid-area:time]" />
        <th scope="col" className="font-medium [grid-area:actions]">
          <span className="sr-only">{t('orders.list.actions')}</span>
        </th>
      </tr>
    </thead>
  );
}

function SortHeader(props: {
  readonly sortKey: SortKey;
  readonly label: string;
  readonly className?: string;
}) {
  const { sortKey, label, className } = props;
  const sort = useViewStore((view) => view.sort);
  const isSorted = sort.key === sortKey;
  const Arrow = sort.descending ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (sort.descending ? 'descending' : 'ascending') : 'none'}
      className={cx('min-w-0 font-medium', className)}
    >
      <button
        type="button"
        onClick={() => sortBy(sortKey)}
        className={cx(
          '-mx-1 inline-flex h-6 items-center gap-1 rounded px-1 hover:text-ink',
          isSorted && 'text-ink',
        )}
      >
        {label}
        {isSorted && <Arrow size={12} aria-hidden />}
      </button>
    </th>
  );
}
