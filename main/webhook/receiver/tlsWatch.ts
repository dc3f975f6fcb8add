import { stat } from 'node:fs/promises';
import type { Disposable } from '#main/platform/disposable.ts';
import type { Scheduler } from '#main/platform/time.ts';
import { readTlsFiles, type TlsFault, type TlsFiles, type TlsPair } from './tlsFiles.ts';

/** Renewals replace files in every way: in place, by renaming, by switching a link. Looking at them sees all of these. */
const INTERVAL_MS = 10_000;

/** Tells when the TLS files were renewed. */
interface TlsWatchListener {
  /** Both files are good and belong together. */
  reloaded(pair: TlsPair): void;
  /** They changed, and make no server; looked at again until they do. Told once per kind of fault. */
  failed(fault: TlsFault): void;
}

/** Looks at two files every 10 s, and reads them when they are others than before. */
export class TlsWatch implements Disposable {
  readonly #files: TlsFiles;
  readonly #scheduler: Scheduler;
  readonly #listener: TlsWatchListener;
  #stamp: string;
  #fault: string | null = null;
  #next: Disposable | null = null;
  #isDisposed = false;

  /** @param stamp of the files that are in use, taken before they were read */
  constructor(files: TlsFiles, stamp: string, scheduler: Scheduler, listener: TlsWatchListener) {
    this.#files = files;
    this.#stamp = stamp;
    this.#scheduler = scheduler;
    this.#listener = listener;
    this.#wait();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#next?.dispose();
  }

  async #look(): Promise<void> {
    try {
      await this.#compare();
    } finally {
      this.#wait();
    }
  }

  async #compare(): Promise<void> {
    const stamp = await tlsStamp(this.#files);
    // Bad files are read again unchanged, since a clock is too coarse to tell two writes at once.
    if (stamp === this.#stamp && this.#fault === null) return;
    const read = await readTlsFiles(this.#files);
    if (this.#isDisposed) return;
    this.#stamp = stamp;
    if (read.ok) {
      this.#fault = null;
      this.#listener.reloaded(read.value);
      return;
    }
    const fault = JSON.stringify(read.error);
    if (fault === this.#fault) return;
    this.#fault = fault;
    this.#listener.failed(read.error);
  }

  #wait(): void {
    if (!this.#isDisposed) this.#next = this.#scheduler.after(INTERVAL_MS, () => void this.#look());
  }
}

/** What changes when a file is written, renamed into place, or a link leads to another one. */
export async function tlsStamp({ certificateFile, keyFile }: TlsFiles): Promise<string> {
  return (await Promise.all([stampOf(certificateFile), stampOf(keyFile)])).join(' ');
}

async function stampOf(path: string): Promise<string> {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
    return [dev, ino, size, mtimeNs, ctimeNs].join(':');
  } catch {
    return 'missing';
  }
}
