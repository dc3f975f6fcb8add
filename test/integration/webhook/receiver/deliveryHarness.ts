import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { onTestFinished } from 'vitest';
import { systemClock, systemScheduler } from '#main/platform/time.ts';
import type { Hook } from '#main/webhook/hooks/hookSecrets.ts';
import type { KeepOutcome, VerifiedDelivery } from '#main/webhook/inbox/delivery.ts';
import { ConnectionSlots } from '#main/webhook/receiver/connectionSlots.ts';
import { DeliveryHandler, type DeliveryHandlerPorts } from '#main/webhook/receiver/deliveryHandler.ts';
import { defaultReceiverLimits, type ReceiverLimits } from '#main/webhook/receiver/receiverLimits.ts';
import type { NewLogEntry } from '#main/webhook/receiver/receiverLog.ts';
import { createReceiverServer } from '#main/webhook/receiver/server.ts';
import type { TlsPair } from '#main/webhook/receiver/tlsFiles.ts';
import { defaultReceiverConfig, type ReceiverConfig } from '#shared/domain/receiverConfig.ts';
import { ok } from '#shared/result.ts';
import { type DeliveryFields, encodeFields, signTimestamp } from '#test/service/delivery.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';

export const secret = 'a signing secret of the tests';

export const fields: DeliveryFields = {
  ssl: 'example.com',
  task: 'Task',
  certificate: '-----BEGIN CERTIFICATE-----\nMAIB+/==\n-----END CERTIFICATE-----\n',
  certificateServer: '',
  certificateChain: '',
  key: '-----BEGIN PRIVATE KEY-----\nMAIB+/==\n-----END PRIVATE KEY-----\n',
  notAfter: '2027-01-01 00:00:00',
};

export const hook: Hook = { id: 'h1', name: 'Hook', path: '/hook', enabled: true, createdAt: 0, secrets: [] };

export interface HandlerSetUp {
  readonly keep?: (delivery: VerifiedDelivery) => Promise<KeepOutcome>;
  readonly ports?: Partial<DeliveryHandlerPorts>;
  readonly config?: Partial<ReceiverConfig>;
  readonly limits?: Partial<ReceiverLimits>;
  /** For HTTPS. */
  readonly tls?: TlsPair;
}

/** The real handler on the real server on any free port of 127.0.0.1. */
export async function setUpHandler({ keep, ports, config, limits, tls }: HandlerSetUp = {}) {
  const kept: VerifiedDelivery[] = [];
  const entries: NewLogEntry[] = [];
  const observed: unknown[] = [];
  const { logger, lines } = createRecordingLogger();
  const present = { ...defaultReceiverConfig, ...config };
  const slots = new ConnectionSlots({ ...defaultReceiverLimits, ...limits });
  const handler = new DeliveryHandler({
    hooks: {
      byPath: (path) => (path === hook.path ? hook : null),
      secretsOf: async () => ok(['another secret', secret]),
    },
    ingest: {
      async keep(delivery) {
        kept.push(delivery);
        return keep === undefined ? { kind: 'kept', deliveryId: 'd1' } : await keep(delivery);
      },
    },
    config: () => present,
    listening: () => ({ address: '127.0.0.1', port: 1 }),
    clock: systemClock,
    heardTime: () => undefined,
    scheduler: systemScheduler,
    slots,
    log: { add: (entry) => entries.push(entry) },
    selfTests: { secretOf: () => null, match: () => false, observe: (...seen) => observed.push(seen) },
    logger,
    ...ports,
  });
  const server: Server = createReceiverServer(handler, tls ?? null, {
    limits: { ...defaultReceiverLimits, ...limits },
    logger,
    scheduler: systemScheduler,
    slots,
    dropped() {},
  });
  server.listen({ port: 0, host: '127.0.0.1', backlog: defaultReceiverLimits.backlog });
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    port: (server.address() as AddressInfo).port,
    server,
    kept,
    entries,
    observed,
    lines,
  };
}

export type HeaderList = readonly (readonly [name: string, value: string])[];

/** A request as text, signed with the current time; `headers` replace those with the same names. */
export function requestText({
  headers = [],
  without = [],
  body = encodeFields({ ...fields }, 'json'),
  line = 'POST /hook HTTP/1.1',
}: {
  readonly headers?: HeaderList;
  readonly without?: readonly string[];
  readonly body?: string;
  readonly line?: string;
} = {}): string {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const usual: HeaderList = [
    ['host', 'localhost'],
    ['content-type', 'application/json'],
    ['z-timestamp', timestamp],
    ['z-token', signTimestamp(timestamp, secret)],
    ['content-length', String(Buffer.byteLength(body))],
  ];
  const given = new Set([...without, ...headers.map(([name]) => name)]);
  const all = [...usual.filter(([name]) => !given.has(name)), ...headers];
  return `${line}\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`;
}

/** Everything that a raw connection received. */
export interface Heard {
  /** `null` if it was closed without an answer. */
  readonly status: number | null;
  readonly text: string;
}

/** Sends bytes piece by piece over a separate connection, and reads it to the end. The sender does not close. */
export async function send(port: number, ...pieces: readonly string[]): Promise<Heard> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    text += chunk;
  });
  const ended = Promise.withResolvers<void>();
  socket.once('end', ended.resolve).once('close', () => ended.resolve());
  // The receiver may close while this still sends: only the bytes received until then count.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) await new Promise((resolve) => setTimeout(resolve, 30));
    socket.write(piece, 'utf8');
  }
  await ended.promise;
  socket.destroy();
  const status = /^HTTP\/1\.1 (\d{3}) /u.exec(text)?.[1];
  return { status: status === undefined ? null : Number(status), text };
}
