import { Emitter } from '#main/platform/emitter.ts';
import type { PlannedChange } from '#main/platform/plannedChange.ts';
import {
  type Annotation,
  noAnnotation,
  parseNote,
  parseTags,
  withChangedTags,
} from '#shared/domain/annotation.ts';
import type { OwnThresholds } from '#shared/domain/thresholds.ts';
import { err, ok, type Result } from '#shared/result.ts';

import type { OverlaidOrder, RowOverlay } from '../list/orderSource.ts';

/** Keeps the tags, the note and the thresholds of each order. */
export interface AnnotationRepository {
  /** Every annotation by the id of its order, removed orders included. Throws when the database does. */
  load(): ReadonlyMap<string, Annotation>;
  /** Stores annotations by the ids of their orders; an empty one is deleted. Error: `storage`; nothing was changed. */
  save(annotations: ReadonlyMap<string, Annotation>): Result<null>;
}

/** The tags, notes and thresholds of all orders, pulled and push-only. They stay while an order is removed and can be restored. */
export class Annotations implements RowOverlay {
  readonly #repository: AnnotationRepository;
  readonly #hasOrder: (id: string) => boolean;
  readonly #byOrder: Map<string, Annotation>;
  readonly #changed = new Emitter<readonly string[]>('annotations.changed');

  /** Fires with the ids of the orders whose tags, note or thresholds changed. */
  readonly onDidChange = this.#changed.event;

  readonly part = 'annotation';
  readonly fields = {
    tags: ({ id }: OverlaidOrder) => this.of(id).tags,
    note: ({ id }: OverlaidOrder) => this.of(id).note,
    thresholds: ({ id }: OverlaidOrder) => this.of(id).thresholds,
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

  /** Reads and stores the tags and the note of an order. Errors: `unknownId`, `invalidInput`, `storage`. */
  set(orderId: string, tagText: string, noteText: string): Result<null> {
    if (!this.#hasOrder(orderId)) return err({ kind: 'unknownId' });
    const tags = parseTags(tagText);
    if (!tags.ok) return tags;
    const note = parseNote(noteText);
    if (!note.ok) return note;
    const { thresholds } = this.of(orderId);
    return this.#save(new Map([[orderId, { tags: tags.value, note: note.value, thresholds }]]));
  }

  /** When to warn of those of the orders that exist; `null`: as for others. Errors: `unknownId` if none does, `storage`. */
  setThresholds(orderIds: readonly string[], thresholds: OwnThresholds | null): Result<null> {
    return this.#change(orderIds, (former) => ok({ ...former, thresholds }));
  }

  /**
   * Adds and removes tags of those of the orders that exist, as `withChangedTags`. Errors: `unknownId` if none does,
   * `invalidInput`, `storage`; none was changed.
   */
  tag(orderIds: readonly string[], added: readonly string[], removed: readonly string[]): Result<null> {
    return this.#change(orderIds, (former) => {
      const tags = withChangedTags(former.tags, added, removed);
      return tags.ok ? ok({ ...former, tags: tags.value }) : tags;
    });
  }

  #change(orderIds: readonly string[], change: (former: Annotation) => Result<Annotation>): Result<null> {
    const known = orderIds.filter((id) => this.#hasOrder(id));
    if (known.length === 0) return err({ kind: 'unknownId' });
    const changed = new Map<string, Annotation>();
    for (const id of known) {
      const next = change(this.of(id));
      if (!next.ok) return next;
      changed.set(id, next.value);
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
        for (const [id, { tags, ...others }] of annotations)
          this.#byOrder.set(id, { ...others, tags: tags.length === 0 ? noAnnotation.tags : tags });
        this.#changed.fire([...annotations.keys()]);
      },
    };
  }
}
