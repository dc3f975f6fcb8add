import { datedNow } from '#main/platform/confirmedClock.ts';
import { Emitter, KeyedEmitter } from '#main/platform/emitter.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { PlannedChange } from '#main/platform/plannedChange.ts';
import type { Clock } from '#main/platform/time.ts';
import { offsetOf } from '#main/x509/certificates/serviceZone.ts';
import { type AcceptedLeaf, acceptedLeaf, isPlain, judgedFindings } from '#shared/domain/acceptance.ts';
import { replaces } from '#shared/domain/certificate.ts';
import { isDamaged, isReviewFinding } from '#shared/domain/finding.ts';
import type { PulledOrderRow } from '#shared/domain/order.ts';
import type { AppError } from '#shared/errors.ts';
import type { AddOrdersReport } from '#shared/ipc/answers.ts';
import { err, firstError, ok, type Result } from '#shared/result.ts';
import { acceptedOf, applyOutcome, isConfirmation, type PollOutcome, type PollStep } from './applyOutcome.ts';
import { OrderIndex } from './orderIndex.ts';
import { maskedRecords, newRecord, planAdding } from './orderInput.ts';
import type { NextPoll, OrderRecord, OrderRepository, StateChange } from './orderRecord.ts';
import {
  type OrderSource,
  type OrdersChange,
  type Renewal,
  type RowPart,
  removedKeptSince,
  type SourceDetails,
  type SourceFacts,
} from './orderSource.ts';

export interface OrderServicePorts {
  readonly repository: OrderRepository;
  readonly hasConnection: (connectionId: string) => boolean;
  /** The access tokens that were read so far. */
  readonly knownTokens: () => readonly string[];
  readonly clock: Pick<Clock, 'now'>;
  /** Dates removals: a clock that is wrong for a moment must not purge an order. */
  readonly confirmedClock: Pick<Clock, 'now'>;
  readonly newId: () => string;
  readonly logger: Logger;
}

interface OrderPlan {
  /** With valid rids and aliases. */
  readonly added: readonly Pick<OrderRecord, 'connectionId' | 'rid' | 'alias'>[];
  readonly aliases: readonly Pick<OrderRecord, 'id' | 'alias'>[];
  readonly removed: readonly string[];
}

/**
 * The pulled orders in memory. A change is on disk before it is shown, except confirmations, which are written later
 * (`writeConfirmations`), and poll results that could not be stored: those are shown as a failure of kind `storage`.
 */
export class OrderService implements OrderSource {
  readonly #ports: OrderServicePorts;
  readonly #index: OrderIndex;
  /** Ids of orders with an unwritten confirmation, oldest first. */
  readonly #confirmed = new Set<string>();
  readonly #changed = new KeyedEmitter<RowPart, OrdersChange>('orderService.changed');
  readonly #accepted = new Emitter<string>('orderService.accepted');

  readonly onDidChange = this.#changed.event;
  /** Ids of orders whose leaf the user accepted. */
  readonly onDidAccept = this.#accepted.event;

  /** Purges the orders removed long ago, and reads of the others what is needed first. Throws when the database does. */
  constructor(ports: OrderServicePorts) {
    this.#ports = ports;
    const purged = ports.repository.purge(removedKeptSince(ports.confirmedClock));
    if (!purged.ok) ports.logger.warn('Removed orders were not purged', { error: purged.error.kind });
    this.#index = new OrderIndex(ports.repository);
  }

  count(): number {
    return this.#index.count();
  }

  facts(): readonly SourceFacts[] {
    return this.#index.facts();
  }

  fact(id: string): SourceFacts | null {
    return this.#index.fact(id);
  }

  list(): readonly PulledOrderRow[] {
    return this.#index.rows();
  }

  get(id: string): PulledOrderRow | null {
    return this.#index.row(id);
  }

  prepare(ids: readonly string[]): void {
    this.#index.prepare(ids);
  }

  /** Removed or not. */
  stored(id: string): OrderRecord | null {
    return this.#index.record(id);
  }

  /** What polls said of one order, removed or not. Errors: `unknownId`, `storage`. */
  details(id: string): Result<SourceDetails> {
    const record = this.stored(id);
    if (record === null) return err({ kind: 'unknownId' });
    const history = this.#ports.repository.history(id);
    if (!history.ok) return history;
    return ok({
      leaf: record.leaf,
      chain: record.chain,
      serviceNotAfter: record.serviceNotAfter,
      serviceZoneOffsetMinutes: this.#zoneOffset(record),
      history: history.value,
    });
  }

