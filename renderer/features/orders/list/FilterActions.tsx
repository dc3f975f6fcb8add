import { Calendar, Plug, RefreshCw, ScanSearch, Tags, X } from 'lucide-react';
import { Button, WorkButton } from '#renderer/components/Button.tsx';
import { cx } from '#renderer/components/cx.ts';
import { Menu, MenuCheckItem } from '#renderer/components/Menu.tsx';
import { checkNow } from '#renderer/features/deployment/endpoints/checkNow.ts';
import { refreshCopies } from '#renderer/features/deployment/files/copyActions.ts';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { remembered } from '#renderer/stores/remembered.ts';
import { changeFilter, type Filter, toggleConnection, useViewStore } from '#renderer/stores/viewStore.ts';
import { allConditions } from '#shared/domain/conditions/conditions.ts';
import type { HelpfulAction } from '#shared/domain/conditions/helpfulActions.ts';
import { refreshable } from '#shared/domain/copy.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import type { OrderStatus } from '#shared/domain/status.ts';
import { formatDayRange } from '#shared/i18n/format.ts';
import { chipClass, onClass } from './chipClass.ts';
import type { OrderSource } from './orderSources.ts';

/** The statuses of orders that an action helps. */
const helpedBy = (action: HelpfulAction): ReadonlySet<OrderStatus> =>
  new Set(allConditions.flatMap(({ help, status }) => (help?.includes(action) ? [status] : [])));

const toCheck = helpedBy('check');
const toUpdate = helpedBy('update');

interface ListToolsProps {
  readonly sources: readonly OrderSource[];
  /** The orders that are shown. */
  readonly rows: readonly OrderRow[];
}

/** What the list offers beside its chips: what helps all orders that they show, the groups, and the connections. */
export function ListTools({ sources, rows }: ListToolsProps) {
  const { statuses, connectionIds } = useViewStore((view) => view.filter);
  const isAny = (helped: ReadonlySet<OrderStatus>) => [...statuses].some((status) => helped.has(status));
  return (
    <>
      {isAny(toUpdate) && <UpdateAll rows={rows} />}
      {isAny(toCheck) && <CheckAll rows={rows} />}
      <TagGrouping />
      {sources.length > 1 && <ConnectionFilter sources={sources} chosen={connectionIds} />}
    </>
  );
}

/** Says which days are shown alone, and ends that. */
export function ExpiryChip({ from, until }: NonNullable<Filter['expires']>) {
  const t = useT();
  const locale = useLocale();
  return (
    <button type="button" onClick={() => changeFilter({ expires: null })} className={cx(chipClass, onClass)}>
      <Calendar size={13} aria-hidden />
      {t('orders.toolbar.expires', { days: formatDayRange(from, until - 1, locale) })}
      <X size={13} aria-hidden />
    </button>
  );
}

/** Updates the exported files that have become outdated, of the orders that are shown. */
function UpdateAll({ rows }: Pick<ListToolsProps, 'rows'>) {
  const t = useT();
  const copies = useApp((app) => app.copies);
  const shown = new Set(rows.map(({ id }) => id));
  const ids = refreshable(copies.filter(({ orderId }) => shown.has(orderId)));
  if (ids.length === 0) return null;
  return (
    <WorkButton size="sm" icon={RefreshCw} work={() => refreshCopies(ids)}>
      {t('copies.refreshAll', { count: ids.length })}
    </WorkButton>
  );
}

function CheckAll({ rows }: Pick<ListToolsProps, 'rows'>) {
  const t = useT();
  const hasEndpoints = useApp(({ endpoints }) => endpoints.length > 0);
  if (!hasEndpoints || rows.length === 0) return null;
  return (
    <Button size="sm" icon={ScanSearch} onClick={() => void checkNow({ orderIds: rows.map(({ id }) => id) })}>
      {t('places.checkNow')}
    </Button>
  );
}

const hasTagged = remembered((orders: ReadonlyMap<string, OrderRow>) =>
  [...orders.values()].some(({ tags }) => tags.length > 0),
);

/** Groups the list by tags, or by expiry again. Not shown while no order has a tag. */
function TagGrouping() {
  const t = useT();
  const isOn = useViewStore((view) => view.isGroupedByTag);
  const hasTags = useApp((app) => hasTagged(app.orders));
  if (!hasTags && !isOn) return null;
  return (
    <Button
      size="sm"
      variant="ghost"
      icon={Tags}
      aria-pressed={isOn}
      className={isOn ? 'bg-accent-soft text-accent-ink' : ''}
      onClick={() => useViewStore.setState({ isGroupedByTag: !isOn })}
    >
      {t('orders.groupByTag')}
    </Button>
  );
}

/** Shows the orders of some connections or hooks alone. */
function ConnectionFilter(props: {
  readonly sources: readonly OrderSource[];
  readonly chosen: ReadonlySet<string>;
}) {
  const { sources, chosen } = props;
  const t = useT();
  const [only] = chosen;
  const name = chosen.size === 1 ? sources.find(({ id }) => id === only)?.name : undefined;
  return (
    <Menu
      trigger={
        <Button
          size="sm"
          variant="ghost"
          icon={Plug}
          className={chosen.size > 0 ? 'bg-accent-soft text-accent-ink' : ''}
        >
          <span className="max-w-40 truncate">{name ?? t('orders.toolbar.connection')}</span>
          {chosen.size > 1 && (
            <span className="tabular">{t('orders.toolbar.count', { count: chosen.size })}</span>
          )}
        </Button>
      }
    >
      {sources.map(({ id, name: sourceName, kind }) => (
        <MenuCheckItem key={id} checked={chosen.has(id)} onCheckedChange={() => toggleConnection(id)}>
          <span className="max-w-60 truncate">{sourceName}</span>
          {kind === 'hook' && <span className="text-2xs text-muted">{t('inbox.pushOnly.mark')}</span>}
        </MenuCheckItem>
      ))}
    </Menu>
  );
}
