import { ArrowDown, ArrowUp } from 'lucide-react';
import { Checkbox } from '#renderer/components/Checkbox.tsx';
import { cx } from '#renderer/components/cx.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { type SortKey, sortBy, useViewStore } from '#renderer/stores/viewStore.ts';

export const HEADER_HEIGHT = 34;

interface OrderListHeaderProps {
  readonly allSelected: boolean | 'mixed';
  readonly onToggleAll: () => void;
  readonly hasConnections: boolean;
}

/** The column headers; those of sortable columns are buttons. */
export function OrderListHeader({ allSelected, onToggleAll, hasConnections }: OrderListHeaderProps) {
  const t = useT();
  return (
    <thead className="sticky top-0 z-10 block bg-surface">
      <tr
        aria-rowindex={1}
        style={{ height: HEADER_HEIGHT }}
        className="order-columns border-b border-line px-4 text-left text-2xs text-muted"
      >
        <th scope="col" className="flex font-medium">
          <Checkbox
            hideLabel
            label={t('orders.list.selectAll')}
            checked={allSelected}
            onCheckedChange={onToggleAll}
          />
        </th>
        <SortHeader sortKey="name" label={t('orders.list.order')} className="pl-7.5" />
        <SortHeader sortKey="expiry" label={t('orders.list.timeLeft')} />
        <SortHeader sortKey="status" label={t('orders.list.status')} />
        {hasConnections ? (
          <SortHeader
            sortKey="connection"
            label={t('orders.list.connection')}
            className="hidden @min-[980px]:block"
          />
        ) : (
          <th scope="col" className="hidden font-medium @min-[980px]:block">
            {t('orders.list.issuer')}
          </th>
        )}
        <SortHeader
          sortKey="confirmed"
          label={t('orders.list.confirmed')}
          className="hidden @min-[800px]:block"
        />
        <th scope="col" className="font-medium">
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
