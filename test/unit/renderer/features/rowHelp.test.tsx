// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { RowHelp } from '#renderer/features/orders/help/RowHelp.tsx';
import { useViewStore } from '#renderer/stores/viewStore.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { toColumns } from '#shared/domain/snapshot.ts';
import { orderWithDays } from '#test/support/orderRows.ts';
import { renderPart } from '#test/support/renderPart.tsx';
import { connection } from '#test/unit/renderer/orderRows.ts';
import { english } from '#test/unit/renderer/translators.ts';

const now = Date.now();

function renderHelp(
  row: OrderRow,
  calls = {},
  polling: Parameters<typeof connection>[2] = { kind: 'active' },
) {
  return renderPart(<RowHelp row={row} tabIndex={0} />, {
    app: { orders: toColumns([row]), connections: [connection('c1', 'Production', polling)] },
    calls,
  });
}

const nameOf = (verb: string) => english('helpful.ofOrder', { verb, name: 'Shop' });
const shop = (days: number) => orderWithDays('shop', days, now, { alias: 'Shop', lastConfirmedAt: now });

it('offers an export of what was never exported', async () => {
  const { user } = renderHelp(shop(60));
  await user.click(screen.getByRole('button', { name: nameOf(english('helpful.export')) }));
  expect(useViewStore.getState().dialog).toEqual({ kind: 'export', orderIds: ['shop'] });
});

it.each([3, -3])('offers a check, and no export, of what has %s days left', async (days) => {
  const { user, asked } = renderHelp(shop(days), { 'orders:sync': async () => null });
  await user.click(screen.getByRole('button', { name: nameOf(english('helpful.sync')) }));
  expect(asked).toContainEqual(['orders:sync', ['shop']]);
});

it('leaves a token to the banner of its connection', () => {
  renderHelp(shop(3), {}, { kind: 'rejected', since: now, status: 401 });
  expect(screen.queryByRole('button')).toBeNull();
});
