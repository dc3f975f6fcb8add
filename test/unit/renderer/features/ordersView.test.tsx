// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { preloadParts } from '#renderer/hooks/lazyPart.tsx';
import { useAppStore } from '#renderer/stores/appStore.ts';
import { projectSnapshot } from '#renderer/stores/mirror.ts';
import { noFilter, noRow, useViewStore } from '#renderer/stores/viewStore.ts';
import { noOrders } from '#shared/domain/assessment.ts';
import { placeTimes } from '#shared/domain/conditions/places.ts';
import { noGroups } from '#shared/domain/orderGroups.ts';
import { formatDate, formatDateTime, formatRelativePast } from '#shared/i18n/format.ts';
import { regionalLocale } from '#shared/i18n/regionalLocale.ts';
import { err, ok } from '#shared/result.ts';
import { orderWithDays } from '#test/support/orderRows.ts';
import { snapshotOf } from '#test/unit/renderer/orderRows.ts';
import { english } from '#test/unit/renderer/translators.ts';
import { copy, endpoint } from '#test/unit/shared/placeFixtures.ts';
import { focusedId, grid, ordersWithDays, renderList, rowElements, shownIds } from './orderList.tsx';

const now = Date.now();

const selectedIds = () => [...useViewStore.getState().selection.ids].sort();

it.each([
  ['twenty elements', [copy({ orderId: 'a' })], 20],
  ['twenty-four elements, with the button that helps', [], 24],
])('draws a row with at most %s', async (_, copies, most) => {
  await preloadParts();
  const [row] = ordersWithDays(60);
  renderList([{ ...(row ?? orderWithDays('a', 60, now)), alias: 'Shop', nextPollAt: now + 3_600_000 }], {
    app: { copies },
  });
  const [shown] = rowElements();
  const count = (selector: string) => shown?.querySelectorAll(selector).length ?? 0;
  expect(shown?.textContent).toContain('a.example.com');
  expect(shown?.textContent?.includes(english('orders.action.export'))).toBe(most > 20);
  // The build draws an icon as one element with one path.
  expect(1 + count(':not(svg *)') + count('svg')).toBeLessThanOrEqual(most);
});

describe('sorting', () => {
  it('starts with the next to expire', () => {
    renderList(ordersWithDays(60, 3, 20));
    expect(shownIds()).toEqual(['b', 'c', 'a']);
  });

  it('sorts by a column, and in the other direction by the same column again', async () => {
    const { user } = renderList(ordersWithDays(60, 3, 20));
    const header = screen.getByRole('columnheader', { name: english('orders.list.order') });
    await user.click(within(header).getByRole('button'));
    expect(shownIds()).toEqual(['a', 'b', 'c']);
    expect(header.getAttribute('aria-sort')).toBe('ascending');
    await user.click(within(header).getByRole('button'));
    expect(shownIds()).toEqual(['c', 'b', 'a']);
    expect(header.getAttribute('aria-sort')).toBe('descending');
  });
});

describe('before all orders are known', () => {
  const first = ordersWithDays(1, 2, 3);
  const counts = {
    statuses: { ...noOrders.counts, healthy: 5000 },
    groups: { ...noGroups(), attention: 3, later: 4997 },
  };
  const known = { extent: { kind: 'first', total: 5000, counts } } as const;

  it('is as long as it will be, with the first rows', () => {
    renderList(first, { app: known });
    expect(shownIds()).toEqual(['a', 'b', 'c']);
    expect(grid().getAttribute('aria-rowcount')).toBe('5003');
    const body = grid().querySelector('tbody');
    expect(Number.parseInt(body?.style.height ?? '', 10)).toBeGreaterThan(5000 * 50);
    expect(screen.queryByText(english('orders.toolbar.shown', { shown: 3, count: 5000 }))).toBeNull();
  });

  it('searches and sorts when they are', async () => {
    renderList(first, {
      app: known,
      view: { filter: { ...noFilter, search: 'd.example' }, sort: { key: 'expiry', descending: true } },
    });
    expect(shownIds()).toEqual(['a', 'b', 'c']);
    const rest = [...first, orderWithDays('d', 60, now), orderWithDays('dd', 61, now)];
    act(() => {
      const projection = projectSnapshot(snapshotOf(1, rest));
      useAppStore.setState({ phase: 'ready', projection }, true);
    });
    await waitFor(() => expect(shownIds()).toEqual(['dd', 'd']));
  });

  it('selects nothing, neither by the header nor by the keyboard', async () => {
    const { user } = renderList(first, { app: known });
    await user.click(within(grid()).getByRole('checkbox', { name: english('orders.list.selectAll') }));
    expect(selectedIds()).toEqual([]);
    rowElements()[0]?.focus();
    await user.keyboard('{Control>}a{/Control}');
    expect(selectedIds()).toEqual([]);
  });
});

