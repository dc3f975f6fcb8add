import { basename } from 'node:path';
import { Emitter } from '#main/platform/emitter.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { PlannedChange } from '#main/platform/plannedChange.ts';
import { chosenParts, exportParts } from '#shared/domain/export.ts';
import { DESTINATIONS_OF_ORDER_MAX, type PlannedDestinationView } from '#shared/domain/plannedDestination.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { z } from '#shared/zod.ts';
import type { WrittenBundle } from '../export/exportDestination.ts';
import { toFileError } from '../export/fileErrors.ts';
import { shortPath } from './copyView.ts';

const plannedSchema = z.object({
  id: z.string(),
  orderId: z.string(),
  presetId: z.string(),
  parts: z.array(z.enum(exportParts)).min(1).readonly().nullable(),
  /** The folder to export into: absolute, its links resolved when it was planned. */
  target: z.string(),
  autoRefresh: z.boolean(),
});

/** Where the files of an order should be exported to, by a configuration file. */
export type PlannedDestination = Readonly<z.infer<typeof plannedSchema>>;

export interface PlannedRepository {
  /** In the order in which they were planned, not validated yet. Throws if the database can't be read. */
  all(): readonly Readonly<Record<keyof PlannedDestination, unknown>>[];
  /** Adds or replaces destinations and deletes others, in one transaction. Error: `storage`. */
  save(saved: readonly PlannedDestination[], removed: readonly string[]): Result<null>;
}

export interface PlannedDestinationsPorts {
  readonly repository: PlannedRepository;
  readonly hasPreset: (id: string) => boolean;
  /** Creates a folder unless it exists. Returns its path, links resolved. Throws system errors. */
  readonly makeFolder: (path: string) => Promise<string>;
  readonly newId: () => string;
  readonly logger: Logger;
  readonly home: string;
}

/** What tells destinations apart: nothing but `autoRefresh` can change. */
export function destinationIdentity({
  orderId,
  presetId,
  parts,
  target,
}: Omit<PlannedDestination, 'id' | 'autoRefresh'>): string {
  return JSON.stringify([orderId, presetId, parts, target]);
}

/** The identity of written files, to be compared with that of planned destinations. */
export function writtenIdentity({
  orderId,
  presetId,
  files,
  target,
}: Pick<WrittenBundle, 'orderId' | 'presetId' | 'target'> & {
  readonly files: readonly { readonly name: string }[];
}): string {
  return destinationIdentity({ orderId, presetId, parts: chosenParts(presetId, files), target });
}

/** The destinations that a configuration file named and that no export was made to yet, in memory and on disk. */
export class PlannedDestinations {
  readonly #ports: PlannedDestinationsPorts;
  readonly #planned = new Map<string, PlannedDestination>();
  /** Removed in this session. */
  readonly #removed = new Map<string, PlannedDestination>();
  readonly #changed = new Emitter<void>('plannedDestinations.changed');

  readonly onDidChange = this.#changed.event;

  /** Throws if the database can't be read. Unusable stored destinations are skipped, and stay stored. */
  constructor(ports: PlannedDestinationsPorts) {
    this.#ports = ports;
    const stored = ports.repository.all();
    for (const each of stored) {
      const planned = plannedSchema.safeParse(each).data;
      if (planned !== undefined) this.#planned.set(planned.id, planned);
    }
    const unusable = stored.length - this.#planned.size;
    if (unusable > 0) ports.logger.warn('Stored destinations cannot be used', { count: unusable });
  }

