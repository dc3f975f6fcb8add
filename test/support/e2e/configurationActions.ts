import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { vi } from 'vitest';
import { answerFileDialogs } from '#scripts/demo/electronApp.ts';
import { serviceKey } from '#shared/domain/order.ts';
import { editOrders, ordersIn, withoutOne } from '#test/integration/days/configurationFile.ts';
import { isPulled } from '#test/integration/days/rids.ts';
import type { WindowLife } from './windowLife.ts';
import {
  closeLayers,
  leaveSettings,
  press,
  toList,
  untilOrders,
  WITHIN,
  type WindowAction,
} from './windowSteps.ts';

const fileOf = ({ inputs }: WindowLife) => join(inputs, 'notafter.json');

/** Opens the part of the settings with the configuration file, whose native dialogs choose it from now on. */
async function toConfiguration(life: WindowLife): Promise<Locator> {
  const { app, driver } = life;
  await toList(life);
  await answerFileDialogs(app.electron, fileOf(life));
  const settings = await driver.openSettings('general');
  const title = driver.t('settings.advanced');
  const folded = settings.getByRole('button', { name: title, expanded: false });
  await settings.getByRole('button', { name: title }).waitFor();
  if ((await folded.count()) > 0) await folded.click();
  return settings;
}

async function exportConfiguration(life: WindowLife, n: number): Promise<void> {
  const { driver } = life;
  const file = fileOf(life);
  await rm(file, { force: true });
  const settings = await toConfiguration(life);
  await press(driver.button(driver.t('configuration.export'), settings), n % 2 === 0);
  await vi.waitFor(() => {
    if (!existsSync(file)) throw new Error('the configuration is not exported');
  }, WITHIN);
  await leaveSettings(life, n);
}

/** Opens the file, and imports what it changes: its orders are as it says, and where others are removed, there are no others that the app asks for. */
async function importConfiguration(life: WindowLife, n: number): Promise<void> {
  const { driver, wanted } = life;
  const { t } = driver;
  const orders = ordersIn(fileOf(life));
  const settings = await toConfiguration(life);
  await press(driver.button(t('configuration.import'), settings), n % 2 === 0);
  const dialog = driver.dialog();
  await dialog.waitFor();
  const prune = dialog.getByRole('checkbox');
  const prunes = n % 3 === 0 && orders.length > 2 && (await prune.count()) > 0;
  if (prunes) {
    if (n % 2 === 0) await prune.press('Space');
    else await prune.click();
  }
  const write = dialog.locator('footer').getByRole('button').nth(1);
  if (n % 5 === 0 || (await write.count()) === 0) return closeLayers(life);
  await press(write, n % 2 === 0);
  await dialog.waitFor({ state: 'detached' });
  const named = new Map(orders.map(({ rid, alias }) => [rid, alias]));
  for (const rid of named.keys()) wanted.add(rid);
  if (prunes) for (const rid of wanted) if (isPulled(rid) && !named.has(rid)) wanted.delete(rid);
  // The file has the language of the window.
  await life.speak();
  await leaveSettings(life, n);
  await untilOrders(
    life,
    (rows) =>
      [...named].every(([rid, alias]) => rows.some((row) => serviceKey(row) === rid && row.alias === alias)),
    'the orders are not those of the file',
  );
}

/** What the user does with configuration files. */
export const configurationActions: Readonly<Record<string, WindowAction>> = {
  exportConfiguration: { run: exportConfiguration },
  importConfiguration: {
    can: (life) => existsSync(fileOf(life)),
    weight: 2,
    run: importConfiguration,
  },
  importEdited: {
    can: ({ wanted }) => [...wanted].filter(isPulled).length > 3,
    run: async (life, n) => {
      await exportConfiguration(life, 0);
      editOrders(fileOf(life), (orders) =>
        n % 2 === 0
          ? withoutOne(orders, n)
          : orders.map((order, index) =>
              index === n % orders.length ? { ...order, alias: `Imported ${n}` } : order,
            ),
      );
      await importConfiguration(life, n);
    },
  },
};
