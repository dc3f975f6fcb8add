import { memo } from 'react';
import { cx } from '#renderer/components/cx.ts';
import { statusAppearances } from '#renderer/components/statusAppearances.ts';
import { OrderStatusIcon } from '#renderer/features/orders/list/OrderStatusBadge.tsx';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { endOf } from '#shared/domain/chainEnd.ts';
import { type OrderRow, orderTitle } from '#shared/domain/order.ts';
import { orderWindows } from '#shared/domain/ownThresholds.ts';
import type { OrderStatus } from '#shared/domain/status.ts';
import type { ThresholdSettings } from '#shared/domain/thresholds.ts';
import { timeLeftText } from '#shared/i18n/expiryText.ts';
import { formatDate, formatDateTime, formatWholeDays } from '#shared/i18n/format.ts';
import { statusText } from '#shared/i18n/statusText.ts';
import type { Locale, Translate } from '#shared/i18n/types.ts';
import type { Leaf } from './leaves.ts';
import { RowMarks } from './RowMarks.tsx';
import { drawRow, type LeafDrawing, usualRenewal } from './rowDrawing.ts';
import type { Period, TimeScale } from './timeScale.ts';

export const ROW_HEIGHT = 48;

interface TimelineRowProps {
  readonly row: OrderRow;
  readonly status: OrderStatus;
  /** The earliest first. */
  readonly leaves: readonly Leaf[];
  readonly scale: TimeScale;
  readonly visible: Period;
  readonly titleWidth: number;
  /** The start of the current minute, Unix ms. */
  readonly now: number;
  readonly index: number;
  /** Distance from the top of the list, in pixels. */
  readonly top: number;
  readonly isActive: boolean;
  readonly isOpen: boolean;
  /** The fingerprint of the certificate in this row that has the focus. */
  readonly activeLeaf: string | null;
}

/** One order on the timeline. The chart handles clicks and keys. */
export const TimelineRow = memo(function TimelineRow(props: TimelineRowProps) {
  const { row, status, leaves, scale, visible, titleWidth, now, index, top, isActive, isOpen } = props;
  const t = useT();
  const locale = useLocale();
  const settings = useApp((app) => app.settings);
  const drawing = drawRow({ row, leaves, settings, scale, visible, kept: props.activeLeaf, now });
  const end = endOf(row);
  const label = end === null ? '' : formatDate(end, locale, 'local');
  return (
    <tr
      aria-rowindex={index + 2}
      aria-label={rowName(row, status, timeLeftText(end, now, t), t)}
      aria-current={isOpen || undefined}
      data-order-id={row.id}
      data-status={status}
      tabIndex={isActive && props.activeLeaf === null ? 0 : -1}
      style={{ height: ROW_HEIGHT, top, width: titleWidth + scale.width }}
      className={cx(
        'group absolute left-0 flex border-b border-line -outline-offset-2',
        isOpen ? 'bg-ink/5' : 'hover:bg-ink/3',
      )}
    >
      <th
        scope="row"
        style={{ width: titleWidth }}
        className={cx(
          'sticky left-0 z-20 flex shrink-0 items-center gap-2.5 border-r border-line bg-surface pr-3 pl-4 text-left font-normal -outline-offset-2 outline-accent group-focus-visible:outline-2',
          isOpen ? 'bg-hover shadow-[inset_3px_0_0_var(--color-accent)]' : 'group-hover:bg-hover',
        )}
      >
        <OrderStatusIcon status={status} size={16} named />
        <span className="flex min-w-0 flex-col">
          <span className="truncate font-medium" title={orderTitle(row)}>
            {orderTitle(row)}
          </span>
          <span className="truncate text-2xs text-muted tabular">{timeLeftText(end, now, t)}</span>
        </span>
      </th>
      <td className="relative shrink-0" style={{ width: scale.width }}>
        {drawing.leaves.map((each) => (
          <LeafBar
            key={each.leaf.fingerprint256}
            drawing={each}
            status={status}
            facts={leafFacts(each.leaf, row, settings, { t, locale })}
            label={t('timeline.until', { date: label })}
            titleWidth={titleWidth}
            isActive={each.leaf.fingerprint256 === props.activeLeaf}
          />
        ))}
        <RowMarks drawing={drawing} />
        {row.notBefore === null && (
          <span
            style={{ left: titleWidth + 12 }}
            className="sticky inline-block pt-3.5 pl-3 text-2xs text-faint"
          >
            {end === null ? t('timeline.noCertificate') : t('timeline.saidEnd', { date: label })}
          </span>
        )}
      </td>
    </tr>
  );
});

