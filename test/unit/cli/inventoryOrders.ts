import type { DeploymentStatus } from '#shared/domain/deploymentStatus.ts';
import type { InventoryOrder } from '#shared/domain/inventory.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';

export const now = Date.UTC(2026, 10, 20, 12);

/** A healthy order, with changes. */
export function order(given: Partial<InventoryOrder> = {}): InventoryOrder {
  return {
    id: 'id',
    rid: 'rid',
    title: 'Shop',
    alias: null,
    tags: [],
    note: '',
    connection: 'Main',
    pushOnly: false,
    status: 'healthy',
    failure: null,
    findings: [],
    waitsUntil: null,
    fingerprint256: 'ab',
    commonName: 'shop.example.com',
    issuerName: 'CA',
    domains: [],
    notBefore: now - 10 * DAY_MS,
    notAfter: now + 80 * DAY_MS,
    lastConfirmedAt: now,
    lead: null,
    renewal: { kind: 'notDue', dueAt: now + 50 * DAY_MS },
    deployment: null,
    authority: null,
    copies: [],
    endpoints: [],
    validity: [],
    ...given,
  };
}

/** Two current addresses, with changes. */
export const deployment = (given: Partial<DeploymentStatus>): DeploymentStatus => ({
  status: 'current',
  addresses: 2,
  affected: 2,
  copies: 0,
  copiesAffected: 0,
  servedNotAfter: null,
  uncheckedSince: null,
  ...given,
});
