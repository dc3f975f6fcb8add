import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DATABASE_FILE } from '#main/app/startDialogs.ts';
import {
  createAlertRepository,
  createOutboxRepository,
  createPauseRepository,
  createSeenCopyRepository,
  createSnoozeRepository,
} from '#main/storage/alertRepositories.ts';
import { createAnnotationRepository } from '#main/storage/annotationRepository.ts';
import { createAuthorityRepository, createCrlRepository } from '#main/storage/authorityRepository.ts';
import { createConnectionRepository } from '#main/storage/connectionRepository.ts';
import { createCopyRepository } from '#main/storage/copyRepository.ts';
import type { Database } from '#main/storage/database.ts';
import { createEndpointRepository } from '#main/storage/endpointRepository.ts';
import {
  createHiddenRepository,
  createPlannedRepository,
  createPresetRepository,
} from '#main/storage/exportRepositories.ts';
import { createHookRepository } from '#main/storage/hookRepository.ts';
import { createInboxRepository } from '#main/storage/inboxRepository.ts';
import { openDatabase } from '#main/storage/openDatabase.ts';
import { createOrderRepository } from '#main/storage/orderRepository.ts';
import {
  createReceiverConfigRepository,
  createReceiverLogRepository,
} from '#main/storage/receiverRepositories.ts';
import { createSettingsRepository } from '#main/storage/settingsRepository.ts';
import { createVaultRepository } from '#main/storage/vaultRepository.ts';
import { defaultReceiverConfig } from '#shared/domain/receiverConfig.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/thresholds.ts';
import type { Result } from '#shared/result.ts';
import { writtenBundle } from '#test/unit/deployment/copies/copyFixtures.ts';
import { renewedEvent } from './alertEvents.ts';
import { profileWithOrders } from './preparedProfile.ts';

/**
 * Makes an empty folder a data folder in which every table has rows, as the app writes them: number `i` of each table, from
 * 0 to `count - 1`, belongs to order `i` and its connection `c-i`, but for tables with one row. Nothing in it is due.
 */
export function fullProfile(folder: string, count: number): string {
  profileWithOrders(folder, count, { hasPlaces: true });
  const path = join(folder, DATABASE_FILE);
  const opened = openDatabase(path);
  if (!opened.ok) throw new Error(`The database cannot be opened: ${opened.error.kind}`);
  const database = opened.value;
  const now = Date.now();
  const numbers = Array.from({ length: count }, (_, index) => index);
  addConnections(database, numbers);
  addHistory(database, numbers, now);
  addPlaces(database, numbers, now);
  addReceived(database, numbers, now);
  addAlerts(database, numbers, now);
  check(createSettingsRepository(database).save({ ...defaultSettings, notifications: false }));
  database.dispose();
  const direct = new DatabaseSync(path);
  direct.exec("UPDATE orders SET connection_id = 'c-' || CAST(substr(id, 7) AS INTEGER)");
  direct.close();
  return folder;
}

function check(...written: readonly Result<null>[]): void {
  for (const each of written) if (!each.ok) throw new Error(`It cannot be stored: ${each.error.kind}`);
}

const orderOf = (index: number) => `order-${String(index).padStart(5, '0')}`;
const leafOf = (index: number) => index.toString(16).padStart(64, '0');

function addConnections(database: Database, numbers: readonly number[]): void {
  const repository = createConnectionRepository(database);
  for (const index of numbers) {
    const service = { name: `Connection ${index}`, baseUrl: `https://c-${index}.invalid` };
    const ca = { fileName: 'office.pem', pem: 'PEM' };
    const chosen = { consoleUrl: `https://console-${index}.invalid/`, chosenCa: ca.pem, createdAt: 1 };
    const tokenFile = { ...service, caPem: ca.pem };
    check(repository.save({ id: `c-${index}`, ...service, ca, ...chosen, tokenFile }));
  }
}

function addHistory(database: Database, numbers: readonly number[], now: number): void {
  const orders = createOrderRepository(database);
  const records = orders.load();
  const annotations = createAnnotationRepository(database);
  const authorities = createAuthorityRepository(database);
  const crls = createCrlRepository(database);
  for (const index of numbers) {
    const record = records[index];
    if (record?.leaf == null) throw new Error('An order has no certificate');
    const { leaf } = record;
    const at = leaf.notBefore;
    const former = { ...leaf, fingerprint256: `f${leafOf(index).slice(1)}`, notBefore: at - 30 * DAY_MS };
    const pem = { leaf: 'PEM', chain: [] };
    check(
      orders.saveStates([
        { record: { ...record, leaf: former }, seenAt: at - 30 * DAY_MS, pem },
        { record, seenAt: at, pem },
      ]),
      annotations.save(new Map([[record.id, { tags: ['web'], note: 'A note', thresholds: null }]])),
    );
    const news = { firstStart: at, list: null, revoked: null, replacement: null };
    const checks = { revocationCheck: null, renewalCheck: null };
    const { fingerprint256 } = leaf;
    check(
      authorities.save(record.id, { fingerprint256, ...news, ...checks }),
      crls.save(`http://crl-${index}.invalid/`, Buffer.from('CRL'), now + DAY_MS, now),
    );
  }
}

