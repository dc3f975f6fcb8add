import { stat } from 'node:fs/promises';
import type { Disposable } from '#main/platform/disposable.ts';
import type { Scheduler } from '#main/platform/time.ts';
import type { Result } from '#shared/result.ts';
import { readTlsFiles, type TlsFault, type TlsFiles, type TlsPair } from './tlsFiles.ts';

/** Files are polled, because renewals replace them in many ways: in place, by renaming, or by switching a link. */
const INTERVAL_MS = 10_000;

/**
 * Checks the two files every 10 s, and reads them after a change.
 * @param stamp of the files in use, taken before they were read
 * @param changed called with both when they can be used, or once per kind of fault; bad files are checked until they can
 */
export function watchTlsFiles(
  files: TlsFiles,
  stamp: string,
  scheduler: Scheduler,
  changed: (read: Result<TlsPair, TlsFault>) => void,
): Disposable {
  let known = stamp;
  let fault: string | null = null;
  let next: Disposable | null = null;
  let isDisposed = false;
  const compare = async () => {
    const present = await tlsStamp(files);
    // Bad files are read again even if unchanged: the resolution of the clock may hide a second write.
    if (present === known && fault === null) return;
    const read = await readTlsFiles(files);
    if (isDisposed) return;
    const before = fault;
    known = present;
    fault = read.ok ? null : JSON.stringify(read.error);
    if (read.ok || fault !== before) changed(read);
  };
  const wait = () => {
    if (!isDisposed) next = scheduler.after(INTERVAL_MS, () => void compare().finally(wait));
  };
  wait();
  return {
    dispose() {
      isDisposed = true;
      next?.dispose();
    },
  };
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
