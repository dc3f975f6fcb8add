import type { FolderTarget } from './exportDestination.ts';
import type { ExportJob } from './exportJob.ts';
import type { ExportServicePorts } from './exportPorts.ts';
import { sealBundles, type WrittenCopy, writeSealed } from './writeExport.ts';

type Written = Awaited<ReturnType<typeof writeSealed>>;

/** So long a bundle waits for others, in ms. */
const GATHERED_MS = 100;

/**
 * The folder of several jobs, which have one bundle each and replace its files. Those that get ready within a moment are
 * written and registered together: a write waits for the disk several times, however many bundles it has.
 */
export class SharedFolder {
  readonly destination: FolderTarget;
  readonly #ports: Pick<ExportServicePorts, 'writeQueue' | 'intend' | 'scheduler'>;
  readonly #signal: AbortSignal;
  /** The jobs that may still get ready. */
  #coming = 0;
  #waiting: ExportJob[] = [];
  /** The write of those that wait, and what begins it. */
  #next: { readonly written: Promise<Written>; readonly begin: () => void } | null = null;

  /** @param signal aborts all of the jobs */
  constructor(
    destination: FolderTarget,
    ports: Pick<ExportServicePorts, 'writeQueue' | 'intend' | 'scheduler'>,
    signal: AbortSignal,
  ) {
    this.destination = destination;
    this.#ports = ports;
    this.#signal = signal;
  }

  /** A job begins, and will call `write` or `leave`. */
  enter(): void {
    this.#coming += 1;
  }

  /** A job has nothing to write. */
  leave(): void {
    this.#coming -= 1;
    if (this.#coming === 0) this.#next?.begin();
  }

  /** Writes the bundle of a job that was reviewed in this destination. @returns as `writeExport` */
  async write(job: ExportJob): Promise<readonly WrittenCopy[] | null> {
    await sealBundles(job, '');
    this.#waiting.push(job);
    const { written } = this.#gather();
    this.leave();
    return (await written).get(job) ?? null;
  }

  /** The write that comes next: when no other job can get ready, and soon in any case. */
  #gather(): { readonly written: Promise<Written> } {
    if (this.#next !== null) return this.#next;
    const { writeQueue, scheduler } = this.#ports;
    const begun = Promise.withResolvers<void>();
    const timer = scheduler.after(GATHERED_MS, begun.resolve);
    const written = begun.promise.then(() => {
      timer.dispose();
      return writeQueue.run(() => this.#writeWaiting());
    });
    this.#next = { written, begin: begun.resolve };
    return this.#next;
  }

  async #writeWaiting(): Promise<Written> {
    const jobs = this.#waiting.splice(0);
    this.#next = null;
    if (this.#signal.aborted) return new Map();
    const options = { conflicts: 'replace', signal: this.#signal } as const;
    return await writeSealed(jobs, this.destination, options, this.#ports.intend, () => undefined);
  }
}
