import type { Disposable } from '#main/platform/disposable.ts';
import { Emitter } from '#main/platform/emitter.ts';
import type { Scheduler } from '#main/platform/time.ts';
import type { ExportJobView } from '#shared/domain/export.ts';
import type { ExportJob } from './exportJob.ts';

/** Minimum interval between progress events, which grows with the size of the view. */
const progressMs = 100;
const progressMsPerItem = 0.1;

/** Publishes the view of the current job, with progress throttled. */
export class JobPublisher implements Disposable {
  readonly #current: () => ExportJob | null;
  readonly #scheduler: Scheduler;
  readonly #changed = new Emitter<ExportJobView | null>('jobPublisher.changed');
  /** As last published. */
  view: ExportJobView | null = null;
  #progress: Disposable | null = null;
  #disposed = false;

  readonly onDidChange = this.#changed.event;

  constructor(current: () => ExportJob | null, scheduler: Scheduler) {
    this.#current = current;
    this.#scheduler = scheduler;
  }

  publish(): void {
    this.#progress?.dispose();
    this.#progress = null;
    const job = this.#current();
    this.view = job?.view() ?? null;
    this.#changed.fire(this.view);
  }

  publishSoon(): void {
    if (this.#disposed) return;
    const delayMs = Math.max(progressMs, (this.view?.items.length ?? 0) * progressMsPerItem);
    this.#progress ??= this.#scheduler.after(delayMs, () => this.publish());
  }

  /** Stops progress events; the end of a job is still published. */
  dispose(): void {
    this.#disposed = true;
    this.#progress?.dispose();
  }
}
