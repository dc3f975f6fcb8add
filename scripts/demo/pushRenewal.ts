import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { type DeliverOrder, deliver } from './deliver.ts';
import {
  addHook,
  choosePort,
  closeDialog,
  mapDelivery,
  openReceiver,
  type ShownDelivery,
  showInbox,
  shownDelivery,
  showOrders,
  untilDelivery,
} from './receiverSteps.ts';
import { shownOrders, wordsOf } from './windowSteps.ts';

/** What a renewal by push is shown with. */
export type PushSurroundings = {
  readonly window: Page;
  /** The control endpoint of the running service. */
  readonly controlUrl: string;
  /** The order, and its name at the service, under which the window shows it. */
  readonly rid: string;
  readonly orderName: string;
  /** A folder of the person's alone, for a file with the signing secret. */
  readonly folder: string;
};

/** How two deliveries of one order went, in the words of the service and of the window. */
export type PushedRenewal = {
  /** The order's time left: before, and after both. */
  readonly before: string;
  readonly after: string;
  /** The service's verdicts. */
  readonly verdicts: readonly [first: string, second: string];
  /** What the inbox said of the first delivery, before and after its name was mapped, and of the second. */
  readonly inbox: readonly [first: ShownDelivery, mapped: ShownDelivery, second: ShownDelivery];
  /** What delivers once more. */
  readonly again: DeliverOrder;
};

const hookName = 'Reference service';

/**
 * Lets a renewal arrive by push, all by the forms of the app: makes a hook at a free port, lets the service renew an
 * order and deliver it, says in the inbox which order that is, and lets the service renew and deliver once more, which
 * is confirmed by itself. The window shows the inbox at the end. Throws `StopError`.
 */
export async function pushRenewal(surroundings: PushSurroundings): Promise<PushedRenewal> {
  const { window, controlUrl, rid, orderName, folder } = surroundings;
  const t = await wordsOf(window);
  const before = await timeLeft(window, orderName);
  const dialog = await openReceiver(window, t);
  await choosePort(dialog, t, await freePort());
  const { address, secret } = await addHook(dialog, t, hookName);
  await closeDialog(window);
  const secretFile = join(folder, 'signing-secret');
  await writeFile(secretFile, secret, { mode: 0o600 });
  const again: DeliverOrder = { controlUrl, rid, address, secretFile };

  await showInbox(window, t);
  const firstVerdict = await deliver(again);
  const first = await untilDelivery(window, { orderName, verdict: 'waiting' });
  const waiting = await shownDelivery(window, first);
  await mapDelivery(window, t, { deliveryId: first.id, orderName });
  const mapped = await shownDelivery(
    window,
    await untilDelivery(window, { orderName, verdict: 'confirmed' }),
  );

  const secondVerdict = await deliver(again);
  const second = await untilDelivery(window, { orderName, verdict: 'confirmed', besides: first.id });
  const confirmed = await shownDelivery(window, second);
  await showOrders(window, t);
  const after = await timeLeft(window, orderName);
  await showInbox(window, t);
  await window.mouse.move(0, 0);
  return {
    before,
    after,
    verdicts: [firstVerdict, secondVerdict],
    inbox: [waiting, mapped, confirmed],
    again,
  };
}

/** What happened, line by line, for the terminal. */
export function renewalLines({ before, after, verdicts, inbox, again }: PushedRenewal): readonly string[] {
  const [waiting, mapped, second] = inbox.map(({ verdict, next }) => `${verdict}: ${next}`);
  return [
    `  Hook made          ${again.address}`,
    `  Time left          ${before}`,
    `  First delivery     ${verdicts[0]}`,
    `    in the inbox     ${waiting}`,
    `    name mapped      ${mapped}`,
    `  Second delivery    ${verdicts[1]}`,
    `    in the inbox     ${second}`,
    `  Time left          ${after}`,
  ];
}

/** A port of this computer that nothing listens at. */
async function freePort(): Promise<number> {
  const server = createServer();
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  server.once('error', reject).listen(0, '127.0.0.1', () => {
    const address = server.address();
    server.close(() => resolve(address !== null && typeof address === 'object' ? address.port : 0));
  });
  return promise;
}

async function timeLeft(window: Page, orderName: string): Promise<string> {
  return (await shownOrders(window)).find(({ name }) => name === orderName)?.remaining ?? '';
}
