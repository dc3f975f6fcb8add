import { cx } from '#renderer/components/cx.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import type { Settings } from '#shared/domain/settings.ts';
import type { OrderStatus } from '#shared/domain/status.ts';
import { windowsFor } from '#shared/domain/thresholds.ts';
import { statusAppearances } from './OrderStatusBadge.tsx';

interface ValidityBarProps {
  readonly notBefore: number | null;
  readonly notAfter: number | null;
  readonly status: OrderStatus;
  /** Unix ms. */
  readonly now: number;
  readonly large?: boolean;
}

/** How much of the lifetime has passed; the warning window at its end is darker. */
export function ValidityBar({ notBefore, notAfter, status, now, large = false }: ValidityBarProps) {
  const t = useT();
  const settings = useApp((app) => app.settings);
  const height = large ? 'h-2' : 'h-1';
  if (notBefore === null || notAfter === null)
    return <span aria-hidden className={cx('block w-full rounded-full bg-pressed', height)} />;
  const { elapsed, warningFrom } = validityParts(notBefore, notAfter, settings, now);
  return (
    <span
      role="img"
      aria-label={t('orders.validity.label', { percent: Math.floor(elapsed * 100) })}
      className={cx('relative block w-full overflow-hidden rounded-full bg-pressed', height)}
    >
      <span className="absolute inset-y-0 right-0 bg-line-strong" style={{ left: `${warningFrom * 100}%` }} />
      <span
        className={cx('absolute inset-y-0 left-0 rounded-full', statusAppearances[status].fill)}
        style={{ width: `${elapsed * 100}%` }}
      />
    </span>
  );
}

/**
 * How much of a lifetime (Unix ms) has passed at `now`, and where its warning window begins, from 0 to 1. An empty
 * lifetime counts as passed.
 */
export function validityParts(notBefore: number, notAfter: number, settings: Settings, now: number) {
  const lifetime = notAfter - notBefore;
  if (lifetime <= 0) return { elapsed: 1, warningFrom: 1 };
  return {
    elapsed: Math.min(1, Math.max(0, (now - notBefore) / lifetime)),
    warningFrom: 1 - windowsFor(notBefore, notAfter, settings).warningMs / lifetime,
  };
}
