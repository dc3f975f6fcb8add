import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { fdatasync, openSync, write } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { join } from 'node:path';
import type { Logger } from '#main/platform/logger.ts';
import { systemClock, systemScheduler } from '#main/platform/time.ts';
import type { Hook } from '#main/webhook/hooks/hookSecrets.ts';
import type { DeliveryIngest } from '#main/webhook/inbox/deliveryIngest.ts';
import { ConnectionSlots } from '#main/webhook/receiver/connectionSlots.ts';
import { DeliveryHandler } from '#main/webhook/receiver/deliveryHandler.ts';
import { defaultReceiverLimits } from '#main/webhook/receiver/receiverLimits.ts';
import { createReceiverServer } from '#main/webhook/receiver/server.ts';
import { defaultReceiverConfig } from '#shared/domain/receiverConfig.ts';
import { childInput } from './childInput.ts';
import { durableIngest } from './durableIngest.ts';

/**
 * One receiver of deliveries on 127.0.0.1, until it is stopped. Its first line is its port.
 * `bare`: a few lines on `node:http`: the same check of head and fields, nothing else. `durable`: on disk before
 * the answer; for `bare` as a line of a file, with one `fdatasync` for all waiting requests.
 */
const { kind, durable, path, secret, folder } = childInput<{
  kind: 'app' | 'bare';
  durable: boolean;
  path: string;
  secret: string;
  folder: string;
}>();

const fields = ['ssl', 'task', 'certificate', 'certificateServer', 'certificateChain', 'key', 'notAfter'];
const silent: Logger = { info() {}, warn() {}, error() {} };

/** As in the receiver's state, which does not ask the system for each request. */
let listening: { readonly address: string; readonly port: number } | null = null;

const server = kind === 'app' ? appServer() : bareServer();
server.listen({ port: 0, host: '127.0.0.1', backlog: defaultReceiverLimits.backlog }, () => {
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('Bound to no port');
  listening = bound;
  process.stdout.write(`${bound.port}\n`);
});

function appServer(): Server {
  const hook: Hook = { id: 'hook', name: 'Bench', path, enabled: true, createdAt: 0, secrets: [] };
  const secrets = Promise.resolve({ ok: true as const, value: [secret] });
  const unkept: Pick<DeliveryIngest, 'keep'> = { keep: async () => ({ kind: 'kept', deliveryId: '' }) };
  const ingest = durable ? durableIngest(folder, hook, silent) : unkept;
  const slots = new ConnectionSlots(defaultReceiverLimits);
  const handler = new DeliveryHandler({
    // Each path is its own hook, because one hook may not deliver this fast.
    hooks: {
      byPath: (asked) => (asked.startsWith(path) ? { ...hook, id: asked, path: asked } : null),
      secretsOf: () => secrets,
    },
    ingest,
    config: () => defaultReceiverConfig,
    listening: () => listening,
    clock: systemClock,
    heardTime: () => undefined,
    scheduler: systemScheduler,
    slots,
    log: { add() {} },
    selfTests: { secretOf: () => null, match: () => false, observe() {} },
    logger: silent,
  });
  return createReceiverServer(handler, null, {
    limits: defaultReceiverLimits,
    logger: silent,
    scheduler: systemScheduler,
    slots,
    dropped() {},
  });
}

function bareServer(): Server {
  const keep = durable ? groupedFile(join(folder, `bare-${randomBytes(4).toString('hex')}`)) : null;
  return createServer(async (request, response) => {
    const body = await bodyOf(request);
    const timestamp = String(request.headers['z-timestamp']);
    const given = Buffer.from(String(request.headers['z-token']));
    const own = Buffer.from(createHmac('sha256', secret).update(timestamp).digest('hex'));
    const isRecent = Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300;
    const isSigned = given.length === own.length && timingSafeEqual(given, own) && isRecent;
    const payload: Record<string, unknown> =
      request.headers['content-type'] === 'application/json'
        ? JSON.parse(body.toString())
        : Object.fromEntries(new URLSearchParams(body.toString()));
    const isGood =
      isSigned &&
      request.url?.startsWith(path) === true &&
      fields.every((name) => typeof payload[name] === 'string');
    if (isGood && keep !== null) await keep(body);
    response.writeHead(isGood ? 204 : 400, { connection: 'close' }).end();
  });
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Appends to a file. What arrives during a sync is one write and one sync afterwards. */
function groupedFile(file: string): (bytes: Buffer) => Promise<void> {
  const handle = openSync(file, 'a', 0o600);
  let waiting: { readonly bytes: Buffer; readonly done: () => void }[] = [];
  let isBusy = false;
  const flush = () => {
    isBusy = waiting.length > 0;
    const batch = waiting;
    waiting = [];
    if (!isBusy) return;
    write(handle, Buffer.concat(batch.map(({ bytes }) => bytes)), (failure) => {
      if (failure !== null) throw failure;
      fdatasync(handle, (unsynced) => {
        if (unsynced !== null) throw unsynced;
        for (const { done } of batch) done();
        flush();
      });
    });
  };
  return (bytes) =>
    new Promise((done) => {
      waiting.push({ bytes, done });
      if (!isBusy) flush();
    });
}
