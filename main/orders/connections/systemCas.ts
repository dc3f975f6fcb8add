import { getCACertificates } from 'node:tls';
import { Worker } from 'node:worker_threads';

/** The roots that every connection trusts. */
export interface SystemCas {
  /** Reads them once, away from the event loop: PEM, one certificate each, each once. Never rejects. */
  load(): Promise<readonly string[]>;
  /** The same at once; reads them here and now when nobody has waited for `load`. */
  now(): readonly string[];
}

/** As text, since it runs in a thread that has no modules of ours. Kept in step with `readHere`. */
const READ_IN_THREAD = `
  const { parentPort } = require('node:worker_threads');
  const { getCACertificates } = require('node:tls');
  parentPort.postMessage([...getCACertificates('system'), ...getCACertificates('default')]);`;

/**
 * The system's roots, and those that came with the runtime. Listing them takes tens of milliseconds, on some systems
 * much longer, and cannot be done in parts: a thread does it, which ends when it is done.
 */
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
      // A machine that is short of threads or memory: it takes the time that it takes.
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
