import { expect, it } from 'vitest';
import { sameMenu, type TrayMenuItem } from '#main/alerting/overview/trayView.ts';

const run = () => undefined;
const menu: readonly TrayMenuItem[] = [
  { kind: 'text', label: 'state' },
  { kind: 'separator' },
  { kind: 'action', key: 'order a', label: 'Shop: in 3 days', run },
];

it('treats menus as equal if they have the same text and actions', () => {
  expect(
    sameMenu(
      menu,
      [...menu].map((item) => ({ ...item })),
    ),
  ).toBe(true);
  expect(sameMenu(menu, menu.slice(0, 2))).toBe(false);
  expect(sameMenu(menu.slice(0, 2), menu)).toBe(false);
  const changed = (last: TrayMenuItem) => [...menu.slice(0, 2), last];
  expect(sameMenu(menu, changed({ kind: 'action', key: 'order a', label: 'Shop: in 2 days', run }))).toBe(
    false,
  );
  // Two orders with the same name and day: a click must open the current one.
  expect(sameMenu(menu, changed({ kind: 'action', key: 'order b', label: 'Shop: in 3 days', run }))).toBe(
    false,
  );
  expect(sameMenu(menu, changed({ kind: 'text', label: 'Shop: in 3 days' }))).toBe(false);
  expect(sameMenu(menu, changed({ kind: 'separator' }))).toBe(false);
  const submenu = (label: string): TrayMenuItem => ({
    kind: 'submenu',
    label: 'Shop',
    items: [{ kind: 'action', key: 'update', label, run }],
  });
  expect(sameMenu([submenu('Update files')], [submenu('Update files')])).toBe(true);
  expect(sameMenu([submenu('Update files')], [submenu('Check servers')])).toBe(false);
});
