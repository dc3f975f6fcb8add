// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';

import { describe, expect, it } from 'vitest';
import { preloadParts } from '#renderer/hooks/lazyPart.tsx';
import { changeFilter, noRow, sortBy, useViewStore } from '#renderer/stores/viewStore.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import { ok } from '#shared/result.ts';
import { english } from '#test/unit/renderer/translators.ts';
import { focusedId, grid, ordersWithDays, renderList, rowElements, shownIds } from './orderList.tsx';

const headings = () =>
  within(grid())
    .queryAllByRole('rowheader')
    .map(({ textContent }) => textContent);
const heading = (group: 'attention' | 'later') =>
  within(grid()).getByRole('button', { name: new RegExp(`^${english(`orders.group.${group}`)} `, 'u') });

describe('groups', () => {
  it('say how many orders they have, while the list is sorted by expiry', () => {
    renderList(ordersWithDays(60, -3, 20, 80));
    expect(headings()).toEqual(['Needs attention 1', 'Next 30 days 1', 'Later 2']);
    expect(shownIds()).toEqual(['b', 'c', 'a', 'd']);
    expect(grid().getAttribute('aria-rowcount')).toBe('8');
    act(() => sortBy('name'));
    expect(headings()).toEqual([]);
    expect(shownIds()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('are collapsed by a click, which main keeps', async () => {
    const { user, asked } = renderList(ordersWithDays(60, -3), {
      calls: { 'settings:set': async () => ok(null) },
    });
    await user.click(heading('later'));
    expect(asked).toEqual([['settings:set', { collapsedGroups: ['longExpired', 'later'] }]]);
  });

  it('have a few long expired orders as the last that need attention', () => {
    renderList(ordersWithDays(60, -90, 3, -1));
    expect(headings()).toEqual(['Needs attention 3', 'Later 1']);
    expect(shownIds()).toEqual(['d', 'c', 'b', 'a']);
  });

  it('fold many orders that expired long ago into one line', () => {
    renderList(ordersWithDays(60, -90, 3, -1, -89, -88, -87));
    expect(headings()).toEqual(['Needs attention 2', 'Expired more than a week ago 4', 'Later 1']);
    expect(shownIds()).toEqual(['d', 'c', 'a']);
  });

  it('put many orders that expired this week after what can still be saved, the last expired first', () => {
    renderList(ordersWithDays(-5, -4, 3, -1, -2, 5));
    expect(headings()).toEqual(['Needs attention 6']);
    expect(shownIds()).toEqual(['c', 'f', 'd', 'e', 'b', 'a']);
  });

  it('keep a few of them first', () => {
    renderList(ordersWithDays(-5, -4, 3, -1));
    expect(shownIds()).toEqual(['a', 'b', 'd', 'c']);
  });

  it('hide their orders while they are collapsed, unless the list is filtered', async () => {
    renderList(ordersWithDays(60, -3), {
      app: { settings: { ...defaultSettings, collapsedGroups: ['later'] } },
    });
    expect(shownIds()).toEqual(['b']);
    expect(heading('later').getAttribute('aria-expanded')).toBe('false');
    act(() => changeFilter({ search: 'a.example' }));
    await waitFor(() => expect(shownIds()).toEqual(['a']));
  });

  it('are opened for an order that another process asks for', async () => {
    const { asked } = renderList(ordersWithDays(60, -3), {
      app: { settings: { ...defaultSettings, collapsedGroups: ['later'] } },
      view: { orders: { ...noRow, revealId: 'a' } },
      calls: { 'settings:set': async () => ok(null) },
    });
    await waitFor(() => expect(asked).toEqual([['settings:set', { collapsedGroups: [] }]]));
  });

  it('are rows for the arrow keys; left and right collapse and expand', async () => {
    const { user, asked } = renderList(ordersWithDays(60, -3), {
      calls: { 'settings:set': async () => ok(null) },
    });
    rowElements()[0]?.focus();
    await user.keyboard('{ArrowDown}');
    await waitFor(() => expect(focusedId()).toBe('group:later'));
    await user.keyboard('{ArrowLeft}');
    expect(asked).toHaveLength(1);
    await user.keyboard('{ArrowDown}');
    await waitFor(() => expect(focusedId()).toBe('a'));
    await user.keyboard('{Home}');
    await waitFor(() => expect(focusedId()).toBe('group:attention'));
  });
});

describe('keyboard', () => {
  it('goes to the order whose name is typed', async () => {
    const { user } = renderList(ordersWithDays(1, 2, 3));
    rowElements()[0]?.focus();
    // The letter alone is a verb.
    await user.keyboard('{Shift>}c{/Shift}');
    await waitFor(() => expect(focusedId()).toBe('c'));
  });

  it('removes the selected order from its checkbox', async () => {
    const { user, asked } = renderList(ordersWithDays(1, 2), {
      calls: { 'orders:remove': async () => ok(null) },
    });
    const [first] = rowElements();
    if (first === undefined) throw new Error('a row is expected');
    await user.click(within(first).getByRole('checkbox'));
    await user.keyboard('{Delete}');
    expect(asked).toEqual([['orders:remove', ['a']]]);
  });
});

describe('the search field', () => {
  it('opens the first order that is found, once the list follows what was typed', async () => {
    renderList(ordersWithDays(60, -3), { view: { firstOrderWanted: 'open' } });
    await waitFor(() => expect(useViewStore.getState().orders.openId).toBe('b'));
    expect(useViewStore.getState().firstOrderWanted).toBeNull();
  });

  it('moves the focus to the first order', async () => {
    renderList(ordersWithDays(60, -3), { view: { firstOrderWanted: 'focus' } });
    await waitFor(() => expect(focusedId()).toBe('b'));
  });
});

describe('the menu of an order', () => {
  const more = (name: string) => screen.getByRole('button', { name: english('orders.list.more', { name }) });

  it('opens with the first press of a finger', async () => {
    renderList(ordersWithDays(1));
    fireEvent.pointerDown(more('a.example.com'), { button: 0, pointerType: 'touch' });
    const menu = await screen.findByRole('menu', {
      name: english('orders.list.more', { name: 'a.example.com' }),
    });
    expect(within(menu).getByRole('menuitem', { name: english('orders.action.open') })).toBeDefined();
    expect(more('a.example.com').getAttribute('aria-expanded')).toBe('true');
  });

  it('opens by the right button of the mouse or the menu key', async () => {
    renderList(ordersWithDays(1, 2));
    const [, second] = rowElements();
    if (second === undefined) throw new Error('two rows are expected');
    fireEvent.contextMenu(second);
    await screen.findByRole('menu', { name: english('orders.list.more', { name: 'b.example.com' }) });
  });
});

describe('filters', () => {
  const toolbar = () => screen.getByRole('toolbar', { name: english('orders.toolbar.filters') });
  const chips = () =>
    within(toolbar())
      .getAllByRole('button')
      .map(({ textContent }) => textContent);

  it('are offered in words with their numbers, only those that find something', () => {
    renderList(ordersWithDays(60, -3, 20, 80));
    expect(chips()).toEqual(['All 4', 'Expired 1', 'Expiring 1', 'Healthy 2']);
  });

  it('show one status alone, more with Ctrl, and all again', async () => {
    const { user } = renderList(ordersWithDays(60, -3, 20));
    const chip = (name: string) => within(toolbar()).getByRole('button', { name });
    await user.click(chip('Expired 1'));
    await waitFor(() => expect(shownIds()).toEqual(['b']));
    await user.keyboard('{Control>}');
    await user.click(chip('Expiring 1'));
    await user.keyboard('{/Control}');
    await waitFor(() => expect(shownIds()).toEqual(['b', 'c']));
    await user.click(chip('All 3'));
    await waitFor(() => expect(shownIds()).toHaveLength(3));
  });

  it('show what expires in a week of the strip, and all again', async () => {
    const { user } = renderList(ordersWithDays(60, 3, 20, 61, 62));
    const strip = await screen.findByRole('group', { name: english('orders.strip.label') });
    const [thisWeek] = within(strip).getAllByRole('button');
    if (thisWeek === undefined) throw new Error('weeks are expected');
    expect(thisWeek.getAttribute('aria-label')).toMatch(/: 1 order expires \(Critical: 1\)$/u);
    await user.click(thisWeek);
    await waitFor(() => expect(shownIds()).toEqual(['b']));
    await user.click(thisWeek);
    await waitFor(() => expect(shownIds()).toHaveLength(5));
  });

  it('have no strip while they are fewer than five', async () => {
    await preloadParts();
    renderList(ordersWithDays(60, 3, 20, 61));
    expect(screen.queryByRole('group', { name: english('orders.strip.label') })).toBeNull();
  });

  it('say which part of a search cannot be understood', async () => {
    renderList(ordersWithDays(60));
    act(() => changeFilter({ search: 'a <14x' }));
    await screen.findByText(english('orders.search.problem.time', { word: '<14x' }));
  });
});
