import { createHash, randomUUID } from 'node:crypto';
import type { DeliveryFields, VerifiedDelivery } from '#main/webhook/inbox/delivery.ts';
import type { DeliveryRecord, NewDelivery } from '#main/webhook/inbox/deliveryRecord.ts';
import { DeliveryStore } from '#main/webhook/inbox/deliveryStore.ts';
import { ok } from '#shared/result.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';
import { facts } from '#test/unit/storage/records.ts';
import { createAuthority, issue } from '#test/unit/x509/certificates/certificateFixtures.ts';

export const authority = await createAuthority();
export const material = await issue(authority);

/** The fields of a valid delivery. */
export const soundFields: DeliveryFields = {
  ssl: 'shop',
  task: 'Push to desk',
  certificate: material.certificate,
  certificateServer: material.certificateServer,
  certificateChain: material.certificateChain,
  key: material.key,
  notAfter: '2026-08-01 12:34:56',
};

/** A delivery that was signed at `timestamp` (Unix seconds); another `body` is another delivery. */
export function delivery(
  change: Partial<Omit<VerifiedDelivery, 'fields'>> & {
    readonly body?: string;
    readonly fields?: Partial<DeliveryFields>;
  } = {},
): VerifiedDelivery {
  const { body = randomUUID(), fields, ...rest } = change;
  return {
    hookId: 'hook',
    receivedAt: 1_000_000,
    timestamp: '1767225600',
    token: 'a'.repeat(64),
    bodySha256: sha256(body),
    bodyBytes: 8_000,
    ...rest,
    fields: { ...soundFields, ...fields },
  };
}

/** A header pair with another timestamp. */
export function signedAt(seconds: number): Pick<VerifiedDelivery, 'timestamp' | 'token'> {
  return { timestamp: `${seconds}`, token: sha256(`token ${seconds}`) };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** A delivery in the inbox, with values that differ from the column defaults. */
export function deliveryRecord(id: string, change: Partial<DeliveryRecord> = {}): DeliveryRecord {
  return {
    id,
    receivedAt: 1000,
    hookId: 'hook',
    hookName: '办公室 hook',
    orderName: 'shop\'s "order"',
    task: 'Push to desk',
    leaf: facts(`${id}.example`),
    serviceNotAfter: '2026-08-01 12:34:56',
    orderId: null,
    verdict: { kind: 'waiting', reason: { kind: 'unknownName' } },
    key: 'vault',
    sharesSignature: false,
    chain: [facts('issuing.example')],
    pem: `PEM of ${id}`,
    ...change,
  };
}

/** A delivery to be written; those with the same `signature` share one header pair. */
export function newDelivery(
  record: DeliveryRecord,
  change: { readonly signature?: string; readonly key?: Uint8Array | null } = {},
): NewDelivery {
  const { signature = sha256(record.id), key = Buffer.from(`key of ${record.id}`) } = change;
  return {
    record,
    sealedKey: key === null ? null : { nonce: Buffer.alloc(12, 7), ciphertext: key },
    seen: {
      signature,
      body: sha256(`body of ${record.id}`),
      timestamp: 1_767_225_600,
      deliveryId: record.id,
    },
  };
}

/** A store of these deliveries, without a disk. */
export function storeOf(records: readonly DeliveryRecord[]): DeliveryStore {
  const disk = { load: () => [...records], setVerdicts: () => ok(null) };
  return new DeliveryStore(disk, createRecordingLogger().logger);
}
