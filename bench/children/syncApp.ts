import { subscribe } from 'node:diagnostics_channel';
import type { Result } from '#shared/result.ts';
import { FakeDesktop } from '#test/support/fakeDesktop.ts';
import { FakeSecretHost } from '#test/support/fakeSecretHost.ts';
import { answer, childInput, readService } from './childInput.ts';
import { countWork } from './countWork.ts';

/**
 * The whole app, from its composition root down, on a desktop without a screen: connects to the service, adds all its
 * orders and waits until each is stored (window open), then polls all of them again (window closed).
 * With `counts` it also counts the work of the second pass; counting costs time.
 */
const { serviceFile, profile, counts } = childInput<{
  serviceFile: string;
  profile: string;
  counts: boolean;
}>();
const service = readService(serviceFile);
const work = counts ? countWork() : null;
const { createApp } = await import('#main/app/compositionRoot.ts');

const silent = { info() {}, warn() {}, error() {} };
const desktop = new FakeDesktop({ userData: profile, secretProcess: new FakeSecretHost() });
desktop.choices.chooseCaFile = service.caFile;
const app = await createApp(desktop, { logger: silent });
app?.show();

let answered = 0;
let awaited = Number.POSITIVE_INFINITY;
let onAnswered = () => {};
subscribe('undici:request:trailers', () => {
  answered += 1;
  if (answered >= awaited) onAnswered();
});

const chosen = taken(await desktop.calls.call('connections:chooseCaFile', null));
const connection = taken(
  await desktop.calls.call('connections:add', {
    name: 'Service',
    baseUrl: service.baseUrl,
    ca: { kind: 'chosen', id: chosen?.id ?? '' },
    token: service.token,
  }),
);

// Adding the connection loads undici, which the floor loads before its clock starts, while a user pastes orders.
await new Promise((resolve) => setTimeout(resolve, 500));
const firstMs = await measured(() =>
  desktop.calls.call('orders:add', { connectionId: connection.id, text: service.rids.join('\n') }),
);
desktop.closeWindow();
// The tray, the last delta to the window, and the note that the app stays in the tray, which is written once, are done
// before the second pass starts.
await new Promise((resolve) => setTimeout(resolve, 500));
work?.reset();
desktop.sent.length = 0;
const againMs = await measured(() => desktop.calls.call('orders:sync', null));
// Deltas for the window would have been sent by now.
await new Promise((resolve) => setTimeout(resolve, 300));
answer({
  firstMs,
  againMs,
  counts: work === null ? null : { ...work.read(), sent: desktop.sent.length },
});

/** Runs a command that polls every order, until the last one is stored and shown. @returns milliseconds */
async function measured(command: () => Promise<unknown>): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<void>();
  awaited = answered + service.rids.length;
  onAnswered = resolve;
  const since = Date.now();
  const startedAt = performance.now();
  await command();
  await promise;
  // Asked without the orders, because a snapshot of all takes as long as storing several.
  while (await isPolling()) await new Promise((done) => setTimeout(done, 3));
  const ms = performance.now() - startedAt;
  if (!(await areAllConfirmed(since))) throw new Error('Not every order is confirmed');
  return ms;
}

async function isPolling(): Promise<boolean> {
  const { polling } = await desktop.calls.call('app:firstPage', null);
  return polling.length > 0;
}

async function areAllConfirmed(since: number): Promise<boolean> {
  const { orders } = await desktop.calls.call('app:snapshot', null);
  return orders.lastConfirmedAt.every((at) => at !== null && at >= since);
}

function taken<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`Refused: ${JSON.stringify(result.error)}`);
  return result.value;
}
