import { randomBytes, randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { createServer } from 'node:http';
import { type Vault, VaultCipher } from '#main/credentials/vault/vault.ts';
import { Emitter } from '#main/platform/emitter.ts';
import { systemClock, systemScheduler } from '#main/platform/time.ts';
import { createInboxRepository } from '#main/storage/inboxRepository.ts';
import { openDatabase } from '#main/storage/openDatabase.ts';
import type { Hook } from '#main/webhook/hooks/hookSecrets.ts';
import { DeliveryIngest } from '#main/webhook/inbox/deliveryIngest.ts';
import { DeliveryKeys } from '#main/webhook/inbox/deliveryKeys.ts';
import { DeliveryStore } from '#main/webhook/inbox/deliveryStore.ts';
import { ReplayWindow } from '#main/webhook/inbox/replayWindow.ts';
import { ConnectionSlots } from '#main/webhook/receiver/connectionSlots.ts';
import { DeliveryHandler } from '#main/webhook/receiver/deliveryHandler.ts';
import { defaultReceiverLimits } from '#main/webhook/receiver/receiverLimits.ts';
import { defaultReceiverConfig } from '#shared/domain/receiverConfig.ts';
import { ok } from '#shared/result.ts';
import { type KillStep, testSecret, testVaultKey, warmUp } from './killSteps.ts';

/**
 * The real receiver with the real database of the first argument. Prints its port, and kills itself when it reaches
 * the step of the second argument for the n-th time; n is the third one. With `warmUp` as the step it ends at once.
 */
const [, , path = '', killAt = '', nth = '1'] = process.argv;
let left = Number(nth);

function step(name: KillStep): void {
  if (name !== killAt) return;
  left -= 1;
  if (left === 0) process.kill(process.pid, 'SIGKILL');
}

const opened = openDatabase(path);
if (!opened.ok) throw new Error(JSON.stringify(opened.error));
const database = opened.value;
const plainWrite = database.write;
database.write = <T>(work: () => T): T =>
  plainWrite.call(database, () => {
    const value = work();
    step('beforeCommit');
    return value;
  }) as T;

const stored = createInboxRepository(database);
const repository: typeof stored = {
  ...stored,
  keep(deliveries) {
    step('beforeWrite');
    const saved = stored.keep(deliveries);
    step('afterCommit');
    return saved;
  },
};

const cipher = new VaultCipher(Buffer.from(testVaultKey, 'hex'), true, randomBytes);
const vault: Vault = {
  onDidChange: new Emitter<void>('receiveUntilKilled.changed').event,
  state: () => ({ kind: 'ready', keys: 0 }),
  async open() {
    step('vaultAsked');
    return await Promise.resolve(
      ok({
        isLasting: true,
        seal(plain: Uint8Array, about: Parameters<typeof cipher.seal>[1]) {
          const sealed = cipher.seal(plain, about);
          step('sealed');
          return sealed;
        },
        unseal: (...args: Parameters<typeof cipher.unseal>) => cipher.unseal(...args),
      }),
    );
  },
};

const logger = { info() {}, warn() {}, error: (message: string) => void writeSync(2, `${message}\n`) };
const ports = { clock: systemClock, scheduler: systemScheduler, logger };
const hook: Hook = { id: 'hook', name: 'Hook', path: '/hook', enabled: true, createdAt: 0, secrets: [] };
const store = new DeliveryStore(repository, logger);
const ingest = new DeliveryIngest({
  ...ports,
  repository,
  store,
  vault,
  window: new ReplayWindow({ ...ports, repository }),
  keys: new DeliveryKeys({ ...ports, repository, vault, memory: new Map(), store }),
  hooks: { find: () => hook, delivered() {} },
  isMapped: () => true,
  newId: randomUUID,
});

let port = 0;
const slots = new ConnectionSlots(defaultReceiverLimits);
const handler = new DeliveryHandler({
  ...ports,
  hooks: {
    byPath: (asked) => (asked === hook.path ? hook : null),
    secretsOf: () => Promise.resolve(ok([testSecret])),
  },
  ingest: {
    keep(delivery) {
      step('verified');
      return ingest.keep(delivery);
    },
  },
  config: () => defaultReceiverConfig,
  heardTime: () => undefined,
  listening: () => ({ address: '127.0.0.1', port }),
  slots,
  log: { add() {} },
  selfTests: { secretOf: () => null, match: () => false, observe() {} },
});
const server = createServer((request, response) => {
  step('accepted');
  // The handler writes the answer's bytes directly, without Node's response.
  const { socket } = request;
  const { end } = socket;
  socket.end = ((...args: Parameters<typeof end>) => {
    step('beforeAnswer');
    end.apply(socket, args);
    step('afterAnswer');
    return socket;
  }) as typeof end;
  handler.handle(request, response, false);
});
server.on('connection', (socket) => slots.accepted(socket, () => undefined));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address !== 'string') port = address.port;
  writeSync(1, `${port}\n`);
  // Only a normal exit writes the compile cache, which halves the time of later starts.
  if (killAt === warmUp) process.exit();
});
