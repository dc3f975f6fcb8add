import type { SourceRow } from '#shared/domain/order.ts';
import { isEqual } from '#shared/isEqual.ts';

/** A part of an order that can change. `existence`: it was added, restored or removed. */
export type RowPart =
  | 'existence'
  | 'certificate'
  | 'poll'
  | 'name'
  | 'deployment'
  | 'authority'
  | 'annotation'
  | 'snooze';

/** Ids of orders whose rows changed, ids of removed orders, and renewals. */
export interface OrdersChange {
  readonly upserts: readonly string[];
  readonly removed: readonly string[];
  readonly renewed: readonly Renewal[];
  /** The parts that changed in any of these orders. */
  readonly parts: ReadonlySet<RowPart>;
}

/** An order's leaf was replaced. SHA-256 fingerprints. */
export interface Renewal {
  readonly orderId: string;
  readonly from: string;
  readonly to: string;
}

/** The fields of a row that its source changes. */
type SourceField = Exclude<keyof SourceRow, 'id' | 'source'>;

const partOfField: Readonly<Record<SourceField, RowPart>> = {
  alias: 'name',
  serviceName: 'name',
  fingerprint256: 'certificate',
  commonName: 'certificate',
  domains: 'certificate',
  issuerName: 'certificate',
  notBefore: 'certificate',
  notAfter: 'certificate',
  notAfterSource: 'certificate',
  chainEnd: 'certificate',
  findings: 'certificate',
  lastConfirmedAt: 'poll',
  lastAttemptAt: 'poll',
  nextPollAt: 'poll',
  failures: 'poll',
  failure: 'poll',
};

const sourceFields = Object.keys(partOfField) as SourceField[];

/** Adds what differs between two rows of an order. `undefined`: it has no row. */
export function addChangedParts(
  parts: Set<RowPart>,
  before: SourceRow | undefined,
  after: SourceRow | undefined,
): void {
  if (before === undefined || after === undefined) {
    if (before !== after) parts.add('existence');
    return;
  }
  for (const field of sourceFields) {
    const part = partOfField[field];
    if (!parts.has(part) && !isEqual(before[field], after[field])) parts.add(part);
  }
}
