import { expect, it } from 'vitest';
import type { TrayMenuItem } from '#main/alerting/status/trayView.ts';
import { sameMenu } from '#main/desktop/trayMenu.ts';

const run = () => undefined;
const menu: readonly TrayMenuItem[] = [
  { kind: 'text', label: 'state' },
  { kind: 'separator' },
  { kind: 'action', key: 'order a', label: 'Shop: in 3 days', run },
];

it('takes menus for the same that read the same and do the same', () => {
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
  // Two orders of one name and one day: clicking must open the one that is there now.
  expect(sameMenu(menu, changed({ kind: 'action', key: 'order b', label: 'Shop: in 3 days', run }))).toBe(
    false,
  );
  expect(sameMenu(menu, changed({ kind: 'text', label: 'Shop: in 3 days' }))).toBe(false);
  expect(sameMenu(menu, changed({ kind: 'separator' }))).toBe(false);
});