function addPlaces(database: Database, numbers: readonly number[], now: number): void {
  const endpoints = createEndpointRepository(database);
  const served = {
    ...{ fingerprint256: leafOf(0), commonName: 'a', issuerName: 'CA', notBefore: now - DAY_MS },
    ...{ notAfter: now + 60 * DAY_MS, chainEnd: null, tlsVersion: 'TLSv1.3', findings: [] },
  };
  const sight = { address: '192.0.2.1', probedAt: now, served, servedSince: now, servedAt: now };
  const addresses = [{ ...sight, error: null, errorSince: null }];
  check(endpoints.saveSights(endpoints.all().map((record) => ({ ...record, probedAt: now, addresses }))));
  const copies = createCopyRepository(database);
  const presets = createPresetRepository(database);
  const planned = createPlannedRepository(database);
  const hidden = createHiddenRepository(database);
  for (const index of numbers) {
    const orderId = orderOf(index);
    const { files, layout } = writtenBundle(['fullchain.pem']);
    const preset = { id: `preset-${index}`, name: `Preset ${index}`, folder: '' };
    const intent = writtenBundle(['fullchain.pem'], { orderId, target: '/nowhere/else', folder: 'a', files });
    const destination = { id: `planned-${index}`, orderId, presetId: 'pem', parts: null };
    const hiddenAt = { folder: '/nowhere', id: String(index).padStart(24, '0'), names: ['a.pem'] };
    check(
      copies.intend([{ id: `intent-${index}`, bundle: intent }]),
      presets.save({ ...preset, server: null, files: layout }),
      planned.save([{ ...destination, target: `/nowhere/planned-${index}`, autoRefresh: false }], []),
      hidden.save(
        [{ ...hiddenAt, ownership: { owner: 0, keepsModes: true }, inode: '1', isPending: false }],
        [],
      ),
    );
  }
}

function addReceived(database: Database, numbers: readonly number[], now: number): void {
  const hooks = createHookRepository(database);
  const inbox = createInboxRepository(database);
  const log = createReceiverLogRepository(database);
  const vault = createVaultRepository(database);
  const records = createOrderRepository(database).load();
  const sealed = { nonce: new Uint8Array(12), ciphertext: new Uint8Array(32) };
  check(createReceiverConfigRepository(database).save(defaultReceiverConfig), vault.saveCheck(sealed));
  for (const index of numbers) {
    const leaf = records[index]?.leaf;
    if (leaf == null) throw new Error('An order has no certificate');
    const hookId = `hook-${index}`;
    const secrets = [{ id: `secret-${index}`, createdAt: 1 }];
    const hook = { id: hookId, name: `Hook ${index}`, path: `/hook-${index}`, enabled: false, createdAt: 1 };
    const named = { id: `delivery-${index}`, hookId, hookName: hook.name, receivedAt: now - HOUR_MS };
    const about = { orderName: `Shop ${index}`, task: 'deploy', serviceNotAfter: null, orderId: null };
    const verdict = { kind: 'waiting', reason: { kind: 'unknownName' } } as const;
    const record = { ...named, ...about, verdict, key: 'vault' as const, sharesSignature: false, leaf };
    const seen = { signature: leafOf(index), body: leafOf(index), timestamp: Math.floor(now / 1000) };
    const push = { id: `push-${index}`, hookId, name: `Push ${index}`, alias: null, removedAt: null };
    check(
      hooks.save({ ...hook, secrets }),
      inbox.keep([
        {
          record: { ...record, chain: [], pem: 'PEM' },
          sealedKey: sealed,
          seen: { ...seen, deliveryId: record.id },
        },
      ]),
      inbox.savePushOrder({ ...push, approvedNames: ['a.example'], addedAt: now - DAY_MS }),
      inbox.setName({ hookId, name: `Name ${index}`, orderId: push.id }),
    );
  }
  const outcome = { kind: 'selfTest' } as const;
  check(
    log.save(
      numbers.map((id) => ({
        ...{ id: id + 1, at: now, hookId: `hook-${id}`, from: '127.0.0.1', status: 200, outcome, count: 1 },
      })),
    ),
  );
}

function addAlerts(database: Database, numbers: readonly number[], now: number): void {
  const ledger = createAlertRepository(database);
  const snoozes = createSnoozeRepository(database);
  const outbox = createOutboxRepository(database, 'command');
  const seen = createSeenCopyRepository(database);
  for (const index of numbers) {
    const [orderId, fingerprint256] = [orderOf(index), leafOf(index)];
    ledger.record([{ subject: fingerprint256, threshold: `renewed:${orderId}` }], now);
    const item = { id: `event-${index}`, queuedAt: now, failures: 0, nextAt: now + DAY_MS };
    const copy = { bundleId: `copy-${orderId}`, orderId, folder: '~/a', to: fingerprint256 };
    check(
      snoozes.save([{ orderId, fingerprint256, until: now + DAY_MS, at: now }]),
      outbox.save([{ ...item, event: renewedEvent('Renewed') }]),
      seen.save({ ...copy, outcome: 'rewritten', command: null, at: now }),
    );
  }
  check(createPauseRepository(database).save({ since: now, until: now + DAY_MS }));
}
