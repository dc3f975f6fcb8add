// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { OrderChooser } from '#renderer/features/webhook/inbox/OrderChooser.tsx';
import { Palette } from '#renderer/frame/palette/Palette.tsx';
import { useViewStore } from '#renderer/stores/viewStore.ts';
import type { DeliveryView } from '#shared/domain/delivery.ts';
import { toColumns } from '#shared/domain/snapshot.ts';
import { orderWithDays } from '#test/support/orderRows.ts';
import { renderPart } from '#test/support/renderPart.tsx';
import { english } from '#test/unit/renderer/translators.ts';

const orders = toColumns(
  ['Customer portal', 'Public API'].map((alias, index) =>
    orderWithDays(`o${index}`, 30, Date.now(), { alias }),
  ),
);

/** Types a text and presses a key before the page could draw what the text finds. */
async function typeAndPress(field: HTMLElement, text: string, key: string): Promise<void> {
  await act(async () => {
    const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    setValue?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  });
}

it('the palette acts on what is typed, although it still shows what was found before', async () => {
  renderPart(<Palette />, { app: { orders }, view: { dialog: { kind: 'palette' } } });
  const field = screen.getByRole('combobox', { name: english('palette.hint') });
  await typeAndPress(field, 'public', 'Enter');
  expect(useViewStore.getState()).toMatchObject({ orders: { openId: 'o1' }, dialog: { kind: 'none' } });
});

it('the orders for a delivery are chosen by what is typed, and Enter on a chosen one confirms', async () => {
  const delivery = {
    id: 'd1',
    orderName: 'Shop',
    leaf: { subjectAltNames: [] as readonly string[] },
  } as DeliveryView;
  const chosen = vi.fn();
  const confirmed = vi.fn();
  const chooser = (chosenId: string | null) => (
    <OrderChooser delivery={delivery} chosenId={chosenId} onChoose={chosen} onConfirm={confirmed} />
  );
  const { rerender, user } = renderPart(chooser(null), { app: { orders } });
  const field = screen.getByRole('combobox', { name: english('inbox.map.search') });
  await typeAndPress(field, 'public', 'Enter');
  expect(chosen.mock.calls).toEqual([[null], ['o1']]);
  expect(confirmed).not.toHaveBeenCalled();
  chosen.mockClear();
  await typeAndPress(field, 'portal', 'ArrowDown');
  expect(chosen.mock.calls).toEqual([[null], ['o0']]);
  // One that what is typed does not find is not confirmed.
  field.focus();
  rerender(chooser('o1'));
  await user.keyboard('{Enter}');
  expect(confirmed).not.toHaveBeenCalled();
  rerender(chooser('o0'));
  await user.keyboard('{Enter}');
  expect(confirmed).toHaveBeenCalledOnce();
});
