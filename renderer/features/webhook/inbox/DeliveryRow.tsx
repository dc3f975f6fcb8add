import { Layers2 } from 'lucide-react';
import { memo } from 'react';
import { CopyButton } from '#renderer/components/CopyButton.tsx';
import { cx } from '#renderer/components/cx.ts';
import { Tooltip } from '#renderer/components/Tooltip.tsx';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import type { DeliveryView } from '#shared/domain/delivery.ts';
import { orderTitle } from '#shared/domain/order.ts';
import { certificateName, hexPairs } from '#shared/i18n/certificateText.ts';
import { formatDate, formatDateTime } from '#shared/i18n/format.ts';
import { deliveryTodo } from './inboxText.ts';
import { PastTime } from './PastTime.tsx';
import { useIsExported, useSuggestedOrder } from './useDeliveryOrder.ts';
import { VerdictBadge, verdictMark } from './VerdictBadge.tsx';

export const DELIVERY_HEIGHT = 72;

/** The columns of the list, header and rows alike. In a narrow window only the delivery and its verdict have room. */
export const deliveryColumns =
  'grid grid-cols-[minmax(104px,0.6fr)_minmax(0,1fr)_minmax(0,1fr)_minmax(0,1.2fr)] max-sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] max-sm:[&>:nth-child(odd)]:hidden items-center gap-x-3 px-4';

interface DeliveryRowProps {
  readonly delivery: DeliveryView;
  readonly isActive: boolean;
  readonly isOpen: boolean;
  /** Place in the list, from 0. */
  readonly index: number;
  /** Distance from the top of the list, in pixels. */
  readonly top: number;
}

/** One delivery of the list. Clicks and keys are handled by the list. */
export const DeliveryRow = memo(function DeliveryRow(props: DeliveryRowProps) {
  const { delivery, isActive, isOpen, index, top } = props;
  const t = useT();
  const { orderName, task, hookName, verdict } = delivery;
  const suggestion = useSuggestedOrder(delivery);
  const isExported = useIsExported(delivery);
  const todo =
    suggestion === null
      ? deliveryTodo(delivery, isExported, t)
      : t('inbox.todo.looksLike', { order: orderTitle(suggestion.row) });
  const sharesSignature = t('inbox.sharesSignature.mark');
  return (
    <tr
      aria-rowindex={index + 2}
      aria-selected={isOpen}
      data-delivery-id={delivery.id}
      data-verdict={verdictMark(verdict)}
      tabIndex={isActive ? 0 : -1}
      style={{ height: DELIVERY_HEIGHT, top }}
      className={cx(
        deliveryColumns,
        'absolute inset-x-0 border-b border-line outline-offset-[-2px]',
        isOpen ? 'bg-hover shadow-[inset_3px_0_0_var(--color-accent)]' : 'hover:bg-hover',
      )}
    >
      <td className="flex min-w-0 flex-col text-xs tabular">
        <span className="truncate">
          <PastTime at={delivery.receivedAt} />
        </span>
        <span className="truncate text-2xs text-muted" title={hookName}>
          {hookName}
        </span>
      </td>
      <td className="flex min-w-0 flex-col">
        <span className="truncate font-medium" title={orderName}>
          {orderName}
        </span>
        <span className="truncate text-2xs text-muted" title={task}>
          {task === '' ? t('inbox.list.noTask') : task}
        </span>
      </td>
      <td className="flex min-w-0 flex-col">
        <Certificate delivery={delivery} tabIndex={isActive ? 0 : -1} />
      </td>
      <td className="flex min-w-0 flex-col gap-0.5">
        <span className="flex items-center gap-1.5">
          <VerdictBadge verdict={verdict} />
          {delivery.sharesSignature && (
            <Tooltip text={sharesSignature}>
              <span role="img" aria-label={sharesSignature} className="text-amber">
                <Layers2 size={13} aria-hidden />
              </span>
            </Tooltip>
          )}
        </span>
        <span className="truncate text-2xs text-muted" title={todo}>
          {todo}
        </span>
      </td>
    </tr>
  );
});

function Certificate({ delivery, tabIndex }: { readonly delivery: DeliveryView; readonly tabIndex: number }) {
  const t = useT();
  const locale = useLocale();
  const { fingerprint256, notAfter } = delivery.leaf;
  const name = certificateName(delivery.leaf);
  return (
    <>
      <span className="truncate text-xs" title={name}>
        {name}
      </span>
      <span
        className="truncate text-2xs text-muted tabular"
        title={formatDateTime(notAfter, locale, 'local')}
      >
        {t('inbox.list.until', { date: formatDate(notAfter, locale, 'local') })}
      </span>
      <span className="flex h-5 items-center">
        <span className="truncate font-mono text-2xs text-muted" title={hexPairs(fingerprint256)}>
          {hexPairs(fingerprint256.slice(0, 8))}…
        </span>
        <CopyButton text={fingerprint256} label={t('inbox.list.fingerprint', { name })} tabIndex={tabIndex} />
      </span>
    </>
  );
}
