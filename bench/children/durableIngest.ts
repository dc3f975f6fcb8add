import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { VAULT_KEY_BYTES, type Vault, VaultCipher } from '#main/credentials/vault/vault.ts';
import type { Logger } from '#main/platform/logger.ts';
import { systemClock, systemScheduler } from '#main/platform/time.ts';
import { createInboxRepository } from '#main/storage/inboxRepository.ts';
import { openDatabase } from '#main/storage/openDatabase.ts';
import type { Hook } from '#main/webhook/hooks/hookSecrets.ts';
import { DeliveryIngest } from '#main/webhook/inbox/deliveryIngest.ts';
import { DeliveryKeys } from '#main/webhook/inbox/deliveryKeys.ts';
import { DeliveryStore } from '#main/webhook/inbox/deliveryStore.ts';
import { ReplayWindow } from '#main/webhook/inbox/replayWindow.ts';

/** The app's storing of deliveries on a new database file, with its own vault key. */
export function durableIngest(folder: string, hook: Hook, logger: Logger): DeliveryIngest {
  const opened = openDatabase(join(folder, `${randomUUID()}.db`));
  if (!opened.ok) throw new Error(`The database was not opened: ${opened.error.kind}`);
  const repository = createInboxRepository(opened.value);
  const cipher = new VaultCipher(randomBytes(VAULT_KEY_BYTES), true, randomBytes);
  const vault: Vault = {
    onDidChange: () => ({ dispose() {} }),
    state: () => ({ kind: 'ready', keys: 0 }),
    open: async () => ({ ok: true, value: cipher }),
  };
  const store = new DeliveryStore(repository, logger);
  const common = { clock: systemClock, scheduler: systemScheduler, logger };
  return new DeliveryIngest({
    ...common,
    repository,
    store,
    window: new ReplayWindow({ ...common, repository }),
    keys: new DeliveryKeys({ repository, vault, memory: new Map(), store, logger }),
    vault,
    hooks: { find: () => hook, delivered() {} },
    isMapped: () => true,
    newId: randomUUID,
  });
}
