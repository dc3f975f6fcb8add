import { cx } from '#renderer/components/cx.ts';
import { statusAppearances } from '#renderer/components/statusAppearances.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { endOf } from '#shared/domain/chainEnd.ts';
import { termsOf } from '#shared/domain/conditions/terms.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { orderWindows, type ThresholdOrder } from '#shared/domain/ownThresholds.ts';
import type { Settings } from '#shared/domain/settings.ts';
import { timeStatus } from '#shared/domain/timeStatus.ts';

type Ending = ThresholdOrder & Pick<OrderRow, 'chainEnd'>;

interface ValidityBarProps {
  readonly row: Ending;
  /** Unix ms. */
  readonly now: number;
  readonly className?: string;
}

/**
 * How much of the lifetime is left, as the filled part of an outlined bar in the colour of the time left. The line in it is where the warning begins:
 * a bar that is filled up to the line or less has entered its warning window.
 */
export function ValidityBar({ row, now, className }: ValidityBarProps) {
  const t = useT();
  const settings = useApp((app) => app.settings);
  const parts = validityParts(row, settings, now);
  const look = cx('block h-1.5 w-full rounded-full border border-field', className);
  if (parts === null) return <span aria-hidden className={cx(look, 'border-dashed')} />;
  const { left, warning } = parts;
  return (
    <span
      role="img"
      aria-label={t('orders.validity.label', { percent: Math.floor(left * 100) })}
      data-left={`${left * 100}%`}
      data-warning={left > warning ? `${warning * 100}%` : undefined}
      className={cx(
        look,
        'validity forced-color-adjust-none forced-colors:border-[CanvasText] forced-colors:text-[CanvasText]',
        statusAppearances[timeStatus(row, termsOf(settings), now)].ink,
      )}
    />
  );
}

/**
 * Which parts of the time until its end are left at `now` (Unix ms), and left when its warning window begins, from 0 to 1.
 * Of an empty lifetime nothing is left. `null`: its lifetime is not known.
 */
export function validityParts(row: Ending, settings: Settings, now: number) {
  const { notBefore, notAfter } = row;
  const end = endOf(row);
  if (notBefore === null || notAfter === null || end === null) return null;
  const lifetime = end - notBefore;
  if (lifetime <= 0) return { left: 0, warning: 0 };
  return {
    left: Math.min(1, Math.max(0, (end - now) / lifetime)),
    warning: Math.min(1, orderWindows(row, settings).warningMs / lifetime),
  };
}
