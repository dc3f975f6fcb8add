import { join } from 'node:path';
import { DATABASE_FILE } from '#main/app/startDialogs.ts';
import type { OrderRecord } from '#main/orders/list/orderRecord.ts';
import { createConnectionRepository } from '#main/storage/connectionRepository.ts';
import { createCopyRepository } from '#main/storage/copyRepository.ts';
import type { Database } from '#main/storage/database.ts';
import { createEndpointRepository } from '#main/storage/endpointRepository.ts';
import { openDatabase } from '#main/storage/openDatabase.ts';
import { createOrderRepository } from '#main/storage/orderRepository.ts';
import { PROBE_INTERVAL_MINUTES } from '#shared/domain/endpoint.ts';
import { copyBundle } from '#test/unit/deployment/copies/copyFixtures.ts';

const day = 86_400_000;

/**
 * Makes an empty folder a data folder with `count` orders that were confirmed an hour ago, under a connection without a token.
 * @param hasPlaces whether each has exported files, which are missing by now, and a server that was not checked yet
 */
export function profileWithOrders(folder: string, count: number, { hasPlaces = false } = {}): string {
  const now = Date.now();
  const records = Array.from({ length: count }, (_, index) => orderRecord(index, now));
  return profileOf(
    folder,
    records.map((record) => [record]),
    (database) => {
      if (hasPlaces) addPlaces(database, records, now);
    },
  );
}

function addPlaces(database: Database, orders: readonly OrderRecord[], now: number): void {
  const copies = orders.map(({ id, leaf }) => {
    const target = `/nowhere/${id}`;
    const { fingerprint256 = '', notBefore = 0, notAfter = 0 } = leaf ?? {};
    const bundle = copyBundle(['fullchain.pem'], { id: `copy-${id}`, orderId: id, target, folder: '' });
    const files = bundle.files.map((file) => ({ ...file, path: `${target}/${file.name}` }));
    return { ...bundle, fingerprint256, notBefore, notAfter, files };
  });
  const endpoints = orders.map(({ id }) => ({
    endpoint: {
      ...{ id: `endpoint-${id}`, orderId: id, host: `${id}.example.com`, port: 443 },
      ...{ protocol: 'tls' as const, serverName: null, intervalMinutes: PROBE_INTERVAL_MINUTES },
    },
    ...{ addedAt: now, probedAt: null, nextProbeAt: now + day, error: null, addresses: [], omitted: 0 },
  }));
  if (!createCopyRepository(database).save(copies, []).ok) throw new Error('The files cannot be stored');
  if (!createEndpointRepository(database).save(endpoints).ok) throw new Error('The servers cannot be stored');
}

/** An order of a prepared profile. Times in days from now; the earliest certificate first. */
export interface PreparedOrder {
  readonly name: string;
  readonly certificates: readonly { readonly from: number; readonly to: number }[];
}

/** As `profileWithOrders`, with these orders and their certificates; the last one is current. */
export function profileWithHistories(folder: string, orders: readonly PreparedOrder[]): string {
  const now = Date.now();
  return profileOf(
    folder,
    orders.map(({ name, certificates }, index) => {
      const template = { ...orderRecord(index, now), serviceName: name };
      if (certificates.length === 0) return [{ ...template, leaf: null, lastConfirmedAt: null }];
      return certificates.map(({ from, to }, place) => {
        const isLast = place === certificates.length - 1;
        return {
          ...template,
          leaf: {
            ...template.leaf,
            fingerprint256: (index * 1000 + place).toString(16).padStart(64, '0'),
            notBefore: now + from * day,
            notAfter: now + to * day,
          },
          lastConfirmedAt: isLast ? template.lastConfirmedAt : now + from * day,
        };
      });
    }),
  );
}

/** Writes the states of each order over time, order by order. @param more writes what else the profile has */
function profileOf(
  profile: string,
  orders: readonly (readonly OrderRecord[])[],
  more: (database: Database) => void = () => undefined,
): string {
  const opened = openDatabase(join(profile, DATABASE_FILE));
  if (!opened.ok) throw new Error(`The database cannot be opened: ${opened.error.kind}`);
  const database = opened.value;
  const address = { name: 'Work', baseUrl: 'https://certs.invalid', ca: null };
  const connection = { id: 'c', ...address, createdAt: 1, chosenCa: null, tokenFile: null, consoleUrl: null };
  createConnectionRepository(database).save(connection);
  const repository = createOrderRepository(database);
  repository.add(
    orders.flatMap(([first]) => (first === undefined ? [] : [{ ...first, leaf: null }])),
    [],
  );
  const changes = orders.flat().map((record) => ({
    record,
    seenAt: record.lastConfirmedAt,
    pem: { leaf: `PEM of ${record.rid}`, chain: [] },
  }));
  const saved = repository.saveStates(changes);
  if (saved.ok) more(database);
  database.dispose();
  if (!saved.ok) throw new Error(`The orders cannot be stored: ${saved.error.kind}`);
  return profile;
}

/** Number 0 expires in 60 days, each further one an hour later. */
function orderRecord(index: number, now: number) {
  const name = `order-${String(index).padStart(5, '0')}`;
  const notAfter = now + 60 * day + index * 3_600_000;
  const confirmedAt = now - 3_600_000;
  return {
    id: name,
    connectionId: 'c',
    rid: `rid-${index}`,
    alias: null,
    addedAt: confirmedAt,
    removedAt: null,
    serviceName: name,
    serviceNotAfter: null,
    leaf: {
      fingerprint256: index.toString(16).padStart(64, '0'),
      subject: `CN=${name}.example.com`,
      commonName: `${name}.example.com`,
      subjectAltNames: [`${name}.example.com`],
      issuer: 'CN=Issuing CA',
      issuerName: 'Issuing CA',
      serialNumber: '01',
      keyType: 'EC',
      keyBits: 256,
      curve: 'P-256',
      notBefore: now - day,
      notAfter,
      isCa: false,
      selfIssued: false,
    },
    chain: [],
    chainEnd: null,
    findings: [],
    accepted: null,
    lastConfirmedAt: confirmedAt,
    lastAttemptAt: confirmedAt,
    nextPollAt: now + day,
    failures: 0,
    failure: null,
  } satisfies OrderRecord;
}
