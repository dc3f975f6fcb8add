import { screen, within } from '@testing-library/react';
import { OrdersView } from '#renderer/features/orders/list/OrdersView.tsx';
import { useAssessment } from '#renderer/features/orders/list/useAssessment.ts';
import type { ViewState } from '#renderer/stores/viewStore.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { type AppSnapshot, toColumns } from '#shared/domain/snapshot.ts';
import { orderWithDays } from '#test/support/orderRows.ts';
import { withElementSize } from '#test/support/pageLayout.ts';
import { type FakeCalls, type RenderedPart, renderPart } from '#test/support/renderPart.tsx';

const now = Date.now();

/** Orders with this many days left, called by their letters from `a`. */
export const ordersWithDays = (...days: readonly number[]) =>
  days.map((left, index) => orderWithDays(String.fromCharCode(97 + index), left, now));

/** Renders the list of these orders, 1200 pixels wide. */
export function renderList(
  rows: readonly OrderRow[],
  {
    app = {},
    view = {},
    calls = {},
  }: { app?: Partial<AppSnapshot>; view?: Partial<ViewState>; calls?: FakeCalls } = {},
): RenderedPart {
  withElementSize(1200, 600);
  return renderPart(<AssessedOrders />, {
    app: { orders: toColumns(rows), ...app },
    view,
    calls,
  });
}

function AssessedOrders() {
  return <OrdersView assessment={useAssessment()} />;
}

export const grid = () => screen.getByRole('grid');
export const rowElements = () =>
  within(grid())
    .getAllByRole('row')
    .filter(({ dataset }) => dataset['orderId'] !== undefined);
export const shownIds = () => rowElements().map(({ dataset }) => dataset['orderId']);
export const focusedId = () => (document.activeElement as HTMLElement).dataset['rowId'];
