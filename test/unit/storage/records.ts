import type { OrderRecord, StateChange } from '#main/orders/list/orderRecord.ts';
import type { CertificateFacts } from '#shared/domain/certificate.ts';
import { DAY_MS as DAY } from '#shared/domain/thresholds.ts';

export function facts(name: string, notBefore = 0, notAfter = 90 * DAY): CertificateFacts {
  return {
    fingerprint256: Buffer.from(name).toString('hex').padEnd(64, '0'),
    subject: `CN=${name}`,
    commonName: name,
    subjectAltNames: [name, `www.${name}`],
    issuer: 'CN=Issuing CA, O=Example',
    issuerName: 'Issuing CA',
    serialNumber: '01AB',
    keyType: 'RSA',
    keyBits: 2048,
    curve: null,
    notBefore,
    notAfter,
    isCa: false,
    selfIssued: false,
  };
}

export function record(id: string, fields: Partial<OrderRecord> = {}): OrderRecord {
  return {
    id,
    connectionId: 'a',
    rid: `rid-${id}`,
    alias: null,
    addedAt: 1000,
    removedAt: null,
    serviceName: null,
    serviceNotAfter: null,
    leaf: null,
    chain: [],
    chainEnd: null,
    findings: [],
    accepted: null,
    lastConfirmedAt: null,
    lastAttemptAt: null,
    nextPollAt: null,
    failures: 0,
    failure: null,
    ...fields,
  };
}

/** A success: the record's leaf was given at `at`. */
export function confirmed(from: OrderRecord, leaf: CertificateFacts, at: number): StateChange {
  const chain = [facts('issuing.example', 0, 1000 * DAY), facts('root.example', 0, 5000 * DAY)];
  return {
    record: { ...from, leaf, chain, lastConfirmedAt: at, lastAttemptAt: at, nextPollAt: at + 1, failures: 0 },
    seenAt: at,
    pem: { leaf: `PEM of ${leaf.subject}`, chain: chain.map(({ subject }) => `PEM of ${subject}`) },
  };
}
