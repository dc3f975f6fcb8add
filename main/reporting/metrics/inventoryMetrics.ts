import type { CertificateFile } from '#main/deployment/copies/copyView.ts';
import type { LeafIdentities, LeafIdentity } from '#main/orders/renewals/orderHistories.ts';
import type { Parts } from '#main/platform/slices.ts';
import { endOf } from '#shared/domain/chainEnd.ts';
import { hostAndPort, isOfThisComputer } from '#shared/domain/endpoint.ts';
import type {
  Inventory,
  InventoryAddress,
  InventoryEndpoint,
  InventoryOrder,
} from '#shared/domain/inventory.ts';
import { shortName } from '#shared/text.ts';
import { expositionText, labelText, type Sample } from './exposition.ts';
import { type TagLabel, tagLabelsOf } from './tagLabels.ts';

/** The input of the metrics. */
export interface MetricsFacts {
  readonly inventory: Inventory;
  /** Of `leavesIn`; may lack certificates that no order had. */
  readonly leaves: LeafIdentities;
  readonly files: readonly CertificateFile[];
  /** What the tags of an order add to the labels of its series. */
  readonly tagLabels: readonly TagLabel[];
  /** By how many ms the poll that is due longest is late; `null`: this process polls nothing. */
  readonly overdueMs: number | null;
}

/** Maximum length of a name in a label, in characters. Ids and paths are complete, as they make a series unique. */
const NAME_LENGTH = 256;

/** A certificate with its series' labels. Times in Unix ms. */
interface Seen {
  readonly labels: string;
  readonly notBefore: number;
  readonly notAfter: number;
}

/** The SHA-256 fingerprints of all leaves that the metrics name. */
export function leavesIn({
  inventory,
  files,
}: Pick<MetricsFacts, 'inventory' | 'files'>): ReadonlySet<string> {
  const found = new Set<string | null>(files.map(({ fingerprint256 }) => fingerprint256));
  for (const { fingerprint256, endpoints } of inventory.orders) {
    found.add(fingerprint256);
    for (const { addresses } of endpoints) for (const served of addresses) found.add(served.fingerprint256);
  }
  found.delete(null);
  return found as Set<string>;
}

/**
 * The inventory as metrics (docs/monitoring.md). Names and labels of `x509_cert_*` are those of x509-certificate-exporter.
 * A series is unique by the order's id and the endpoint, address or file. Sorted by the order's id, so that a renewal
 * changes few lines of the file. What is not known now has no series, except a fault that was seen at an address: it stays until
 * the address is seen without it, so that an alert does not end because a server can't be reached.
 */