  #zoneOffset({ connectionId, serviceNotAfter, leaf }: OrderRecord): number | null {
    const zone = this.#index.zone(connectionId);
    return zone === null ? null : offsetOf(zone, serviceNotAfter ?? '', leaf?.notAfter ?? null);
  }

  /**
   * Adds pasted rids. A known rid is reported as such; a removed order is restored with its history. A token is refused. Errors:
   * `invalidInput` (unknown connection; no rid in the text; too many), `storage`: nothing was added.
   */
  add(connectionId: string, text: string): Result<AddOrdersReport> {
    const { repository, hasConnection, knownTokens, newId, clock } = this.#ports;
    if (!hasConnection(connectionId))
      return err({ kind: 'invalidInput', field: 'rid', reason: 'unknownConnection' });
    const make = { newId, addedAt: clock.now() };
    const plan = planAdding(this.#index, connectionId, text, knownTokens(), make);
    if (!plan.ok) return plan;
    const { fresh, returning, report } = plan.value;
    const saved = repository.add(fresh, idsOf(returning));
    if (!saved.ok) return saved;
    this.#take([...fresh, ...returning.map((record) => ({ ...record, removedAt: null }))]);
    return ok(report);
  }

  /**
   * Plans to add orders, to set valid aliases, and to remove orders as the list does. A removed order is restored with its
   * history. `ids`: of `added`, in their order.
   */
  plan({ added, aliases, removed }: OrderPlan): PlannedChange & { readonly ids: readonly string[] } {
    const { repository, newId, clock, confirmedClock } = this.#ports;
    const addedAt = clock.now();
    const removedAt = datedNow(clock, confirmedClock);
    const found = added.map(({ connectionId, rid, alias }) => {
      const known = this.#index.find(connectionId, rid);
      const record = known ?? newRecord(newId(), connectionId, rid, addedAt);
      return { isKnown: known !== null, record: { ...record, alias, removedAt: null } };
    });
    const returning = found.filter(({ isKnown }) => isKnown).map(({ record }) => record);
    const fresh = found.filter(({ isKnown }) => !isKnown).map(({ record }) => record);
    const renamed = aliases.flatMap(({ id, alias }) => {
      const record = this.#shown(id);
      return record === null ? [] : { ...record, alias };
    });
    const gone = removed.flatMap((id) => this.#shown(id) ?? []);
    return {
      ids: found.map(({ record }) => record.id),
      write: () =>
        firstError([
          () => repository.add(fresh, idsOf(returning)),
          () =>
            firstError(
              [...returning, ...renamed].map((each) => () => repository.setAlias(each.id, each.alias)),
            ),
          () => repository.setRemoved(idsOf(gone), removedAt),
        ]),
      take: () =>
        this.#take([...fresh, ...returning, ...renamed, ...gone.map((record) => ({ ...record, removedAt }))]),
    };
  }

  /** Ignores the id of a missing or removed order. Error: `storage`. */
  setAlias(id: string, alias: string | null): Result<null> {
    const record = this.#shown(id);
    if (record === null) return ok(null);
    const saved = this.#ports.repository.setAlias(id, alias);
    if (saved.ok) this.#take([{ ...record, alias }]);
    return saved;
  }

  /** Ignores unknown ids. Error: `storage`. */
  setRemoved(ids: readonly string[], removedAt: number | null): Result<null> {
    const records = ids.flatMap((id) => this.stored(id) ?? []);
    const saved = this.#ports.repository.setRemoved(idsOf(records), removedAt);
    if (saved.ok) this.#take(records.map((record) => ({ ...record, removedAt })));
    return saved;
  }

  /**
   * Masks the rids, also of removed orders, that are access tokens: a token is in no database, and is not shown. Such an order
   * is never polled; it shows why, until the user removes it. Error: `storage`; it is tried again with the next token.
   */
  maskTokens(): Result<null> {
    const masked = maskedRecords(this.#index, this.#ports.knownTokens());
    const saved = masked.length === 0 ? ok(null) : this.#ports.repository.maskRids(masked);
    if (saved.ok) this.#take(masked);
    else this.#ports.logger.error('Tokens as rids were not masked', { error: saved.error.kind });
    return saved;
  }

  /** The accepted leaf of an order; `null` before the first leaf, and for an unknown id. */
  accepted(id: string): AcceptedLeaf | null {
    const record = this.#shown(id);
    return record === null ? null : acceptedOf(record);
  }

  /**
   * Accepts the current leaf of an order: later ones are compared with it, and its findings need no more review. A
   * damaged one cannot be accepted. Errors: `unknownId` (also if the order now has another leaf than
   * `fingerprint256`, or a damaged one), `storage`.
   */
  accept(id: string, fingerprint256: string): Result<null> {
    const record = this.#shown(id);
    const leaf = record?.leaf ?? null;
    if (record === null || leaf?.fingerprint256 !== fingerprint256 || isDamaged(record.findings))
      return err({ kind: 'unknownId' });
    const before = acceptedOf(record);
    const judged = judgedFindings(leaf, record.findings, before);
    const kinds = [...new Set(judged.filter(isReviewFinding).map(({ kind }) => kind))];
    const next = acceptedLeaf(leaf, record.findings, kinds, before);
    const taken = { ...record, accepted: isPlain(next) ? null : next };
    const saved = this.#ports.repository.saveStates([{ record: taken, seenAt: null, pem: null }]);
    if (!saved.ok) return saved;
    this.#take([taken]);
    this.#accepted.fire(id);
    return ok(null);
  }

  /** Removes the orders of a removed connection from memory. The database removed them with the connection. */
  removeConnection(connectionId: string): void {
    const removed = this.#index.forgetConnection(connectionId);
    if (removed.length > 0) this.#tell({ upserts: [], removed, renewed: [], parts: new Set(['existence']) });
  }

  /**
   * Stores the outcomes of polls in one transaction; ignores removed orders. Error: `storage`; the orders then show
   * that failure and keep their last state.
   */
  apply(outcomes: readonly PollOutcome[]): Result<null> {
    const steps = outcomes.flatMap((outcome) => {
      const before = this.#shown(outcome.orderId);
      return before === null ? [] : { before, outcome, change: applyOutcome(before, outcome) };
    });
    const confirmations = steps.filter(isConfirmation).map(({ change }) => change.record);
    for (const { id } of confirmations) this.#confirmed.add(id);
    if (confirmations.length > 0) this.#take(confirmations);
    const others = steps.filter((step) => !isConfirmation(step));
    if (others.length === 0) return ok(null);
    const changes = others.map(({ change }) => change);
    const renewals = this.#renewalsOf(others);
    if (!renewals.ok) return this.#showUnsaved(others, renewals.error);
    const saved = this.#ports.repository.saveStates(changes.map((change) => this.#dated(change)));
    if (!saved.ok) return this.#showUnsaved(others, saved.error);
    const records = changes.map(({ record }) => record);
    for (const { id } of records) this.#confirmed.delete(id);
    this.#take(records, renewals.value);
    return ok(null);
  }

  get unwritten(): number {
    return this.#confirmed.size;
  }

  /** Writes confirmations in one transaction. After an error they are kept. Error: `storage`. */
  writeConfirmations(most: number): Result<null> {
    const ids = [...this.#confirmed].slice(0, most);
    const records = ids.flatMap((id) => this.#shown(id) ?? []);
    const saved = this.#ports.repository.saveStates(
      records.map((record) => this.#dated({ record, seenAt: record.lastConfirmedAt, pem: null })),
    );
    if (saved.ok) for (const id of ids) this.#confirmed.delete(id);
    else this.#ports.logger.warn('Confirmations were not stored', { error: saved.error.kind });
    return saved;
  }

  /** Stores the times of the next polls. If that fails they are kept in memory, which is harmless. */
  setNextPolls(plans: readonly NextPoll[]): void {
    const changed: OrderRecord[] = [];
    for (const { orderId, nextPollAt } of plans) {
      const record = this.#shown(orderId);
      if (record !== null && record.nextPollAt !== nextPollAt) changed.push({ ...record, nextPollAt });
    }
    if (changed.length === 0) return;
    const saved = this.#ports.repository.setNextPolls(
      changed.map(({ id, nextPollAt }) => ({ orderId: id, nextPollAt })),
    );
    if (!saved.ok) this.#ports.logger.warn('Poll times were not stored', { error: saved.error.kind });
    this.#take(changed);
  }

  /** A change whose leaf is not seen earlier than is certain: with a clock that is behind, it would seem issued ahead. */
  #dated(change: StateChange): StateChange {
    const { seenAt } = change;
    return seenAt === null
      ? change
      : { ...change, seenAt: Math.max(seenAt, this.#ports.confirmedClock.now()) };
  }

  /** The steps that replace a leaf by another that the order never had. */
  #renewalsOf(steps: readonly PollStep[]): Result<Renewal[]> {
    const renewals: Renewal[] = [];
    for (const { before, change } of steps) {
      const from = before.leaf;
      const to = change.record.leaf;
      if (from === null || to === null || !replaces(to, from)) continue;
      const history = this.#ports.repository.history(before.id);
      if (!history.ok) return history;
      if (history.value.some(({ fingerprint256 }) => fingerprint256 === to.fingerprint256)) continue;
      renewals.push({ orderId: before.id, from: from.fingerprint256, to: to.fingerprint256 });
    }
    return ok(renewals);
  }

  #showUnsaved(steps: readonly PollStep[], failure: AppError): Result<never> {
    this.#ports.logger.error('Poll results were not stored', { orders: steps.length, error: failure.kind });
    this.#take(
      steps.map(({ before, outcome: { at } }) => ({
        ...before,
        lastAttemptAt: at,
        nextPollAt: null,
        failures: before.failures + 1,
        failure,
      })),
    );
    return err(failure);
  }

  #take(records: readonly OrderRecord[], renewed: readonly Renewal[] = []): void {
    const { ids, parts } = this.#index.put(records);
    const upserts = ids.filter((id) => this.#index.row(id) !== null);
    const removed = idsOf(records).filter((id) => this.#index.row(id) === null);
    if (upserts.length + removed.length > 0) this.#tell({ upserts, removed, renewed, parts });
  }

  #tell(change: OrdersChange): void {
    this.#changed.fire(change.parts, change);
  }

  #shown(id: string): OrderRecord | null {
    const record = this.stored(id);
    return record?.removedAt === null ? record : null;
  }
}

function idsOf(records: readonly OrderRecord[]): string[] {
  return records.map(({ id }) => id);
}
