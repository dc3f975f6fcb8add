/** An id and when it is due, in monotonic milliseconds. */
export interface TimerEntry {
  readonly id: string;
  readonly dueAt: number;
  /** Milliseconds by which it may come earlier, to share a wake-up with others. */
  readonly earlyMs?: number;
  /** Requested by the user: before all others. */
  readonly urgent: boolean;
}

/** Entries for the same time keep the order in which they were set. */
type Ranked = TimerEntry & { readonly rank: number };

/** A priority queue by due time (binary heap): one timer can serve ten thousand entries. */
export class TimerQueue {
  readonly #heap: Ranked[] = [];
  readonly #places = new Map<string, number>();
  #count = 0;

  get size(): number {
    return this.#heap.length;
  }

  set(entry: TimerEntry): void {
    const place = this.#places.get(entry.id) ?? this.#heap.length;
    this.#count += 1;
    this.#put({ ...entry, rank: this.#count }, place);
    this.#settle(place);
  }

  get(id: string): TimerEntry | null {
    return this.#heap[this.#places.get(id) ?? -1] ?? null;
  }

  delete(id: string): void {
    const place = this.#places.get(id);
    if (place === undefined) return;
    this.#places.delete(id);
    const last = this.#heap.pop();
    if (last === undefined || last.id === id) return;
    this.#put(last, place);
    this.#settle(place);
  }

  /** The entry that is due first; urgent ones come before all others. */
  first(): TimerEntry | null {
    return this.#heap[0] ?? null;
  }

  ids(): string[] {
    return [...this.#places.keys()];
  }

  #settle(place: number): void {
    this.#sink(this.#rise(place));
  }

  #rise(start: number): number {
    let place = start;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (!this.#isBefore(place, parent)) break;
      this.#swap(place, parent);
      place = parent;
    }
    return place;
  }

  #sink(start: number): void {
    let place = start;
    for (;;) {
      let least = place;
      for (const child of [2 * place + 1, 2 * place + 2]) if (this.#isBefore(child, least)) least = child;
      if (least === place) return;
      this.#swap(place, least);
      place = least;
    }
  }

  #isBefore(place: number, other: number): boolean {
    const a = this.#heap[place];
    const b = this.#heap[other];
    if (a === undefined || b === undefined) return false;
    if (a.urgent !== b.urgent) return a.urgent;
    return a.dueAt === b.dueAt ? a.rank < b.rank : a.dueAt < b.dueAt;
  }

  #swap(place: number, other: number): void {
    const a = this.#heap[place];
    const b = this.#heap[other];
    if (a === undefined || b === undefined) return;
    this.#put(a, other);
    this.#put(b, place);
  }

  #put(entry: Ranked, place: number): void {
    this.#heap[place] = entry;
    this.#places.set(entry.id, place);
  }
}
