import type { FolderTarget } from './exportDestination.ts';
import type { ExportJob } from './exportJob.ts';
import type { ExportServicePorts } from './exportPorts.ts';
import { sealBundles, type WrittenCopy, writeSealed } from './writeExport.ts';

type Written = Awaited<ReturnType<typeof writeSealed>>;

/**
 * The folder of several jobs, which have one bundle each and replace its files. Those that get ready during a write are
 * written and registered together by the next one: a write waits for the disk several times, however many bundles it has.
 */
export class SharedFolder {
  readonly destination: FolderTarget;
  readonly #ports: Pick<ExportServicePorts, 'writeQueue' | 'register'>;
  readonly #signal: AbortSignal;
  #waiting: ExportJob[] = [];
  /** The write of those that wait. */
  #next: Promise<Written> | null = null;

  /** @param signal aborts all of the jobs */
  constructor(
    destination: FolderTarget,
    ports: Pick<ExportServicePorts, 'writeQueue' | 'register'>,
    signal: AbortSignal,
  ) {
    this.destination = destination;
    this.#ports = ports;
    this.#signal = signal;
  }

  /** Writes the bundle of a job that was reviewed in this destination. @returns as `writeExport` */
  async write(job: ExportJob): Promise<readonly WrittenCopy[] | null> {
    await sealBundles(job, '');
    if (this.#signal.aborted) return null;
    this.#waiting.push(job);
    this.#next ??= this.#ports.writeQueue.run(() => this.#writeWaiting());
    const written = await this.#next;
    return written.get(job) ?? null;
  }

  #writeWaiting(): Promise<Written> {
    const jobs = this.#waiting.splice(0);
    this.#next = null;
    const options = { conflicts: 'replace', signal: this.#signal } as const;
    return writeSealed(jobs, this.destination, options, this.#ports.register, () => undefined);
  }
}
