import { Check, Search } from 'lucide-react';
import { useCallback, useState } from 'react';
import { Badge } from '#renderer/components/Badge.tsx';
import { cx } from '#renderer/components/cx.ts';
import { TextField } from '#renderer/components/TextField.tsx';
import { PushOnlyMark } from '#renderer/features/orders/list/OrderStatusBadge.tsx';
import { useOrderSources } from '#renderer/features/orders/list/orderSources.ts';
import { useListbox, useTypedSearch } from '#renderer/hooks/useListbox.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import type { DeliveryView } from '#shared/domain/delivery.ts';
import { isPushOnly, orderTitle, serviceKey, sourceId } from '#shared/domain/order.ts';
import { visibleText } from '#shared/text.ts';
import { type OrderCandidate, rankedOrders } from './orderRanking.ts';

/** Maximum orders shown; a search finds the others. */
const SHOWN_MAX = 50;

interface OrderChooserProps {
  readonly delivery: DeliveryView;
  readonly chosenId: string | null;
  readonly onChoose: (id: string | null) => void;
  /** Enter was pressed with an order chosen that is found by what is typed. Without one it chooses the first. */
  readonly onConfirm: () => void;
}

/** A search field over the matching orders (WAI-ARIA combobox with a list that is always open). */
export function OrderChooser({ delivery, chosenId, onChoose, onConfirm }: OrderChooserProps) {
  const t = useT();
  const [search, setSearch] = useState('');
  const orders = useApp((app) => app.orders);
  const sources = useOrderSources();
  const { orderName, leaf } = delivery;
  const find = useCallback(
    (text: string) => rankedOrders(orders, { orderName, leaf }, text),
    [orders, orderName, leaf],
  );
  const { shown: found, foundBy } = useTypedSearch(search, find);
  const shown = found.slice(0, SHOWN_MAX);
  const choose = ({ row }: OrderCandidate) => onChoose(row.id);
  const listbox = useListbox({
    items: shown,
    find: (text) => foundBy(text).slice(0, SHOWN_MAX),
    keyOf: ({ row }) => row.id,
    activeKey: chosenId,
    startsAtFirst: false,
    onActivate: choose,
    onEnter: (candidate) => {
      if (candidate === undefined) return;
      if (candidate.row.id === chosenId) onConfirm();
      else choose(candidate);
    },
  });

  return (
    <div className="flex flex-col gap-2">
      <TextField
        type="search"
        {...listbox.field}
        data-autofocus
        icon={Search}
        aria-label={t('inbox.map.search')}
        placeholder={t('inbox.map.search')}
        value={search}
        onValueChange={(text) => {
          setSearch(text);
          onChoose(null);
        }}
      />
      <div
        id={listbox.listId}
        role="listbox"
        aria-label={t('inbox.map.orders')}
        className="h-64 overflow-y-auto rounded-lg border border-line p-1"
      >
        {shown.map((candidate) => (
          <Option
            key={candidate.row.id}
            {...listbox.option(candidate)}
            candidate={candidate}
            sourceName={sources.find((source) => source.id === sourceId(candidate.row))?.name ?? ''}
            onChoose={() => choose(candidate)}
          />
        ))}
      </div>
      <p role="status" className="min-h-4.5 text-xs text-muted">
        {found.length === 0 && t('inbox.map.none')}
        {found.length > SHOWN_MAX && t('inbox.map.narrow', { count: found.length - SHOWN_MAX })}
      </p>
    </div>
  );
}

interface OptionProps {
  readonly id: string;
  readonly isActive: boolean;
  readonly candidate: OrderCandidate;
  /** The name of its connection or hook. */
  readonly sourceName: string;
  readonly onChoose: () => void;
}

function Option({ id, candidate, isActive, sourceName, onChoose }: OptionProps) {
  const t = useT();
  const { row, isLikely } = candidate;
  const title = orderTitle(row);
  const facts = [
    ...row.domains.filter((domain) => domain !== title).slice(0, 2),
    ...(serviceKey(row) === title ? [] : [visibleText(serviceKey(row))]),
    sourceName,
  ].filter((fact) => fact !== '');
  return (
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
      onKeyDown={(event) => event.key === 'Enter' && onChoose()}
      className={cx(
        'flex items-center gap-2 rounded px-2 py-1',
        isActive ? 'bg-accent-soft' : 'hover:bg-hover',
      )}
    >
      <Check size={14} aria-hidden className={cx('shrink-0 text-accent-ink', !isActive && 'invisible')} />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="flex min-w-0 items-center gap-2">
          <span className="truncate text-sm font-medium">{title}</span>
          {isLikely && <Badge tone="info">{t('inbox.map.likely')}</Badge>}
          {isPushOnly(row) && <PushOnlyMark />}
        </span>
        <span className="truncate text-2xs text-muted">{facts.join(' · ')}</span>
      </span>
    </div>
  );
}
