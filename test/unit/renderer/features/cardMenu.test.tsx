// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { CopyRow } from '#renderer/features/deployment/files/CopyRow.tsx';
import { PlannedRow } from '#renderer/features/deployment/files/PlannedRow.tsx';
import { renderPart } from '#test/support/renderPart.tsx';
import { copy } from '#test/unit/renderer/copyViews.ts';
import { english as t } from '#test/unit/renderer/translators.ts';

const planned = {
  id: 'p',
  orderId: 'a',
  folder: '~/certs/mail',
  presetId: 'nginx',
  parts: null,
  autoRefresh: false,
};

const labels = () =>
  screen.findAllByRole('menuitem').then((items) => items.map(({ textContent }) => textContent));

it('a folder has the menu of its button where the user asks for it, which gets the focus back', async () => {
  const { user } = renderPart(<CopyRow copy={copy()} />);
  const card = screen.getByRole('listitem', { name: t('copies.label', { folder: '~/certs/shop' }) });
  fireEvent.contextMenu(within(card).getByRole('checkbox'));
  const asked = await labels();
  await user.keyboard('{Escape}');
  const button = screen.getByRole('button', { name: t('copies.more', { folder: '~/certs/shop' }) });
  expect(document.activeElement).toBe(button);
  await user.click(button);
  expect(asked).toEqual(await labels());
  expect(asked).toContain(t('copies.reveal'));
});

it('a folder that waits for its first export has one too', async () => {
  renderPart(<PlannedRow planned={planned} canExport />);
  fireEvent.contextMenu(screen.getByText(t('copies.exportNow')));
  expect(await labels()).toEqual([t('copies.exportNow'), t('copies.planned.remove')]);
});

it('a selected text of a card keeps its own menu', () => {
  renderPart(<CopyRow copy={copy()} />);
  const card = screen.getByRole('listitem', { name: t('copies.label', { folder: '~/certs/shop' }) });
  document.getSelection()?.selectAllChildren(card);
  expect(fireEvent.contextMenu(card)).toBe(true);
  document.getSelection()?.removeAllRanges();
  expect(fireEvent.contextMenu(card)).toBe(false);
});
