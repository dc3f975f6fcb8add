import { Emitter } from '#main/platform/emitter.ts';
import { type Annotation, noTags, parseNote, parseTags } from '#shared/domain/annotation.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import type { Result } from '#shared/result.ts';

/** Keeps the tags and the note of each order. */
export interface AnnotationRepository {
  /** Every annotation by the id of its order, removed orders included. Throws when the database does. */
  load(): ReadonlyMap<string, Annotation>;
  /** Stores an annotation; an empty one is deleted. Error: `storage`; nothing was changed. */
  save(orderId: string, annotation: Annotation): Result<null>;
}

/** The tags and notes of all orders, pulled and push-only. They stay while an order is removed and can be restored. */
export class Annotations {
  readonly #repository: AnnotationRepository;
  readonly #byOrder: Map<string, Annotation>;
  /** Rows with their tags by the rows without: lists of ten thousand orders are requested often. */
  readonly #rows = new WeakMap<OrderRow, OrderRow>();
  readonly #changed = new Emitter<readonly string[]>('annotations.changed');

  /** Fires with the ids of the orders whose tags or note changed. */
  readonly onDidChange = this.#changed.event;

  /** Throws when the database does. */
  constructor(repository: AnnotationRepository) {
    this.#repository = repository;
    this.#byOrder = new Map(repository.load());
  }

  /** An order with its tags. */
  withTags(row: OrderRow): OrderRow {
    const tags = this.#byOrder.get(row.id)?.tags ?? noTags;
    if (row.tags === tags) return row;
    const cached = this.#rows.get(row);
    if (cached?.tags === tags) return cached;
    const decorated = { ...row, tags };
    this.#rows.set(row, decorated);
    return decorated;
  }

  /** The note of an order; empty: none. */
  noteOf(orderId: string): string {
    return this.#byOrder.get(orderId)?.note ?? '';
  }

  /** Reads and stores what the user wrote about an existing order. Errors: `invalidInput`, `storage`. */
  set(orderId: string, tagText: string, noteText: string): Result<null> {
    const tags = parseTags(tagText);
    if (!tags.ok) return tags;
    const note = parseNote(noteText);
    if (!note.ok) return note;
    const annotation = { tags: tags.value.length === 0 ? noTags : tags.value, note: note.value };
    const saved = this.#repository.save(orderId, annotation);
    if (!saved.ok) return saved;
    this.#byOrder.set(orderId, annotation);
    this.#changed.fire([orderId]);
    return saved;
  }
}
