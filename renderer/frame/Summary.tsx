import { Fragment } from 'react';
import { cx } from '#renderer/components/cx.ts';
import { Tooltip } from '#renderer/components/Tooltip.tsx';
import { OrderStatusIcon } from '#renderer/features/orders/list/OrderStatusBadge.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { showOrders, useViewStore } from '#renderer/stores/viewStore.ts';
import { type OrderStatus, orderStatuses } from '#shared/domain/status.ts';
import { statusCountText, statusText } from '#shared/i18n/statusText.ts';

interface SummaryProps {
  readonly counts: Readonly<Record<OrderStatus, number>>;
  readonly total: number;
}

/** "Expired 2 · Critical 1 · Healthy 9", worst first. Each part shows its orders alone, and all again. */
export function Summary({ counts, total }: SummaryProps) {
  const t = useT();
  const present = orderStatuses.filter((status) => counts[status] > 0);
  if (total === 0) return <p className="text-sm leading-6 text-muted">{t('orders.header.none')}</p>;
  if (counts.healthy === total)
    return (
      <p className="flex items-center gap-1.5 text-sm leading-6 text-muted">
        <OrderStatusIcon status="healthy" size={14} />
        {t('orders.header.allHealthy', { count: total })}
      </p>
    );
  return (
    <p className="@container -ml-1 flex min-w-0 items-center overflow-hidden text-sm text-muted">
      <span className="sr-only">{t('orders.header.summary')}: </span>
      {present.map((status, index) => (
        <Fragment key={status}>
          {index > 0 && (
            <span aria-hidden className="px-0.5 text-faint">
              ·
            </span>
          )}
          <SummaryPart status={status} count={counts[status]} place={index} />
        </Fragment>
      ))}
    </p>
  );
}

/** Where the line is narrow, the parts further back make do with their number: words and number by place. */
const always = { words: '', number: 'hidden' };
const fromSmall = { words: 'hidden @min-[480px]:inline', number: '@min-[480px]:hidden' };
const fromMedium = { words: 'hidden @min-[560px]:inline', number: '@min-[560px]:hidden' };
const fromLarge = { words: 'hidden @min-[680px]:inline', number: '@min-[680px]:hidden' };
const fromWide = { words: 'hidden @min-[1000px]:inline', number: '@min-[1000px]:hidden' };
const visibility = [always, fromSmall, fromMedium, fromMedium, fromLarge, fromLarge] as const;

function SummaryPart(props: {
  readonly status: OrderStatus;
  readonly count: number;
  /** From 0, worst first. */
  readonly place: number;
}) {
  const { status, count, place } = props;
  const t = useT();
  const chosen = useViewStore((view) => view.filter.statuses);
  const isListed = useViewStore((view) => view.view !== 'inbox');
  const isOnly = isListed && chosen.size === 1 && chosen.has(status);
  const words = statusCountText(status, count, t);
  const visible = visibility[place] ?? fromWide;
  return (
    <Tooltip text={t('orders.header.showOnly', { status: statusText(status, t) })}>
      <button
        type="button"
        aria-label={words}
        aria-pressed={isOnly}
        onClick={() => showOrders({ statuses: isOnly ? new Set() : new Set([status]) })}
        className={cx(
          'inline-flex h-6 shrink-0 items-center gap-1.5 rounded px-1 whitespace-nowrap tabular hover:bg-pressed hover:text-ink',
          isOnly && 'bg-accent-soft text-accent-ink',
        )}
      >
        <OrderStatusIcon status={status} size={13} />
        <span className={visible.words}>{words}</span>
        <span className={visible.number}>{count}</span>
      </button>
    </Tooltip>
  );
}
