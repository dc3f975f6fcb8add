import { createPrivateKey, X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import { serviceKey } from '#shared/domain/order.ts';
import { endExport } from '#test/integration/app/testApp.ts';
import { type Action, hasCopies, hasOrders, orderOf, ordersOf, pick } from './action.ts';
import type { Life } from './life.ts';
import { isPulled } from './rids.ts';

const presetIds = ['nginx', 'haproxy', 'apache', 'pem'];
const containerIds = ['iis', 'tomcat', 'oldWindows'];

/** Where an export goes: into a folder or a ZIP that the user chooses, or to a planned destination. */
interface Export {
  readonly presetId: string;
  readonly target: string;
  readonly container?: 'folder' | 'zip';
  readonly into?: string;
  /** For containers with a key. */
  readonly passphrase?: string;
}

/** Exports orders through the window, and accepts what is to review. */
async function exportTo(life: Life, orderIds: readonly string[], how: Export): Promise<void> {
  const { app } = life;
  const { presetId, target, container = 'folder', into = null, passphrase = null } = how;
  app.desktop.choices[container === 'zip' ? 'chooseZipFile' : 'chooseFolder'] = target;
  const start = { presetId, parts: null, container, into, deliveryId: null } as const;
  const started = await app.call('export:start', { orderIds: [...orderIds], ...start });
  if (!started.ok || started.value === null) return;
  await endExport(app, started.value, { passphrase });
  await app.call('export:dismiss', started.value);
}

/** What the user does with exported files, and with keys. */
export const fileActions = {
  exportFiles: {
    can: hasOrders,
    weight: 2,
    run: async (life, n) => {
      const order = orderOf(life, n);
      const [folder, preset] = [pick(life.targets, n >> 1), pick(presetIds, n >> 2)];
      if (n % 2 === 0) await exportTo(life, [order.id], { presetId: preset, target: folder });
      else {
        const words = ['--preset', preset, '--to', folder, '--accept-warnings', '--replace'];
        const keeps = n % 3 === 0 ? ['--keep-updated'] : [];
        await life.command(['export', serviceKey(order), ...words, ...keeps]);
      }
    },
  },
  exportAgain: {
    can: hasOrders,
    run: (life, n) =>
      life.app.call('export:again', n % 2 === 0 ? ordersOf(life).map(({ id }) => id) : [orderOf(life, n).id]),
  },
  keepUpdated: {
    can: hasCopies,
    run: async (life, n) => {
      const copy = pick(life.app.seen().copies, n);
      await life.app.call('copies:setAutoRefresh', { ids: [copy.id], autoRefresh: n % 4 !== 0 });
      life.disturb();
    },
  },
  updateFiles: {
    can: hasCopies,
    run: async (life, n) => {
      const ids = life.app.seen().copies.map(({ id }) => id);
      if (n % 2 === 0) await life.command(['update']);
      else await life.app.call('copies:refresh', { ids, overwriteChanged: n % 3 === 0, reviewed: null });
    },
  },
  restoreFiles: {
    can: ({ app }) => app.seen().copies.some(({ previous }) => previous !== null),
    run: async ({ app }, n) => {
      const copy = pick(
        app.seen().copies.filter(({ previous }) => previous !== null),
        n,
      );
      await app.call('copies:restore', { id: copy.id, overwriteChanged: n % 2 === 0 });
    },
  },
  forgetFiles: {
    can: hasCopies,
    run: async (life, n) => {
      const copy = pick(life.app.seen().copies, n);
      await life.app.call('copies:forget', [copy.id]);
    },
  },
  exportContainer: {
    can: hasOrders,
    run: async (life, n) => {
      const passphrase = `SENTINEL-passphrase-${n}`;
      life.secrets.add(passphrase);
      const how = { presetId: pick(containerIds, n), target: pick(life.targets, n >> 2), passphrase };
      await exportTo(life, [orderOf(life, n).id], how);
    },
  },
  exportZip: {
    can: hasOrders,
    run: async (life, n) => {
      const target = join(pick(life.targets, n), `files-${n % 3}.zip`);
      const ids = ordersOf(life).map(({ id }) => id);
      await exportTo(life, ids, { presetId: pick(presetIds, n >> 1), target, container: 'zip' });
    },
  },
  exportPlanned: {
    can: ({ app }) => app.seen().planned.length > 0,
    run: async (life, n) => {
      const { orderId, presetId, id } = pick(life.app.seen().planned, n);
      if (!life.app.seen().orders.has(orderId)) return;
      await exportTo(life, [orderId], { presetId, target: pick(life.targets, n), into: id });
    },
  },
  removePlanned: {
    can: ({ app }) => app.seen().planned.length > 0,
    run: async ({ app }, n) => {
      const { id } = pick(app.seen().planned, n);
      const before = app.seen().planned.length;
      await app.call('planned:remove', [id]);
      if (n % 2 === 0) return;
      const done = await app.call('planned:restore', [id]);
      if (!done.ok || app.seen().planned.length !== before)
        throw new Error('a planned destination did not come back');
    },
  },
  destinations: {
    can: hasCopies,
    run: async (life, n) => {
      const { folder } = pick(life.app.seen().copies, n);
      const { code, out } = await life.command(['destinations', 'list', '--json']);
      if (code !== 0 || !out.includes(JSON.stringify(folder))) throw new Error(`destinations list: ${out}`);
      if (n % 3 !== 0) return;
      const removal = await life.command(['destinations', 'remove', folder]);
      if (removal.code !== 0) throw new Error(`destinations remove: ${removal.err}`);
    },
  },
  folderCommand: {
    can: hasCopies,
    run: async ({ app, recorder }, n) => {
      const { id } = pick(app.seen().copies, n);
      const word = n % 5 === 0 ? 'fail' : 'reload';
      const command = n % 4 === 0 ? null : [recorder.program, word, String(n)];
      await app.call('copies:setCommand', { ids: [id], command });
    },
  },
  runFolderCommand: {
    can: ({ app }) => app.seen().copies.some(({ command }) => command !== null),
    run: async ({ app }, n) => {
      const copy = pick(
        app.seen().copies.filter(({ command }) => command !== null),
        n,
      );
      await app.call('copies:runCommand', copy.id);
    },
  },
  checkFiles: { can: hasCopies, run: ({ app }) => app.call('copies:verify', null) },
  tightenFiles: {
    can: hasCopies,
    run: ({ app }) =>
      app.call(
        'copies:tighten',
        app.seen().copies.map(({ id }) => id),
      ),
  },
  copyCertificate: {
    can: hasOrders,
    run: (life, n) =>
      life.app.call('orders:copyPem', {
        id: orderOf(life, n).id,
        part: n % 2 === 0 ? 'leaf' : 'chain',
      }),
  },
  copyKey: {
    can: hasOrders,
    run: async (life, n) => {
      const { desktop, order, call } = life.app;
      const { id } = orderOf(life, n);
      const done = await call('orders:copyKey', id);
      if (!done.ok) return;
      const key = createPrivateKey(desktop.secretCopied ?? '');
      // The desktop clears it after half a minute.
      desktop.secretCopied = null;
      // The app has of the others what was delivered, which may be an earlier one.
      const pulled = life.service.rids.filter(isPulled).map((rid) => life.service.order(rid));
      const own = pulled.find(({ rid }) => order(rid)?.id === id);
      if (own !== undefined && !new X509Certificate(own.material.certificateServer).checkPrivateKey(key))
        throw new Error(`another key than that of ${own.rid} was copied`);
    },
  },
} as const satisfies Record<string, Action>;
