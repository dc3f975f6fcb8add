import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished, vi } from 'vitest';
import { Emitter } from '#main/platform/emitter.ts';
import { localAddresses } from '#main/webhook/receiver/binding.ts';
import { ConnectionSlots } from '#main/webhook/receiver/connectionSlots.ts';
import { Receiver, type ReceiverPorts, ReceiverStatus } from '#main/webhook/receiver/receiver.ts';
import { defaultReceiverLimits, type ReceiverLimits } from '#main/webhook/receiver/receiverLimits.ts';
import type { RequestHandler } from '#main/webhook/receiver/server.ts';
import type { ReceiverState } from '#shared/domain/receiver.ts';
import { defaultReceiverConfig, type ReceiverConfig } from '#shared/domain/receiverConfig.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';

/** Answers 204 to every request after its body, and 408 to slow ones, like the real handler. */
function createStandIn(changes: Partial<RequestHandler> = {}) {
  const requests: string[] = [];
  const errors: string[] = [];
  const handler: RequestHandler = {
    async handle(request, response, expectsContinue) {
      if (expectsContinue) response.writeContinue();
      await text(request);
      requests.push(`${request.method} ${request.url}`);
      response.writeHead(204).end();
    },
    clientError(error, socket) {
      errors.push('code' in error ? String(error.code) : error.name);
      if (socket.writable) socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
      socket.destroy();
    },
    ...changes,
  };
  return { handler, requests, errors };
}

export interface SetUp {
  readonly config?: Partial<ReceiverConfig>;
  readonly limits?: Partial<ReceiverLimits>;
  readonly handler?: Partial<RequestHandler>;
  readonly ports?: Partial<ReceiverPorts>;
  readonly isEnabled?: boolean;
}

/** A receiver on real sockets with timers that stand still. Default: any free port of 127.0.0.1. */
export function setUpReceiver({ config: changes, limits, handler, ports, isEnabled = true }: SetUp = {}) {
  const time = createFakeTime();
  const { logger, lines } = createRecordingLogger();
  const standIn = createStandIn(handler);
  const configChanged = new Emitter<ReceiverConfig>('receiverHarness.configChanged');
  const hooksChanged = new Emitter<void>('receiverHarness.hooksChanged');
  let config: ReceiverConfig = { ...defaultReceiverConfig, port: 0, ...changes };
  const hooks = { isEnabled };
  const receiver = new Receiver({
    config: { get: () => config, onDidChange: configChanged.event },
    hooks: { hasEnabled: () => hooks.isEnabled, onDidChange: hooksChanged.event },
    handler: async () => standIn.handler,
    status: new ReceiverStatus(),
    clock: time.clock,
    scheduler: time.scheduler,
    logger,
    random: () => 0,
    limits: { ...defaultReceiverLimits, ...limits },
    slots: new ConnectionSlots({ ...defaultReceiverLimits, ...limits }),
    localAddresses,
    ...ports,
  });
  const states: ReceiverState[] = [];
  receiver.status.onDidChange((state) => states.push(state));
  onTestFinished(async () => {
    receiver.dispose();
    await vi.waitFor(async () => {
      await time.advance(1_000);
      if (receiver.status.get().kind !== 'off') throw new Error('The receiver still listens');
    }, 10_000);
  });
  return {
    ...standIn,
    receiver,
    states,
    lines,
    time,
    configure(next: Partial<ReceiverConfig>) {
      config = { ...config, ...next };
      configChanged.fire(config);
    },
    enable(isOn: boolean) {
      hooks.isEnabled = isOn;
      hooksChanged.fire();
    },
    /** Waits for a state of this kind. */
    async reached<Kind extends ReceiverState['kind']>(kind: Kind) {
      return await vi.waitFor(() => {
        const state = receiver.status.get();
        if (!isOfKind(state, kind)) throw new Error(`The receiver is ${state.kind}`);
        return state;
      }, 10_000);
    },
  };
}

function isOfKind<Kind extends ReceiverState['kind']>(
  state: ReceiverState,
  kind: Kind,
): state is Extract<ReceiverState, { kind: Kind }> {
  return state.kind === kind;
}

/** A port that is taken until the returned server closes. */
export async function occupyPort(host = '127.0.0.1', port = 0): Promise<{ server: Server; port: number }> {
  const server = createServer().listen(port, host);
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

/** A connection that sends `words` and then nothing, and records what it receives. */
export function hang(port: number, words = '', host = '127.0.0.1') {
  const socket: Socket = connect({ port, host, noDelay: true });
  let heard = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    heard += chunk;
  });
  // A connection over the limit may be reset.
  socket.on('error', () => undefined);
  if (words !== '') socket.write(words);
  onTestFinished(() => {
    socket.destroy();
  });
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(heard)));
  return { socket, closed };
}

export const delivery = 'POST /hook HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}';
