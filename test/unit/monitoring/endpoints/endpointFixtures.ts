import type { EndpointDraft } from '#main/monitoring/endpoints/endpointDraft.ts';
import type {
  AddressSight,
  EndpointRecord,
  EndpointRepository,
} from '#main/monitoring/endpoints/endpointRecord.ts';
import type { ProbeReport } from '#main/monitoring/probe/endpointProber.ts';
import type { Endpoint, ServedLeaf } from '#shared/domain/endpoint.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import { err, ok } from '#shared/result.ts';

/** An endpoint of the order `o` with changed fields. */
export function endpointOf(id: string, change: Partial<Endpoint> = {}): Endpoint {
  const place = { host: `${id}.example.com`, port: 443, protocol: 'tls', serverName: null } as const;
  return { id, orderId: 'o', ...place, intervalMinutes: 720, ...change };
}

/** An endpoint that was never probed, with changed fields. */
export function endpointRecord(id: string, change: Partial<EndpointRecord> = {}): EndpointRecord {
  const seen = { probedAt: null, nextProbeAt: null, error: null, addresses: [], omitted: 0 };
  return { endpoint: endpointOf(id), addedAt: 1, ...seen, ...change };
}

/** The user's input for an endpoint, with changed fields. */
export function endpointDraft(text: string, change: Partial<EndpointDraft> = {}): EndpointDraft {
  return { text, protocol: null, serverName: '', intervalMinutes: 720, ...change };
}

/** A served leaf. */
function servedLeaf(fingerprint256: string): ServedLeaf {
  return {
    fingerprint256,
    commonName: 'api.example.com',
    issuerName: 'Test CA',
    notBefore: 0,
    notAfter: 90 * DAY_MS,
    chainEnd: null,
    tlsVersion: 'TLSv1.3',
    findings: [],
  };
}

/** The state of an address that served a leaf at a time. */
export function addressSight(
  address: string,
  fingerprint256: string,
  at: number,
  change: Partial<AddressSight> = {},
): AddressSight {
  const served = servedLeaf(fingerprint256);
  return {
    address,
    probedAt: at,
    served,
    servedSince: at,
    servedAt: at,
    error: null,
    errorSince: null,
    ...change,
  };
}

/** A report in which each address serves a leaf, or refuses the connection with `null`. */
export function reportOf(leaves: Readonly<Record<string, string | null>>): ProbeReport {
  const addresses = Object.entries(leaves).map(([address, leaf]) => ({
    address,
    outcome:
      leaf === null
        ? ({ kind: 'failed', error: { kind: 'refused' } } as const)
        : ({ kind: 'served', leaf: servedLeaf(leaf) } as const),
  }));
  return { error: null, addresses, omitted: 0 };
}

/** An in-memory repository that counts its writes, and can be set to fail. */
export function createFakeRepository(records: readonly EndpointRecord[] = []) {
  const kept = new Map(records.map((record) => [record.endpoint.id, record]));
  const state = { isBroken: false, saves: 0, sightWrites: 0 };
  const write = (run: () => void) => {
    if (state.isBroken) return err({ kind: 'storage', reason: 'full', detail: 'x' } as const);
    run();
    return ok(null);
  };
  const put = (changed: readonly EndpointRecord[]) => {
    for (const record of changed) kept.set(record.endpoint.id, record);
  };
  const repository: EndpointRepository = {
    all: () => [...kept.values()],
    ofOrders: (orderIds) => [...kept.values()].filter(({ endpoint }) => orderIds.includes(endpoint.orderId)),
    outlines: () => [...kept.values()].map(({ endpoint, ...record }) => ({ ...endpoint, ...record })),
    save: (changed) =>
      write(() => {
        state.saves += 1;
        put(changed);
      }),
    saveSights: (changed) =>
      write(() => {
        state.sightWrites += 1;
        put(changed);
      }),
    remove: (ids) =>
      write(() => {
        for (const id of ids) kept.delete(id);
      }),
  };
  return { repository, kept, state };
}
