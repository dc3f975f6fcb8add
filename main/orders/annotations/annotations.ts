import { Emitter } from '#main/platform/emitter.ts';
import type { PlannedChange } from '#main/platform/plannedChange.ts';
import {
  type Annotation,
  noAnnotation,
  parseNote,
  parseTags,
  withChangedTags,
} from '#shared/domain/annotation.ts';
import { err, type Result } from '#shared/result.ts';

import type { OverlaidOrder, RowOverlay } from '../list/orderSource.ts';

/** Keeps the tags and the note of each order. */
export interface AnnotationRepository {
  /** Every annotation by the id of its order, removed orders included. Throws when the database does. */
  load(): ReadonlyMap<string, Annotation>;
  /** Stores annotations by the ids of their orders; an empty one is deleted. Error: `storage`; nothing was changed. */
  save(annotations: ReadonlyMap<string, Annotation>): Result<null>;
}

/** The tags and notes of all orders, pulled and push-only. They stay while an order is removed and can be restored. */
export class Annotations implements RowOverlay {
  readonly #repository: AnnotationRepository;
  readonly #hasOrder: (id: string) => boolean;
  readonly #byOrder: Map<string, Annotation>;
  readonly #changed = new Emitter<readonly string[]>('annotations.changed');

  /** Fires with the ids of the orders whose tags or note changed. */
  readonly onDidChange = this.#changed.event;

  readonly part = 'annotation';
  readonly fields = {
    tags: ({ id }: OverlaidOrder) => this.of(id).tags,
    note: ({ id }: OverlaidOrder) => this.of(id).note,
  };

  /** Throws when the database does. @param hasOrder whether an order exists and is not removed */
  constructor(repository: AnnotationRepository, hasOrder: (id: string) => boolean) {
    this.#repository = repository;
    this.#hasOrder = hasOrder;
    this.#byOrder = new Map(repository.load());
  }

  of(orderId: string): Annotation {
    return this.#byOrder.get(orderId) ?? noAnnotation;
  }

  /** Reads and stores what the user wrote about an order. Errors: `unknownId`, `invalidInput`, `storage`. */
  set(orderId: string, tagText: string, noteText: string): Result<null> {
    if (!this.#hasOrder(orderId)) return err({ kind: 'unknownId' });
    const tags = parseTags(tagText);
    if (!tags.ok) return tags;
    const note = parseNote(noteText);
    if (!note.ok) return note;
    return this.#save(new Map([[orderId, { tags: tags.value, note: note.value }]]));
  }

  /**
   * Adds and removes tags of those of the orders that exist, as `withChangedTags`. Errors: `unknownId` if none does,
   * `invalidInput`, `storage`; none was changed.
   */
  tag(orderIds: readonly string[], added: readonly string[], removed: readonly string[]): Result<null> {
    const known = orderIds.filter((id) => this.#hasOrder(id));
    if (known.length === 0) return err({ kind: 'unknownId' });
    const changed = new Map<string, Annotation>();
    for (const id of known) {
      const { tags: former, note } = this.of(id);
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
