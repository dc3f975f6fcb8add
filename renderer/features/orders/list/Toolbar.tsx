import type { LucideIcon } from 'lucide-react';
import { ArrowDownUp, ListFilter, Plug, Search, X } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { Button } from '#renderer/components/Button.tsx';
import { IconButton } from '#renderer/components/IconButton.tsx';
import { Menu, MenuCheckItem, MenuItem, MenuSeparator } from '#renderer/components/Menu.tsx';
import { TextField } from '#renderer/components/TextField.tsx';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import { changeFilter, changeSort, type SortKey, useViewStore } from '#renderer/stores/viewStore.ts';
import { type OrderStatus, orderStatuses } from '#shared/domain/status.ts';
import { statusText } from '#shared/i18n/statusText.ts';
import { AttentionFilters } from './AttentionFilters.tsx';
import { OrderStatusIcon } from './OrderStatusBadge.tsx';
import type { OrderSource } from './orderSources.ts';

interface ToolbarProps {
  readonly searchField: RefObject<HTMLInputElement | null>;
  readonly sources: readonly OrderSource[];
  readonly counts: Readonly<Record<OrderStatus, number>>;
  /** How many orders are shown, and how many there are. */
  readonly shown: number;
  readonly total: number;
  readonly sortable?: boolean;
}

const sortKeys: readonly SortKey[] = ['expiry', 'name', 'status', 'connection', 'confirmed'];

export function Toolbar({ searchField, sources, counts, shown, total, sortable = true }: ToolbarProps) {
  const t = useT();
  const locale = useLocale();
  const filter = useViewStore((view) => view.filter);
  return (
    <div
      role="toolbar"
      aria-label={t('orders.list.label')}
      className="@container flex flex-wrap items-center gap-2 px-4 py-2.5"
    >
      <div className="relative max-w-80 min-w-40 flex-[1_1_10rem]">
        <TextField
          ref={searchField}
          type="search"
          icon={Search}
          aria-label={t('orders.toolbar.search')}
          placeholder={t('orders.toolbar.search')}
          value={filter.search}
          onValueChange={(search) => changeFilter({ search })}
          className="pr-7 [&::-webkit-search-cancel-button]:hidden"
        />
        {filter.search !== '' && (
          <IconButton
            icon={X}
            size="sm"
            label={t('orders.toolbar.clearSearch')}
            onClick={() => changeFilter({ search: '' })}
            className="absolute top-1 right-1"
          />
        )}
      </div>
      <StatusFilter chosen={filter.statuses} counts={counts} />
      <ConnectionFilter sources={sources} chosen={filter.connectionIds} />
      {sortable && <SortMenu />}
      <AttentionFilters />
      {shown !== total && (
        <span className="ml-auto truncate text-xs text-muted tabular" role="status">
          {t('orders.toolbar.shown', { shown: shown.toLocaleString(locale), count: total })}
        </span>
      )}
    </div>
  );
}

function StatusFilter(props: {
  readonly chosen: ReadonlySet<OrderStatus>;
  readonly counts: Readonly<Record<OrderStatus, number>>;
}) {
  const { chosen, counts } = props;
  const t = useT();
  const [only] = chosen;
  return (
    <FilterMenu
      icon={ListFilter}
      label={only !== undefined && chosen.size === 1 ? statusText(only, t) : t('orders.toolbar.status')}
      chosen={chosen.size}
      countsFrom={2}
      allLabel={t('orders.toolbar.allStatuses')}
      onAll={() => changeFilter({ statuses: new Set() })}
    >
      {orderStatuses.map((status) => (
        <MenuCheckItem
          key={status}
          checked={chosen.has(status)}
          onCheckedChange={() => changeFilter({ statuses: toggledSet(chosen, status) })}
        >
          <OrderStatusIcon status={status} size={14} />
          <span className="flex-1">{statusText(status, t)}</span>
          <span className="pl-4 text-xs text-muted tabular">{counts[status]}</span>
        </MenuCheckItem>
      ))}
    </FilterMenu>
  );
}

function ConnectionFilter(props: {
  readonly sources: readonly OrderSource[];
  readonly chosen: ReadonlySet<string>;
}) {
  const { sources, chosen } = props;
  const t = useT();
  if (sources.length < 2) return null;
  return (
    <FilterMenu
      icon={Plug}
      label={t('orders.toolbar.connection')}
      chosen={chosen.size}
      countsFrom={1}
      allLabel={t('orders.toolbar.allConnections')}
      onAll={() => changeFilter({ connectionIds: new Set() })}
    >
      {sources.map(({ id, name, kind }) => (
        <MenuCheckItem
          key={id}
          checked={chosen.has(id)}
          onCheckedChange={() => changeFilter({ connectionIds: toggledSet(chosen, id) })}
        >
          <span className="max-w-60 truncate">{name}</span>
          {kind === 'hook' && <span className="text-2xs text-muted">{t('inbox.pushOnly.mark')}</span>}
        </MenuCheckItem>
      ))}
    </FilterMenu>
  );
}

function SortMenu() {
  const t = useT();
  const sort = useViewStore((view) => view.sort);
  return (
    <Menu
      align="start"
      trigger={
        <Button
          variant="ghost"
          icon={ArrowDownUp}
          aria-label={`${t('orders.toolbar.sort')}: ${t(`orders.sort.${sort.key}`)}`}
        >
          {t(`orders.sort.${sort.key}`)}
        </Button>
      }
    >
      {sortKeys.map((key) => (
        <MenuCheckItem key={key} checked={sort.key === key} onCheckedChange={() => changeSort({ key })}>
          {t(`orders.sort.${key}`)}
        </MenuCheckItem>
      ))}
      <MenuSeparator />
      <MenuCheckItem checked={!sort.descending} onCheckedChange={() => changeSort({ descending: false })}>
        {t('orders.toolbar.ascending')}
      </MenuCheckItem>
      <MenuCheckItem checked={sort.descending} onCheckedChange={() => changeSort({ descending: true })}>
        {t('orders.toolbar.descending')}
      </MenuCheckItem>
    </Menu>
  );
}

function toggledSet<Value>(set: ReadonlySet<Value>, value: Value): ReadonlySet<Value> {
  const next = new Set(set);
  if (!next.delete(value)) next.add(value);
  return next;
}

interface FilterMenuProps {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly chosen: number;
  /** The number is shown if at least this many are chosen. */
  readonly countsFrom: number;
  readonly allLabel: string;
  readonly onAll: () => void;
  /** One `MenuCheckItem` for each option. */
  readonly children: ReactNode;
}

function FilterMenu(props: FilterMenuProps) {
  const { icon, label, chosen, countsFrom, allLabel, onAll, children } = props;
  return (
    <Menu
      align="start"
      trigger={
        <Button variant="ghost" icon={icon} className={chosen > 0 ? 'bg-accent-soft text-accent-ink' : ''}>
          {label}
          {chosen >= countsFrom && <span className="tabular">{chosen}</span>}
        </Button>
      }
    >
      <MenuItem disabled={chosen === 0} onSelect={onAll}>
        {allLabel}
      </MenuItem>
      <MenuSeparator />
      {children}
    </Menu>
  );
}
