import { parentPort, workerData } from 'node:worker_threads';
import { outsideReaders } from './outsideReaders.ts';

/** What reading one input took. */
export interface ReaderCost {
  readonly reader: string;
  readonly input: string;
  /** Longest time that the thread was held, as a multiple of what is allowed. */
  readonly held: number;
  /** Most bytes in buffers beside the input. */
  readonly bufferBytes: number;
}

export type WorkerMessage = { readonly begins: string } | ReaderCost;

/** Processor time of this thread, in ms: another process that is busy does not count. */
function spent(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/**
 * What `sumUp` takes for 25,000,000 rounds on the computer by whose processor the limit is given, in ms. The clock of a thread
 * goes in steps of some ms on some systems, so that shorter work would measure the steps.
 */
const SUM_USUAL_MS = 40;
/** What the lists of `text`, 1 MB, take to be made on it, in ms: memory is slower on some computers, and while others use it. */
const LISTS_USUAL_MS = 40;
const text = `[${'[],'.repeat(330_000)}0]`;
/** Twice what a reader may take at rest: other processes that fill the caches make it slower than `slowness` shows. */
const ALLOWED_MS = 100;
const TRIES = 5;

function sumUp(millions: number): number {
  let sum = 0;
  for (let index = 0; index < millions * 1_000_000; index += 1) sum += index % 7;
  return sum;
}

/** Processor time of some work, in ms. */
function timeOf(work: () => unknown): number {
  const start = spent();
  work();
  return spent() - start;
}

/** How much slower this computer is now than that one, at least 1. */
function slowness(): number {
  return Math.max(1, timeOf(() => sumUp(25)) / SUM_USUAL_MS, timeOf(() => JSON.parse(text)) / LISTS_USUAL_MS);
}

/** Holds the thread for some ten times as long as a reader may. */
const control = { name: 'control', inputs: { 'a long loop': () => () => sumUp(600) } };

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Runs a read, and looks after each turn of the event loop how long it was, and how much is in buffers. */
async function costOf(read: () => unknown): Promise<Pick<ReaderCost, 'held' | 'bufferBytes'>> {
  const allowed = ALLOWED_MS * slowness();
  const { arrayBuffers } = process.memoryUsage();
  let [held, bufferBytes] = [0, 0];
  let isOver = false;
  let last = spent();
  const look = () => {
    held = Math.max(held, spent() - last);
    bufferBytes = Math.max(bufferBytes, process.memoryUsage().arrayBuffers - arrayBuffers);
    last = spent();
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  await read();
  await turn();
  isOver = true;
  await turn();
  return { held: held / allowed, bufferBytes };
}

for (const { name: reader, inputs } of [control, ...outsideReaders]) {
  for (const [input, make] of Object.entries(inputs)) {
    const label = `${reader}: ${input}`;
    if (workerData.done.includes(label)) continue;
    parentPort?.postMessage({ begins: label } satisfies WorkerMessage);
    const read = make();
    let best = await costOf(read);
    for (let more = 1; reader !== control.name && best.held > 1 && more < TRIES; more += 1) {
      const next = await costOf(read);
      if (next.held < best.held) best = next;
    }
    parentPort?.postMessage({ reader, input, ...best } satisfies WorkerMessage);
  }
}
