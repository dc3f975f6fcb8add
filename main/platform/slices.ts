import { setImmediate as nextTurn } from 'node:timers/promises';

/** Longest time that sliced work holds the thread, in ms. */
const SLICE_MS = 5;

/** Cuts long work into slices, so that it never holds the thread up: between two of them the event loop has a turn. */
export class Slices {
  #startedAt = performance.now();

  /** Resolves at once, or after a turn of the event loop if the slice is over. */
  async next(): Promise<void> {
    if (performance.now() - this.#startedAt < SLICE_MS) return;
    await nextTurn();
    this.#startedAt = performance.now();
  }
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
  const slices = new Slices();
  const made: string[] = [];
  for (const part of parts) {
    made.push(part);
    await slices.next();
  }
  return made.join('');
}

/** Does the steps in slices. */
export async function inSlices<T>(steps: Steps<T>): Promise<T> {
  const slices = new Slices();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await slices.next();
  }
}
