import type { Replacement, Revocation } from '#shared/domain/authorityNews.ts';
import type { HeldCondition } from '#shared/domain/conditions/conditions.ts';
import type { DeploymentSummary } from '#shared/domain/conditions/places.ts';
import type { ServedFinding } from '#shared/domain/endpoint.ts';
import type { Finding } from '#shared/domain/finding.ts';
import type {
  Inventory,
  InventoryAddress,
  InventoryCopy,
  InventoryEndpoint,
  InventoryOrder,
  InventoryRenewal,
} from '#shared/domain/inventory.ts';
import type { ValiditySpan } from '#shared/domain/renewal.ts';

/** Increased when a key is removed or changes its meaning; new keys do not count. */
const SCHEMA = 2;

/** An inventory as JSON for programs. Every key is always present; times in UTC (ISO 8601), durations in seconds. */
export function inventoryJson(inventory: Inventory): string {
  return `${JSON.stringify(inventoryValue(inventory), null, 2)}\n`;
}

function inventoryValue({ takenAt, clockAheadMs, version, orders }: Inventory) {
  return {
    schema: SCHEMA,
    // As the JSON of every command says it.
    changed: false,
    takenAt: instant(takenAt),
    clockAheadSeconds: clockAheadMs === null ? null : seconds(clockAheadMs),
    app: { name: 'NotAfter', version },
    orders: orders.map(orderValue),
  };
}

function orderValue(order: InventoryOrder) {
  const { lead, deployment, authority } = order;
  return {
    id: order.id,
    rid: order.rid,
    title: order.title,
    alias: order.alias,
    tags: order.tags,
    note: order.note,
    connection: order.connection,
    pushOnly: order.pushOnly,
    status: order.status,
    conditions: order.conditions.map(conditionValue),
    failure: order.failure,
    findings: order.findings.map(findingValue),
    waitsUntil: instant(order.waitsUntil),
    fingerprint256: order.fingerprint256,
    commonName: order.commonName,
    issuer: order.issuerName,
    domains: order.domains,
    notBefore: instant(order.notBefore),
    notAfter: instant(order.notAfter),
    chainEnd: order.chainEnd === null ? null : { name: order.chainEnd.name, at: instant(order.chainEnd.at) },
    lastConfirmedAt: instant(order.lastConfirmedAt),
    usualLead: lead === null ? null : { seconds: seconds(lead.leadMs), renewals: lead.renewals },
    renewal: renewalValue(order.renewal),
    revocation: revocationValue(authority?.revoked ?? null),
    replacement: replacementValue(authority?.replacement ?? null),
    deployment: deployment === null ? null : deploymentValue(deployment),
    copies: order.copies.map(copyValue),
    endpoints: order.endpoints.map(endpointValue),
    validity: order.validity.map(spanValue),
  };
}

function conditionValue({ kind, severity, since }: HeldCondition) {
  return { kind, severity, since: instant(since) };
}

function revocationValue(revoked: Revocation | null) {
  return revoked === null ? null : { at: instant(revoked.at), reason: revoked.reason };
}

function replacementValue(replacement: Replacement | null) {
  return replacement === null ? null : { from: instant(replacement.from), by: instant(replacement.by) };
}

function renewalValue(renewal: InventoryRenewal) {
  return {
    state: renewal.kind,
    dueAt: renewal.kind === 'unknown' ? null : instant(renewal.dueAt),
    overdueSeconds: renewal.kind === 'overdue' ? seconds(renewal.byMs) : null,
  };
}

function deploymentValue({ servedNotAfter, uncheckedSince, ...counts }: DeploymentSummary) {
  return {
    ...counts,
    servedNotAfter: instant(servedNotAfter),
    uncheckedSince: instant(uncheckedSince),
  };
}

function copyValue({ folder, state, outdated, notAfter }: InventoryCopy) {
  return { folder, state, outdated, notAfter: instant(notAfter) };
}

/** An endpoint with its times in ISO 8601. */
export function endpointValue({ probedAt, addresses, ...endpoint }: InventoryEndpoint) {
  return { ...endpoint, probedAt: instant(probedAt), addresses: addresses.map(addressValue) };
}

function addressValue({ issuerName, findings, ...address }: InventoryAddress) {
  return {
    ...address,
    issuer: issuerName,
    notBefore: instant(address.notBefore),
    notAfter: instant(address.notAfter),
    servedSince: instant(address.servedSince),
    uncheckedSince: instant(address.uncheckedSince),
    findings: findings.map(findingValue),
  };
}

/** A finding with its times in ISO 8601. */
function findingValue(finding: Finding | ServedFinding) {
  if (finding.kind === 'chainCertificateExpired') return { ...finding, notAfter: instant(finding.notAfter) };
  if (finding.kind === 'chainCertificateNotYetValid')
    return { ...finding, notBefore: instant(finding.notBefore) };
  return finding;
}

function spanValue({ fingerprint256, notBefore, notAfter, firstSeenAt }: ValiditySpan) {
  return {
    fingerprint256,
    notBefore: instant(notBefore),
    notAfter: instant(notAfter),
    firstSeenAt: instant(firstSeenAt),
  };
}

function seconds(ms: number): number {
  return Math.round(ms / 1000);
}

/** An instant (Unix ms) as ISO 8601 in UTC: `2026-06-15T12:00:00.000Z`. */
export function instant(ms: number): string;
export function instant(ms: number | null): string | null;
export function instant(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
