import type { CopyBundleView } from '#shared/domain/copy.ts';
import type { AddressView, EndpointView, ServedLeaf } from '#shared/domain/endpoint.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/thresholds.ts';

export const now = Date.UTC(2026, 5, 15, 12);

export function servedLeaf(change: Partial<ServedLeaf> = {}): ServedLeaf {
  return {
    fingerprint256: 'ab'.repeat(32),
    commonName: 'a.example',
    issuerName: 'Issuing CA',
    notBefore: now - 30 * DAY_MS,
    notAfter: now + 60 * DAY_MS,
    chainEnd: null,
    tlsVersion: 'TLSv1.3',
    findings: [],
    ...change,
  };
}

/** An address that serves the issued leaf, with changed fields. */
export function address(change: Partial<AddressView> = {}): AddressView {
  return {
    address: '192.0.2.1',
    probedAt: now - HOUR_MS,
    served: servedLeaf(),
    relation: 'issued',
    servedSince: now - DAY_MS,
    servedAt: now - HOUR_MS,
    error: null,
    errorSince: null,
    ...change,
  };
}

/** An endpoint with one address that is in step, with changed fields. */
export function endpoint(change: Partial<EndpointView> = {}): EndpointView {
  return {
    id: 'e1',
    orderId: 'a',
    host: 'a.example',
    port: 443,
    protocol: 'tls',
    serverName: null,
    intervalMinutes: 720,
    probing: false,
    addedAt: now - 40 * DAY_MS,
    probedAt: now - HOUR_MS,
    nextProbeAt: now + HOUR_MS,
    error: null,
    addresses: [address()],
    omitted: 0,
    ...change,
  };
}

/** A copy that holds the issued leaf, with changed fields. */
export function copy(change: Partial<CopyBundleView> = {}): CopyBundleView {
  return {
    id: 'copy',
    orderId: 'a',
    folder: '~/tls',
    target: '~/tls',
    presetId: 'nginx',
    files: [],
    state: 'fresh',
    outdated: false,
    notAfter: now + 60 * DAY_MS,
    chainEnd: null,
    writtenAt: now - DAY_MS,
    checkedAt: now,
    autoRefresh: false,
    needsPassphrase: false,
    previous: null,
    command: null,
    lastRun: null,
    ...change,
  };
}
