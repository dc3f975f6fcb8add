import type { CertificateFacts } from '#shared/domain/certificate.ts';
import type { AcceptedLeaf, Finding } from '#shared/domain/finding.ts';
import type { HistoryEntry } from '#shared/domain/order.ts';
import type { AppError } from '#shared/errors.ts';
import type { Result } from '#shared/result.ts';

/** All that is kept of one order. Times are Unix milliseconds. */
export interface OrderRecord {
  readonly id: string;
  readonly connectionId: string;
  readonly rid: string;
  readonly alias: string | null;
  readonly addedAt: number;
  /** When the person removed it, or `null`; a removed order can be brought back for a while. */
  readonly removedAt: number | null;
  readonly serviceName: string | null;
  /** The service's zoneless notAfter as it came last, with or without material. */
  readonly serviceNotAfter: string | null;
  readonly leaf: CertificateFacts | null;
  /** Above the leaf, in order. */
  readonly chain: readonly CertificateFacts[];
  /** Of the last inspection; `serviceDisagrees` is not among them, it follows from the other orders. */
  readonly findings: readonly Finding[];
  /** What its leaf is measured by; `null`: its leaf itself is accepted, or there is none yet. */
  readonly accepted: AcceptedLeaf | null;
  readonly lastConfirmedAt: number | null;
  readonly lastAttemptAt: number | null;
  /** `null`: as soon as polling is possible. */
  readonly nextPollAt: number | null;
  readonly failures: number;
  readonly failure: AppError | null;
}

/** A new state of an order, to be written. */
export interface StateChange {
  readonly record: OrderRecord;
  /** When the service gave the record's leaf, or `null` when it was not given this time. */
  readonly seenAt: number | null;
  /** PEM of the record's leaf and chain when they were inspected anew, or `null`. */
  readonly pem: { readonly leaf: string; readonly chain: readonly string[] } | null;
}

/** Keeps orders across restarts. What a successful write took is on disk when it returns. */
export interface OrderRepository {
  /** Every order, removed ones too. Throws when the database does. */
  load(): OrderRecord[];
  /** Error of every write: `storage`; nothing of the write was done then. */
  /** Keeps new orders, and brings removed ones back. */
  add(fresh: readonly OrderRecord[], returning: readonly string[]): Result<null>;
  setAlias(id: string, alias: string | null): Result<null>;
  setRemoved(ids: readonly string[], removedAt: number | null): Result<null>;
  saveStates(changes: readonly StateChange[]): Result<null>;
  setNextPolls(plans: readonly NextPoll[]): Result<null>;
  /** Forgets orders removed before an instant, and certificates that no order has or had. */
  purge(removedBefore: number): Result<null>;
  /** Leaves that the order has or had, newest first. Error: `storage`. */
  history(id: string): Result<HistoryEntry[]>;
}

export interface NextPoll {
  readonly orderId: string;
  readonly nextPollAt: number | null;
}
