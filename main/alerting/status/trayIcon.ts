import { assertNever } from '#shared/assertNever.ts';
import type { OrderStatus } from '#shared/domain/status.ts';

/** The tray's icons: files with these names in `assets/tray`. */
export const trayIconNames = [
  'healthy',
  'expiring',
  'critical',
  'expired',
  'unconfirmed',
  'rejected',
  'empty',
] as const;

export type TrayIconName = (typeof trayIconNames)[number];

/** The icon for the worst status of all orders; `null` without orders. */
export function trayIconFor(worst: OrderStatus | null): TrayIconName {
  switch (worst) {
    case null:
      return 'empty';
    case 'healthy':
    case 'expiring':
    case 'critical':
    case 'expired':
    case 'rejected':
      return worst;
    case 'damaged':
      return 'expired';
    case 'needsReview':
    case 'notYetValid':
      return 'expiring';
    case 'failing':
    case 'stale':
    case 'neverFetched':
      return 'unconfirmed';
    default:
      return assertNever(worst);
  }
}
