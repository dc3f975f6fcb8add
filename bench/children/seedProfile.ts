import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { OrderRecord, StateChange } from '#main/orders/orders/orderRecord.ts';
import { createConnectionRepository } from '#main/storage/connectionRepository.ts';
import { openDatabase } from '#main/storage/openDatabase.ts';
import { createOrderRepository } from '#main/storage/orderRepository.ts';
import type { CertificateFacts } from '#shared/domain/certificate.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import { answer, childInput } from './childInput.ts';

/** Writes a profile as the app would: one connection, and orders that were all just confirmed. */
const { profile, orders, connectionId, baseUrl, isLastDay } = childInput<{
  profile: string;
  orders: number;
  connectionId: string;
  baseUrl: string;
  isLastDay: boolean;
}>();

const now = Date.now();
const issuers = ['Example Issuing CA', 'Example Root CA'].map((name) =>
  factsOf(name, { notBefore: now - 1000 * DAY_MS, notAfter: now + 2000 * DAY_MS, isCa: true }),
);

mkdirSync(profile, { recursive: true });
const opened = openDatabase(join(profile, 'notafter.db'));
if (!opened.ok) throw new Error(`The database was not opened: ${opened.error.kind}`);
const database = opened.value;
createConnectionRepository(database).save({
  id: connectionId,
  name: 'Service',
  baseUrl,
  ca: null,
  createdAt: now - DAY_MS,
});
const changes = Array.from({ length: orders }, (_, index) => changeOf(index));
const repository = createOrderRepository(database);
const isWritten =
  repository.add(
    // As after adding, before the first poll.
    changes.map(({ record }) => ({ ...record, leaf: null, chain: [] })),
    [],
  ).ok && repository.saveStates(changes).ok;
if (!isWritten) throw new Error('The orders were not written');
database.dispose();
answer({ orders });

function changeOf(index: number): StateChange {
  const name = `host-${String(index).padStart(5, '0')}.example.com`;
  // 20 minutes apart on the last day; otherwise far from expiry.
  const left = isLastDay ? HOUR_MS + index * 20 * MINUTE_MS : 40 * DAY_MS + (index % 40) * DAY_MS;
  const notAfter = now + left;
  const leaf = factsOf(name, { notBefore: notAfter - 90 * DAY_MS, notAfter, isCa: false });
  const record: OrderRecord = {
    id: `order-${index}`,
    connectionId,
    rid: createHash('sha256').update(name).digest('base64url').slice(0, 12),
    alias: null,
    addedAt: now - DAY_MS + index,
    removedAt: null,
    serviceName: name,
    serviceNotAfter: null,
    leaf,
    chain: issuers,
    findings: [],
    accepted: null,
    lastConfirmedAt: now - 2 * MINUTE_MS,
    lastAttemptAt: now - 2 * MINUTE_MS,
    nextPollAt: now + 50 * MINUTE_MS,
    failures: 0,
    failure: null,
  };
  const pem = { leaf: filler(name, 1900), chain: issuers.map(({ subject }) => filler(subject, 1700)) };
  return { record, seenAt: now - 2 * MINUTE_MS, pem };
}

function factsOf(
  name: string,
  rest: Pick<CertificateFacts, 'notBefore' | 'notAfter' | 'isCa'>,
): CertificateFacts {
  return {
    fingerprint256: createHash('sha256').update(name).digest('hex'),
    subject: `CN=${name}`,
    commonName: name,
    subjectAltNames: rest.isCa ? [] : [name, `www.${name}`],
    issuer: 'CN=Example Issuing CA, O=Example',
    issuerName: 'Example Issuing CA',
    serialNumber: createHash('sha256').update(`serial ${name}`).digest('hex').slice(0, 32).toUpperCase(),
    keyType: 'EC',
    keyBits: 256,
    curve: 'P-256',
    selfIssued: false,
    ...rest,
  };
}

/** Text of a PEM's size; its content is not read. */
function filler(name: string, length: number): string {
  return Buffer.from(name.repeat(length / 8))
    .toString('base64')
    .slice(0, length);
}
