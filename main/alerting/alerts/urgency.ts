import type { OrderRow } from '#shared/domain/order.ts';
import type { Settings } from '#shared/domain/settings.ts';
import { windowsFor } from '#shared/domain/thresholds.ts';
import type { AlertNews } from './alert.ts';

/**
 * Whether an alert cannot wait: the certificate is in its critical window or expired, at the service
 * or where it is served, or nothing is checked any more.
 */
export function isUrgent(news: AlertNews, settings: Settings, now: number): boolean {
  if (news.kind === 'drift') return now > news.servedNotAfter;
  return news.kind === 'rejected' || (news.kind === 'expiry' && isCritical(news.order, settings, now));
}

/** Whether a leaf is in its critical window, or past it, at `now` (Unix ms). */
export function isCritical(
  { notBefore, notAfter }: Pick<OrderRow, 'notBefore' | 'notAfter'>,
  settings: Settings,
  now: number,
): boolean {
  if (notBefore === null || notAfter === null) return false;
  return notAfter - now <= windowsFor(notBefore, notAfter, settings).criticalMs;
}