interface LeafBarProps {
  readonly drawing: LeafDrawing;
  readonly status: OrderStatus;
  readonly facts: readonly string[];
  readonly label: string;
  /** Width of the sticky column of names, which must not cover the label. */
  readonly titleWidth: number;
  readonly isActive: boolean;
}

/** The smallest width of a bar with a label, in pixels. */
const LABEL_WIDTH_MIN = 112;

/** One certificate as a bar. Only the current one has the colour of the status. */
function LeafBar({ drawing, status, facts, label, titleWidth, isActive }: LeafBarProps) {
  const { leaf, lane, left, width } = drawing;
  const t = useT();
  const { ink, soft } = statusAppearances[status];
  return (
    <button
      type="button"
      tabIndex={isActive ? 0 : -1}
      aria-label={facts.join(t('common.listSeparator'))}
      data-words={facts.join('\n')}
      data-leaf={leaf.fingerprint256}
      style={{ left, width }}
      className={cx(
        'absolute rounded-sm border text-left',
        leaf.isPresent
          ? cx('top-2 h-5 border-current', ink, soft, status === 'notYetValid' && 'border-dashed')
          : 'h-2 border-gray/50 bg-gray-soft hover:bg-pressed',
        !leaf.isPresent && (lane === 0 ? 'top-3.5' : 'top-8'),
      )}
    >
      {leaf.isPresent && width >= LABEL_WIDTH_MIN && (
        <span
          aria-hidden
          style={{ left: titleWidth + 4 }}
          className="sticky z-11 ml-1 inline-block rounded-xs bg-surface/85 px-1 align-top text-2xs leading-4.5 whitespace-nowrap text-ink tabular"
        >
          {label}
        </span>
      )}
    </button>
  );
}

/** What a screen reader says of a row first: the order, its status and the time left. @param timeLeft as shown, may be empty */
export function rowName(row: OrderRow, status: OrderStatus, timeLeft: string, t: Translate): string {
  const parts = [orderTitle(row), statusText(status, t), timeLeft];
  return parts.filter((part) => part !== '').join(t('common.listSeparator'));
}

/** Translator and locale, for texts with dates. */
interface Localization {
  readonly t: Translate;
  readonly locale: Locale;
}

/** Facts about one certificate of an order, one per line. */
export function leafFacts(
  leaf: Leaf,
  row: OrderRow,
  settings: ThresholdSettings,
  { t, locale }: Localization,
): readonly string[] {
  const exact = (moment: number) => formatDateTime(moment, locale, 'local');
  const day = (moment: number) => formatDate(moment, locale, 'local');
  const lines = [
    t(leaf.isPresent ? 'timeline.leaf.present' : 'timeline.leaf.former'),
    t('timeline.leaf.from', { date: exact(leaf.from) }),
    t('timeline.leaf.until', { date: exact(leaf.to) }),
  ];
  if (leaf.renewedAt !== null) lines.push(t('timeline.leaf.renewed', { date: day(leaf.renewedAt) }));
  if (!leaf.isPresent) return lines;
  if (row.chainEnd !== null) lines.push(t('orders.panel.chainEnd', { chain: row.chainEnd.name }));
  const { warningMs, criticalMs } = orderWindows(
    { ...row, notBefore: leaf.from, notAfter: row.notAfter ?? leaf.to },
    settings,
  );
  lines.push(
    t('timeline.leaf.windows', { warning: day(leaf.to - warningMs), critical: day(leaf.to - criticalMs) }),
  );
  const usual = usualRenewalText(row, { t, locale });
  if (usual !== null) lines.push(usual);
  return lines;
}

/** When an order is usually renewed, and how that is known; `null` if it is unknown. */
export function usualRenewalText(row: OrderRow, { t, locale }: Localization): string | null {
  const at = usualRenewal(row);
  if (at === null || row.lead === null) return null;
  const date = formatDate(at, locale, 'local');
  const { leadMs, renewals } = row.lead;
  const lead = formatWholeDays(leadMs, t, Math.round);
  return renewals === 0
    ? t('timeline.usual.assumed', { date, lead })
    : t('timeline.usual.known', { date, lead, count: renewals });
}