describe('selection', () => {
  it('selects by checkbox, a range with Shift, and all by the header', async () => {
    const { user } = renderList(ordersWithDays(1, 2, 3, 4));
    const [first, , third] = rowElements();
    if (first === undefined || third === undefined) throw new Error('three rows are expected');
    await user.click(within(first).getByRole('checkbox'));
    expect(selectedIds()).toEqual(['a']);
    await user.keyboard('{Shift>}');
    await user.click(third);
    await user.keyboard('{/Shift}');
    expect(selectedIds()).toEqual(['a', 'b', 'c']);
    expect(rowElements().map((row) => row.getAttribute('aria-selected'))).toEqual([
      'true',
      'true',
      'true',
      'false',
    ]);
    await user.click(screen.getByRole('checkbox', { name: english('orders.list.selectAll') }));
    expect(selectedIds()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('offers actions on what is selected, without orders that the filter hides', async () => {
    renderList(ordersWithDays(1, 2), {
      view: {
        selection: { ids: new Set(['a', 'b']), anchor: null },
        filter: { ...noFilter, search: 'a.example.com' },
      },
    });
    const bar = await screen.findByRole('region', { name: english('orders.selection.label') });
    expect(within(bar).getByRole('status').textContent).toBe(english('orders.selection.count', { count: 1 }));
  });
});

describe('keyboard', () => {
  it('moves between rows, and Tab leads to the active one only', async () => {
    const { user } = renderList(ordersWithDays(1, 2, 3));
    rowElements()[0]?.focus();
    await user.keyboard('{ArrowDown}');
    await waitFor(() => expect(focusedId()).toBe('b'));
    await user.keyboard('{End}');
    await waitFor(() => expect(focusedId()).toBe('c'));
    expect(rowElements().map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, 0]);
  });

  it('selects with the space bar, extends with Shift, and selects all with Ctrl+A', async () => {
    const { user } = renderList(ordersWithDays(1, 2, 3));
    rowElements()[0]?.focus();
    await user.keyboard(' ');
    expect(selectedIds()).toEqual(['a']);
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
    await waitFor(() => expect(selectedIds()).toEqual(['a', 'b']));
    await user.keyboard('{Control>}a{/Control}');
    expect(selectedIds()).toEqual(['a', 'b', 'c']);
  });

  it('opens an order with Enter; an open panel follows the focus', async () => {
    const { user } = renderList(ordersWithDays(1, 2));
    rowElements()[0]?.focus();
    await user.keyboard('{Enter}');
    expect(useViewStore.getState().orders.openId).toBe('a');
    await user.keyboard('{ArrowDown}');
    expect(useViewStore.getState().orders.openId).toBe('b');
  });

  it('stays in the list when a click opens an order, where the arrow keys go on', async () => {
    const { user } = renderList(ordersWithDays(1, 2));
    const [first] = rowElements();
    if (first === undefined) throw new Error('a row is expected');
    await user.click(first);
    expect(useViewStore.getState()).toMatchObject({ orders: { openId: 'a' }, entersDetails: false });
    await user.keyboard('{ArrowDown}');
    await waitFor(() => expect(focusedId()).toBe('b'));
    expect(useViewStore.getState().orders.openId).toBe('b');
    await user.keyboard('{Enter}');
    expect(useViewStore.getState().entersDetails).toBe(true);
  });

  it('removes the active order with Delete and moves to the next one', async () => {
    const { user, asked } = renderList(ordersWithDays(1, 2), {
      calls: { 'orders:remove': async () => ok(null) },
    });
    rowElements()[0]?.focus();
    await user.keyboard('{Delete}');
    expect(asked).toEqual([['orders:remove', ['a']]]);
    await waitFor(() => expect(focusedId()).toBe('b'));
  });

  it('removes the last order with Delete and moves to the one before it', async () => {
    const { user, asked } = renderList(ordersWithDays(1, 2), {
      calls: { 'orders:remove': async () => ok(null) },
    });
    rowElements()[1]?.focus();
    await user.keyboard('{Delete}');
    expect(asked).toEqual([['orders:remove', ['b']]]);
    await waitFor(() => expect(focusedId()).toBe('a'));
  });

  it('asks before Ctrl+A and Delete remove more than five orders, and keeps them selected', async () => {
    const { user, asked } = renderList(ordersWithDays(1, 2, 3, 4, 5, 6));
    rowElements()[0]?.focus();
    await user.keyboard('{Control>}a{/Control}{Delete}');
    const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
    expect(useViewStore.getState().dialog).toEqual({ kind: 'removeOrders', orderIds: ids });
    expect(selectedIds()).toEqual(ids);
    expect(asked).toEqual([]);
  });
});

it('offers a check of the servers where a status is chosen that it helps', async () => {
  const endpoints = [endpoint({ orderId: 'b', error: { kind: 'refused' } })];
  const deployment = placeTimes(
    { copies: [], endpoints },
    { renewedAt: () => null, confirmedAt: () => null },
  );
  const [first, second, ...others] = ordersWithDays(60, 61, 62);
  if (first === undefined || second === undefined) throw new Error('orders are expected');
  const rows = [first, { ...second, deployment }, ...others];
  const { user, asked } = renderList(rows, {
    app: { endpoints },
    calls: { 'endpoints:probe': async () => ok(null) },
  });
  await user.click(screen.getByRole('button', { name: /^Unreachable/u }));
  await waitFor(() => expect(shownIds()).toEqual(['b']));
  await user.click(await screen.findByRole('button', { name: english('places.checkNow') }));
  expect(asked).toEqual([['endpoints:probe', { orderIds: ['b'] }]]);
});

it('updates the files of the orders that are shown, where a status is chosen that it helps', async () => {
  const copies = ['b', 'c'].map((id) =>
    copy({ id: `of ${id}`, orderId: id, state: 'stale', outdated: true }),
  );
  const times = { renewedAt: () => null, confirmedAt: () => null };
  const rows = ordersWithDays(60, 61, 2).map((row) => {
    const own = copies.filter(({ orderId }) => orderId === row.id);
    return { ...row, deployment: placeTimes({ copies: own, endpoints: [] }, times) };
  });
  const { user, asked } = renderList(rows, {
    app: { copies },
    calls: { 'copies:refresh': async () => err({ kind: 'storage', reason: 'full', detail: '' }) },
  });
  await user.click(screen.getByRole('button', { name: /^Not deployed/u }));
  await waitFor(() => expect(shownIds()).toEqual(['b']));
  await user.click(await screen.findByRole('button', { name: english('copies.refreshAll', { count: 1 }) }));
  expect(asked).toEqual([['copies:refresh', expect.objectContaining({ ids: ['of b'] })]]);
});

it('says that there are no orders yet', async () => {
  renderList([]);
  await screen.findByText(english('orders.empty.title'));
  expect(screen.queryByRole('grid')).toBeNull();
});

it('says that no order matches, and shows all again on request', async () => {
  const { user } = renderList(ordersWithDays(1), { view: { filter: { ...noFilter, search: 'nothing' } } });
  expect(await screen.findByText(english('orders.empty.noMatchTitle'))).toBeDefined();
  await user.click(screen.getByRole('button', { name: english('orders.empty.showAll') }));
  await waitFor(() => expect(shownIds()).toEqual(['a']));
});

it('renders only the rows near the viewport of 10,000 orders', () => {
  const rows = Array.from({ length: 10_000 }, (_, index) => orderWithDays(`o${index}`, index + 1.5, now));
  renderList(rows);
  expect(grid().getAttribute('aria-rowcount')).toBe('10004');
  expect(rowElements().length).toBeGreaterThan(5);
  expect(rowElements().length).toBeLessThan(40);
});

it('scrolls to an order requested from outside', async () => {
  const rows = Array.from({ length: 500 }, (_, index) => orderWithDays(`o${index}`, index + 1, now));
  renderList(rows, { view: { orders: { ...noRow, revealId: 'o400' } } });
  await waitFor(() => expect(useViewStore.getState().orders.revealId).toBeNull());
});

it('says the moments of a row under the pointer: when it expires, and when it was confirmed', async () => {
  const lastConfirmedAt = now - 3_600_000;
  const row = { ...orderWithDays('a', 40, now), lastConfirmedAt };
  const { user } = renderList([row]);
  const moment = (ms: number) => formatDateTime(ms, regionalLocale('en', ''), 'local');
  const confirmed = within(grid()).getByText(formatRelativePast(3_600_000, english));
  await user.hover(confirmed);
  expect(confirmed.title).toContain(moment(lastConfirmedAt));
  const expires = within(grid()).getByText(formatDate(row.notAfter ?? 0, regionalLocale('en', ''), 'local'));
  await user.hover(expires);
  expect(expires.parentElement?.title).toBe(moment(row.notAfter ?? 0));
});
