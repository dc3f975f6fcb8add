import { expect, it } from 'vitest';
import type { Configuration } from '#main/reporting/configuration/configurationSchema.ts';
import {
  ConfigurationService,
  type ConfigurationServicePorts,
} from '#main/reporting/configuration/configurationService.ts';
import { ok, type Result } from '#shared/result.ts';

const planned = { ids: [], write: () => ok(null), take: () => undefined };
const order = (index: number): Configuration['orders'][number] => ({
  ...{ connection: 'Main', rid: `rid-${index}`, alias: null, tags: [], note: '', endpoints: [] },
});

/** The service over an empty app whose language is what a test says. */
function setUp(orders: number) {
  const app = { warningDays: 21, isWritten: false, during: async () => {} };
  const ports = {
    settings: { get: () => ({ warningDays: app.warningDays }), plan: () => planned },
    connections: {
      list: () => [],
      find: () => null,
      plan: () => planned,
      withoutTokens: async <T>(_ids: readonly string[], work: () => Promise<Result<T>>) => {
        const working = work();
        await app.during();
        return working;
      },
    },
    orders: { list: () => [], plan: () => planned },
    annotations: { plan: () => planned },
    endpoints: { plan: () => ok(planned) },
    presets: { custom: () => [], plan: () => ok(planned) },
    destinations: { byOrder: () => new Map(), plan: () => ok(planned) },
    writeTogether: () => {
      app.isWritten = true;
      return ok(null);
    },
  } as unknown as ConfigurationServicePorts;
  const wanted: Configuration = {
    ...{ settings: {}, connections: [{ name: 'Main', address: 'https://a.example', ca: null }], presets: [] },
    orders: Array.from({ length: orders }, (_, index) => order(index)),
  };
  return { app, apply: () => new ConfigurationService(ports).apply(wanted, false) };
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

it('lets other work run while it compares, also for the second time', async () => {
  const { app, apply } = setUp(20_000);
  let turns = 0;
  app.during = async () => {
    while (!app.isWritten) {
      turns += 1;
      await turn();
    }
  };
  expect(await apply()).toMatchObject({ ok: true });
  expect(turns).toBeGreaterThan(2);
});

it('changes nothing if something changed while it compared for the second time', async () => {
  const { app, apply } = setUp(1);
  app.during = async () => {
    app.warningDays = 22;
  };
  expect(await apply()).toEqual({ ok: false, error: { kind: 'busy' } });
  expect(app.isWritten).toBe(false);
});
