import { stat } from 'node:fs/promises';
import type { Disposable } from '#main/platform/disposable.ts';
import type { Scheduler } from '#main/platform/time.ts';
import { readTlsFiles, type TlsFault, type TlsFiles, type TlsPair } from './tlsFiles.ts';

/** Files are polled, because renewals replace them in many ways: in place, by renaming, or by switching a link. */
const INTERVAL_MS = 10_000;

/** Callbacks of `TlsWatch`. */
interface TlsWatchListener {
  /** Both files changed and can be used. */
  reloaded(pair: TlsPair): void;
  /** The files changed and cannot be used. They are checked until they can; called once per kind of fault. */
  failed(fault: TlsFault): void;
}

/** Checks the two files every 10 s, and reads them after a change. */
export class TlsWatch implements Disposable {
  readonly #files: TlsFiles;
  readonly #scheduler: Scheduler;
  readonly #listener: TlsWatchListener;
  #stamp: string;
  #fault: string | null = null;
  #next: Disposable | null = null;
  #isDisposed = false;

  /** @param stamp of the files in use, taken before they were read */
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
    // Bad files are read again even if unchanged: the resolution of the clock may hide a second write.
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

/** Changes when a file is written or replaced, or a link points to another one. */
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
