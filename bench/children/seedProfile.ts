import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CopyBundle, CopyFile } from '#main/deployment/copies/copyRecord.ts';
import type { EndpointRecord } from '#main/monitoring/endpoints/endpointRecord.ts';
import type { OrderRecord, StateChange } from '#main/orders/list/orderRecord.ts';
import { createAnnotationRepository } from '#main/storage/annotationRepository.ts';
import { createConnectionRepository } from '#main/storage/connectionRepository.ts';
import { createCopyRepository } from '#main/storage/copyRepository.ts';
import { createEndpointRepository } from '#main/storage/endpointRepository.ts';
import { openDatabase } from '#main/storage/openDatabase.ts';
import { createOrderRepository } from '#main/storage/orderRepository.ts';
import type { Annotation } from '#shared/domain/annotation.ts';
import type { CertificateFacts } from '#shared/domain/certificate.ts';
import { ENDPOINTS_MAX, PROBE_INTERVAL_MINUTES } from '#shared/domain/endpoint.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import { answer, childInput } from './childInput.ts';

/** Writes a profile as the app would: one connection, and orders that were all just confirmed. `isFull`: with all that orders can have. */
const { profile, orders, connectionId, baseUrl, isFull } = childInput<{
  profile: string;
  orders: number;
  connectionId: string;
  baseUrl: string;
  isFull: boolean;
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
  chosenCa: null,
  tokenFile: null,
  consoleUrl: null,
});
const changes = Array.from({ length: orders }, (_, index) => changeOf(index));
const repository = createOrderRepository(database);
const isWritten =
  repository.add(
    // As after adding, before the first poll.
    changes.map(({ record }) => ({ ...record, leaf: null, chain: [] })),
    [],
  ).ok &&
  (!isFull || [2, 1].every((ago) => repository.saveStates(changes.map((one) => formerOf(one, ago))).ok)) &&
  repository.saveStates(changes).ok &&
  (!isFull || (addPlacesAndTags() && exportFiles()));
if (!isWritten) throw new Error('The orders were not written');
database.dispose();
answer({ orders });

/** The state of an order before its last renewals. */
function formerOf({ record, pem, ...change }: StateChange, ago: number): StateChange {
  const { leaf } = record;
  if (leaf === null) throw new Error('The order has no certificate');
  const former = factsOf(`${leaf.commonName} ${ago}`, {
    notBefore: leaf.notBefore - ago * 60 * DAY_MS,
    notAfter: leaf.notAfter - ago * 60 * DAY_MS,
    isCa: false,
  });
  return {
    ...change,
    record: { ...record, leaf: former },
    pem: pem === null ? null : { ...pem, leaf: filler(former.subject, 1900) },
  };
}

/**
 * Two tags for each order, and an endpoint with two addresses that were just probed for as many orders as the app allows. Every
 * tenth endpoint has the former certificate.
 */
function addPlacesAndTags(): boolean {
  const endpoints = changes.slice(0, ENDPOINTS_MAX).map((change, index): EndpointRecord => {
    const { id, serviceName } = change.record;
    const { leaf } = (index % 10 === 0 ? formerOf(change, 1) : change).record;
    if (leaf === null || serviceName === null) throw new Error('The order has no certificate');
    const { fingerprint256, commonName, issuerName, notBefore, notAfter } = leaf;
    const served = { fingerprint256, commonName, issuerName, notBefore, notAfter };
    const at = now - 5 * MINUTE_MS;
    return {
      endpoint: {
        ...{ id: `endpoint-${id}`, orderId: id, host: serviceName, port: 443, protocol: 'tls' },
        ...{ serverName: null, intervalMinutes: PROBE_INTERVAL_MINUTES },
      },
      ...{ addedAt: now - DAY_MS, probedAt: at, nextProbeAt: now + 5 * HOUR_MS, error: null, omitted: 0 },
      addresses: ['192.0.2.1', '2001:db8::1'].map((address) => ({
        ...{ address, probedAt: at, servedSince: at - DAY_MS, servedAt: at, error: null, errorSince: null },
        served: { ...served, chainEnd: null, tlsVersion: 'TLSv1.3', findings: [] },
      })),
    };
  });
  const annotations = changes.map(({ record: { id } }, index): [string, Annotation] => [
    id,
    { tags: [`team:${index % 20}`, 'env:production'], note: '', thresholds: null },
  ]);
  return (
    createEndpointRepository(database).save(endpoints).ok &&
    createAnnotationRepository(database).save(new Map(annotations)).ok
  );
}

/** Two files of each order in a folder of its own beside the profile, as an export for nginx writes them and keeps them up to date. */
function exportFiles(): boolean {
  const target = `${profile}-tls`;
  const bundles = changes.map(({ record: { id, leaf, serviceName }, pem }): CopyBundle => {
    if (leaf === null || serviceName === null || pem === null)
      throw new Error('The order has no certificate');
    const folder = join(target, serviceName);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const written = (name: string, content: string, more: Pick<CopyFile, 'hasKey' | 'mode'>): CopyFile => {
      const path = join(folder, name);
      writeFileSync(path, content, { mode: more.mode });
      const parts: CopyFile['spec']['parts'] = more.hasKey ? ['key'] : ['leaf', 'chain'];
      const mode = more.hasKey ? '600' : '644';
      return {
        ...{ name, path, ...more, size: content.length },
        sha256: createHash('sha256').update(content).digest('hex'),
        spec: { name, format: 'pem', parts, mode, lineEnds: 'lf' },
      };
    };
    return {
      ...{ id: `copy-${id}`, orderId: id, presetId: 'nginx', target, folder: serviceName, agreed: [] },
      ...{ autoRefresh: true, previous: null, command: null, failedRun: null },
      ...{ notBefore: leaf.notBefore, notAfter: leaf.notAfter, fingerprint256: leaf.fingerprint256 },
      ...{ chainEnd: null, chainComplete: true, writtenAt: now - DAY_MS },
      files: [
        written('fullchain.pem', [pem.leaf, ...pem.chain].join(''), { hasKey: false, mode: 0o644 }),
        written('privkey.pem', filler(`key of ${serviceName}`, 1700), { hasKey: true, mode: 0o600 }),
      ],
    };
  });
  return createCopyRepository(database).save(bundles, []).ok;
}

function changeOf(index: number): StateChange {
  const name = `host-${String(index).padStart(5, '0')}.example.com`;
  const soonest = isFull && index % 10 === 5 ? 8 : 40;
  const notAfter = now + (soonest + (index % 40)) * DAY_MS;
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
    chainEnd: null,
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
