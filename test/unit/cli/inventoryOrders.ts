import type { ConditionFacts } from '#shared/domain/conditions/condition.ts';
import { conditionsOf } from '#shared/domain/conditions/conditions.ts';
import type { DeploymentSummary } from '#shared/domain/conditions/places.ts';
import { termsOf } from '#shared/domain/conditions/terms.ts';
import type { InventoryOrder } from '#shared/domain/inventory.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import { deriveStatus } from '#shared/domain/status.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import { orderWithDays } from '#test/support/orderRows.ts';

export const now = Date.UTC(2026, 10, 20, 12);

/**
 * A healthy order, with changes. Its status and conditions follow from `facts`, of which those that an inventory repeats are
 * taken from it.
 */
export function order(
  given: Partial<Omit<InventoryOrder, 'facts'>> & { readonly facts?: Partial<ConditionFacts> } = {},
): InventoryOrder {
  const { notBefore = now - 10 * DAY_MS, notAfter = now + 80 * DAY_MS, polling = 'active' } = given;
  const { findings = [], authority = null, lastConfirmedAt = now } = given;
  const repeated = { notBefore, notAfter, findings, authority, lastConfirmedAt };
  const facts = orderWithDays('id', 80, now, { ...repeated, ...given.facts });
  return {
    id: 'id',
    rid: 'rid',
    title: 'Shop',
    alias: null,
    tags: [],
    note: '',
    connection: 'Main',
    pushOnly: false,
    status: deriveStatus(facts, polling, defaultSettings, now),
    conditions: conditionsOf(facts, polling, termsOf(defaultSettings), now),
    polling,
    failure: facts.failure?.kind ?? null,
    findings,
    waitsUntil: null,
    fingerprint256: 'ab',
    commonName: 'shop.example.com',
    issuerName: 'CA',
    domains: [],
    notBefore,
    notAfter,
    chainEnd: null,
    lastConfirmedAt,
    lead: null,
    renewal: { kind: 'notDue', dueAt: now + 50 * DAY_MS },
    deployment: null,
    authority,
    copies: [],
    endpoints: [],
    validity: [],
    ...given,
    facts,
  };
}

/** Two current addresses, with changes. */
export const deployment = (given: Partial<DeploymentSummary>): DeploymentSummary => ({
  status: 'current',
  addresses: 2,
  affected: 2,
  copies: 0,
  copiesAffected: 0,
  servedNotAfter: null,
  uncheckedSince: null,
  ...given,
});
