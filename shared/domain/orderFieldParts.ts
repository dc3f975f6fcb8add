import type { z as zod } from 'zod';
import { conditionKinds } from './conditions/conditions.ts';
import { placeStatuses } from './conditions/places.ts';
import type { ServedFinding } from './endpoint.ts';
import type { Finding } from './finding.ts';
import type { InventoryEndpoint, InventoryRenewal } from './inventory.ts';

/** Zod, for the schemas of results, which no command needs when it runs. */
export type Zod = typeof zod;

export const text = (z: Zod) => z.string();
export const texts = (z: Zod) => z.array(z.string());
export const textOrNull = (z: Zod) => z.string().nullable();
export const time = (z: Zod) => z.iso.datetime();
export const timeOrNull = (z: Zod) => z.iso.datetime().nullable();

export const conditionSchema = (z: Zod) =>
  z.strictObject({
    kind: z.enum(conditionKinds).describe('A word that does not change: docs/states.md.'),
    severity: z.enum(['critical', 'attention', 'notice']),
    since: timeOrNull(z).describe('null: that is not known.'),
  });

export function renewalSchema(z: Zod) {
  return z.strictObject({
    state: z
      .enum(['unknown', 'expected', 'notDue', 'due', 'overdue'])
      .describe('expected: no renewal was seen, so dueAt is a guess, and nothing is due or overdue then.'),
    dueAt: timeOrNull(z).describe('When the order is usually, or expected to be, renewed.'),
    overdueSeconds: z.int().nullable(),
  });
}

export const deploymentSchema = (z: Zod) =>
  z.strictObject({
    status: z.enum(placeStatuses).describe('The worst of its servers and exported files.'),
    addresses: z.int(),
    affected: z.int().describe('Addresses with this status.'),
    copies: z.int(),
    copiesAffected: z.int().describe('Exported files, counted by folder, with this status.'),
    servedNotAfter: timeOrNull(z),
    uncheckedSince: timeOrNull(z),
  });

export const copySchema = (z: Zod) =>
  z.strictObject({
    folder: z.string(),
    state: textOrNull(z),
    outdated: z.boolean(),
    notAfter: time(z),
  });

export const spanSchema = (z: Zod) =>
  z.strictObject({
    fingerprint256: z.string(),
    notBefore: time(z),
    notAfter: time(z),
    firstSeenAt: time(z),
  });

export function dueAt(renewal: InventoryRenewal): string | null {
  return renewal.kind === 'unknown' ? null : instant(renewal.dueAt);
}

export function endpointSchema(z: Zod) {
  const error = z.object({ kind: z.string() }).nullable();
  return z.strictObject({
    host: z.string(),
    port: z.int(),
    protocol: z.string(),
    serverName: textOrNull(z),
    probedAt: timeOrNull(z),
    error,
    addresses: z.array(
      z.strictObject({
        address: z.string(),
        status: z.enum(placeStatuses),
        relation: textOrNull(z),
        fingerprint256: z
          .string()
          .regex(/^[0-9a-f]{64}$/u)
          .nullable(),
        commonName: textOrNull(z),
        issuer: textOrNull(z),
        notBefore: timeOrNull(z),
        notAfter: timeOrNull(z),
        servedSince: timeOrNull(z),
        uncheckedSince: timeOrNull(z),
        findings: z.array(z.object({ kind: z.string() })),
        error,
      }),
    ),
    omitted: z.int(),
  });
}

export function endpointValue({ probedAt, addresses, ...endpoint }: InventoryEndpoint) {
  return {
    ...endpoint,
    probedAt: instant(probedAt),
    addresses: addresses.map(({ issuerName, findings, ...address }) => ({
      ...address,
      issuer: issuerName,
      notBefore: instant(address.notBefore),
      notAfter: instant(address.notAfter),
      servedSince: instant(address.servedSince),
      uncheckedSince: instant(address.uncheckedSince),
      findings: findings.map(findingValue),
    })),
  };
}

export function findingValue(found: Finding | ServedFinding) {
  if (found.kind === 'chainCertificateExpired') return { ...found, notAfter: instant(found.notAfter) };
  if (found.kind === 'chainCertificateNotYetValid') return { ...found, notBefore: instant(found.notBefore) };
  return found;
}

export function seconds(ms: number): number {
  return Math.round(ms / 1000);
}

/** An instant (Unix ms) as ISO 8601 in UTC: `2026-06-15T12:00:00.000Z`. */
export function instant(ms: number): string;
export function instant(ms: number | null): string | null;
export function instant(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