export function* inventoryMetrics({ inventory, leaves, files, tagLabels, overdueMs }: MetricsFacts): Parts {
  const { takenAt, clockAheadMs, version } = inventory;
  const filesOf = Map.groupBy(files, ({ orderId }) => orderId);
  const orders = inventory.orders.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const certificates: Seen[] = [];
  const confirmed: Sample[] = [];
  const due: Sample[] = [];
  const usable: Sample[] = [];
  const statuses: Sample[] = [];
  const conditions: Sample[] = [];
  const deployed: Sample[] = [];
  const reachable: Sample[] = [];
  for (const order of orders) {
    const labels = labelsOf(order, tagLabels);
    certificates.push(
      ...issued(order, labels, leaves),
      ...exported(filesOf.get(order.id) ?? [], labels, leaves),
    );
    // A push-only order is never polled, so no confirmation is missing.
    if (!order.pushOnly) confirmed.push({ labels, value: (order.lastConfirmedAt ?? 0) / 1000 });
    const usableUntil = order.fingerprint256 === null ? null : endOf(order);
    if (usableUntil !== null) usable.push({ labels, value: usableUntil / 1000 });
    if (order.renewal.kind !== 'unknown') due.push({ labels, value: order.renewal.dueAt / 1000 });
    statuses.push({ labels: `${labels},${labelText({ status: order.status })}`, value: 1 });
    for (const { kind } of order.conditions)
      conditions.push({ labels: `${labels},${labelText({ kind })}`, value: 1 });
    for (const endpoint of order.endpoints) {
      // It has no address, for instance because its name could not be resolved.
      if (endpoint.addresses.length === 0 && endpoint.error !== null && !isOfThisComputer(endpoint.error))
        reachable.push({ labels: `${labels},${placeLabels(endpoint, null)}`, value: 0 });
    }
    for (const { endpoint, address } of addressesOf(order)) {
      const place = `${labels},${placeLabels(endpoint, address)}`;
      const reached = reachedValue(address);
      if (reached !== null) reachable.push({ labels: place, value: reached });
      const value = deployedValue(address);
      if (value !== null) deployed.push({ labels: place, value });
      certificates.push(...served(address, place, leaves));
    }
    yield '';
  }
  function* each(value: (seen: Seen) => number): Iterable<Sample> {
    for (const seen of certificates) yield { labels: seen.labels, value: value(seen) };
  }
  yield* expositionText([
    {
      name: 'x509_cert_not_after',
      help: "Unix timestamp of the certificate's notAfter.",
      samples: each(({ notAfter }) => notAfter / 1000),
    },
    {
      name: 'x509_cert_not_before',
      help: "Unix timestamp of the certificate's notBefore.",
      samples: each(({ notBefore }) => notBefore / 1000),
    },
    {
      name: 'x509_cert_expired',
      help: 'Whether the certificate had expired when this was written (1) or not (0).',
      samples: each(({ notAfter }) => (takenAt > notAfter ? 1 : 0)),
    },
    {
      name: 'notafter_order_last_confirmed_timestamp_seconds',
      help: "When the service last confirmed the order's certificate, Unix timestamp; 0: never.",
      samples: confirmed,
    },
    {
      name: 'notafter_order_renewal_due_timestamp_seconds',
      help: 'When the order is usually renewed, Unix timestamp; an expectation if no renewal was seen yet.',
      samples: due,
    },
    {
      name: 'notafter_order_usable_until_timestamp_seconds',
      help: 'When the certificate or its chain expires, whichever is first, Unix timestamp.',
      samples: usable,
    },
    {
      name: 'notafter_order_status',
      help: 'The status of the order, in the label "status"; always 1.',
      samples: statuses,
    },
    {
      name: 'notafter_order_condition',
      help: 'A condition that the order has, in the label "kind"; always 1.',
      samples: conditions,
    },
    {
      name: 'notafter_endpoint_deployed',
      help: "Whether the address serves the order's current certificate (1) or another one (0).",
      samples: deployed,
    },
    {
      name: 'notafter_endpoint_reachable',
      help: 'Whether the last probe of the address read a certificate (1), or failed (0). None without a probe that counts.',
      samples: reachable,
    },
    {
      name: 'notafter_clock_error_seconds',
      help: 'How far the clock of this computer is ahead; negative: behind; 0: right, as far as known.',
      samples: [{ labels: '', value: (clockAheadMs ?? 0) / 1000 }],
    },
    {
      name: 'notafter_poll_overdue_seconds',
      help: 'By how much the poll that is due longest is late; 0: none is. Only while NotAfter runs.',
      samples: overdueMs === null ? [] : [{ labels: '', value: overdueMs / 1000 }],
    },
    {
      name: 'notafter_build_info',
      help: 'The version of NotAfter; always 1.',
      samples: [{ labels: labelText({ version }), value: 1 }],
    },
  ]);
}

function labelsOf(
  { id, title, rid, connection, tags }: InventoryOrder,
  tagLabels: MetricsFacts['tagLabels'],
): string {
  const own = { id, order: name(title), rid, connection: name(connection) };
  return labelText({ ...own, ...tagLabelsOf(tags, tagLabels) });
}

function name(text: string): string {
  return shortName(text, NAME_LENGTH);
}