  /** Those whose preset exists, also of removed orders, which can be restored. */
  list(): readonly PlannedDestination[] {
    return [...this.#planned.values()].filter(({ presetId }) => this.#ports.hasPreset(presetId));
  }

  views(): readonly PlannedDestinationView[] {
    return this.list().map(({ target, ...planned }) => ({
      ...planned,
      folder: shortPath(target, this.#ports.home),
    }));
  }

  /**
   * Creates the folder of a destination if it is missing, for an export. Links that were made since it was planned are
   * followed, and it is known by the folder that they lead to from then on.
   * @returns the folder; `null`: there is no such destination. Errors: `fileSystem`, `storage`
   */
  async prepare(id: string): Promise<Result<string | null>> {
    const planned = this.#planned.get(id);
    if (planned === undefined) return ok(null);
    let target: string;
    try {
      target = await this.#ports.makeFolder(planned.target);
    } catch (error) {
      return err(toFileError(error, basename(planned.target)));
    }
    const now = this.#planned.get(id);
    if (now === undefined || now.target === target) return ok(now?.target ?? null);
    const moved = this.#change([{ ...now, target }], []);
    return moved.ok ? ok(target) : moved;
  }

  /**
   * Exports fulfil destinations.
   * @returns what was written with the wishes of these destinations, and the change that ends them
   */
  planFulfilled(written: readonly WrittenBundle[]): {
    readonly wished: readonly WrittenBundle[];
    readonly change: PlannedChange;
  } {
    const byIdentity = this.#byIdentity();
    const ended: string[] = [];
    const wished = written.map((bundle) => {
      const planned = byIdentity.get(writtenIdentity(bundle));
      if (planned === undefined) return bundle;
      ended.push(planned.id);
      return { ...bundle, wishes: { ...bundle.wishes, autoRefresh: planned.autoRefresh } };
    });
    const none = { write: () => ok(null), take: () => undefined };
    return { wished, change: ended.length === 0 ? none : this.#planChange([], ended) };
  }

  /**
   * Plans to set destinations, each of which may exist, and to remove others by their ids.
   * Error: `invalidInput` of `destination` (`tooMany`).
   */
  plan(set: readonly Omit<PlannedDestination, 'id'>[], removed: readonly string[]): Result<PlannedChange> {
    const byIdentity = this.#byIdentity();
    const saved = set.map((each) => ({
      ...each,
      id: byIdentity.get(destinationIdentity(each))?.id ?? this.#ports.newId(),
    }));
    const after = new Map([...this.#planned, ...saved.map((each) => [each.id, each] as const)]);
    for (const id of removed) after.delete(id);
    const counts = Map.groupBy(after.values(), ({ orderId }) => orderId);
    const isOver = saved.some(
      ({ orderId }) => (counts.get(orderId)?.length ?? 0) > DESTINATIONS_OF_ORDER_MAX,
    );
    return isOver
      ? err({ kind: 'invalidInput', field: 'destination', reason: 'tooMany' })
      : ok(this.#planChange(saved, removed));
  }

  /** Removes destinations; unknown ids are skipped. `restore` undoes it in this session. Error: `storage`. */
  remove(ids: readonly string[]): Result<null> {
    const gone = ids.flatMap((id) => this.#planned.get(id) ?? []);
    const removed = this.#change(
      [],
      gone.map(({ id }) => id),
    );
    if (removed.ok) for (const each of gone) this.#removed.set(each.id, each);
    return removed;
  }

  /** Undoes removals of this session, except of what was planned again. Errors: `unknownId` if none is left, `storage`. */
  restore(ids: readonly string[]): Result<null> {
    const byIdentity = this.#byIdentity();
    const back = ids.flatMap((id) => this.#removed.get(id) ?? []);
    const left = back.filter((each) => !byIdentity.has(destinationIdentity(each)));
    if (left.length === 0) return err({ kind: 'unknownId' });
    const restored = this.#change(left, []);
    if (restored.ok) for (const { id } of left) this.#removed.delete(id);
    return restored;
  }

  #byIdentity(): ReadonlyMap<string, PlannedDestination> {
    return new Map([...this.#planned.values()].map((each) => [destinationIdentity(each), each]));
  }

  #change(saved: readonly PlannedDestination[], removed: readonly string[]): Result<null> {
    const change = this.#planChange(saved, removed);
    const stored = change.write();
    if (stored.ok) change.take();
    return stored;
  }

  #planChange(saved: readonly PlannedDestination[], removed: readonly string[]): PlannedChange {
    return {
      write: () => this.#ports.repository.save(saved, removed),
      take: () => {
        for (const id of removed) this.#planned.delete(id);
        for (const each of saved) this.#planned.set(each.id, each);
        this.#changed.fire();
      },
    };
  }
}
