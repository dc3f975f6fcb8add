import { X509Certificate } from 'node:crypto';
import { getCACertificates } from 'node:tls';
import { Worker } from 'node:worker_threads';
import type { NamedRoot } from '#main/x509/certificates/trustAnchors.ts';

export interface SystemCas {
  /** Reads them once, in a thread: PEM, one certificate each, without duplicates. Never rejects. */
  load(): Promise<readonly string[]>;
  /** Those that this runtime can read, without waiting; reads them synchronously if `load` has not finished. */
  roots(): readonly NamedRoot[];
}

/** As text, because the thread has none of the app's modules. Must match `readHere`. */
const READ_IN_THREAD = `
  const { parentPort } = require('node:worker_threads');
  const { getCACertificates } = require('node:tls');
  const { X509Certificate } = require('node:crypto');
  const pems = [...new Set([...getCACertificates('system'), ...getCACertificates('default')])];
  const roots = pems.flatMap((pem) => {
    try {
      return [{ pem, subject: new X509Certificate(pem).subject }];
    } catch {
      return [];
    }
  });
  parentPort.postMessage({ pems, roots });`;

interface Cas {
  readonly pems: readonly string[];
  readonly roots: readonly NamedRoot[];
}

/**
 * Listing the roots takes tens of milliseconds, on some systems much longer, and so does reading their names. Neither can
 * be split: a thread does it.
 */
export function createSystemCas(): SystemCas {
  let known: Cas | null = null;
  let loading: Promise<readonly string[]> | null = null;
  const now = () => {
    known ??= readHere();
    return known;
  };
  const load = async () => {
    try {
      const read = await readInThread();
      known ??= read;
    } catch {
      // No thread can be started: they are read synchronously.
    }
    return now().pems;
  };
  return {
    load: () => {
      loading ??= known === null ? load() : Promise.resolve(known.pems);
      return loading;
    },
    roots: () => now().roots,
  };
}

function readHere(): Cas {
  const pems = [...new Set([...getCACertificates('system'), ...getCACertificates('default')])];
  return { pems, roots: pems.flatMap(named) };
}

function named(pem: string): NamedRoot[] {
  try {
    return [{ pem, subject: new X509Certificate(pem).subject }];
  } catch {
    return [];
  }
}

function readInThread(): Promise<Cas> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(READ_IN_THREAD, { eval: true });
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('The thread ended without an answer')));
  });
}
