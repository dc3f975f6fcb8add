import { getCACertificates } from 'node:tls';
import { Worker } from 'node:worker_threads';

export interface SystemCas {
  /** Reads them once, in a thread: PEM, one certificate each, without duplicates. Never rejects. */
  load(): Promise<readonly string[]>;
  /** The roots without waiting; reads them synchronously if `load` has not finished. */
  now(): readonly string[];
}

/** As text, because the thread has none of the app's modules. Must match `readHere`. */
const READ_IN_THREAD = `
  const { parentPort } = require('node:worker_threads');
  const { getCACertificates } = require('node:tls');
  parentPort.postMessage([...getCACertificates('system'), ...getCACertificates('default')]);`;

/** Listing the roots takes tens of milliseconds, on some systems much longer, and cannot be split: a thread does it. */
export function createSystemCas(): SystemCas {
  let known: readonly string[] | null = null;
  let loading: Promise<readonly string[]> | null = null;
  const now = () => {
    known ??= unique(readHere());
    return known;
  };
  const load = async () => {
    try {
      known = unique(await readInThread());
    } catch {
      // No thread can be started: they are read synchronously.
    }
    return now();
  };
  return {
    load: () => {
      loading ??= known === null ? load() : Promise.resolve(known);
      return loading;
    },
    now,
  };
}

function readHere(): string[] {
  return [...getCACertificates('system'), ...getCACertificates('default')];
}

function readInThread(): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(READ_IN_THREAD, { eval: true });
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('The thread ended without an answer')));
  });
}

function unique(pems: readonly string[]): readonly string[] {
  return [...new Set(pems)];
}
