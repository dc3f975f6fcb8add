import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { projectFolder } from '../lib/paths.ts';
import { run } from '../lib/processes.ts';
import { StopError } from '../lib/terminal.ts';
import {
  addHook,
  choosePort,
  closeReceiver,
  mapDelivery,
  openReceiver,
  type ShownDelivery,
  showInbox,
  shownDelivery,
  showOrders,
  untilDelivery,
} from './receiverSteps.ts';
import { allOrders, wordsOf } from './windowSteps.ts';

/** What `pushRenewal` needs. */
export type PushSetup = {
  readonly window: Page;
  /** The control endpoint of the running service. */
  readonly controlUrl: string;
  /** The order and its name at the service, which the window shows. */
  readonly rid: string;
  readonly orderName: string;
  /** A folder that only the user can read, for a file with the signing secret. */
  readonly folder: string;
};

/** The results of two deliveries of one order, in the texts of the service and the window. */
export type PushedRenewal = {
  /** The order's remaining time: before, and after both deliveries. */
  readonly before: string;
  readonly after: string;
  /** The service's verdicts. */
  readonly verdicts: readonly [first: string, second: string];
  /** The inbox's texts for the first delivery, before and after its name was linked, and for the second. */
  readonly inbox: readonly [first: ShownDelivery, mapped: ShownDelivery, second: ShownDelivery];
  /** The request for another delivery. */
  readonly again: DeliveryRequest;
};

const hookName = 'Reference service';

/**
 * Shows a renewal by push, using the forms of the app: adds a hook at a free port, lets the service renew an order and
 * deliver it, links its name to the order in the inbox, and lets the service renew and deliver again, which is
 * confirmed automatically. The window shows the inbox at the end. Throws `StopError`.
 */
export async function pushRenewal(setup: PushSetup): Promise<PushedRenewal> {
  const { window, controlUrl, rid, orderName, folder } = setup;
  const t = await wordsOf(window);
  const before = await timeLeft(window, orderName);
  const dialog = await openReceiver(window, t);
  await choosePort(dialog, t, await freePort());
  const { address, secret } = await addHook(dialog, t, hookName);
  await closeReceiver(window, t);
  const secretFile = join(folder, 'signing-secret');
  await writeFile(secretFile, secret, { mode: 0o600 });
  const again: DeliveryRequest = { controlUrl, rid, address, secretFile };

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
  return (await allOrders(window)).find(({ name }) => name === orderName)?.remaining ?? '';
}

/** A delivery of the reference service. */
export type DeliveryRequest = {
  /** The control endpoint of the service. */
  readonly controlUrl: string;
  readonly rid: string;
  readonly address: string;
  /** A file with the signing secret: other users could read a command line. */
  readonly secretFile: string;
};

/** The arguments of the reference service that renew an order and deliver it. */
export function deliverArguments({
  controlUrl,
  rid,
  address,
  secretFile,
}: DeliveryRequest): readonly string[] {
  return [
    'deliver',
    '--renew',
    ...['--control', controlUrl],
    // A rid can begin with a dash.
    `--rid=${rid}`,
    ...['--to', address],
    ...['--secret-file', secretFile],
  ];
}

/**
 * Lets the reference service renew an order and deliver it. Returns the service's verdict, such as
 * `succeeded: HTTP 204 after 12 ms`. Throws `StopError` if it failed.
 */
async function deliver(order: DeliveryRequest): Promise<string> {
  const script = join(projectFolder, 'test', 'service', 'main.ts');
  const { code, output } = await run(process.execPath, [script, ...deliverArguments(order)]);
  if (code !== 0) throw new StopError(`The delivery did not arrive: ${output.trim()}`);
  return output.trim();
}
