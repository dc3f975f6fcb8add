import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { beforeAll, expect, it } from 'vitest';
import { projectFolder } from '#scripts/lib/paths.ts';
import type { ReaderCost, WorkerMessage } from '#test/support/bounds/readerWorker.ts';

const MB = 1_000_000;
/** Of the heap, in MB: what a reader may use, and what the program and the input take. */
const HEAP_LIMIT = 64 + 64;
const costs: ReaderCost[] = [];
/** What ended with the heap full. */
const tooLarge: string[] = [];

/** Reads all inputs that are not done yet in a thread with a small heap. @returns whether all were read */
async function readAll(): Promise<boolean> {
  const done = [...costs.map(({ reader, input }) => `${reader}: ${input}`), ...tooLarge];
  const worker = new Worker(new URL('../../support/bounds/readerWorker.ts', import.meta.url), {
    workerData: { done },
    resourceLimits: { maxOldGenerationSizeMb: HEAP_LIMIT, maxYoungGenerationSizeMb: 16 },
  });
  let running = '';
  worker.on('message', (message: WorkerMessage) => {
    if ('begins' in message) running = message.begins;
    else costs.push(message);
  });
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  worker.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') return reject(error);
    tooLarge.push(running);
    resolve(false);
  });
  worker.on('exit', () => resolve(true));
  return promise;
}

beforeAll(async () => {
  while (!(await readAll()));
}, 300_000);

it('no reader of outside input holds the thread for more than 100 ms, whatever it reads', () => {
  expect(costs.length).toBeGreaterThan(80);
  expect(costs.filter(({ held }) => held > 1)).toEqual([expect.objectContaining({ reader: 'control' })]);
});

it('no reader of outside input takes more than 64 MB, whatever it reads', () => {
  expect(tooLarge).toEqual([]);
  expect(costs.filter(({ bufferBytes }) => bufferBytes > 64 * MB)).toEqual([]);
});

it('each reader is in the table of docs/security.md', () => {
  const text = readFileSync(join(projectFolder, 'docs/security.md'), 'utf8');
  const [, section = ''] = text.split('## Bounded before trusted\n');
  const rows = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| ([^|]+?) \|/gmu)].map(([, name]) => name);
  const readers = new Set(costs.map(({ reader }) => reader));
  readers.delete('control');
  expect(rows).toEqual(expect.arrayContaining([...readers]));
});