/** The labels about a certificate. `known`: what the place itself knows of it. */
function certificateLabels(
  source: 'issued' | 'file' | 'served',
  leaf: LeafIdentity | undefined,
  known: { readonly commonName: string | null; readonly issuerName: string | null },
): string {
  return labelText({
    source,
    subject_CN: name(leaf?.commonName ?? known.commonName ?? ''),
    issuer_CN: name(leaf?.issuerName ?? known.issuerName ?? ''),
    serial_number: leaf === undefined ? null : decimalSerial(leaf.serialNumber),
  });
}

/** A serial number as x509-certificate-exporter writes it. @param hex as OpenSSL writes it */
export function decimalSerial(hex: string): string | null {
  const [, sign = '', digits] = /^(-?)([0-9a-f]+)$/iu.exec(hex) ?? [];
  return digits === undefined ? null : `${sign}${BigInt(`0x${digits}`)}`;
}

function issued(
  { fingerprint256, notBefore, notAfter, commonName, issuerName }: InventoryOrder,
  labels: string,
  leaves: MetricsFacts['leaves'],
): readonly Seen[] {
  // Without a certificate, its notAfter would be only the service's word.
  if (fingerprint256 === null || notBefore === null || notAfter === null) return [];
  const own = certificateLabels('issued', leaves.get(fingerprint256), { commonName, issuerName });
  return [{ labels: `${labels},${own}`, notBefore, notAfter }];
}

function exported(
  files: readonly CertificateFile[],
  labels: string,
  leaves: MetricsFacts['leaves'],
): readonly Seen[] {
  return files
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))
    .map(({ path, fingerprint256, notBefore, notAfter }) => {
      const own = certificateLabels('file', leaves.get(fingerprint256), {
        commonName: null,
        issuerName: null,
      });
      return { labels: `${labels},${own},${labelText({ filepath: path })}`, notBefore, notAfter };
    });
}

/** The addresses of all endpoints in a fixed order: DNS servers give them in another one each time. */
function addressesOf({ endpoints }: InventoryOrder) {
  return endpoints.flatMap((endpoint) =>
    endpoint.addresses
      .toSorted((one, other) => (one.address < other.address ? -1 : 1))
      .map((address) => ({ endpoint, address })),
  );
}

function placeLabels(endpoint: InventoryEndpoint, address: InventoryAddress | null): string {
  const { protocol, serverName } = endpoint;
  return labelText({
    endpoint: hostAndPort(endpoint),
    protocol,
    server_name: serverName,
    address: address?.address ?? null,
  });
}

/** Whether the last probe read a certificate. `null`: it is too old, or this computer had no way to the server. */
function reachedValue({ status, error }: InventoryAddress): 0 | 1 | null {
  if (error !== null && isOfThisComputer(error)) return null;
  if (status === 'unknown') return null;
  return status === 'unreachable' ? 0 : 1;
}

/**
 * Of an address that can't be reached or was not probed for long, a fault that was seen last stays: 0. `null`: it is not known
 * now, as an old success proves nothing.
 */
function deployedValue({ status, relation }: InventoryAddress): 0 | 1 | null {
  switch (status) {
    case 'current':
    case 'misconfigured':
      return 1;
    case 'foreign':
    case 'stale':
      return 0;
    case 'expired':
      return relation === 'issued' ? 1 : 0;
    case 'unreachable':
    case 'unknown':
      return relation === 'former' || relation === 'other' ? 0 : null;
  }
}

function served(address: InventoryAddress, labels: string, leaves: MetricsFacts['leaves']): readonly Seen[] {
  const { fingerprint256, notBefore, notAfter } = address;
  if (deployedValue(address) === null || fingerprint256 === null) return [];
  if (notBefore === null || notAfter === null) return [];
  const own = certificateLabels('served', leaves.get(fingerprint256), address);
  return [{ labels: `${labels},${own}`, notBefore, notAfter }];
}
