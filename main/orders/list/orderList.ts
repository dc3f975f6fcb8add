import { KeyedEmitter } from '#main/platform/emitter.ts';
import { isolated } from '#main/platform/errors.ts';
import type { Clock } from '#main/platform/time.ts';
import {
  noAdditions,
  type OrderDetails,
  type OrderRow,
  parseAlias,
  type RowAdditions,
  type SourceRow,
} from '#shared/domain/order.ts';
import { isEqual } from '#shared/isEqual.ts';
import { err, firstError, ok, type Result } from '#shared/result.ts';
import type { OrderFacts, OrderSource, OverlaidOrder, RowOverlay, SourceFacts } from './orderSource.ts';
import type { OrdersChange, RowPart } from './rowParts.ts';
import type { StoredOrder } from './storedOrder.ts';

type Fields = { readonly [Field in keyof RowAdditions]: (order: OverlaidOrder) => RowAdditions[Field] };

interface Found {
  readonly source: OrderSource;
  readonly order: StoredOrder;
}

const additions = Object.keys(noAdditions) as (keyof RowAdditions)[];

/**
 * All orders, pulled and push-only, as the list, the tray and the alerts show them, and what the user may do with an order
 * of any source.
 */
export class OrderList {
  readonly #sources: readonly OrderSource[];
  readonly #dates: Pick<Clock, 'now'>;
  readonly #overlays: RowOverlay[] = [];
  #fields: Fields = {
    tags: () => noAdditions.tags,
    note: () => noAdditions.note,
    thresholds: () => null,
    snooze: () => null,
    lead: () => null,
    deployment: () => null,
    authority: () => null,
  };
  /** Rows by those of their source: lists of ten thousand orders are requested often. */
  readonly #rows = new WeakMap<SourceRow, OrderRow>();
  readonly #changed = new KeyedEmitter<RowPart, OrdersChange>('orderList.changed');

  /** Listeners name what of the orders they care for. Rows are up to date when it fires. */
  readonly onDidChange = this.#changed.event;

  /** @param dates dates removals, see `removedKeptSince` */
  constructor(sources: readonly OrderSource[], dates: Pick<Clock, 'now'>) {
    this.#sources = sources;
    this.#dates = dates;
    for (const source of sources) source.onDidChange('all', (change) => this.#sourceChanged(change));
  }

  /** Adds what fills fields of the rows. Until then they are empty. */
  add(overlay: RowOverlay): void {
    this.#overlays.push(overlay);
    this.#fields = { ...this.#fields, ...overlay.fields };
    overlay.onDidChange?.((upserts) => {
      const parts: ReadonlySet<RowPart> = new Set([overlay.part]);
      this.#changed.fire(parts, { upserts, removed: [], renewed: [], parts });
    });
  }

  /** What the statuses of all orders follow from. Lead times are left out: they follow from the histories. */
  facts(): readonly OrderFacts[] {
    const { tags, thresholds, deployment, authority } = this.#fields;
    // Taken before a field is asked for: that can read orders.
    const known = this.#sources.flatMap((source) => source.facts());
    return known.map((order) => ({
      ...order,
      lead: null,
      tags: tags(order),
      thresholds: thresholds(order),
      deployment: deployment(order),
      authority: authority(order),
    }));
  }

  /** How many orders were not removed. */
  count(): number {
    return this.#sources.reduce((sum, source) => sum + source.count(), 0);
  }

  /** Every order that was not removed. */
  list(): readonly OrderRow[] {
    return this.#filled(this.bareList());
  }

  /** As `list`, without what overlays add: filling ten thousand rows takes tens of milliseconds. */
  bareList(): readonly SourceRow[] {
    return this.#sources.flatMap((source) => source.list());
  }

  /** Those with these ids, in their order; without missing and removed ones. */
  some(ids: readonly string[]): readonly OrderRow[] {
    for (const source of this.#sources) source.prepare?.(ids);
    return this.#filled(ids.flatMap((id) => this.bare(id) ?? []));
  }

  /** `null`: it is missing or removed. */
  get(id: string): OrderRow | null {
    return this.some([id])[0] ?? null;
  }

  /** As `get`, without what overlays add. */
  bare(id: string): SourceRow | null {
    for (const source of this.#sources) {
      const row = source.get(id);
      if (row !== null) return row;
    }
    return null;
  }

  /** What of an order its places are compared with, without reading more of it. `null`: it is missing or removed. */
  fact(id: string): SourceFacts | null {
    for (const source of this.#sources) {
      const fact = source.fact(id);
      if (fact !== null) return fact;
    }
    return null;
  }

  /** Unix ms; `null`: it is missing or removed. */
  addedAt(id: string): number | null {
    return this.#shown(id)?.order.addedAt ?? null;
  }

  /** Everything about one order. Errors: `unknownId`, `storage`. */
  details(id: string): Result<OrderDetails> {
    const found = this.#shown(id);
    if (found === null) return err({ kind: 'unknownId' });
    const details = found.source.details(id);
    return details.ok ? ok({ ...details.value, id, addedAt: found.order.addedAt }) : details;
  }

  /** A blank text removes the alias. Errors: `unknownId`, `invalidInput`, `storage`. */
  setAlias(id: string, text: string): Result<null> {
    const found = this.#shown(id);
    if (found === null) return err({ kind: 'unknownId' });
    const alias = parseAlias(text);
    return alias.ok ? found.source.setAlias(id, alias.value) : alias;
  }

  /**
   * Removes orders; `restore` undoes it for 30 days. Ignores unknown ids. Error: `storage`; some orders may be removed then.
   */
  remove(ids: readonly string[]): Result<null> {
    const shown = ids.flatMap((id) => this.#shown(id) ?? []);
    return setRemoved(shown, this.#dates.now());
  }

  /** Undoes removals. Errors: `unknownId` if none of the orders was removed, `storage`; some may be restored then. */
  restore(ids: readonly string[]): Result<null> {
    const removed = ids.flatMap((id) => this.#find(id) ?? []).filter(({ order }) => order.removedAt !== null);
    return removed.length === 0 ? err({ kind: 'unknownId' }) : setRemoved(removed, null);
  }

  /** Removed or not. */
  #find(id: string): Found | null {
    for (const source of this.#sources) {
      const order = source.stored(id);
      if (order !== null) return { source, order };
    }
    return null;
  }

  #shown(id: string): Found | null {
    const found = this.#find(id);
    return found?.order.removedAt === null ? found : null;
  }

  #sourceChanged(change: OrdersChange): void {
    const parts = new Set(change.parts);
    for (const overlay of this.#overlays) {
      if (!overlay.follows?.some((part) => change.parts.has(part))) continue;
      isolated('orderList.overlay', () => {
        if (overlay.ordersChanged?.(change) === true) parts.add(overlay.part);
      });
    }
    this.#changed.fire(parts, { ...change, parts });
  }

  #filled(rows: readonly SourceRow[]): readonly OrderRow[] {
    for (const overlay of this.#overlays) overlay.prepare?.(rows);
    return rows.map((row) => this.#fill(row));
  }

  #fill(row: SourceRow): OrderRow {
    const fields = this.#fields;
    const known = this.#rows.get(row);
    if (known !== undefined && additions.every((field) => isEqual(known[field], fields[field](row))))
      return known;
    const filled = {
      ...row,
      tags: fields.tags(row),
      note: fields.note(row),
      thresholds: fields.thresholds(row),
      snooze: fields.snooze(row),
      lead: fields.lead(row),
      deployment: fields.deployment(row),
      authority: fields.authority(row),
    };
    this.#rows.set(row, filled);
    return filled;
  }
}

function setRemoved(orders: readonly Found[], removedAt: number | null): Result<null> {
  const bySource = Map.groupBy(orders, ({ source }) => source);
  return firstError(
    [...bySource].map(([source, own]) => () => {
      const ids = own.map(({ order }) => order.id);
      return source.setRemoved(ids, removedAt);
    }),
  );
}
