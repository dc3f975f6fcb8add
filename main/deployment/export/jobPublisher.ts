import type { Disposable } from '#main/platform/disposable.ts';
import { Emitter } from '#main/platform/emitter.ts';
import type { Scheduler } from '#main/platform/time.ts';
import type { ExportJobView } from '#shared/domain/export.ts';
import type { ExportJob } from './exportJob.ts';
import { viewOf } from './exportJobView.ts';

/** Progress is told at most this often, and less often for exports whose view is large. */
const progressMs = 100;
const progressMsPerItem = 0.1;

/** Tells how the present job stands: at once, or soon where that changes often. */
export class JobPublisher implements Disposable {
  readonly #present: () => ExportJob | null;
  readonly #scheduler: Scheduler;
  readonly #changed = new Emitter<ExportJobView | null>('jobPublisher.changed');
  #view: ExportJobView | null = null;
  #progress: Disposable | null = null;
  #disposed = false;

  readonly onDidChange = this.#changed.event;

  constructor(present: () => ExportJob | null, scheduler: Scheduler) {
    this.#present = present;
    this.#scheduler = scheduler;
  }

  /** The job as it was last published. */
  get view(): ExportJobView | null {
    return this.#view;
  }

  publish(): void {
    this.#progress?.dispose();
    this.#progress = null;
    const job = this.#present();
    this.#view = job === null ? null : viewOf(job);
    this.#changed.fire(this.#view);
  }

  /** @param items of the job whose progress it is */
  publishSoon({ items }: Pick<ExportJob, 'items'>): void {
    if (this.#disposed) return;
    const delayMs = Math.max(progressMs, items.length * progressMsPerItem);
    this.#progress ??= this.#scheduler.after(delayMs, () => this.publish());
  }

  /** Tells no more progress; the end of a job is still told. */
  dispose(): void {
    this.#disposed = true;
    this.#progress?.dispose();
  }
}
