import type { AcceptedLeaf } from '#shared/domain/acceptance.ts';
import type { CertificateFacts } from '#shared/domain/certificate.ts';
import type { ChainEnd } from '#shared/domain/chainEnd.ts';
import type { Finding } from '#shared/domain/finding.ts';
import type { HistoryEntry } from '#shared/domain/order.ts';
import type { AppError } from '#shared/errors.ts';
import type { Result } from '#shared/result.ts';
import type { StoredOrder } from './orderSource.ts';

/** Everything stored about a pulled order. Times are Unix milliseconds. */
export interface OrderRecord extends StoredOrder {
  readonly connectionId: string;
  readonly rid: string;
  readonly serviceName: string | null;
  /** The service's last notAfter, without time zone; also from answers without material. */
  readonly serviceNotAfter: string | null;
  readonly leaf: CertificateFacts | null;
  readonly chain: readonly CertificateFacts[];
  /** Of the last inspection; `null`: the leaf expires first. */
  readonly chainEnd: ChainEnd | null;
  /** Of the last inspection, without `serviceDisagrees`, which depends on other orders. */
  readonly findings: readonly Finding[];
  /** What renewals are compared with; `null`: the leaf itself, or there is no leaf yet. */
  readonly accepted: AcceptedLeaf | null;
  readonly lastConfirmedAt: number | null;
  readonly lastAttemptAt: number | null;
  /** `null`: as soon as polling is possible. */
  readonly nextPollAt: number | null;
  readonly failures: number;
  readonly failure: AppError | null;
}

/** The part of a record that decides the status of its order and its place in the list. */
export interface OrderOutline
  extends Pick<
    OrderRecord,
    | 'id'
    | 'connectionId'
    | 'rid'
    | 'removedAt'
    | 'serviceNotAfter'
    | 'chainEnd'
    | 'lastConfirmedAt'
    | 'failures'
    | 'failure'
    | 'findings'
  > {
  readonly leaf: Pick<CertificateFacts, 'fingerprint256' | 'notBefore' | 'notAfter'> | null;
  /** Whether the findings also depend on the rest of the record: its leaf is compared with an accepted one. */
  readonly isCompared: boolean;
}

export interface StateChange {
  readonly record: OrderRecord;
  /** When the service gave the record's leaf; `null` if this poll did not give it. */
  readonly seenAt: number | null;
  /** PEM of the record's leaf and chain if they were inspected again, otherwise `null`. */
  readonly pem: { readonly leaf: string; readonly chain: readonly string[] } | null;
}

/** After a successful write the data is on disk. Error of every write: `storage`; nothing was written. */
export interface OrderRepository {
  /** All orders, including removed ones, in a third of the time of `load`. Throws when the database does. */
  outlines(): OrderOutline[];
  /** All orders, including removed ones. Throws when the database does. */
  load(): OrderRecord[];
  /** Some orders, removed or not. Throws when the database does. */
  read(ids: readonly string[]): OrderRecord[];
  add(fresh: readonly OrderRecord[], returning: readonly string[]): Result<null>;
  /** Stores these orders, with other rids than before. */
  maskRids(records: readonly OrderRecord[]): Result<null>;
  setAlias(id: string, alias: string | null): Result<null>;
  setRemoved(ids: readonly string[], removedAt: number | null): Result<null>;
  saveStates(changes: readonly StateChange[]): Result<null>;
  setNextPolls(plans: readonly NextPoll[]): Result<null>;
  /** Deletes orders removed before an instant, and certificates without an order. */
  purge(removedBefore: number): Result<null>;
  /** The leaves that an order has or had, newest first. Error: `storage`. */
  history(id: string): Result<HistoryEntry[]>;
}

export interface NextPoll {
  readonly orderId: string;
  readonly nextPollAt: number | null;
}
