import type { Logger } from '#main/platform/logger.ts';
import { type CopyBundle, type CopyOutline, type CopyRepository, copySchema } from './copyRecord.ts';

/** The fields of a stored bundle that are dropped if they are invalid. */
const dropped = ['previous', 'command', 'failedRun'] as const;

/**
 * The bundles of the registry in memory, by id and by path. They are read when they are first asked for, all at once;
 * unusable ones are skipped, and stay stored. All reading throws when the database does.
 */
export class BundleIndex {
  readonly #repository: Pick<CopyRepository, 'all' | 'ofOrders' | 'outlines'>;
  readonly #logger: Logger;
  #read: Map<string, CopyBundle> | null = null;
  readonly #byPath = new Map<string, string>();
  /** Since when commands are due that no one is about to run, by copy. */
  readonly leftDue = new Map<string, number>();

  constructor(repository: CopyRepository, logger: Logger) {
    this.#repository = repository;
    this.#logger = logger;
  }

  /** As much of all bundles as statuses follow from; `null`: they were read whole. */
  outlines(): readonly CopyOutline[] | null {
    return this.#read === null ? this.#repository.outlines() : null;
  }

  /** Bundles of some orders, without reading those of others. */
  ofOrders(orderIds: ReadonlySet<string>): readonly CopyBundle[] {
    if (this.#read !== null) return this.list().filter(({ orderId }) => orderIds.has(orderId));
    return this.#repository
      .ofOrders([...orderIds])
      .flatMap((stored) => copySchema.safeParse(stored).data ?? []);
  }

  list(): readonly CopyBundle[] {
    return [...this.#bundles.values()];
  }

  find(id: string): CopyBundle | null {
    return this.#bundles.get(id) ?? null;
  }

  /** The bundle that the file at this path belongs to; `null`: none. */
  findByPath(path: string): CopyBundle | null {
    const bundles = this.#bundles;
    return bundles.get(this.#byPath.get(path) ?? '') ?? null;
  }

  put(bundle: CopyBundle): CopyBundle {
    this.#bundles.set(bundle.id, bundle);
    for (const { path } of bundle.files) this.#byPath.set(path, bundle.id);
    return bundle;
  }

  drop(id: string): void {
    for (const { path } of this.find(id)?.files ?? [])
      if (this.#byPath.get(path) === id) this.#byPath.delete(path);
    this.#bundles.delete(id);
  }

  get #bundles(): Map<string, CopyBundle> {
    if (this.#read !== null) return this.#read;
    const all = this.#repository.all();
    this.#read = new Map();
    let [unusable, incomplete] = [0, 0];
    for (const stored of all) {
      const bundle = copySchema.safeParse(stored).data;
      if (bundle === undefined) {
        unusable += 1;
        continue;
      }
      this.put(bundle);
      if (bundle.failedRun?.kind === 'due') this.leftDue.set(bundle.id, bundle.failedRun.startedAt);
      if (dropped.some((field) => bundle[field] === null && stored[field] !== null)) incomplete += 1;
    }
    if (unusable > 0) this.#logger.warn('Stored copies cannot be used', { count: unusable });
    if (incomplete > 0)
      this.#logger.warn('Stored copies lost their previous files, command or its last run', {
        count: incomplete,
      });
    return this.#read;
  }
}
