import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Action, pick } from './action.ts';
import { type ConfigurationOrder, editOrders, ordersIn, withoutOne } from './configurationFile.ts';
import type { Life } from './life.ts';
import { isPulled } from './rids.ts';

const fileOf = ({ inputs }: Life) => join(inputs, 'notafter.json');

async function exportConfiguration(life: Life): Promise<void> {
  const file = fileOf(life);
  rmSync(file, { force: true });
  const { code, err } = await life.command(['config', 'export', '--out', file]);
  if (code !== 0) throw new Error(`config export ended with ${code}: ${err}`);
}

/** Imports the file: its orders are as it says, and with `--prune` there are no others that the app asks for. */
async function importConfiguration(life: Life, ...options: readonly string[]): Promise<void> {
  const file = fileOf(life);
  const orders = ordersIn(file);
  const { code, err } = await life.command([
    'config',
    'import',
    '--yes',
    '--accept-warnings',
    ...options,
    file,
  ]);
  if (code !== 0 && code !== 1) throw new Error(`config import ended with ${code}: ${err}`);
  await life.settle();
  // It was refused, and changed nothing.
  if (code === 1) return;
  const named = new Set(orders.map(({ rid }) => rid));
  for (const { rid, alias, tags, note } of orders) {
    life.wishes.set(rid, { alias, tags, note });
    life.removed.delete(rid);
  }
  for (const [rid, wish] of options.includes('--prune') ? life.wishes : []) {
    if (named.has(rid) || !isPulled(rid)) continue;
    life.wishes.delete(rid);
    const id = life.idOf(rid);
    if (id !== null) life.removed.set(rid, { id, wish, at: life.now() });
  }
  life.disturb();
}

/** What the user does with configuration files. */
export const configurationActions = {
  exportConfiguration: { run: exportConfiguration },
  importConfiguration: {
    can: (life) => existsSync(fileOf(life)),
    run: (life) => importConfiguration(life),
  },
  planDestination: {
    run: async (life, n) => {
      await exportConfiguration(life);
      const destination = {
        preset: pick(['nginx', 'pem'], n),
        parts: null,
        folder: join(pick(life.targets, n), `planned-${n % 4}`),
        automaticUpdates: n % 2 === 0,
      };
      // A file that names one twice is refused.
      const others = (all: ConfigurationOrder['destinations'] = []) =>
        all.filter(({ folder }) => folder !== destination.folder);
      editOrders(fileOf(life), (orders) =>
        orders.map((order, index) =>
          index === n % orders.length
            ? { ...order, destinations: [...others(order.destinations), destination] }
            : order,
        ),
      );
      await importConfiguration(life);
    },
  },
  prune: {
    can: (life) => [...life.wishes.keys()].filter(isPulled).length > 3,
    run: async (life, n) => {
      await exportConfiguration(life);
      editOrders(fileOf(life), (orders) => withoutOne(orders, n));
      await importConfiguration(life, '--prune');
    },
  },
} as const satisfies Record<string, Action>;
