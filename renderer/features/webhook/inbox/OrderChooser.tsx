import { Check, Search } from 'lucide-react';
import { type KeyboardEvent, useCallback, useId, useState } from 'react';
import { Badge } from '#renderer/components/Badge.tsx';
import { cx } from '#renderer/components/cx.ts';
import { TextField } from '#renderer/components/TextField.tsx';
import { PushOnlyMark } from '#renderer/features/orders/list/OrderStatusBadge.tsx';
import { useOrderSources } from '#renderer/features/orders/list/orderSources.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useTypedSearch } from '#renderer/hooks/useTypedSearch.ts';
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
  /** Enter was pressed with an order chosen that is found by what is typed. */
  readonly onConfirm: () => void;
}

/** A search field over the matching orders (WAI-ARIA combobox with a list that is always open). */
export function OrderChooser({ delivery, chosenId, onChoose, onConfirm }: OrderChooserProps) {
  const t = useT();
  const id = useId();
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
  const chosenAt = shown.findIndex(({ row }) => row.id === chosenId);
  const optionId = (orderId: string) => `${id}-${orderId}`;

  /** Enter chooses the first order found, and confirms a chosen one. */
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    const { key, currentTarget } = event;
    const step = key === 'ArrowUp' ? -1 : key === 'ArrowDown' || key === 'Enter' ? 1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const current = foundBy(currentTarget.value).slice(0, SHOWN_MAX);
    const at = current.findIndex(({ row }) => row.id === chosenId);
    if (key === 'Enter' && at >= 0) {
      onConfirm();
      return;
    }
    const next = current[Math.min(current.length - 1, Math.max(0, at + step))];
    if (next === undefined) return;
    onChoose(next.row.id);
    document.getElementById(optionId(next.row.id))?.scrollIntoView({ block: 'nearest' });
  }

  return (
    <div className="flex flex-col gap-2">
      <TextField
        type="search"
        role="combobox"
        data-autofocus
        icon={Search}
        aria-label={t('inbox.map.search')}
        aria-expanded
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={chosenAt >= 0 && chosenId !== null ? optionId(chosenId) : undefined}
        placeholder={t('inbox.map.search')}
        value={search}
        onValueChange={(text) => {
          setSearch(text);
          onChoose(null);
        }}
        onKeyDown={onKeyDown}
      />
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={t('inbox.map.orders')}
        className="h-64 overflow-y-auto rounded-lg border border-line p-1"
      >
        {shown.map((candidate) => (
          <Option
            key={candidate.row.id}
            id={optionId(candidate.row.id)}
            candidate={candidate}
            sourceName={sources.find((source) => source.id === sourceId(candidate.row))?.name ?? ''}
            isChosen={candidate.row.id === chosenId}
            onChoose={() => onChoose(candidate.row.id)}
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
  readonly candidate: OrderCandidate;
  /** The name of its connection or hook. */
  readonly sourceName: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function Option({ id, candidate, sourceName, isChosen, onChoose }: OptionProps) {
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
      aria-selected={isChosen}
      tabIndex={-1}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
      onKeyDown={(event) => event.key === 'Enter' && onChoose()}
      className={cx(
        'flex items-center gap-2 rounded px-2 py-1',
        isChosen ? 'bg-accent-soft' : 'hover:bg-hover',
      )}
    >
      <Check size={14} aria-hidden className={cx('shrink-0 text-accent-ink', !isChosen && 'invisible')} />
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
