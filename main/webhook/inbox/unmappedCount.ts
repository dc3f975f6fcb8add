import type { Disposable } from '#main/platform/disposable.ts';
import type { Amount } from './floodGate.ts';
import type { InboxBook } from './inboxBook.ts';

/** How much waits under names that nobody mapped, what is on its way to the disk included. */
export class UnmappedCount implements Disposable {
  readonly #book: InboxBook;
  readonly #listener: Disposable;
  /** Counted anew only after a change: during a storm that is once for every batch. */
  #inBook: Amount | null = null;
  #reserved: Amount = { count: 0, bytes: 0 };

  constructor(book: InboxBook) {
    this.#book = book;
    this.#listener = book.onDidChange(() => {
      this.#inBook = null;
    });
  }

  value(): Amount {
    this.#inBook ??= this.#book
      .list()
      .filter(({ verdict }) => verdict.kind === 'waiting' && verdict.reason.kind === 'unknownName')
      .reduce((sum, { pem }) => added(sum, { count: 1, bytes: pem.length }), { count: 0, bytes: 0 });
    return added(this.#inBook, this.#reserved);
  }

  /** Counts one more until it is let go. */
  reserve(bytes: number): Disposable {
    this.#reserved = added(this.#reserved, { count: 1, bytes });
    let isHeld = true;
    return {
      dispose: () => {
        if (isHeld) this.#reserved = added(this.#reserved, { count: -1, bytes: -bytes });
        isHeld = false;
      },
    };
  }

  dispose(): void {
    this.#listener.dispose();
  }
}

function added(one: Amount, other: Amount): Amount {
  return { count: one.count + other.count, bytes: one.bytes + other.bytes };
}
