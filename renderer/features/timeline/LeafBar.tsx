import { cx } from '#renderer/components/cx.ts';
import { statusAppearances } from '#renderer/features/orders/list/OrderStatusBadge.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import type { OrderStatus } from '#shared/domain/status.ts';
import type { LeafDrawing } from './rowDrawing.ts';

interface LeafBarProps {
  readonly drawing: LeafDrawing;
  readonly status: OrderStatus;
  /** All that is to be said of it. */
  readonly words: readonly string[];
  /** Short, for the bar itself; shown where there is room. */
  readonly label: string;
  /** Of the column of names, which the label must not go under. */
  readonly titleWidth: number;
  readonly isActive: boolean;
}

/** From this width (pixels) on a bar has room for its label. */
const LABEL_FROM = 112;

/** One certificate as a bar: the present one in the colour of its status, former ones quieter. */
export function LeafBar({ drawing, status, words, label, titleWidth, isActive }: LeafBarProps) {
  const { leaf, lane, left, width } = drawing;
  const t = useT();
  const { ink, soft } = statusAppearances[status];
  return (
    <button
      type="button"
      tabIndex={isActive ? 0 : -1}
      aria-label={words.join(t('common.listSeparator'))}
      data-words={words.join('\n')}
      data-leaf={leaf.fingerprint256}
      style={{ left, width }}
      className={cx(
        'absolute rounded-sm border text-left',
        leaf.isPresent
          ? cx('top-2 h-5 border-current', ink, soft)
          : 'h-2 border-gray/50 bg-gray-soft hover:bg-pressed',
        !leaf.isPresent && (lane === 0 ? 'top-3.5' : 'top-8'),
      )}
    >
      {leaf.isPresent && width >= LABEL_FROM && (
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
