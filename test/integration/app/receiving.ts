import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import type { DeliveryView } from '#shared/domain/delivery.ts';
import type { HookView } from '#shared/domain/receiver.ts';
import { defaultReceiverConfig, type ReceiverConfig } from '#shared/domain/receiverConfig.ts';
import type { DeliveryRequest, ReferenceService } from '#test/service/referenceService.ts';
import { okValue, type TestApp, temporaryFolder, until } from './testApp.ts';

/** The signing secret of the tests' service. No real secret: it is in this repository. */
export const signingSecret = 'SENTINEL-signing-secret-0f3a';

/** A port of 127.0.0.1 that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** A hook of an app that listens. */
export interface Receiving {
  readonly hook: HookView;
  readonly port: number;
  readonly url: string;
}

/** Lets the app listen on a free port, and adds a hook, as in the window. */
export async function receive(test: TestApp, change: Partial<ReceiverConfig> = {}): Promise<Receiving> {
  const port = await freePort();
  okValue(await test.call('receiver:configure', { ...defaultReceiverConfig, port, ...change }));
  const hook = await addHook(test);
  await listening(test, port);
  return { hook, port, url: `http://127.0.0.1:${port}${hook.path}` };
}

/** Adds a hook that signs with the secret of the tests. */
export async function addHook(test: TestApp, name = 'Push'): Promise<HookView> {
  return okValue(await test.call('hooks:add', { name, path: null, secret: signingSecret }));
}

/** Waits until the app listens on a port. */
export async function listening(test: TestApp, port: number): Promise<void> {
  await until(() => {
    const { state } = test.seen().receiver;
    return state.kind === 'listening' && state.port === port;
  });
}

/** The window's view of the delivery of a task. */
export function delivered(test: TestApp, task: string): DeliveryView | undefined {
  return test.seen().inbox.find((delivery) => delivery.task === task);
}

/** Waits until the delivery of a task has a verdict, or a reason for waiting, of this kind. */
export async function untilVerdict(
  test: TestApp,
  task: string,
  kind: DeliveryView['verdict']['kind'] | WaitingKind,
): Promise<DeliveryView> {
  await until(() => kindOf(delivered(test, task)) === kind);
  const delivery = delivered(test, task);
  if (delivery === undefined) throw new Error('it is gone again');
  return delivery;
}

type WaitingKind = Extract<DeliveryView['verdict'], { kind: 'waiting' }>['reason']['kind'];

/** The kind of a verdict; for a waiting one the kind of the reason. */
export function kindOf(delivery: DeliveryView | undefined): string | undefined {
  const verdict = delivery?.verdict;
  return verdict?.kind === 'waiting' ? verdict.reason.kind : verdict?.kind;
}

/** Sends a request unchanged over a separate connection. Returns the status, or `null`. */
export function post(
  { url }: Pick<Receiving, 'url'>,
  { headers, body }: DeliveryRequest,
): Promise<number | null> {
  const { promise, resolve } = Promise.withResolvers<number | null>();
  const length: [string, string] = ['content-length', String(Buffer.byteLength(body))];
  const sending = request(url, {
    method: 'POST',
    headers: Object.fromEntries([...headers, length]),
    agent: false,
  });
  sending.once('response', (response) => {
    response.on('error', () => undefined).resume();
    resolve(response.statusCode ?? null);
  });
  sending.on('error', () => undefined).once('close', () => resolve(null));
  sending.end(body);
  return promise;
}

/** Adds a connection with the service's root as CA file, so that chains of push-only orders are trusted. */
export async function trustRoot(test: TestApp, { baseUrl, caPem, token }: ReferenceService): Promise<string> {
  const file = join(temporaryFolder(), 'root.pem');
  writeFileSync(file, caPem);
  test.desktop.choices.chooseCaFile = file;
  const chosen = okValue(await test.call('connections:chooseCaFile', null));
  const ca = { kind: 'chosen' as const, id: chosen?.id ?? '' };
  return okValue(await test.call('connections:add', { name: 'Root', baseUrl, ca, token })).id;
}

/** The requests that an app made for an order. */
export function pulls(service: ReferenceService, rid: string): number {
  return service.requests.filter(({ route }) => route?.rid === rid).length;
}
