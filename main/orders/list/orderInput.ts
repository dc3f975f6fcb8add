import { isPartOf, MASKED, MAX_RIDS_AT_ONCE, parseRids } from '#shared/domain/rids.ts';
import type { AppError } from '#shared/errors.ts';
import type { AddOrdersReport } from '#shared/ipc/answers.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { OrderIndex } from './orderIndex.ts';
import type { OrderRecord } from './orderRecord.ts';

export interface AddPlan {
  readonly fresh: readonly OrderRecord[];
  /** Records of removed orders that are restored. */
  readonly returning: readonly OrderRecord[];
  readonly report: AddOrdersReport;
}

/** Compares pasted rids with the known orders, and refuses access tokens among them. Errors: `invalidInput` of `rid`: none in the text, or too many. */
export function planAdding(
  book: OrderIndex,
  connectionId: string,
  text: string,
  tokens: readonly string[],
  make: { readonly newId: () => string; readonly addedAt: number },
): Result<AddPlan> {
  const { rids, duplicates, refused } = parseRids(text, tokens);
  if (rids.length === 0 && refused.length === 0) {
    return err({ kind: 'invalidInput', field: 'rid', reason: 'empty' });
  }
  if (rids.length > MAX_RIDS_AT_ONCE) {
    return err({ kind: 'invalidInput', field: 'rid', reason: 'outOfRange' });
  }
  const fresh: OrderRecord[] = [];
  const returning: OrderRecord[] = [];
  const results: AddOrdersReport['results'][number][] = [];
  const ids = new Map<string, string>();
  for (const rid of rids) {
    const known = book.find(connectionId, rid);
    const record = known ?? newRecord(make.newId(), connectionId, rid, make.addedAt);
    if (known === null) fresh.push(record);
    else if (known.removedAt !== null) returning.push(known);
    const there = known !== null && known.removedAt === null;
    results.push({ rid, outcome: there ? 'alreadyThere' : 'added', orderId: record.id });
    ids.set(rid, record.id);
  }
  for (const rid of duplicates) {
    const orderId = ids.get(rid);
    if (orderId !== undefined) results.push({ rid, outcome: 'repeated', orderId });
  }
  return ok({ fresh, returning, report: { results, refused } });
}

const isToken: AppError = { kind: 'invalidInput', field: 'rid', reason: 'isToken' };

/** The orders whose rids are tokens, with masked rids, unlike any other of their connections, and with why they fail. */
export function maskedRecords(book: OrderIndex, tokens: readonly string[]): OrderRecord[] {
  const taken = new Set<string>();
  return book
    .idsWhere((rid) => tokens.some((token) => isPartOf(rid, token)))
    .flatMap((id) => {
      const record = book.record(id);
      if (record === null) return [];
      const { connectionId, failures } = record;
      let rid: string = MASKED;
      while (book.find(connectionId, rid) !== null || taken.has(`${connectionId} ${rid}`)) rid += '•';
      taken.add(`${connectionId} ${rid}`);
      return { ...record, rid, failures: failures + 1, failure: isToken };
    });
}

/** A new order that was not polled yet. */
export function newRecord(id: string, connectionId: string, rid: string, addedAt: number): OrderRecord {
  return {
    id,
    connectionId,
    rid,
    alias: null,
    addedAt,
    removedAt: null,
    serviceName: null,
    serviceNotAfter: null,
    leaf: null,
    chain: [],
    chainEnd: null,
    findings: [],
    accepted: null,
    lastConfirmedAt: null,
    lastAttemptAt: null,
    nextPollAt: null,
    failures: 0,
    failure: null,
  };
}
