import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { type TrayIconName, trayIconFor, trayIconNames } from '#main/status/trayIcon.ts';
import { type OrderStatus, orderStatuses } from '#shared/domain/status.ts';

const pictures: Record<OrderStatus, TrayIconName> = {
  expired: 'expired',
  critical: 'critical',
  damaged: 'expired',
  rejected: 'rejected',
  failing: 'unconfirmed',
  needsReview: 'expiring',
  stale: 'unconfirmed',
  notYetValid: 'expiring',
  expiring: 'expiring',
  neverFetched: 'unconfirmed',
  healthy: 'healthy',
};

it.each(Object.entries(pictures))('shows the worst status %s as %s', (status, picture) => {
  expect(trayIconFor(status as OrderStatus)).toBe(picture);
});

it('shows no orders as empty', () => {
  expect(trayIconFor(null)).toBe('empty');
});

it('is green for healthy orders alone', () => {
  expect(orderStatuses.filter((status) => trayIconFor(status) === 'healthy')).toEqual(['healthy']);
});

it.each(trayIconNames)('has a picture of %s', (name) => {
  expect(existsSync(fileURLToPath(new URL(`../../../assets/tray/${name}.png`, import.meta.url)))).toBe(true);
});
