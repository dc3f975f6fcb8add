import type { AppDelta } from '#shared/domain/snapshot.ts';
import type { Bench } from './lib/bench.ts';
import { type DrivenApp, driveNotAfter, type WithBridge } from './lib/drivenApp.ts';
import { seededProfile } from './lib/seededProfile.ts';

/** What main did since the start of the measurement. */
interface Traffic {
  /** Snapshots that the page requested. */
  snapshots: number;
  /** Orders that deltas carried, and their size as JSON. */
  upserts: number;
  bytes: number;
  /** When main received the last change; Unix milliseconds. */
  changedAt: number;
}

type Watched = typeof globalThis & { benchTraffic?: Traffic };

/** One order of 10,000 is renamed: from main's handler to the painted row. */
export const deltaBench: Bench = {
  names: ['delta-ipc'],
  async run(context) {
    const app = await driveNotAfter(context, await seededProfile(context, 10_000));
    try {
      const row = app.page.locator('tr[data-order-id]').first();
      await row.waitFor();
      const id = (await row.getAttribute('data-order-id')) ?? '';
      await app.page.waitForTimeout(2000);
      await watchTraffic(app);
      const changes = context.samples + 4;
      const taken: number[] = [];
      for (let change = 0; change < changes; change += 1) {
        taken.push(await rename(app, id, `Renamed ${change}`));
        await app.page.waitForTimeout(200);
      }
      const traffic = await trafficOf(app);
      const goal = { of: 'before', better: 'less' } as const;
      const none = { floors: null, unit: 'count', goal } as const;
      return [
        { name: 'delta-ipc', values: taken, unit: 'ms', floors: null, goal },
        { name: 'delta-ipc-snapshots', values: [traffic.snapshots], ...none },
        { name: 'delta-ipc-other-orders', values: [traffic.upserts - changes], ...none },
        {
          name: 'delta-ipc-size',
          values: [traffic.bytes / changes],
          unit: 'bytes',
          floors: null,
          goal,
        },
      ];
    } finally {
      await app.close();
    }
  },
};

/** Counts messages between main and the page, at Electron's interface. */
async function watchTraffic({ electron }: DrivenApp): Promise<void> {
  await electron.evaluate(({ ipcMain, BrowserWindow }) => {
    const traffic: Traffic = { snapshots: 0, upserts: 0, bytes: 0, changedAt: 0 };
    (globalThis as Watched).benchTraffic = traffic;
    type Handler = (...args: unknown[]) => unknown;
    // Undocumented in Electron: the handlers passed to ipcMain.handle.
    const handlers = (ipcMain as unknown as { readonly _invokeHandlers: Map<string, Handler> })
      ._invokeHandlers;
    const before = (channel: string, note: () => void) => {
      const handler = handlers.get(channel);
      if (handler === undefined) throw new Error(`Nobody handles ${channel}`);
      handlers.set(channel, (...args) => {
        note();
        return handler(...args);
      });
    };
    before('app:snapshot', () => {
      traffic.snapshots += 1;
    });
    before('orders:setAlias', () => {
      traffic.changedAt = performance.timeOrigin + performance.now();
    });
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    if (contents === undefined) throw new Error('There is no window');
    const send = contents.send.bind(contents);
    contents.send = (channel: string, ...args: unknown[]) => {
      traffic.bytes += JSON.stringify(args).length;
      const [delta] = args as [AppDelta];
      traffic.upserts += delta.orders?.upserts.id.length ?? 0;
      send(channel, ...args);
    };
  });
}

async function trafficOf({ electron }: DrivenApp): Promise<Traffic> {
  const traffic = await electron.evaluate(() => (globalThis as Watched).benchTraffic);
  if (traffic === undefined) throw new Error('Main was not watched');
  return traffic;
}

async function rename(app: DrivenApp, id: string, alias: string): Promise<number> {
  const paintedAt = await app.page.evaluate(
    async (given) => {
      const painted = new Promise<number>((resolve) => {
        const look = () => {
          const row = document.querySelector(`tr[data-order-id="${given.id}"]`);
          if (row?.textContent?.includes(given.alias) !== true) {
            requestAnimationFrame(look);
            return;
          }
          // Messages arrive after the frame of this callback.
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.timeOrigin + performance.now());
          port2.postMessage(null);
        };
        requestAnimationFrame(look);
      });
      const { calls } = (globalThis as unknown as WithBridge).notAfter;
      const answer = await calls['orders:setAlias'](given);
      return answer.ok ? painted : Number.NaN;
    },
    { id, alias },
  );
  return paintedAt - (await trafficOf(app)).changedAt;
}
