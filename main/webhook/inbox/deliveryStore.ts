import { Emitter } from '#main/platform/emitter.ts';
import type { Logger } from '#main/platform/logger.ts';
import {
  type DeliveryVerdict,
  type DeliveryView,
  INBOX_SHOWN_MAX,
  isWaiting,
} from '#shared/domain/delivery.ts';
import { ok, type Result } from '#shared/result.ts';
import { cleanText } from '#shared/text.ts';
import type { DeliveryRecord, InboxRepository, VerdictChange } from './deliveryRecord.ts';

/**
 * All deliveries in memory, oldest first, and their verdicts on disk. Everything else about a delivery is written to disk by
 * the caller, before it is changed here.
 */
export class DeliveryStore {
  readonly #repository: Pick<InboxRepository, 'setVerdicts'>;
  readonly #logger: Logger;
  readonly #records: Map<string, DeliveryRecord>;
  /** Verdicts that are shown but not on disk, by delivery. */
  readonly #unstored = new Map<string, VerdictChange>();
  readonly #kept = new Emitter<readonly DeliveryRecord[]>('deliveryStore.kept');
  readonly #changed = new Emitter<void>('deliveryStore.changed');
  /** Computed when asked for, until the next change. */
  #open: readonly DeliveryRecord[] | null = null;
  #openByOrder: ReadonlyMap<string | null, readonly DeliveryRecord[]> | null = null;
  #shown: readonly DeliveryView[] | null = null;

  /** Fires when deliveries were added. */
  readonly onDidKeep = this.#kept.event;
  /** Fires on every change, including additions. */
  readonly onDidChange = this.#changed.event;

  /** Throws if the database cannot be read. */
  constructor(repository: Pick<InboxRepository, 'load' | 'setVerdicts'>, logger: Logger) {
    this.#repository = repository;
    this.#logger = logger;
    this.#records = new Map(repository.load().map((record) => [record.id, record]));
  }

  list(): readonly DeliveryRecord[] {
    return [...this.#records.values()];
  }

  get(id: string): DeliveryRecord | null {
    return this.#records.get(id) ?? null;
  }

  /** As the window shows them: waiting ones first, then by age, newest first; at most `INBOX_SHOWN_MAX`. */
  shown(): readonly DeliveryView[] {
    this.#shown ??= this.list()
      .toReversed()
      .sort((one, other) => Number(isWaiting(other)) - Number(isWaiting(one)))
      .slice(0, INBOX_SHOWN_MAX)
      .map(toView);
    return this.#shown;
  }

  /** The open deliveries, oldest first. */
  open(): readonly DeliveryRecord[] {
    this.#open ??= this.list().filter(isOpen);
    return this.#open;
  }

  /** The deliveries that need a decision of the user, oldest first. */
  waiting(): readonly DeliveryRecord[] {
    return this.open().filter(isWaiting);
  }

  /** The open deliveries of an order, oldest first. */
  openOf(orderId: string): readonly DeliveryRecord[] {
    this.#openByOrder ??= Map.groupBy(this.open(), (record) => record.orderId);
    return this.#openByOrder.get(orderId) ?? [];
  }

  add(records: readonly DeliveryRecord[]): void {
    this.#put(records);
    this.#kept.fire(records);
    this.#changed.fire();
  }

  /** Replaces existing records; ignores removed ones. */
  update(records: readonly DeliveryRecord[]): void {
    const present = records.filter(({ id }) => this.#records.has(id));
    if (present.length === 0) return;
    this.#put(present);
    this.#changed.fire();
  }

  remove(ids: readonly string[]): void {
    const gone = ids.filter((id) => this.#records.delete(id));
    if (gone.length === 0) return;
    this.#forgetViews();
    this.#changed.fire();
  }

  /**
   * Writes the verdicts of one event in one transaction, then shows them. One that cannot be written is shown all the same,
   * and written with the next ones.
   */
  writeVerdicts(changes: readonly VerdictChange[]): void {
    if (changes.length + this.#unstored.size === 0) return;
    const stored = this.#saveVerdicts(changes);
    if (!stored.ok) {
      this.#logger.warn('Verdicts of deliveries were not stored', { error: stored.error.kind });
      for (const change of changes) if (this.#isNews(change)) this.#unstored.set(change.id, change);
    }
    this.showVerdicts(changes);
  }

  /** As `writeVerdicts`, for decisions of the user: nothing is shown unless it was written. Error: `storage`. */
  writeVerdictsOrFail(changes: readonly VerdictChange[]): Result<null> {
    const stored = this.#saveVerdicts(changes);
    if (stored.ok) this.showVerdicts(changes);
    return stored;
  }

  /** Shows verdicts without writing them. */
  showVerdicts(changes: readonly VerdictChange[]): void {
    this.update(
      changes
        .filter((change) => this.#isNews(change))
        .flatMap(({ id, orderId, verdict }) => {
          const record = this.get(id);
          return record === null ? [] : { ...record, orderId, verdict };
        }),
    );
  }

  #saveVerdicts(changes: readonly VerdictChange[]): Result<null> {
    const changed = new Map(this.#unstored);
    for (const change of changes) if (this.#isNews(change)) changed.set(change.id, change);
    const present = [...changed.values()].filter(({ id }) => this.#records.has(id));
    const stored = present.length === 0 ? ok(null) : this.#repository.setVerdicts(present);
    if (stored.ok) this.#unstored.clear();
    return stored;
  }

  #isNews({ id, orderId, verdict }: VerdictChange): boolean {
    const record = this.get(id);
    if (record === null) return false;
    return record.orderId !== orderId || JSON.stringify(record.verdict) !== JSON.stringify(verdict);
  }

  #put(records: readonly DeliveryRecord[]): void {
    for (const record of records) this.#records.set(record.id, record);
    this.#forgetViews();
  }

  #forgetViews(): void {
    this.#open = null;
    this.#openByOrder = null;
    this.#shown = null;
  }
}

/** Whether the verdict on a delivery is not final. */
export function isOpen({ verdict }: Pick<DeliveryView, 'verdict'>): boolean {
  return verdict.kind === 'checking' || verdict.kind === 'waiting';
}

/** A delivery as it is displayed: without certificates, its names as clean text. */
export function toView({ chain: _chain, pem: _pem, ...view }: DeliveryRecord): DeliveryView {
  return { ...view, orderName: cleanText(view.orderName), task: cleanText(view.task) };
}

/** A delivery that was judged. */
export type JudgedDelivery = DeliveryView & {
  readonly verdict: Exclude<DeliveryVerdict, { readonly kind: 'checking' }>;
};

/**
 * Finds deliveries with a verdict that is new.
 * @param list all deliveries as they are
 * @returns to be called when they changed: those whose verdict changed since the last call, the oldest first
 */
export function followVerdicts(list: () => readonly DeliveryView[]): () => readonly JudgedDelivery[] {
  const told = new Map(list().map(({ id, verdict }) => [id, verdict.kind]));
  const isNews = (delivery: DeliveryView): delivery is JudgedDelivery => {
    const { id, verdict } = delivery;
    if (verdict.kind === 'checking' || told.get(id) === verdict.kind) return false;
    told.set(id, verdict.kind);
    return true;
  };
  return () =>
    list()
      .toSorted((one, other) => one.receivedAt - other.receivedAt)
      .filter(isNews);
}
