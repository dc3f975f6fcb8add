import { Emitter } from '#main/platform/emitter.ts';
import type { PlannedChange } from '#main/platform/plannedChange.ts';
import {
  type Annotation,
  noAnnotation,
  parseNote,
  parseTags,
  withChangedTags,
} from '#shared/domain/annotation.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import type { Result } from '#shared/result.ts';

/** Keeps the tags and the note of each order. */
export interface AnnotationRepository {
  /** Every annotation by the id of its order, removed orders included. Throws when the database does. */
  load(): ReadonlyMap<string, Annotation>;
  /** Stores annotations by the ids of their orders; an empty one is deleted. Error: `storage`; nothing was changed. */
  save(annotations: ReadonlyMap<string, Annotation>): Result<null>;
}

/** The tags and notes of all orders, pulled and push-only. They stay while an order is removed and can be restored. */
export class Annotations {
  readonly #repository: AnnotationRepository;
  readonly #byOrder: Map<string, Annotation>;
  /** Rows with their annotations by the rows without: lists of ten thousand orders are requested often. */
  readonly #rows = new WeakMap<OrderRow, OrderRow>();
  readonly #changed = new Emitter<readonly string[]>('annotations.changed');

  /** Fires with the ids of the orders whose tags or note changed. */
  readonly onDidChange = this.#changed.event;

  /** Throws when the database does. */
  constructor(repository: AnnotationRepository) {
    this.#repository = repository;
    this.#byOrder = new Map(repository.load());
  }

  /** An order with its tags and its note. */
  annotated(row: OrderRow): OrderRow {
    const annotation = this.#byOrder.get(row.id) ?? noAnnotation;
    const isOf = ({ tags, note }: Annotation) => tags === annotation.tags && note === annotation.note;
    if (isOf(row)) return row;
    const cached = this.#rows.get(row);
    if (cached !== undefined && isOf(cached)) return cached;
    const decorated = { ...row, ...annotation };
    this.#rows.set(row, decorated);
    return decorated;
  }

  /** Reads and stores what the user wrote about an existing order. Errors: `invalidInput`, `storage`. */
  set(orderId: string, tagText: string, noteText: string): Result<null> {
    const tags = parseTags(tagText);
    if (!tags.ok) return tags;
    const note = parseNote(noteText);
    if (!note.ok) return note;
    return this.#save(new Map([[orderId, { tags: tags.value, note: note.value }]]));
  }

  /** Adds and removes tags of existing orders, as `withChangedTags`. Errors: `invalidInput`, `storage`; none was changed. */
  tag(orderIds: readonly string[], added: readonly string[], removed: readonly string[]): Result<null> {
    const changed = new Map<string, Annotation>();
    for (const id of orderIds) {
      const { tags: former, note } = this.#byOrder.get(id) ?? noAnnotation;
      const tags = withChangedTags(former, added, removed);
      if (!tags.ok) return tags;
      changed.set(id, { tags: tags.value, note });
    }
    return this.#save(changed);
  }

  #save(changed: ReadonlyMap<string, Annotation>): Result<null> {
    const change = this.plan(changed);
    const saved = change.write();
    if (saved.ok) change.take();
    return saved;
  }

  /** Plans to set the valid annotations of orders, by their ids. */
  plan(annotations: ReadonlyMap<string, Annotation>): PlannedChange {
    return {
      write: () => this.#repository.save(annotations),
      take: () => {
        for (const [id, { tags, note }] of annotations)
          this.#byOrder.set(id, { tags: tags.length === 0 ? noAnnotation.tags : tags, note });
        this.#changed.fire([...annotations.keys()]);
      },
    };
  }
}
