import { setImmediate as nextTurn } from 'node:timers/promises';

/** Longest time that sliced work holds the thread, in ms. */
const SLICE_MS = 5;

/** When sliced work began in this turn of the event loop, of `performance.now()`; `null`: there was none yet. */
let begunAt: number | null = null;

/**
 * Called before each step of long work, so that it never holds the thread up. All sliced work of one turn of the event loop
 * counts together: ten short works after each other are a long one. Resolves at once, or after a turn of the event loop if the slice is over.
 */
export async function nextSlice(): Promise<void> {
  if (begunAt !== null && performance.now() - begunAt >= SLICE_MS) await nextTurn();
  if (begunAt !== null) return;
  begunAt = performance.now();
  setImmediate(() => {
    begunAt = null;
  });
}

/** Work in short steps: it yields after each, and returns its result. */
export type Steps<T> = Generator<undefined, T>;

/** A long text in parts, some of them empty: each is made in a step. */
export type Parts = Generator<string, void>;

/** A list made of another one, each item in a step. */
export function* eachStep<Item, Made>(
  items: readonly Item[],
  make: (item: Item, index: number) => Made,
): Steps<readonly Made[]> {
  const made: Made[] = [];
  for (const item of items) {
    made.push(make(item, made.length));
    yield;
  }
  return made;
}

/** Does all steps in one piece, where nothing else may happen between two of them. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Joins the parts of a text, made in slices. */
export async function textInSlices(parts: Parts): Promise<string> {
  const made: string[] = [];
  for (const part of parts) {
    made.push(part);
    await nextSlice();
  }
  return made.join('');
}

/** Does the steps in slices. */
export async function inSlices<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    await nextSlice();
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
