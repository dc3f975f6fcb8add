import type { RunningService } from '#scripts/demo/referenceService.ts';
import { type DeliveryVerdict, deliveryVerdictSchema, verdictLine } from '#test/service/sendDelivery.ts';
import type { BenchContext } from '../lib/bench.ts';
import { commandService, serviceState } from '../lib/benchService.ts';
import { addConnection, type DrivenApp, driveNotAfter, type WithBridge } from '../lib/drivenApp.ts';
import { freePort } from '../lib/freePort.ts';

const secret = 'a secret of the soak';

/** Polls as often as the settings allow. */
const POLL_MINUTES = 15;

/**
 * Prepares a profile, with the app itself: all orders of the service, polled every 15 minutes, and a WebHook that each of
 * them has delivered to once, its name linked.
 * @returns the address of the WebHook
 */
export async function prepareProfile(
  context: Pick<BenchContext, 'electronFolder' | 'env'>,
  profile: string,
  service: RunningService,
): Promise<string> {
  const app = await driveNotAfter(context, profile);
  try {
    const connectionId = await addConnection(app, service);
    const port = await freePort();
    const url = await setUp(app, { connectionId, rids: service.rids, port, secret, minutes: POLL_MINUTES });
    for (const rid of service.rids) {
      const verdict = await deliver(service.controlUrl, rid, url, 'First');
      if (verdict.outcome !== 'succeeded') throw new Error(verdictLine(verdict));
    }
    const names = await serviceState(service.controlUrl);
    await linkNames(app, new Map(names.orders.map(({ rid, name }) => [name, rid])));
    return url;
  } finally {
    await app.close();
  }
}

/** Delivers an order. */
export async function deliver(
  controlUrl: string,
  rid: string,
  url: string,
  task: string,
): Promise<DeliveryVerdict> {
  return deliveryVerdictSchema.parse(
    await commandService(controlUrl, { action: 'deliver', rid, url, secret, task }),
  );
}

interface SetUp {
  readonly connectionId: string;
  readonly rids: readonly string[];
  readonly port: number;
  readonly secret: string;
  readonly minutes: number;
}

/** @returns the address of the WebHook, when all orders are confirmed and the receiver listens */
function setUp({ page }: DrivenApp, given: SetUp): Promise<string> {
  return page.evaluate(async ({ connectionId, rids, port, secret: shared, minutes }) => {
    const { calls } = (globalThis as unknown as WithBridge).notAfter;
    const taken = <Value>(
      result: { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: unknown },
    ) => {
      if (!result.ok) throw new Error(`Refused: ${JSON.stringify(result.error)}`);
      return result.value;
    };
    taken(await calls['settings:set']({ pollIntervalMinutes: minutes }));
    const { receiver } = await calls['app:snapshot'](null);
    taken(await calls['receiver:configure']({ ...receiver.config, port }));
    const hook = taken(await calls['hooks:add']({ name: 'Soak', path: '/soak', secret: shared }));
    taken(await calls['orders:add']({ connectionId, text: rids.join('\n') }));
    for (;;) {
      const { orders, receiver: now } = await calls['app:snapshot'](null);
      const isConfirmed = orders.lastConfirmedAt.every((at) => at !== null);
      if (isConfirmed && now.state.kind === 'listening') return `http://127.0.0.1:${port}${hook.path}`;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }, given);
}

/** Links the name of each waiting delivery with the order of its rid, until none waits. */
async function linkNames({ page }: DrivenApp, rids: ReadonlyMap<string, string>): Promise<void> {
  await page.evaluate(
    async (entries) => {
      const { calls } = (globalThis as unknown as WithBridge).notAfter;
      const ridOf = new Map(entries);
      for (;;) {
        const { inbox, orders } = await calls['app:snapshot'](null);
        const waiting = inbox.find(({ verdict }) => verdict.kind === 'waiting');
        if (waiting === undefined) return;
        const index = orders.serviceKey.indexOf(ridOf.get(waiting.orderName) ?? '');
        const linked = await calls['inbox:map']({ deliveryId: waiting.id, orderId: orders.id[index] ?? '' });
        if (!linked.ok) throw new Error(`Not linked: ${JSON.stringify(linked.error)}`);
      }
    },
    [...rids],
  );
}
