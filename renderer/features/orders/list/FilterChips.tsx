import type { LucideIcon } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { cx } from '#renderer/components/cx.ts';
import { statusAppearances } from '#renderer/components/statusAppearances.ts';
import { lazyPart } from '#renderer/hooks/lazyPart.tsx';
import { moveFocusInRow } from '#renderer/hooks/rowFocus.ts';
import { useT } from '#renderer/hooks/useT.ts';
import {
  changeFilter,
  type Filter,
  noFilter,
  toggleStatus,
  useViewStore,
} from '#renderer/stores/viewStore.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { type OrderStatus, orderStatuses } from '#shared/domain/status.ts';
import { statusText } from '#shared/i18n/statusText.ts';
import { chipClass, onClass } from './chipClass.ts';
import type { OrderSource } from './orderSources.ts';

const later = () => import('./laterList.ts');
const ListTools = lazyPart(
  async () => (await later()).ListTools,
  () => undefined,
);
const ExpiryChip = lazyPart(
  async () => (await later()).ExpiryChip,
  () => undefined,
);

interface FilterChipsProps {
  readonly sources: readonly OrderSource[];
  readonly counts: Readonly<Record<OrderStatus, number>>;
  readonly rows: readonly OrderRow[];
  /** How many orders are shown, and how many there are. */
  readonly shown: number;
  readonly total: number;
}

/** The part of a filter that the chips set. */
const allOrders = {
  statuses: noFilter.statuses,
  expires: null,
} satisfies Partial<Filter>;

/** The filters of the list as one row of chips. A click shows these orders alone; with Ctrl it adds them or takes them away. */
export function FilterChips({ sources, counts, rows, shown, total }: FilterChipsProps) {
  const t = useT();
  const filter = useViewStore((view) => view.filter);
  const { statuses: chosen, expires } = filter;
  const isAll = chosen.size === 0 && expires === null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2">
      <div
        role="toolbar"
        aria-label={t('orders.toolbar.filters')}
        onKeyDown={(event) => moveFocusInRow(event, 'button')}
        className="flex min-w-0 flex-1 flex-wrap gap-1.5 [@media(height<480px)]:flex-nowrap [@media(height<480px)]:overflow-x-auto [@media(height<480px)]:p-0.5"
      >
        <Chip
          label={t('orders.toolbar.all')}
          count={total}
          isOn={isAll}
          onToggle={() => changeFilter(allOrders)}
        />
        {orderStatuses.map((status) => (
          <StatusChip key={status} status={status} count={counts[status]} />
        ))}
        {expires !== null && <ExpiryChip {...expires} />}
      </div>
      <ListTools sources={sources} rows={rows} />
      <span className="truncate text-xs text-muted tabular empty:hidden" role="status">
        {shown !== total && t('orders.toolbar.shown', { shown, count: total })}
      </span>
    </div>
  );
}

function StatusChip({ status, count }: { readonly status: OrderStatus; readonly count: number }) {
  const t = useT();
  const chosen = useViewStore((view) => view.filter.statuses);
  const isOn = chosen.has(status);
  if (count === 0 && !isOn) return null;
  const { icon, ink } = statusAppearances[status];
  const toggle = (adds: boolean) => {
    if (!adds)
      return changeFilter({
        ...allOrders,
        statuses: isOn && chosen.size === 1 ? new Set() : new Set([status]),
      });
    toggleStatus(status);
  };
  return (
    <Chip icon={icon} ink={ink} label={statusText(status, t)} count={count} isOn={isOn} onToggle={toggle} />
  );
}

interface ChipProps {
  readonly icon?: LucideIcon;
  readonly ink?: string;
  readonly label: string;
  readonly count: number;
  readonly isOn: boolean;
  /** `adds`: to what is chosen already. */
  readonly onToggle: (adds: boolean) => void;
}

function Chip({ icon: Icon, ink, label, count, isOn, onToggle }: ChipProps): ReactNode {
  const t = useT();
  return (
    <button
      type="button"
      aria-pressed={isOn}
      tabIndex={isOn ? 0 : -1}
      onClick={(event: MouseEvent) => onToggle(event.ctrlKey || event.metaKey)}
      className={cx(
        chipClass,
        isOn ? onClass : 'border-line-strong text-muted hover:bg-hover hover:text-ink',
      )}
    >
      {Icon !== undefined && <Icon size={13} aria-hidden className={cx('shrink-0', ink)} />}
      <span>{label}</span>{' '}
      <span className={isOn ? 'font-semibold' : 'font-semibold text-ink'}>
        {t('orders.toolbar.count', { count })}
      </span>
    </button>
  );
}
