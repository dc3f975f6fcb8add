// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { SelectionBar } from '#renderer/features/orders/list/SelectionBar.tsx';
import { TagsDialog } from '#renderer/features/orders/tags/TagsDialog.tsx';
import { useViewStore } from '#renderer/stores/viewStore.ts';
import { toColumns } from '#shared/domain/snapshot.ts';
import { ok } from '#shared/result.ts';
import { orderWithDays } from '#test/support/orderRows.ts';
import { renderPart } from '#test/support/renderPart.tsx';
import { english } from '#test/unit/renderer/translators.ts';

/** Three selected orders: all have the tag prod, two have web. */
async function renderBar() {
  const rows = [['Prod', 'web'], ['prod'], ['prod', 'Web', 'old']].map((tags, index) =>
    orderWithDays(`o${index}`, 30, Date.now(), { tags }),
  );
  const ids = new Set(rows.map(({ id }) => id));
  const part = renderPart(
    <>
      <SelectionBar ids={ids} />
      <TagsDialog />
    </>,
    { app: { orders: toColumns(rows) }, calls: { 'orders:tag': async () => ok(null) } },
  );
  await part.user.click(screen.getByRole('button', { name: english('orders.tags.open') }));
  const box = (name: RegExp) => screen.getByRole('checkbox', { name }) as HTMLInputElement;
  const field = screen.getByRole('textbox', { name: english('orders.tags.add') });
  const save = () => part.user.click(screen.getByRole('button', { name: english('common.save') }));
  return { ...part, box, field, save };
}

it('shows which tags all selected orders have, and which only some', async () => {
  const { box } = await renderBar();
  expect(screen.getByRole('dialog', { name: english('orders.tags.title', { count: 3 }) })).toBeDefined();
  expect(box(/^Prod/u).checked).toBe(true);
  expect(box(/^web.*2 of 3 orders/u).indeterminate).toBe(true);
  expect(box(/^old.*1 of 3 orders/u).indeterminate).toBe(true);
});

it('sends only what was changed, for all selected orders, and closes', async () => {
  const { box, field, save, user, asked } = await renderBar();
  await user.click(box(/^Prod/u));
  await user.click(box(/^web/u));
  await user.type(field, 'on call, team:a');
  await save();
  const change = { added: ['web', 'on call', 'team:a'], removed: ['Prod'] };
  expect(asked).toContainEqual(['orders:tag', { ids: ['o0', 'o1', 'o2'], ...change }]);
  await waitFor(() => expect(useViewStore.getState().dialog.kind).toBe('none'));
});

it('refuses a tag that is too long, and sends nothing', async () => {
  const { field, save, user, asked } = await renderBar();
  await user.type(field, 'x'.repeat(51));
  await save();
  expect(asked.map(([name]) => name)).not.toContain('orders:tag');
  expect(document.activeElement).toBe(field);
});
