import { join } from 'node:path';
import { DATABASE_FILE } from '#main/app/startDialogs.ts';
import type { OrderRecord } from '#main/orders/list/orderRecord.ts';
import { createConnectionRepository } from '#main/storage/connectionRepository.ts';
import { openDatabase } from '#main/storage/openDatabase.ts';
import { createOrderRepository } from '#main/storage/orderRepository.ts';

const day = 86_400_000;

/** Makes an empty folder a data folder with `count` orders that were confirmed an hour ago, under a connection without a token. */
export function profileWithOrders(folder: string, count: number): string {
  const now = Date.now();
  return profileOf(
    folder,
    Array.from({ length: count }, (_, index) => [orderRecord(index, now)]),
  );
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

/** Writes the states of each order over time, order by order. */
function profileOf(profile: string, orders: readonly (readonly OrderRecord[])[]): string {
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
