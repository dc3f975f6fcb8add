// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { revealOrder, sortBy, useViewStore } from '#renderer/stores/viewStore.ts';
import { orderWithDays } from '#test/support/orderRows.ts';
import { english } from '#test/unit/renderer/translators.ts';
import { focusedId, grid, ordersWithDays, renderList, rowElements, shownIds } from './orderList.tsx';

/** `a` to `d`, in the order of their expiry. `a` and `b` have two tags, `d` has none. */
const tagged = [['web', 'Prod'], ['prod', 'web'], ['10'], []].map((tags, index) =>
  orderWithDays('abcd'.charAt(index), 40 + index, Date.now(), { tags }),
);

const button = () => screen.findByRole('button', { name: english('orders.groupByTag') });
const headings = () =>
  within(grid())
    .queryAllByRole('rowheader')
    .map(({ textContent }) => textContent);
const heading = (name: string) => within(grid()).getByRole('button', { name });

/** The list of the tagged orders, in groups. */
async function renderGroups() {
  const list = renderList(tagged);
  await list.user.click(await button());
  await waitFor(() => expect(headings()).toContain('10 1'));
  return list;
}

describe('a row', () => {
  it('shows two tags and the number of the others, and says all of them on hover', () => {
    renderList([orderWithDays('a', 40, Date.now(), { tags: ['prod', 'team:web', 'eu', 'old'] })]);
    const [row] = rowElements();
    if (row === undefined) throw new Error('a row is expected');
    expect(within(row).getByText('prod').title).toBe('prod\nteam:web\neu\nold');
    expect(within(row).getByText('team:web')).toBeDefined();
    expect(within(row).queryByText('eu')).toBeNull();
    expect(within(row).getByText('+2')).toBeDefined();
  });

  it('has no more elements without tags', () => {
    renderList([orderWithDays('a', 40, Date.now()), orderWithDays('b', 41, Date.now(), { tags: ['prod'] })]);
    const [without, one] = rowElements().map((row) => row.querySelectorAll('*').length);
    // The line for domains and tags, and the tag.
    expect(one).toBe((without ?? 0) + 2);
  });
});

describe('groups by tag', () => {
  it('are offered once an order has a tag', async () => {
    renderList(ordersWithDays(60, 61, 62, 63, 64));
    await screen.findByRole('group', { name: english('orders.strip.label') });
    expect(screen.queryByRole('button', { name: english('orders.groupByTag') })).toBeNull();
  });

  it('have an order under each of its tags, and those without tags last', async () => {
    await renderGroups();
    expect(headings()).toEqual(['10 1', 'Prod 2', 'web 2', 'No tag 1']);
    expect(shownIds()).toEqual(['c', 'a', 'b', 'a', 'b', 'd']);
    expect((await button()).getAttribute('aria-pressed')).toBe('true');
  });

  it('keep the sorting of the list, and end by the same button', async () => {
    const { user } = await renderGroups();
    act(() => {
      sortBy('name');
      sortBy('name');
    });
    expect(shownIds()).toEqual(['c', 'b', 'a', 'b', 'a', 'd']);
    await user.click(await button());
    expect(headings()).toEqual([]);
    expect(shownIds()).toEqual(['d', 'c', 'b', 'a']);
  });

  it('hide their orders by a click, until one is asked for', async () => {
    const { user } = await renderGroups();
    await user.click(heading('Prod 2'));
    expect(shownIds()).toEqual(['c', 'a', 'b', 'd']);
    await user.click(heading('web 2'));
    expect(shownIds()).toEqual(['c', 'd']);
    await user.click(heading('web 2'));
    expect(shownIds()).toEqual(['c', 'a', 'b', 'd']);
    act(() => revealOrder('b'));
    await waitFor(() => expect(shownIds()).toEqual(['c', 'a', 'b', 'a', 'b', 'd']));
    expect(useViewStore.getState().orders.revealId).toBeNull();
  });

  it('let the arrow keys go through an order each time that it is shown', async () => {
    const { user } = await renderGroups();
    rowElements()[1]?.focus();
    for (const next of ['b', 'group:tag:web', 'a\ntag:web', 'b\ntag:web', 'group:untagged']) {
      await user.keyboard('{ArrowDown}');
      await waitFor(() => expect(focusedId()).toBe(next));
    }
    await user.keyboard('{ArrowUp}');
    await waitFor(() => expect(focusedId()).toBe('b\ntag:web'));
    await user.keyboard('{Enter}');
    expect(useViewStore.getState().orders.openId).toBe('b');
  });

  it('select an order wherever it is shown, and a range only between the two rows', async () => {
    const { user } = await renderGroups();
    const selected = () => [...useViewStore.getState().selection.ids].sort();
    const row = (place: number) => {
      const found = rowElements()[place];
      if (found === undefined) throw new Error('more rows are expected');
      return found;
    };
    await user.click(row(4));
    await user.keyboard('{Shift>}');
    await user.click(row(5));
    await user.keyboard('{/Shift}');
    expect(selected()).toEqual(['b', 'd']);
    expect(rowElements().map((element) => element.getAttribute('aria-selected'))).toEqual([
      ...['false', 'false', 'true', 'false', 'true', 'true'],
    ]);
    row(0).focus();
    await user.keyboard('{Control>}a{/Control}');
    expect(selected()).toEqual(['a', 'b', 'c', 'd']);
  });
});

describe('the menu of a tag', () => {
  async function openMenu(name: string) {
    const list = await renderGroups();
    await list.user.pointer({ keys: '[MouseRight]', target: heading(name) });
    return list;
  }
  const item = (name: string) => screen.findByRole('menuitem', { name });

  it('opens at its heading, and sets when to warn of its orders', async () => {
    const { user } = await openMenu('Prod 2');
    await user.click(await item(english('verbs.thresholds')));
    expect(useViewStore.getState().dialog).toEqual({ kind: 'thresholds', orderIds: ['a', 'b'], tag: 'Prod' });
  });

  it('shows only its orders', async () => {
    const { user } = await openMenu('Prod 2');
    await user.click(await item(english('orders.tags.showOnly')));
    expect(useViewStore.getState().filter.search).toBe('tag:"Prod"');
  });

  it('is not there for orders without a tag', async () => {
    await openMenu('No tag 1');
    expect(screen.queryByRole('menu')).toBeNull();
  });
});
