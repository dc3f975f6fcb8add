import { join } from 'node:path';
import { DATABASE_FILE } from '#main/app/startDialogs.ts';
import { tokenAccount } from '#main/credentials/secrets/secretsById.ts';
import { boundToken } from '#main/orders/connections/connectionTokens.ts';
import { newRecord } from '#main/orders/list/orderInput.ts';
import { createConnectionRepository } from '#main/storage/connectionRepository.ts';
import { openDatabase } from '#main/storage/openDatabase.ts';
import { createOrderRepository } from '#main/storage/orderRepository.ts';
import { storeKeyringSecret } from './desktopControl.ts';
import { temporaryFolder } from './notAfterApp.ts';
import type { TestService } from './service.ts';

/**
 * A data folder with the connection "Main service" to this service, its token in the keyring, and all its orders, which the
 * app has not asked for yet and calls by their names at the service.
 * @param env of the desktop with the keyring; default: the test desktop
 */
export async function connectedProfile(service: TestService, env = process.env): Promise<string> {
  const profile = await temporaryFolder();
  const opened = openDatabase(join(profile, DATABASE_FILE));
  if (!opened.ok) throw new Error(`The database cannot be opened: ${opened.error.kind}`);
  const database = opened.value;
  const now = Date.now();
  const isSecure = service.baseUrl.startsWith('https:');
  const connection = {
    id: `connected-${now}`,
    name: 'Main service',
    baseUrl: service.baseUrl,
    ca: isSecure ? { fileName: 'company-ca.pem', pem: service.caPem } : null,
    createdAt: now,
    chosenCa: isSecure ? service.caPem : null,
    tokenFile: null,
    consoleUrl: null,
  };
  const records = service.rids.map((rid, index) => {
    const record = newRecord(`connected-${now}-${index}`, connection.id, rid, now + index);
    return { ...record, serviceName: service.order(rid).name };
  });
  const isStored =
    createConnectionRepository(database).save(connection).ok &&
    createOrderRepository(database).add(records, []).ok;
  database.dispose();
  if (!isStored) throw new Error('The connection or its orders cannot be stored');
  await storeKeyringSecret(tokenAccount(connection.id), boundToken(connection, service.token), env);
  return profile;
}
