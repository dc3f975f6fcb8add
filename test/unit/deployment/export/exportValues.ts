import type { ExportRequest } from '#main/deployment/export/exportPorts.ts';
import type { CertificateMaterial } from '#main/x509/material.ts';
import type { CertificateFacts } from '#shared/domain/certificate.ts';
import type { ExportProof } from '#shared/domain/exportProof.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import type { AppError } from '#shared/errors.ts';
import { unfetchedOrder } from '#test/support/orderRows.ts';

export const denied: AppError = { kind: 'fileSystem', reason: 'permission', code: 'EACCES', name: 'certs' };
export const mismatch: AppError = { kind: 'invalidMaterial', reason: 'keyMismatch', part: 'key' };

export function orderRow(id: string, fields: Partial<OrderRow> = {}): OrderRow {
  return unfetchedOrder(id, { alias: `${id}.example`, fingerprint256: `leaf of ${id}`, ...fields });
}

export function materialOf(name: string, key: string | null = `key of ${name}`): CertificateMaterial {
  return {
    certificate: `leaf of ${name}`,
    certificateServer: null,
    certificateChain: null,
    key,
    notAfter: null,
    name: null,
  };
}

export function leafOf(fingerprint256: string): CertificateFacts {
  return {
    fingerprint256,
    subject: '',
    commonName: 'cn',
    subjectAltNames: [],
    issuer: '',
    issuerName: '',
    serialNumber: '',
    keyType: 'EC',
    keyBits: 256,
    curve: 'P-256',
    notBefore: 0,
    notAfter: 1000,
    isCa: false,
    selfIssued: false,
  };
}

export const proven: ExportProof = { kind: 'proven', servername: 'shop.example', protocol: 'TLSv1.3' };

export function requestFor(ids: readonly string[], fields: Partial<ExportRequest> = {}): ExportRequest {
  return {
    orderIds: ids,
    presetId: 'pem',
    parts: ['certificate', 'key'],
    container: 'folder',
    into: null,
    review: 'always',
    deliveryId: null,
    ...fields,
  };
}
