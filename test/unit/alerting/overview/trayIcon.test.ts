import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { trayIconFor, trayIconNames, trayImage } from '#main/alerting/overview/trayView.ts';
import { projectFolder } from '#scripts/lib/paths.ts';
import { type OrderStatus, orderStatuses } from '#shared/domain/status.ts';

const iconOf = (worst: OrderStatus | null, rejected = 0) => trayIconFor({ worst, rejected });

it('shows a refused token, unless an order is critical', () => {
  expect([iconOf('healthy', 1), iconOf('overdue', 1), iconOf('expired', 1)]).toEqual([
    'rejected',
    'rejected',
    'expired',
  ]);
});

it('shows no orders as empty', () => {
  expect(iconOf(null)).toBe('empty');
});

it('is green only for healthy orders', () => {
  expect(orderStatuses.filter((status) => iconOf(status) === 'healthy')).toEqual(['healthy']);
});

it.each(trayIconNames)('has images for %s, with and without the mark of a pause', (name) => {
  const missing = [trayImage(name, false), trayImage(name, true)]
    .flatMap((image) => ['', '@2x', 'Template', 'Template@2x'].map((suffix) => `${image}${suffix}.png`))
    .filter((file) => !existsSync(join(projectFolder, 'assets', 'tray', file)));
  expect(missing).toEqual([]);
});
