// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { DeliveryList } from '#renderer/features/webhook/inbox/DeliveryList.tsx';
import { useViewStore } from '#renderer/stores/viewStore.ts';
import { ok } from '#shared/result.ts';
import { deliveryView } from '#test/support/receiverViews.ts';
import { renderPart } from '#test/support/renderPart.tsx';
import { copy } from '#test/unit/renderer/copyViews.ts';
import { NOW, orderRow, snapshotOf } from '#test/unit/renderer/orderRows.ts';
import { english as t } from '#test/unit/renderer/translators.ts';

it('a delivery has a menu where the user asks for it, with what can be done with it', async () => {
  const deliveries = [
    deliveryView('d1', NOW, {
      orderName: 'Shop',
      verdict: { kind: 'waiting', reason: { kind: 'notYetValid' } },
    }),
  ];
  const { user, asked } = renderPart(<DeliveryList deliveries={deliveries} />, {
    calls: { 'inbox:recheck': async () => ok(null) },
  });
  const row = screen.getByRole('row', { name: /Shop/u });
  row.focus();
  fireEvent.contextMenu(row);
  const items = await screen.findAllByRole('menuitem');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    t('orders.action.open'),
    t('inbox.action.recheck'),
    t('inbox.action.map'),
    t('inbox.action.discard'),
  ]);
  await user.click(screen.getByRole('menuitem', { name: t('inbox.action.recheck') }));
  expect(asked).toEqual([['inbox:recheck', 'd1']]);
  fireEvent.contextMenu(row);
  await user.click(await screen.findByRole('menuitem', { name: t('orders.action.open') }));
  expect(useViewStore.getState().deliveries.openId).toBe('d1');
});

it('the menu of a delivery whose files are written begins with its order, and not with another export', async () => {
  const delivery = deliveryView('d1', NOW, { orderId: 'a', verdict: { kind: 'confirmed', at: NOW } });
  const order = orderRow('a', { fingerprint256: delivery.leaf.fingerprint256 });
  renderPart(<DeliveryList deliveries={[delivery]} />, {
    app: { orders: snapshotOf(1, [order]).orders, copies: [copy()] },
  });
  fireEvent.contextMenu(screen.getByRole('row', { name: /order of d1/u }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.slice(0, 3).map(({ textContent }) => textContent)).toEqual([
    t('orders.action.open'),
    t('inbox.action.showOrder'),
    t('inbox.action.export'),
  ]);
});
