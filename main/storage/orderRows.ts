import type { OrderOutline, OrderRecord } from '#main/orders/list/orderRecord.ts';
import type { CertificateFacts } from '#shared/domain/certificate.ts';
import { isInstant, isInstantOrNull } from '#shared/domain/instant.ts';
import type { AppError } from '#shared/errors.ts';
import type { RowOf } from './database.ts';
import type { JsonColumns } from './json.ts';
import {
  acceptedSchema,
  chainEndSchema,
  factsSchema,
  findingsSchema,
  pollErrorSchema,
  textsSchema,
} from './rowSchemas.ts';

/** A row of an order with its state. */
export type OrderRow = RowOf<
  OrderRecord,
  {
    readonly leaf: string | null;
    /** Fingerprints. */
    readonly chain: string;
    readonly chainEnd: string | null;
    readonly findings: string;
    readonly accepted: string | null;
    readonly failure: string | null;
  }
>;

/** As much of a row as an outline needs: an array is read in half the time of an object. */
export type OutlineRow = readonly [
  id: string,
  connectionId: string,
  rid: string,
  removedAt: number | null,
  serviceNotAfter: string | null,
  lastConfirmedAt: number | null,
  failures: number,
  failure: string | null,
  findings: string,
  notBefore: number | null,
  notAfter: number | null,
  chainEnd: string | null,
  isCompared: 0 | 1,
  fingerprint256: string | null,
];

export type CertificateRow = Readonly<Record<'fingerprint' | 'facts', string>>;

/** What an order shows of which something could not be read, until the next poll. */
const UNREADABLE: AppError = { kind: 'storage', reason: 'damaged', detail: 'unreadable row' };

/** The columns about polls: as if the last one had failed, when something could not be read. */
function pollsOf<Row extends { readonly lastConfirmedAt: number | null; readonly failures: number }>(
  { lastConfirmedAt, failures }: Row,
  failure: AppError | null | undefined,
  isReadable: boolean,
) {
  return isReadable && failure !== undefined
    ? { lastConfirmedAt, failures, failure }
    : { lastConfirmedAt: null, failures: Math.max(1, failures || 0), failure: UNREADABLE };
}

const instantOrNull = (value: number | null) => (isInstant(value) ? value : null);

/** Whether the numbers of a row can be used. */
function isDated(failures: number, ...times: readonly (number | null)[]): boolean {
  return times.every(isInstantOrNull) && Number.isSafeInteger(failures);
}

/** Reads rows as outlines. */
export function outlineReader(columns: JsonColumns): (row: OutlineRow) => OrderOutline {
  const findingsOf = columns.reader('findings', findingsSchema);
  const failureOf = columns.reader('failure', pollErrorSchema);
  const chainEndOf = columns.reader('chain_end', chainEndSchema);
  return ([
    id,
    connectionId,
    rid,
    removedAt,
    serviceNotAfter,
    lastConfirmedAt,
    failures,
    failure,
    found,
    notBefore,
    notAfter,
    chainEnd,
    isCompared,
    fingerprint256,
  ]) => {
    const findings = findingsOf(found);
    const end = chainEnd === null ? null : chainEndOf(chainEnd);
    const polls = pollsOf(
      { lastConfirmedAt, failures },
      failure === null ? null : failureOf(failure),
      isDated(failures, lastConfirmedAt, removedAt) && findings !== undefined && end !== undefined,
    );
    // No spread here: it would take a tenth more time for all orders.
    return {
      id,
      connectionId,
      rid,
      removedAt: instantOrNull(removedAt),
      serviceNotAfter,
      lastConfirmedAt: polls.lastConfirmedAt,
      failures: polls.failures,
      failure: polls.failure,
      findings: findings ?? [],
      leaf:
        fingerprint256 !== null && isInstant(notBefore) && isInstant(notAfter)
          ? { fingerprint256, notBefore, notAfter }
          : null,
      chainEnd: end ?? null,
      isCompared: isCompared === 1,
    };
  };
}

/** Reads rows as records. @param certificates all certificates in their chains: the records share their facts */
export function recordReader(
  certificates: readonly CertificateRow[],
  columns: JsonColumns,
): (row: OrderRow) => OrderRecord {
  const factsOf = (facts: string) => columns.read('facts', factsSchema, facts);
  const issuers = new Map(certificates.map(({ fingerprint, facts }) => [fingerprint, factsOf(facts)]));
  const linksOf = columns.reader('chain', textsSchema);
  // Ten thousand orders have a few different chains, and few have findings.
  const chains = new Map<string, readonly CertificateFacts[] | undefined>();
  const chainOf = (text: string) => {
    if (!chains.has(text)) {
      const links = linksOf(text)?.map((fingerprint) => issuers.get(fingerprint));
      chains.set(
        text,
        links?.filter((facts) => facts !== undefined),
      );
    }
    return chains.get(text);
  };
  const findingsOf = columns.reader('findings', findingsSchema);
  const failureOf = columns.reader('failure', pollErrorSchema);
  const chainEndOf = columns.reader('chain_end', chainEndSchema);
  // Named one by one: to spread ten thousand rows takes several times as long.
  return (row) => {
    const leaf = row.leaf === null ? null : factsOf(row.leaf);
    const chain = chainOf(row.chain);
    const chainEnd = row.chainEnd === null ? null : chainEndOf(row.chainEnd);
    const findings = findingsOf(row.findings);
    const accepted = row.accepted === null ? null : columns.read('accepted', acceptedSchema, row.accepted);
    const { addedAt, removedAt, lastConfirmedAt, lastAttemptAt, nextPollAt } = row;
    const isReadable =
      ![leaf, chain, chainEnd, findings, accepted].includes(undefined) &&
      isDated(row.failures, addedAt, removedAt, lastConfirmedAt, lastAttemptAt, nextPollAt);
    const polls = pollsOf(row, row.failure === null ? null : failureOf(row.failure), isReadable);
    return {
      id: row.id,
      connectionId: row.connectionId,
      rid: row.rid,
      alias: row.alias,
      addedAt: instantOrNull(row.addedAt) ?? 0,
      removedAt: instantOrNull(row.removedAt),
      serviceName: row.serviceName,
      serviceNotAfter: row.serviceNotAfter,
      leaf: leaf ?? null,
      chain: chain ?? [],
      chainEnd: chainEnd ?? null,
      findings: findings ?? [],
      accepted: accepted ?? null,
      lastConfirmedAt: polls.lastConfirmedAt,
      lastAttemptAt: instantOrNull(row.lastAttemptAt),
      nextPollAt: polls.failure === UNREADABLE ? null : row.nextPollAt,
      failures: polls.failures,
      failure: polls.failure,
    };
  };
}
